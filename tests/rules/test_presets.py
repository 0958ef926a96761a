"""The presets: the source documents cell by cell, the casino tables by what differs."""

import pytest

from pitboss.errors import RulesError
from pitboss.rules import Rules
from pitboss.rules.options import OPTIONS
from pitboss.rules.pay_words import PlainValue
from pitboss.rules.presets import DEFAULT_PRESET, PRESETS, SOURCES, Preset
from pitboss.rules.rules import nearest_preset

# What the source documents say, as they were read; a dash stands where a preset never uses the
# option, or its document is silent, and the default holds.
TABLE = """
option                  six_deck_s17  lott          educative     cpsc386         spring
decks                   6             5             3             8               1
max_seats               7             1             7             4               1
shuffle                 cut_card      cut_card      when_empty    cut_card        every_round
cut_card                78..78        110..110      -             60..80          -
burn                    0             0             0             0               0
deal                    alternate     blocks        blocks        alternate       alternate
hole_card               dealt         dealt         dealt         dealt           dealt
up_card                 first         first         first         first           first
peek                    ace_or_ten    insured       offered       never           always
dealer_blackjack_takes  all           all           all           all             -
soft_17                 stand         stand         stand         stand           stand
dealer_draws            if_live_hand  always        if_live_hand  if_live_hand    if_live_hand
blackjack_pays          3:2           3:2           3:2           1:1             1:1
natural_settles         deal          turn          showdown      showdown        deal
natural_beats_21        true          false         false         false           -
split_natural           false         true          true          false           -
insurance               ace           ace           ace           ace_or_ten      off
insurance_amount        half          half          half          up_to_balance   -
insurance_pays          2:1           2:1           2:1           1:1             -
insurance_time          before_split  before_split  before_split  after_split     -
insured_ante            compares      loses         compares      compares        -
even_money              true          true          true          false           false
play_order              hand_by_hand  splits_first  splits_first  hand_by_hand    hand_by_hand
split                   value         rank          rank          rank            off
max_hands               4             unlimited     2             2               1
split_deal              in_turn       both          both          both            -
resplit_aces            false         true          -             -               -
hit_split_aces          false         true          true          true            -
double                  first_two     any_time      any_time      first_two       off
double_soft             true          true          true          true            -
double_after_split      true          true          true          true            -
surrender               off           off           off           off             off
charlie                 none          none          none          none            none
auto_stand_21           true          true          true          true            false
bust_settles            at_once       at_once       at_once       at_end          at_once
bet_min                 1             1             1             100             0
bet_max                 none          none          balance       balance         0
opening_balance         none          none          none          1000000         none
top_up                  false         false         false         true            false
minor_per_unit          100           100           100           100             100
rounding                down          -             -             -               -
"""

# By default a quarter of the shoe lies beneath the cut card, so a dash there depends on the decks.
CUT_CARD_BY_DEFAULT = {"educative": "39..39", "spring": "13..13"}

HEAD, *ROWS = (line.split() for line in TABLE.strip().splitlines())
CELLS = [
    (preset, option, cell)
    for option, *cells in ROWS
    for preset, cell in zip(HEAD[1:], cells, strict=True)
]
CASINO_PRESETS: dict[str, dict[str, PlainValue]] = {
    "six_deck_h17_ls": {"soft_17": "hit", "surrender": "late"},
    "double_deck_h17": {"decks": 2, "soft_17": "hit"},
    "single_deck_6to5": {
        "decks": 1,
        "soft_17": "hit",
        "blackjack_pays": "6:5",
        "double_after_split": False,
    },
    "atlantic_city": {"decks": 8, "max_seats": 6, "surrender": "late"},
    "european_all": {"hole_card": "none", "double": "9_to_11"},
    "european_original": {
        "hole_card": "none",
        "dealer_blackjack_takes": "original",
        "double": "9_to_11",
    },
    "spanish_21": {
        "deck": "spanish",
        "soft_17": "hit",
        "player_21": "wins",
        "resplit_aces": True,
        "hit_split_aces": True,
        "double": "any_time",
        "surrender": "late",
        "rescue": True,
        "bonuses": ["spanish_21"],
    },
    "double_exposure": {
        "decks": 8,
        "peek": "never",
        "soft_17": "hit",
        "blackjack_pays": "1:1",
        "player_21": "natural_wins",
        "insurance": "off",
        "max_hands": 2,
        "hole_card_shown": True,
        "ties": "lose",
    },
    "free_bet": {
        "soft_17": "hit",
        "resplit_aces": True,
        "free_doubles": True,
        "free_splits": True,
        "dealer_22_pushes": True,
    },
    "super_fun_21": {
        "decks": 1,
        "soft_17": "hit",
        "blackjack_pays": "1:1",
        "player_21": "natural_wins",
        "resplit_aces": True,
        "hit_split_aces": True,
        "double": "any_time",
        "surrender": "late",
        "surrender_any_time": True,
        "rescue": True,
        "charlie": 6,
        "charlie_21": 5,
        "charlie_doubled": False,
        "bonuses": ["super_fun_21"],
    },
}

