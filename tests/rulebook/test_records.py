"""The hand record: what can be read, and what could not have been dealt."""

from collections.abc import Callable
from typing import Any

import pytest

from games.rules.errors import UnreadableRecord
from games.rules.record import read_record, verdict
from tests.rulebook.table import record

Body = dict[str, Any]
Change = Callable[[Body], Any]


def good() -> Body:
    return record("paulista", "3P 2C AE / QC 4E 4C", "0:3P 1:QC", vira="JO")


def refused(change: Change, body: Body | None = None) -> str:
    """The field named when a good record is changed so."""
    body = good() if body is None else body
    change(body)
    with pytest.raises(UnreadableRecord) as found:
        read_record(body)
    assert found.value.code == "unreadable_record"
    assert found.value.params["reason"]
    return str(found.value.params["field"])


def put(name: str, value: Any) -> Change:
    return lambda body: body.__setitem__(name, value)


def act(value: Any) -> Change:
    return lambda body: body["actions"].__setitem__(0, value)


def test_a_good_record_is_read() -> None:
    assert verdict(read_record(good()))["status"] == "in_progress"


@pytest.mark.parametrize("body", [None, [], "record", 3, True])
def test_a_record_is_an_object(body: Any) -> None:
    with pytest.raises(UnreadableRecord):
        read_record(body)


@pytest.mark.parametrize(
    "name", ["format", "variant", "players", "score", "dealer", "vira", "cards", "actions"]
)
def test_what_a_record_needs(name: str) -> None:
    assert refused(lambda body: body.pop(name)) == name


def test_options_and_what_draws_nothing_may_be_left_out() -> None:
    body = good()
    del body["options"]
    assert verdict(read_record(body)) == verdict(read_record(good()))


def test_id_note_at_and_keys_of_ones_own_are_kept_and_never_judged() -> None:
    body = good() | {"id": 7, "note": {"any": "thing"}, "at": "2026-11-29T20:00:00Z", "x-table": [1]}
    body["actions"][0] |= {"at": 1234, "note": "slowly", "id": "a", "x-camera": None}
    assert verdict(read_record(body)) == verdict(read_record(good()))


def test_a_slip_of_the_pen_is_no_key_of_ones_own() -> None:
    assert refused(put("scores", [0, 0])) == "scores"
    assert refused(lambda body: body["actions"][0].update(cover=True)) == "actions.0.cover"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("format", "truco-hand/2"),
        ("format", None),
        ("variant", "paulistano"),
        ("variant", ["paulista"]),
        ("variant", None),
        ("players", 3),
        ("players", "2"),
        ("players", 2.0),
        ("players", True),
        ("players", None),
        ("dealer", 2),
        ("dealer", -1),
        ("dealer", True),
        ("dealer", 1.0),
        ("dealer", "1"),
        ("dealer", None),
        ("score", [0]),
        ("score", [0, 0, 0]),
        ("score", "00"),
        ("score", {"0": 0, "1": 0}),
        ("score", None),
        ("options", []),
        ("options", None),
        ("cards", []),
        ("cards", [["3P", "2C", "AE"]]),
        ("cards", [["3P", "2C", "AE"], ["QC", "4E", "4C"], ["5C", "5E", "5O"]]),
        ("cards", "3P 2C AE"),
        ("cards", None),
        ("actions", {}),
        ("actions", None),
        ("actions", "play"),
        ("stock", "5C"),
        ("stock", None),
        ("stock", [5]),
        ("duel", [0, 1]),
    ],
)
def test_a_field_of_the_wrong_kind_is_named(name: str, value: Any) -> None:
    assert refused(put(name, value)) == name


@pytest.mark.parametrize("points", [-1, 12, 13, True, 1.0, "3", None])
@pytest.mark.parametrize("team", [0, 1])
def test_a_score_is_a_whole_number_below_the_target(team: int, points: Any) -> None:
    assert refused(lambda body: body["score"].__setitem__(team, points)) == f"score.{team}"


