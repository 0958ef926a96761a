"""``pitboss serve``: let people play in their browsers."""

from __future__ import annotations

import gc
import re
import signal
import stat
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from ipaddress import ip_network
from pathlib import Path
from socket import socket
from typing import TYPE_CHECKING, Final, Unpack

import click
from attrs import frozen

from pitboss.cli.commands import CommandFailed, GivenPath, complain
from pitboss.cli.console import write, write_lines
from pitboss.cli.parameters import (
    MAX_COUNT,
    OneOf,
    balance_option,
    check_seats,
    complete_players,
    number_option,
    rules_option,
)
from pitboss.cli.run import seat_names
from pitboss.cli.serve_bank import BankOptions, Desk, bank_options, check_bank
from pitboss.errors import ExitCode, PitbossError
from pitboss.game.limits import MAX_SEATS
from pitboss.journal import Journal
from pitboss.live import OpenTable, Session, SessionPolicy, open_table
from pitboss.live.policy import SEEDS_MS
from pitboss.players import PLAYER_NAMES, player_named
from pitboss.rules import Rules
from pitboss.table.driver import Player
from pitboss.table.listeners import describe_error
from pitboss.table.seating import SeatPlan
from pitboss.table.shoes import draw_table_seed
from pitboss.text.terminal import printable

if TYPE_CHECKING:
    from pitboss.web import Cashier, TableHost

# Each table keeps a file open, and clients need files, too; the server opens at most 10,240.
_MAX_TABLES: Final = 5_000
_MAX_MS: Final = 86_400_000
_MAX_CONNECTIONS: Final = 10_000
_USUAL_SEATS: Final = 5
_OPENING_UNITS: Final = 1000
_TABLE_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
_ORIGIN: Final = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+")

_BOT: Final = OneOf("bot", PLAYER_NAMES)


@frozen
class _Playing:
    """A table at which people play.

    Attributes:
        session: the table with its clients.
        sync: a function that returns when the disk has the journal.
        journal: the journal of the table.
        cashier: moves chips between the seats and their accounts; `None` without a bank.
    """

    session: Session
    sync: Callable[[], None]
    journal: Journal
    cashier: Cashier | None


class _ServerOptions(BankOptions):
    answer_seconds: int
    seed_seconds: int
    hints: bool
    pause_ms: int
    bot_ms: int
    connections_per_address: int
    trusted_proxies: tuple[str, ...]
    deflate: bool


def _read_bots(text: str) -> tuple[str, ...]:
    return tuple(_BOT.convert(name.strip(), None, None) for name in text.split(","))


def _read_tables(text: str) -> tuple[str, ...]:
    """Return the names of tables; a number means this many tables, named 1, 2 and so on."""
    if re.fullmatch(r"[0-9]{1,4}", text):
        text = ",".join(str(number + 1) for number in range(int(text)))
    names = tuple(name.strip() for name in text.split(","))
    # Each name is also a file name, and some systems ignore capitals in file names.
    different = len({name.lower() for name in names}) == len(names) <= _MAX_TABLES
    if not different or not all(map(_TABLE_NAME.fullmatch, names)):
        raise click.BadParameter(
            f"give a number from 1 to {_MAX_TABLES}, or different names of letters, digits, - and "
            "_, with commas between them"
        )
    return names


def _read_proxy(text: str) -> str:
    try:
        return str(ip_network(text, strict=False))
    except ValueError as error:
        problem = f"{text!r} is not an address or network such as 10.0.0.0/8"
        raise click.BadParameter(problem) from error


def _read_origin(text: str) -> str:
    if not _ORIGIN.fullmatch(text):
        raise click.BadParameter(f"{text!r} is not an address such as https://cards.example")
    return text


