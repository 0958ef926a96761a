"""Chips of accounts at tables on the web: none is lost or made, and each is where the page says."""

from pathlib import Path

import pytest
from tests.cli.command_line import run
from tests.secret_words import secret
from tests.web.bank_served import OPEN, ServedBank, bank_served
from tests.web.served import Client

from pitboss import Rules
from pitboss.bank import BankError, Movement, MovementKind
from pitboss.errors import ExitCode
from pitboss.live import SessionPolicy, open_table
from pitboss.table import ChangeRefusal, ChangeRefusedError, SeatChange
from pitboss.web import BuyIn, Cashier, HouseTerms, Identity, SignUp, accounts
from pitboss.web.account_pages import why

WORDS = "correct horse battery"
SLOW = SessionPolicy(answer_ms=None, pause_ms=1, bot_ms=0, time_outs_until_away=None)


def kinds(site: ServedBank, name: str = "Ann") -> list[tuple[MovementKind, int]]:
    """Return the movements of an account after its opening."""
    return [(each.kind, each.amount_minor) for each in site.bank.history(name)[1:]]


def play_a_round(line: Client) -> None:
    """Bet 10.00, and stand; the next round asks for a bet."""
    line.until_asked()
    line.command("bet-1", "bet", amount=1000)
    while (offer := line.until_asked())["question"] != "bet":
        word = "stand" if "stand" in offer["legal"] else "decline"
        line.command(f"answer-{offer['seq']}", word)


def leave(line: Client) -> None:
    """Leave the table, in mid-round when that is over."""
    line.command("leave-1", "leave")
    while line.state["view"].get("viewer") is not None:
        line.take()


def test_to_sit_down_is_a_buy_in_and_to_leave_a_cash_out(tmp_path: Path) -> None:
    """Each once, under an id that stands in the journal, too; the page shows rounds as the seat."""
    with bank_served(tmp_path, "low", "high") as site:
        ann, ben = site.member("Ann", secret(WORDS)), site.member("Ben", WORDS)
        assert "Seat 3" in ann.get("sit/low")
        ann.post("sit/low", seat="2", amount="50")
        assert ann.path == "/t/low"
        assert "In your account 950.00 At table low, seat 2 50.00" in ann.get()
        assert "Ann sits at a table" in ann.post("sit/high", seat="1", amount="10")
        assert "taken" in ben.post("sit/low", seat="2", amount="10")
        with site.client("low", cookie=ann.cookie) as line:
            play_a_round(line)
            leave(line)
        [buy_in, cash_out] = site.bank.history("Ann")[1:]
        journal = (tmp_path / "low.jsonl").read_text("utf-8").splitlines()
        assert f'"command":"{buy_in.command}"' in journal[2]
        assert f'"balance":{cash_out.amount_minor}' in journal[cash_out.line or 0]
        assert "+" in ann.get("statement")
        assert "cash out" in ann.get("statement")
        assert f"table low, line {cash_out.line}" in ann.get("statement")
        assert "Rounds 1" in ann.get("rounds/low")
        page = ann.get("rounds/low/1")
        assert ann.status == 200
        assert "Round 1" in page
        assert "default-src" not in ann.headers["content-security-policy"]
        ben.get("rounds/low/1")
        assert ben.status == 404
        found = site.bank.check()
        assert (found.holds, found.seats_minor) == (True, 0)