def test_the_score_is_by_seat_with_three_players() -> None:
    cards = "3B 2C 4E / 12C 5E 4C / 1E 7O 6O 5B"
    read_record(record("gauderio", cards, score=(23, 0, 5)))
    with pytest.raises(UnreadableRecord) as found:
        read_record(record("gauderio", cards, score=(3, 5)))
    assert found.value.params["field"] == "score"


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"jokers": 9}, "options.jokers"),
        ({"deck": "clean"}, "options.deck"),
        ({"flor": True}, "options.flor"),
        ({"target": 12.0}, "options.target"),
        ({"covered": "never", "covered_lead": True}, "options.covered_lead"),
    ],
)
def test_an_option_that_makes_no_sense_is_named(options: Body, field: str) -> None:
    assert refused(put("options", options)) == field


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("options", {"jokers": 9}), "options.jokers: there is no such option"),
        (put("options", {"flor": True}), "options.flor: it makes no sense in this variant"),
        (put("options", {"target": 0}), "options.target: a whole number from 1 to 100 is needed"),
        (put("players", 3), "players: this variant is played by 2, 4, 6"),
        (put("variant", "truc"), "variant: There is no variant “truc”."),
        (act({"seat": 0, "type": "dance"}), "actions.0.type: there is no such action"),
        (put("vira", "3P"), "vira: 3P is there twice"),
        (put("vira", "9P"), "vira: 9P is not in the pack"),
        (put("dealer", 2), "dealer: a whole number from 0 to 1 is needed"),
    ],
)
def test_the_message_says_where_and_why(change: Change, message: str) -> None:
    body = good()
    change(body)
    with pytest.raises(UnreadableRecord) as found:
        read_record(body)
    assert found.value.detail == f"The record cannot be read at {message}"


def hand(seat: int, cards: list[Any]) -> Change:
    return lambda body: body["cards"].__setitem__(seat, cards)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (hand(0, ["3P", "2C", "2C"]), "cards.0"),
        (hand(1, ["QC", "4E", "3P"]), "cards.1"),
        (hand(1, ["QC", "4E", "JO"]), "vira"),
        (hand(0, ["3P", "2C", "8C"]), "cards.0"),
        (hand(0, ["3P", "2C", "CORINGA"]), "cards.0"),
        (hand(0, ["3P", "2C", "1E"]), "cards.0"),
        (hand(0, ["3P", "2C", "ae"]), "cards.0"),
        (hand(0, ["3P", "2C", ""]), "cards.0"),
        (hand(0, ["3P", "2C"]), "cards.0"),
        (hand(1, ["QC", "4E", "4C", "5C"]), "cards.1"),
        (hand(1, []), "cards.1"),
        (hand(0, ["3P", "2C", None]), "cards.0"),
        (hand(0, ["3P", "2C", 3]), "cards.0"),
        (lambda body: body["cards"].__setitem__(0, "3P2CAE"), "cards.0"),
        (put("vira", "3P"), "vira"),
        (put("vira", "9O"), "vira"),
        (put("vira", None), "vira"),
        (put("vira", 4), "vira"),
        (put("vira", ""), "vira"),
        (put("stock", ["5C", "5C"]), "stock"),
        (put("stock", ["3P"]), "stock"),
        (put("stock", ["JO"]), "stock"),
        (put("stock", ["8O"]), "stock"),
    ],
)
def test_what_could_not_have_been_dealt_is_named(change: Change, field: str) -> None:
    assert refused(change) == field


def test_a_card_of_another_pack_may_be_in_this_one() -> None:
    body = good()
    body["cards"][0][1] = "8C"
    body["options"] = {"deck": "dirty"}
    read_record(body)
    body["cards"][0][1] = "CORINGA"
    body["options"] = {"coringa": "top"}
    read_record(body)
    assert refused(put("vira", "CORINGA"), record("paulista", "3P 2C AE / QC 4E 4C", coringa="top")) == "vira"


@pytest.mark.parametrize("variant", ["mineiro", "goiano", "italiano", "gauderio", "argentino"])
def test_a_card_that_is_not_turned_has_no_place(variant: str) -> None:
    cards = "3E 2C 4E / 5C 6E 4C"
    read_record(record(variant, cards))
    assert refused(put("vira", "7C"), record(variant, cards)) == "vira"
    read_record(record(variant, cards) | {"vira": None})


@pytest.mark.parametrize("variant", ["paulista", "inteligente", "cearense", "catarinense", "uruguaio"])
def test_a_card_that_is_turned_is_needed(variant: str) -> None:
    body = record(variant, "3E 2C 4E / 5C 6E 4C", vira="7C")
    read_record(body)
    assert refused(lambda body: body.pop("vira"), body) == "vira"