@click.command(epilog="Example: pitboss serve --tables low,high --seats 5 --bots basic")
@click.option(
    "--tables",
    type=_read_tables,
    metavar="N|NAME,...",
    default="1",
    show_default=True,
    help="How many tables, or their names.",
)
@rules_option
@number_option(
    "--seats",
    least=1,
    most=MAX_SEATS,
    text=f"How many seats a table has, including the bots.  [default: {_USUAL_SEATS}, or as many "
    "as the rules allow]",
)
@click.option(
    "--bots",
    type=_read_bots,
    shell_complete=complete_players,
    metavar="NAME,...",
    help=f"Who sits in the last seats of each table: {', '.join(PLAYER_NAMES)}.  [default: nobody]",
)
@balance_option("what the rules say, or 1,000.00")
@click.option(
    "--journals",
    "folder",
    type=GivenPath(path_type=Path),
    metavar="FOLDER",
    default="pitboss-tables",
    show_default=True,
    help="The folder of the journals. If it has the journal of a table, the table continues.",
)
@bank_options
@number_option(
    "--rotate",
    least=1,
    most=MAX_COUNT,
    default=None,
    text="Continue a journal in another file after every N rounds: 1.2.jsonl after 1.jsonl.",
)
@click.option(
    "--host",
    metavar="ADDRESS",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; 0.0.0.0 lets other machines connect.",
)
@number_option(
    "--port",
    least=0,
    most=65535,
    default=8000,
    text="The port to listen on; with 0, the system chooses a free one.",
)
@click.option(
    "--origin",
    "origins",
    type=_read_origin,
    metavar="URL",
    multiple=True,
    help="A further address at which browsers reach the tables, such as https://cards.example for "
    "a proxy. Printed links begin with the first of these addresses.",
)
@number_option(
    "--answer-seconds",
    least=0,
    most=_MAX_MS // 1000,
    default=30,
    text="How many seconds an answer may take; 0 for no limit.",
)
@number_option(
    "--seed-seconds",
    least=0,
    most=_MAX_MS // 1000,
    default=SEEDS_MS // 1000,
    text="How many seconds seats may take to commit to seeds of the next shoe, and then to open "
    "them. The page does both without the player. With 0, seats give seeds without a commitment.",
)
@click.option("--hints", is_flag=True, help="Let seats ask what the chart of basic strategy says.")
@number_option(
    "--pause-ms", least=1, most=_MAX_MS, default=4000, text="Milliseconds between rounds."
)
@number_option(
    "--bot-ms",
    least=0,
    most=_MAX_MS,
    default=1000,
    text="Milliseconds that a bot takes for an answer.",
)
@number_option(
    "--connections-per-address",
    least=1,
    most=_MAX_CONNECTIONS,
    default=64,
    text="How many open connections one address may have. Connections with a key or the token of a "
    "seat do not count. If there is one more, the oldest connection that is at no table is closed. "
    "If all watch tables, the newest one is closed.",
)
@click.option(
    "--trusted-proxy",
    "trusted_proxies",
    type=_read_proxy,
    metavar="ADDRESS",
    multiple=True,
    help="The address or network of a proxy; its X-Forwarded-For is trusted as a client's address.",
)
@click.option(
    "--deflate/--no-deflate",
    default=False,
    help="Compress messages, which takes more time and memory for each client.",
)
def serve(
    *,
    tables: tuple[str, ...],
    rules: Rules,
    seats: int | None,
    bots: tuple[str, ...] | None,
    balance: int | str | None,
    folder: Path,
    rotate: int | None,
    host: str,
    port: int,
    origins: tuple[str, ...],
    **server: Unpack[_ServerOptions],
) -> int:
    """Let people play in their browsers; the links to the tables are printed.

    People with the link to join can take free seats; people with the link to watch can watch. A
    browser keeps its seat after a reload or a lost connection. With --bank, people sign in and sit
    down with chips from their accounts; --balance then sets how many chips an account begins with.
    Every answer is on the disk before it is shown. Ctrl-C stops the tables. The same command
    continues them at the questions that were open. This command needs the extra "web".
    """
    unlimited = balance if isinstance(balance, str) else None
    check_bank(server, host, origins, {"--rotate": rotate, "--balance unlimited": unlimited})
    bots = bots or ()
    if seats is None:
        seats = min(max(_USUAL_SEATS, len(bots) + 1), rules.max_seats)
    check_seats(rules, seats, len(bots), "bots")
    policy = _policy(server, _join_balance(balance, rules))
    plans = [*[None] * (seats - len(bots)), *map(SeatPlan, seat_names(bots))]
    # SIGTERM, which stops a service, does the same as Ctrl-C.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with ExitStack() as stack:
            listener = stack.enter_context(_listener(host, port))
            _check_open_files(len(tables))
            _make_folder(folder)
            desk = Desk.opened(stack, server, rules, policy, origins)
            playing: dict[str, _Playing | None] = {}
            for name, opened in _opened(stack, folder, tables, rules, plans, rotate=rotate).items():
                players = _players(bots, rules, seats)
                path = folder / f"{name}.jsonl"
                cashier = desk.cashier_of(name, path, opened) if desk and opened else None
                playing[name] = _playing(opened, policy, players, cashier) if opened else None
            _serve(playing, folder, listener, host, origins, desk=desk, server=server)
    except KeyboardInterrupt:
        where = printable(str(folder))
        write(f"The journals in {where} are closed; the same command continues the tables.")
    finally:
        signal.signal(signal.SIGTERM, before)
    return ExitCode.INTERRUPTED


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(stat.S_IRWXU, parents=True, exist_ok=True)
    except FileExistsError as error:
        problem = f"--journals must be a folder, got the file {printable(str(folder))}"
        raise click.UsageError(problem, click.get_current_context()) from error


