"""From the rules' classes to stored names and back, old events included."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

import pytest

from tests.eventstore.contract import ANA, new_stream
from truco_api.eventstore import Codec, NewEvent, UnknownEventError, load, salt, unit_of_work


class Suit(Enum):
    """An enum, stored by value."""

    CLUBS = "P"


@dataclass(frozen=True, slots=True)
class Card:
    """A nested record."""

    rank: str
    suit: Suit


class Bid(NamedTuple):
    """A nested named tuple."""

    seat: int
    points: int | None


@dataclass(frozen=True, slots=True)
class Dealt:
    """Everything an event may hold."""

    dealer: int
    hands: tuple[tuple[str, ...], ...]
    turned: Card | None
    best: tuple[Bid, int]
    bids: tuple[Bid, ...]
    by_name: dict[str, tuple[int, ...]]
    anything: tuple  # type: ignore[type-arg]  # a bare tuple is part of what is tested
    note: str | None = None
    flag: bool = False


class Passed(NamedTuple):
    """An event that is a named tuple."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """The newest form of an event that has changed twice."""

    seat: int
    card: str
    covered: bool


CODEC = Codec("game")
CODEC.register(Dealt, "dealt/1")
CODEC.register(Passed, "passed/1")
CODEC.register(CardPlayed, "card_played/3")
CODEC.upcast("card_played/1", lambda data: {"seat": data["player"] - 1, "card": data["card"]})
CODEC.upcast("card_played/2", lambda data: data | {"covered": False})

DEALT = Dealt(
    dealer=3,
    hands=(("4P", "AE"), ()),
    turned=Card("3", Suit.CLUBS),
    best=(Bid(0, None), 7),
    bids=(Bid(1, 3), Bid(2, None)),
    by_name={"ana": (1, 2)},
    anything=("x", ("y", (1,))),
    note="é",
)


@pytest.mark.parametrize("event", [DEALT, Passed(1), Passed(2, ("4P",)), CardPlayed(0, "4P", True)])
@pytest.mark.django_db
def test_what_comes_back_is_what_was_stored(event: Any) -> None:
    stream = new_stream()
    with unit_of_work(stream, actor=ANA) as unit:
        (recorded,) = unit.append([CODEC.encode(event)])
    assert CODEC.decode(recorded) == event
    (decoded,) = CODEC.decode_all(load(stream))
    assert decoded == event
    assert type(decoded) is type(event)


def test_an_old_event_is_brought_up_to_date_step_by_step() -> None:
    stored = {"player": 2, "card": "4P"}
    assert CODEC.read("card_played/1", stored) == CardPlayed(seat=1, card="4P", covered=False)
    assert stored == {"player": 2, "card": "4P"}
    assert CODEC.read("card_played/2", {"seat": 1, "card": "4P"}) == CardPlayed(1, "4P", False)


@pytest.mark.django_db
def test_an_old_event_in_the_database_stays_as_it_was_and_reads_as_new() -> None:
    stream = new_stream()
    old = NewEvent("card_played/1", {"player": 2, "card": "4P"})
    with unit_of_work(stream, actor=ANA) as unit:
        unit.append([old])
    (recorded,) = load(stream)
    assert CODEC.decode(recorded) == CardPlayed(1, "4P", False)
    assert (recorded.type, recorded.data) == (old.type, old.data)


def test_salt_is_stored_and_not_part_of_the_event() -> None:
    for event in (DEALT, CardPlayed(0, "4P", False)):
        stored = CODEC.encode(event, salt=(grain := salt()))
        assert stored.data["salt"] == grain
        assert CODEC.decode(stored) == event


def test_a_field_that_came_later_takes_its_default() -> None:
    assert CODEC.read("passed/1", {"seat": 1}) == Passed(1, ())


@pytest.mark.parametrize("name", ["card_played/4", "unheard_of/1"])
def test_an_unknown_name_is_named(name: str) -> None:
    with pytest.raises(UnknownEventError, match=name):
        CODEC.read(name, {})


def test_an_unknown_class_is_named() -> None:
    with pytest.raises(UnknownEventError, match="Card"):
        CODEC.encode(Card("3", Suit.CLUBS))


@pytest.mark.parametrize(
    "name", ["card_played", "card_played/", "card_played/0", "card played/1", "/1", "a/b"]
)
def test_a_name_has_a_number(name: str) -> None:
    with pytest.raises(ValueError, match="form"):
        Codec("game").register(Card, name)


def test_a_name_or_class_is_taken_once() -> None:
    codec = Codec("game")
    codec.register(Card, "carded/1")
    for event, name in ((Card, "carded/2"), (Bid, "carded/1")):
        with pytest.raises(ValueError, match="already"):
            codec.register(event, name)


def test_what_cannot_be_told_apart_in_json_is_refused_at_the_start() -> None:
    class Torn(NamedTuple):
        either: Card | Bid

    Torn.__annotations__["either"] = Card | Bid
    with pytest.raises(TypeError, match="told apart"):
        Codec("game").register(Torn, "torn/1")


def test_what_json_does_not_know_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot be stored"):
        CODEC.encode(Passed(1, cards=(b"4P",)))  # type: ignore[arg-type]  # the mistake under test