def test_the_lone_dealer_of_three_is_dealt_four_cards() -> None:
    cards = "3B 2C 4E / 12C 5E 4C / 1E 7O 6O 5B"
    assert refused(put("dealer", 0), record("gauderio", cards)) == "cards.0"
    short = "3B 2C 4E / 12C 5E 4C / 1E 7O 6O"
    assert refused(put("note", ""), record("gauderio", short)) == "cards.2"


@pytest.mark.parametrize(
    ("action", "field"),
    [
        ("play", "actions.0"),
        (None, "actions.0"),
        ({"seat": 0}, "actions.0.type"),
        ({"seat": 0, "type": "dance"}, "actions.0.type"),
        ({"seat": 0, "type": None}, "actions.0.type"),
        ({"seat": 0, "type": ["play"]}, "actions.0.type"),
        ({"type": "raise"}, "actions.0.seat"),
        ({"seat": 2, "type": "raise"}, "actions.0.seat"),
        ({"seat": -1, "type": "raise"}, "actions.0.seat"),
        ({"seat": True, "type": "raise"}, "actions.0.seat"),
        ({"seat": 0.0, "type": "raise"}, "actions.0.seat"),
        ({"seat": "0", "type": "raise"}, "actions.0.seat"),
        ({"seat": None, "type": "raise"}, "actions.0.seat"),
        ({"seat": 0, "type": "play"}, "actions.0.card"),
        ({"seat": 0, "type": "play", "card": "3P", "place": 0}, "actions.0.card"),
        ({"seat": 0, "type": "play", "card": 3}, "actions.0.card"),
        ({"seat": 0, "type": "play", "card": ""}, "actions.0.card"),
        ({"seat": 0, "type": "play", "card": "3P" * 30}, "actions.0.card"),
        ({"seat": 0, "type": "play", "place": "0"}, "actions.0.place"),
        ({"seat": 0, "type": "play", "place": True}, "actions.0.place"),
        ({"seat": 0, "type": "play", "place": -1}, "actions.0.place"),
        ({"seat": 0, "type": "play", "place": 0.0}, "actions.0.place"),
        ({"seat": 0, "type": "play", "card": "3P", "covered": 1}, "actions.0.covered"),
        ({"seat": 0, "type": "raise", "card": "3P"}, "actions.0.card"),
        ({"seat": 0, "type": "declare"}, "actions.0.points"),
        ({"seat": 0, "type": "declare", "points": 20, "good": True}, "actions.0.points"),
        ({"seat": 0, "type": "declare", "good": False}, "actions.0.points"),
        ({"seat": 0, "type": "declare", "points": 20.5}, "actions.0.points"),
        ({"seat": 0, "type": "cut", "at": 3}, "actions.0.from"),
        ({"seat": 0, "type": "cut", "from": "top"}, "actions.0.at"),
        ({"seat": 0, "type": "cut", "at": 3, "from": "middle"}, "actions.0.from"),
        ({"seat": 0, "type": "cut", "at": "3", "from": "top"}, "actions.0.at"),
        ({"seat": 0, "type": "lay_aside"}, "actions.0.card"),
        ({"seat": 0, "type": "signal"}, "actions.0.sign"),
        ({"seat": 0, "type": "watch"}, "actions.0.target"),
    ],
)
def test_an_action_that_says_nothing_readable_is_named(action: Any, field: str) -> None:
    assert refused(act(action)) == field


def test_an_action_nobody_may_take_is_readable_all_the_same() -> None:
    for action in (
        {"seat": 1, "type": "play", "card": "3P"},
        {"seat": 0, "type": "play", "card": "9P"},
        {"seat": 0, "type": "cut", "at": 39, "from": "bottom"},
        {"seat": 0, "type": "declare", "points": 33},
        {"seat": 0, "type": "keep"},
        {"seat": 0, "type": "contraflor_resto"},
    ):
        body = good()
        body["actions"] = [action]
        assert verdict(read_record(body))["status"] == "illegal"


def test_an_action_after_a_bad_one_is_read_though_never_judged() -> None:
    body = good()
    body["actions"] = [{"seat": 1, "type": "raise"}, {"seat": 0, "type": "dance"}]
    with pytest.raises(UnreadableRecord) as found:
        read_record(body)
    assert found.value.params["field"] == "actions.1.type"