def _opened(
    stack: ExitStack,
    folder: Path,
    tables: Sequence[str],
    rules: Rules,
    plans: Sequence[SeatPlan | None],
    *,
    rotate: int | None,
) -> dict[str, OpenTable | None]:
    """Open all tables; report a table whose journal cannot be continued, and return `None` for it.

    Raises:
        PitbossError: no journal can be continued.
        OSError: no file can be opened.
    """
    opened: dict[str, OpenTable | None] = {}
    failures: dict[str, PitbossError | OSError] = {}
    for name in tables:
        path = folder / f"{name}.jsonl"
        try:
            table = open_table(
                path, rules, plans, durable=True, sync_apart=True, rotate_rounds=rotate
            )
            opened[name] = stack.enter_context(table)
        except (PitbossError, OSError) as error:
            opened[name], failures[name] = None, error
    if len(failures) == len(tables):
        raise failures[tables[0]]
    for name, failure in failures.items():
        _tell_stopped(name, failure)
    return opened


def _playing(
    opened: OpenTable, policy: SessionPolicy, bots: dict[int, Player], cashier: Cashier | None
) -> _Playing:
    session = Session(opened.table, policy, bots=bots, memory=opened.memory)
    return _Playing(session, opened.sync, opened.journal, cashier)


def _policy(options: _ServerOptions, join_balance_minor: int | None) -> SessionPolicy:
    return SessionPolicy(
        answer_ms=options["answer_seconds"] * 1000 or None,
        seeds_ms=options["seed_seconds"] * 1000 or None,
        hints=options["hints"],
        pause_ms=options["pause_ms"],
        bot_ms=options["bot_ms"],
        join_balance_minor=join_balance_minor,
    )


def _join_balance(balance: int | str | None, rules: Rules) -> int | None:
    """Return how many chips people join with; `None` for unlimited chips."""
    if balance is None:
        usual = _OPENING_UNITS * rules.minor_per_unit
        balance = usual if rules.opening_balance is None else rules.opening_balance
    return balance if isinstance(balance, int) else None


def _players(bots: tuple[str, ...], rules: Rules, seats: int) -> dict[int, Player]:
    """Return the bots of a table by their seats, which are the last seats."""
    return {
        seat: player_named(bot, rules, seed=draw_table_seed(), seat=seat)
        for seat, bot in enumerate(bots, seats - len(bots))
    }


def _listener(host: str, port: int) -> socket:
    """Listen at the address; if this fails, no file has been opened or created yet."""
    from pitboss import web  # noqa: PLC0415  only this command needs the extra

    try:
        return web.listen(host, port)
    except OSError as error:
        problem = f"{printable(host)} with port {port} cannot be used: {error.strerror}"
        raise CommandFailed(problem) from error


def _check_open_files(tables: int) -> None:
    """Check that at least half of the files that the process can open are left for clients."""
    from pitboss.web import open_files  # noqa: PLC0415  as above

    most = open_files.raise_limit() // 2
    if tables > most:
        raise CommandFailed(
            f"{tables} tables need {tables} open files, but tables may use only {most} here; give "
            "fewer tables, or raise `ulimit -Hn`"
        )


def _serve(
    playing: dict[str, _Playing | None],
    folder: Path,
    listener: socket,
    host: str,
    origins: tuple[str, ...],
    *,
    desk: Desk | None,
    server: _ServerOptions,
) -> None:
    """Serve tables until somebody stops the server."""
    from pitboss import web  # noqa: PLC0415  as above

    # With a bank, nobody joins by a link.
    keys = None if desk else web.JoinKeys(folder / "keys.json", playing)
    hosts = {
        name: _host(name, keys.of(name) if keys else None, each) if each else None
        for name, each in playing.items()
    }
    if desk:
        desk.open_to(hosts, folder)
    address = origins[0] if origins else web.address_of(listener, host)
    links = {name: f"{address}/t/{name}" for name, each in hosts.items() if each}
    lines = [
        *(f"Table {name}: join at {link}#{keys.of(name)}" for name, link in links.items() if keys),
        *([f"Accounts: sign in at {address}/account"] if desk else []),
        *(f"Table {name}: watch at {link}" for name, link in links.items()),
        f"The journals are in {printable(str(folder))}; Ctrl-C ends the tables.",
    ]

    def started() -> None:
        # Exempt all existing objects from garbage collection: each search of them takes 0.1 s.
        gc.collect()
        gc.freeze()
        write_lines(lines)

    app = web.web_app(hosts, origins, started=started, accounts=desk.accounts if desk else None)
    try:
        web.server_for(
            app,
            connections_per_address=server["connections_per_address"],
            trusted_proxies=server["trusted_proxies"],
            deflate=server["deflate"],
        ).run(sockets=[listener])
    finally:
        gc.unfreeze()


def _host(name: str, key: str | None, playing: _Playing) -> TableHost:
    from pitboss import web  # noqa: PLC0415  as above

    return web.TableHost(
        name,
        key,
        playing.session,
        on_failure=_tell_stopped,
        sync=playing.sync,
        journal=playing.journal,
        returns=playing.cashier,
    )


def _tell_stopped(name: str, failure: BaseException) -> None:
    """Report on standard error that a table has stopped; the other tables continue."""
    complain(f"table {name} has stopped: {describe_error(failure)}", ExitCode.FAILED)