def test_what_cannot_be_brought_is_refused(tmp_path: Path) -> None:
    """Nothing is booked, and the page says why, and how much may be brought."""
    limits = BuyIn(1_000, 50_000)
    with bank_served(tmp_path, limits=limits, people=2, bots=1) as site:
        ann = site.member("Ann", secret(WORDS))
        for seat, amount, why in (
            ("1", "5", "bring 10.00 to 500.00 here"),
            ("1", "500.01", "bring 10.00 to 500.00 here"),
            ("1", "2000", "Your account has 1,000.00"),
            ("1", "much", "not an amount"),
            ("1", "1.001", "not an amount"),
            ("1", "9" * 30, "not an amount"),
            ("1", ".", "not an amount"),
            ("9", "10", "does not exist"),
            ("x", "10", "does not exist"),
            ("3", "10", "taken"),
        ):
            assert why in ann.post("sit/1", seat=seat, amount=amount), (seat, amount)
            assert ann.status == 400
        for page in ("sit/none", "rounds/none"):
            assert "No such table" in ann.get(page)
        assert "No such table" in ann.post("sit/none", seat="1", amount="10")
        robot = site.visitor()
        robot.post("sign-up", name="Bot 1", new=WORDS)
        assert "called Bot 1" in robot.post("sit/1", seat="1", amount="10")
        assert kinds(site) == []
        ann.post("sit/1", seat="1", amount="10")
        assert "bring up to 490.00" in ann.post("sit/1", amount="491")
        assert "You brought more chips" in ann.post("sit/1", amount="490")
        assert "use your chips" in ann.post("sit/1", amount="1")
        assert "At table 1, seat 1 500.00" in ann.get()
        assert kinds(site) == [(MovementKind.BUY_IN, -1_000), (MovementKind.BUY_IN, -49_000)]
        site.member("Ben", WORDS).post("sit/1", seat="2", amount="10")
        assert "Every seat is taken." in site.member("Cleo", WORDS).get("sit/1")


def test_a_seat_in_mid_round_waits_or_the_chips_go_back(tmp_path: Path) -> None:
    """The page says that it waits; if the table refuses in the end, they go back."""
    with bank_served(tmp_path, policy=SLOW) as site:
        ann, ben, cleo = (site.member(each, secret(WORDS)) for each in ("Ann", "Ben", "Cleo"))
        ann.post("sit/1", seat="1", amount="50")
        with site.client(cookie=ann.cookie) as line:
            line.until_asked()
            ben.post("sit/1", seat="2", amount="20")
            assert "you sit down when the round is over" in ben.get()
            assert "seat 2 is taken" in cleo.post("sit/1", seat="2", amount="20").lower()
            host = site.hosts["1"]
            host.session.change(SeatChange.join(2, "Guest", 0), 10**12)
            host.session.change(SeatChange.join(2, "Other", 0), 10**12)
            cleo.post("sit/1", seat="3", amount="20")
            ann.post("sit/1", amount="7")
            line.command("c1", "sit_out")
            line.until("applied")
            while line.state["view"]["seats"][1]["presence"] == "empty":
                line.take()
        assert "At table 1, seat 2 20.00" in ben.get()
        assert "In your account 1,000.00 Sit down" in cleo.get()
        assert kinds(site, "Cleo") == [(MovementKind.BUY_IN, -2_000), (MovementKind.REFUND, 2_000)]
        assert "seat 1 57.00" in ann.get()
        assert site.bank.check().holds


def test_chips_that_wait_count_towards_the_most_that_may_be_brought(tmp_path: Path) -> None:
    """Those that the seat has got, or that went back, count no longer."""
    with bank_served(tmp_path, limits=BuyIn(1_000, 50_000), policy=SLOW) as site:
        ann = site.member("Ann", secret(WORDS))
        ann.post("sit/1", seat="1", amount="20")
        with site.client(cookie=ann.cookie) as line:
            line.until_asked()
            assert "You brought more chips" in ann.post("sit/1", amount="300")
            assert "bring up to 180.00" in ann.post("sit/1", amount="300")
            assert "You brought more chips" in ann.post("sit/1", amount="180")
            assert "use your chips" in ann.post("sit/1", amount="0.01")
            assert "In your account 500.00" in ann.get()
            line.command("c1", "sit_out")
            while line.state["view"]["seats"][0]["balance"] < 50_000:
                line.take()
            line.until_asked()
            site.hosts["1"].session.change(SeatChange.withdraw(0, 30_000), 10**12)
            line.command("c2", "sit_out")
            while line.state["view"]["seats"][0]["balance"] > 20_000:
                line.take()
            assert "You brought more chips" in ann.post("sit/1", amount="300")
        assert site.bank.check().holds


