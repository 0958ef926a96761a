"""The public types drawn: read from the code, with what they hold, are made from and give."""

import re

import pytest

import pitboss
from pitboss.diagrams import (
    DiagramError,
    MemberKind,
    Section,
    TypeBox,
    TypeKind,
    model_mermaid,
    model_of,
    model_svg,
)
from pitboss.rules.options import OPTIONS

SECTIONS = () if pitboss.compiled else model_of()
BOXES = {box.name: box for section in SECTIONS for box in section.boxes}

# Public types that belong to one task, and would crowd the picture.
NOT_SHOWN = {
    "AdapterError",
    "BasicStrategy",
    "MimicPlayer",
    "Flush",
    "PitbossError",
    "RandomLegal",
    "RefusedError",
    "Verdict",
}


def used_by(name: str) -> set[str]:
    """Return the other types of the model that the members of a type name."""
    return {used for member in BOXES[name].members for used in member.uses}


def members(box: TypeBox, kind: MemberKind) -> dict[str, str]:
    """Return the members of a kind with their types."""
    return {
        name: member.type_name
        for member in box.members
        if member.kind is kind
        for name in member.names
    }


@pytest.mark.pure
def test_the_public_types_are_shown() -> None:
    """Whoever imports pitboss finds the types that they meet, but for players and errors."""
    public = {name for name in pitboss.__all__ if isinstance(getattr(pitboss, name), type)}
    assert public - BOXES.keys() == NOT_SHOWN


@pytest.mark.pure
def test_fields_are_those_of_the_code() -> None:
    """Fields of attrs and properties, with their types and how many there may be."""
    assert members(BOXES["SeatView"], MemberKind.FIELD) == {
        "index": "int",
        "name": "str",
        "balance_minor": "int [0..1]",
        "playing": "bool",
        "hands": "HandView [*]",
        "presence": "Presence",
        "side_bets": "BetView [*]",
    }
    rules = members(BOXES["Rules"], MemberKind.FIELD)
    assert rules.keys() == {*OPTIONS, "cards_in_shoe"}
    assert members(BOXES["View"], MemberKind.FIELD)["up_card"] == "Card [0..1]"


@pytest.mark.pure
def test_methods_tell_what_they_take_and_give() -> None:
    """A player is asked with a view and an offer and answers with an event."""
    assert members(BOXES["Player"], MemberKind.METHOD) == {"decide(View, Offer)": "Event"}
    assert members(BOXES["Table"], MemberKind.METHOD)["offer()"] == "Offer [0..1]"
    assert used_by("Player") == {"Event", "View", "Offer"}


@pytest.mark.pure
def test_a_view_is_made_from_what_lies_face_up() -> None:
    """That a view cannot hold a hidden card shows in what it is made from; a shoe is counted."""
    assert members(BOXES["View"], MemberKind.MADE_FROM) == {}
    assert members(BOXES["View"], MemberKind.METHOD)["at(Round, Shoe)"] == "View"
    assert "House" not in used_by("View")
    assert "House" not in used_by("Round")


@pytest.mark.pure
def test_kinds_of_types_are_told_apart() -> None:
    """Values are frozen, the round lives, an enumeration has choices, a protocol has none."""
    kinds = {name: box.kind for name, box in BOXES.items()}
    assert kinds["Rules"] is TypeKind.VALUE
    assert kinds["Round"] is TypeKind.OBJECT
    assert kinds["Phase"] is TypeKind.ENUMERATION
    assert kinds["Player"] is TypeKind.PROTOCOL
    assert next(iter(members(BOXES["Phase"], MemberKind.CHOICE))) == "Betting"
    assert BOXES["Hand"].parents == ("Holding",)
    assert "cards" not in members(BOXES["Hand"], MemberKind.FIELD)


@pytest.mark.pure
def test_the_text_shows_every_type_and_every_member() -> None:
    """Nothing that was read from the code is lost on the way."""
    text = model_mermaid(SECTIONS)
    for box in BOXES.values():
        assert f"class {box.name} {{" in text
        for member in box.members:
            assert all(name in text for name in member.names)


@pytest.mark.pure
@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
def test_a_picture_of_a_part_fits_a_slide(section: Section) -> None:
    """With every type, the members that lead to another, and how many there are besides."""
    picture = model_svg([section])
    size = re.search(r'viewBox="0 0 (\d+) (\d+)"', picture)
    assert size is not None
    assert (int(size[1]), int(size[2]) <= 900) == (1280, True)
    words = " ".join(re.findall(r">([^<>]+)</text>", picture))
    assert words.startswith(section.title)
    names = {box.name for box in section.boxes}
    for box in section.boxes:
        assert f" {box.name} " in words
        left = 0
        for member in box.members:
            if names & set(member.uses):
                assert all(name in words for name in member.names)
            left += 0 if names & set(member.uses) else len(member.names)
        assert not left or re.search(f" {left} (?:more|members?|choices?)\\b", words)


@pytest.mark.pure
def test_all_parts_stand_below_one_another() -> None:
    """Each under its own title."""
    picture = model_svg(SECTIONS)
    assert re.findall(r'class="heading">([^<]+)<', picture) == [each.title for each in SECTIONS]
    assert 'class="title">The public types<' in picture


@pytest.mark.skipif(not pitboss.compiled, reason="this build is pure")
def test_the_types_of_a_compiled_build_are_not_drawn() -> None:
    """Rather than drawn with half of what they have."""
    with pytest.raises(DiagramError, match="draw them with a pure build"):
        model_of()