every_preset = pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.name)


@pytest.mark.parametrize(("preset", "option", "cell"), CELLS)
def test_a_source_preset_plays_as_its_document_says(preset: str, option: str, cell: str) -> None:
    """Every cell of the table of source presets holds."""
    text = cell
    if cell == "-":
        usual = OPTIONS[option].written(OPTIONS[option].default)
        text = CUT_CARD_BY_DEFAULT[preset] if option == "cut_card" else str(usual).lower()
    assert getattr(Rules.preset(preset), option) == OPTIONS[option].read(text)


def test_the_table_of_source_presets_has_every_option_in_order() -> None:
    """The table above is complete, and rules are written in its order."""
    assert [row[0] for row in ROWS] == list(Rules().to_dict())


@pytest.mark.parametrize("preset", CASINO_PRESETS)
def test_a_casino_preset_is_the_default_table_but_for_these_options(preset: str) -> None:
    """A casino preset differs from the default table where its source does, and nowhere else."""
    assert Rules.preset(preset).changes() == CASINO_PRESETS[preset]


def test_there_are_no_presets_but_these() -> None:
    """The default, four source documents, six casino tables and four games have names."""
    assert list(PRESETS) == [*HEAD[1:], *CASINO_PRESETS]


def test_the_default_table_is_the_first_preset() -> None:
    """Rules without any difference are the default preset, made in whichever way."""
    assert Rules() == Rules.of() == Rules.preset(DEFAULT_PRESET) == Rules.from_dict({})


@every_preset
def test_a_preset_writes_only_what_differs(preset: Preset) -> None:
    """No preset repeats a default of the default table."""
    for name, value in preset.differences.items():
        assert OPTIONS[name].read(value) != OPTIONS[name].default, name


@every_preset
def test_a_preset_names_its_sources(preset: Preset) -> None:
    """Each preset has a title and a source; a number in brackets is that of a known document."""
    assert preset.title
    assert preset.sources
    for source in preset.sources:
        number = source.removeprefix("[").partition("]")[0]
        assert source[0] != "[" or number in SOURCES, source


def test_a_preset_can_be_changed() -> None:
    """Changes replace what the preset says and leave the rest of it."""
    rules = Rules.preset("lott", decks=6, soft_17="hit")
    assert rules.changes(Rules.preset("lott")) == {"decks": 6, "soft_17": "hit"}


def test_a_change_that_contradicts_the_preset_is_refused() -> None:
    """What a preset says counts as given, so a change must not contradict it."""
    with pytest.raises(RulesError, match="insurance = off contradicts peek = offered"):
        Rules.preset("educative", insurance="off")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("lot", "did you mean lott"),
        ("europe", "did you mean european_"),
        (7, "choose six_deck_s17"),
    ],
)
def test_an_unknown_preset_suggests_the_nearest(name: object, hint: str) -> None:
    """A misspelt preset is answered with the names most like it, or with all of them."""
    with pytest.raises(RulesError, match=r"preset .* is unknown") as refusal:
        Rules.from_dict({"preset": name})
    assert hint in str(refusal.value)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_nearest_to_itself_and_to_what_differs_little(name: str) -> None:
    """The fewest options differ."""
    rules = Rules.preset(name)
    assert nearest_preset(rules) == name
    assert nearest_preset(Rules.preset(name, minor_per_unit=1_000)) == name


def test_of_several_nearest_presets_the_first_is_named() -> None:
    """In the order in which they stand; whatever the rules, there is one."""
    rules = Rules.of(decks=2, soft_17="hit", surrender="late", burn=9)
    presets = {name: Rules.preset(name) for name in PRESETS}
    nearest = nearest_preset(rules)
    differences = {name: len(rules.changes(presets[name])) for name in presets}
    least = min(differences.values())
    assert nearest == next(name for name in presets if differences[name] == least)