def test_a_table_that_has_stopped_takes_no_chips(tmp_path: Path) -> None:
    """Whoever wants to sit down there keeps them, and may sit down at another table."""
    with bank_served(tmp_path, "low", "high", policy=SLOW) as site:
        ann, eve = site.member("Ann", secret(WORDS)), site.member("Eve", WORDS)
        ann.post("sit/low", seat="1", amount="50")
        host = site.hosts["low"]
        host.failure = OSError("the disk has gone")
        for person in (ann, eve):
            assert "Table low has stopped" in person.post("sit/low", seat="2", amount="50")
            assert person.status == 400
        assert kinds(site, "Eve") == []
        assert kinds(site) == [(MovementKind.BUY_IN, -5_000)]
        eve.post("sit/high", seat="1", amount="50")
        assert "At table high, seat 1 50.00" in eve.get()
        assert site.bank.check().holds


def test_who_is_broke_is_given_chips_where_the_house_does_that(tmp_path: Path) -> None:
    """Once they are broke, and not at a table; elsewhere there is no gift."""
    terms = HouseTerms(SignUp.OPEN, opening_minor=5_000, gift_minor=7_000, least_minor=100)
    with bank_served(tmp_path, terms=terms) as site:
        ann = site.member("Ann", secret(WORDS))
        assert "less than 100" in ann.post("gift")
        ann.post("sit/1", seat="1", amount="50")
        assert "gift" not in ann.get()
        assert "sits at a table" in ann.post("gift")
        with site.client(cookie=ann.cookie) as line:
            line.until_asked()
            leave(line)
        site.bank.bring("Ann", -5_000)
        assert "Take a gift of 70.00" in ann.get()
        assert "is in your account" in ann.post("gift")
        assert kinds(site)[-1] == (MovementKind.GIFT, 7_000)
        assert site.bank.check().holds
    with bank_served(tmp_path, terms=OPEN) as site:
        ann.address = site.address
        assert "no gift" in ann.post("gift").lower()


def test_a_host_moves_chips_of_seats_between_table_and_account(tmp_path: Path) -> None:
    """What it takes from a seat is in the account; a change that is none brings nothing back."""
    with bank_served(tmp_path) as site:
        ann = site.member("Ann", secret(WORDS))
        ann.post("sit/1", seat="1", amount="50")
        session = site.hosts["1"].session
        session.change(SeatChange.withdraw(0, 500), 10**12)
        session.change(SeatChange.join(1, "Guest", 700), 10**12)
        session.change(SeatChange.withdraw(1, 500), 10**12)
        assert kinds(site)[-1] == (MovementKind.CASH_OUT, 500)
        assert site.bank.check().holds
        with bank_served(tmp_path, "other") as other:
            ann.address = other.address
            assert "Elsewhere you sit at a table of another server" in ann.get()
            assert "Ann sits at a table" in ann.post("sit/other", seat="1", amount="10")
        at_terminal = "play", "--rules", "cpsc386", "--bank", tmp_path / "house.bank"
        told = run(*at_terminal, "--name", "Ann", written=f"{WORDS}\n")
        assert "Ann sits at a table" in told.output
        assert told.exit_code == ExitCode.FAILED


def test_a_table_that_refuses_at_once_gets_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The chips are back before the page says why; nobody brings more without a seat."""
    with bank_served(tmp_path) as site:
        ann, host = site.member("Ann", secret(WORDS)), site.hosts["1"]

        def refuse(change: SeatChange) -> None:
            raise ChangeRefusedError(ChangeRefusal.HOUSE_LIMIT, change)

        monkeypatch.setattr(host, "change", refuse)
        assert "the house may win or lose" in ann.post("sit/1", seat="1", amount="50")
        assert kinds(site) == [(MovementKind.BUY_IN, -5_000), (MovementKind.REFUND, 5_000)]
        assert "In your account 1,000.00 Sit down" in ann.get()
        with open_table(tmp_path / "x.jsonl", seats=[None], seed=1) as opened:
            live = site.bank.live_table("x", tmp_path / "x.jsonl")
            cashier = Cashier(live, opened.journal, opened.sync, opened.recorder)
            with pytest.raises(BankError, match="Eve has no seat here"):
                cashier.bring_more(host, Identity("9", "Eve"), 5)


def test_journals_are_read_for_a_few_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes while too many wait is asked to come again."""
    monkeypatch.setattr(accounts, "MAX_READING", 0)
    with bank_served(tmp_path) as site:
        ann = site.member("Ann", secret(WORDS))
        assert "Try again in a minute." in ann.get("rounds/1")
        assert ann.status == 503


@pytest.mark.parametrize("number", ["9" * 5_000, "0", "2", "one", "-1"])
def test_a_number_of_no_round_finds_no_page(number: str, tmp_path: Path) -> None:
    """However long it is, and whoever asks."""
    with bank_served(tmp_path) as site:
        visitor, ann = site.visitor(), site.member("Ann", secret(WORDS))
        assert "Sign in" in visitor.get(f"rounds/1/{number}")
        assert visitor.status == 200
        assert "You did not play this round" in ann.get(f"rounds/1/{number}")
        assert ann.status == 404


@pytest.mark.parametrize("damage", ["missing", "garbled"])
@pytest.mark.parametrize("page", ["rounds/1", "rounds/1/1"])
def test_a_journal_that_cannot_be_read_gets_a_page_that_says_so(
    page: str, damage: str, tmp_path: Path
) -> None:
    """Not the path of the file, which is nothing to players; the other pages are shown."""
    with bank_served(tmp_path) as site:
        ann, journal = site.member("Ann", secret(WORDS)), tmp_path / "1.jsonl"
        ann.post("sit/1", seat="1", amount="50")
        kept = journal.rename(tmp_path / "kept.jsonl")
        if damage == "garbled":
            journal.write_bytes(kept.read_bytes() + b'{"seq":3,"line":"leave",\xff}\n')
        shown = ann.get(page)
        assert (ann.status, "The journal of this table cannot be read" in shown) == (503, True)
        assert str(tmp_path) not in shown
        assert "seat 1 50.00" in ann.get()
        kept.replace(journal)


def test_rounds_at_a_terminal_stand_in_the_statement() -> None:
    """By the id of their table."""
    assert why(Movement(2, MovementKind.STAKE, -5, 5, "ab12", 3)) == "round 3 of ab12"


def test_long_lists_have_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest first; what is no number is the first part."""
    monkeypatch.setattr(accounts, "ROWS", 2)
    with bank_served(tmp_path) as site:
        ann = site.member("Ann", secret(WORDS))
        for each in range(4):
            site.bank.bring("Ann", each + 1, f"prize {each}")
        first, middle = ann.get("statement"), ann.get("statement?from=2")
        assert ("prize 3" in first, "Older" in first, "Newer" in first) == (True, True, False)
        assert ("prize 1" in middle, "Older" in middle, "Newer" in middle) == (True, True, True)
        assert "Newer" not in ann.get("statement?from=soon")


def test_rules_that_pay_in_whole_units_have_no_cents(tmp_path: Path) -> None:
    """Amounts are read and written as the rules have them."""
    rules = Rules.of(minor_per_unit=1, blackjack_pays="1:1")
    terms = HouseTerms(SignUp.OPEN, opening_minor=100, minor_per_unit=1)
    with bank_served(tmp_path, terms=terms, rules=rules) as site:
        ann = site.member("Ann", secret(WORDS))
        assert "In your account 100 " in ann.get()
        assert "not an amount" in ann.post("sit/1", seat="1", amount="1.5")
        ann.post("sit/1", seat="1", amount="60")
        assert "seat 1 60" in ann.get()
