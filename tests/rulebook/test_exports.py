"""A played hand is written down action by action as it was played, and judged again alike."""

from typing import Any

import pytest

from games.rules.commands import Act, Deal
from games.rules.decide import step
from games.rules.events import Event
from games.rules.export import export_record
from games.rules.moves import from_json
from games.rules.record import read_record, verdict
from games.rules.state import Game
from games.rules.verdicts import state_of
from tests.rulebook.game import stacked, start
from tests.rulebook.table import action

POINTS = "7E 6E 1E / 7O 5O 3O"
HANDS: list[tuple[str, str, str, str, dict[str, Any]]] = [
    ("paulista", "3P 2C 4E / QC 5E 4C", "JO", "0:3P 1:raise 0:raise 1:accept 1:QC 0:2C 1:~5E", {}),
    ("paulista", "3P 2C 4E / QC 5E 4C", "JO", "0:raise 1:refuse", {}),
    ("paulista", "3P 2C 4E / QC 5E 4C", "JO", "0:accept 0:concede", {"score": (11, 3)}),
    ("paulista", "3P 2C 4E / QC 5E 4C", "JO", "0:refuse", {"score": (11, 3)}),
    ("goiano", "3P 2C 4E / QC 5E 4C", "", "0:accept 0:raise", {"score": (11, 3)}),
    ("goiano", "3P 2C 4E / QC 5E 4C", "", "0:#2 1:#0 1:#1", {"score": (11, 11)}),
    ("paulista", "QP JC KE / 3C 5E 4C", "7O", "0:swap", {"royal_family": "swap"}),
    ("cearense", "QP JC KE / 3C 5E 4C", "7O", "0:claim_royal_family 1:accept 0:claim_royal_family", {}),
    ("cearense", "QP JC KE / 3C 5E 4C", "7O", "0:claim_royal_family 1:refuse", {}),
    ("gauderio", POINTS, "", "0:flor 1:flor 0:7E", {}),
    ("gauderio", POINTS, "", "0:flor 1:achico", {}),
    ("gauderio", POINTS, "", "0:flor 1:refuse", {}),
    ("gauderio", POINTS, "", "0:flor 1:contraflor 0:accept", {}),
    ("gauderio", POINTS, "", "0:flor 1:contraflor 0:contraflor_resto 1:refuse", {}),
    ("gauderio", POINTS, "", "0:raise 1:envido 0:real_envido 1:falta_envido 0:refuse 1:accept", {}),
    ("gauderio", POINTS, "", "0:envido 1:accept 0:=30 1:good", {"declaration": "manual"}),
    ("gauderio", "3B 2C 4E / 12C 5E 4C / 1E 7O 6O 5B", "", "2:aside=5B 0:3B", {}),
]


def played(
    variant: str, cards: str, vira: str, actions: str, options: dict[str, Any]
) -> tuple[Game, Game, list[Event]]:
    """The game before the deal, the game after these actions, and all that happened."""
    players = cards.count("/") + 1
    before = start(variant, players, dealer=players - 1, **options)
    told, game = step(before, Deal(stacked(before, cards, vira or None)))
    events = list(told)
    for each in actions.split():
        seat, _colon, what = each.partition(":")
        more, game = step(game, Act(int(seat), from_json(action(what))))
        events += more
    return before, game, events


@pytest.mark.parametrize(("variant", "cards", "vira", "actions", "options"), HANDS)
def test_every_action_is_written_as_it_was_taken(
    variant: str, cards: str, vira: str, actions: str, options: dict[str, Any]
) -> None:
    before, after, events = played(variant, cards, vira, actions, options)
    written = export_record(before.rules, before.score, events)
    assert written["actions"] == [{"seat": int(each[0]), **action(each[2:])} for each in actions.split()]
    assert written["cards"] == [hand.split() for hand in cards.split("/")]
    assert written.get("vira") == (vira or None)
    assert verdict(read_record(written)) == state_of(after)


def test_the_rest_of_the_pack_is_written_only_where_it_was_drawn_from() -> None:
    for variant, cards, vira, actions, options in HANDS:
        before, _after, events = played(variant, cards, vira, actions, options)
        drawn = "swap" in actions or "claim" in actions
        assert ("stock" in export_record(before.rules, before.score, events)) is drawn


@pytest.mark.parametrize(
    ("actions", "taken", "dealt"),
    [
        ("3:cut5top 3:refuse", 0, [3, 3, 3, 3]),
        ("3:cut5top 3:take 3:keep", 1, [3, 3, 3, 2]),
        ("3:cut5bottom 3:take 3:pass", 1, [3, 2, 3, 3]),
        ("3:cut5top 3:take 3:burn", 1, [3, 3, 3, 3]),
        ("3:cut5top 3:take 3:take", 2, [3, 2, 3, 2]),
    ],
)
def test_what_was_cut_and_taken_is_written_before_the_deal(
    actions: str, taken: int, dealt: list[int]
) -> None:
    before = start("paulista", 4, dealer=0, cut="take")
    pack = before.rules.pack
    if taken == 2:
        actions += f" 3:keep={pack[6]}"
    told, game = step(before, Deal(pack))
    events = list(told)
    for each in actions.split():
        more, game = step(game, Act(3, from_json(action(each[2:]))))
        events += more
    written = export_record(before.rules, before.score, events)
    assert [len(cards) for cards in written["cards"]] == dealt
    assert written["actions"] == [{"seat": 3, **action(each[2:])} for each in actions.split()]
    assert ("stock" in written) is (taken > 0)
    assert verdict(read_record(written)) == state_of(game)


def test_a_plain_cut_needs_no_more_words() -> None:
    before = start("paulista", 2, dealer=1, cut="cut")
    told, game = step(before, Deal(before.rules.pack))
    more, game = step(game, Act(0, from_json(action("cut7top"))))
    written = export_record(before.rules, before.score, [*told, *more])
    assert written["actions"] == [{"seat": 0, "type": "cut", "at": 7, "from": "top"}]
    assert (written["options"], written["dealer"]) == ({"cut": "cut"}, 1)
    assert verdict(read_record(written)) == state_of(game)


def test_a_duel_is_written_with_its_seats() -> None:
    before = start("argentino", 6, dealer=5)._replace(duels=((0, 3),))
    told, game = step(before, Deal(stacked(before, "3B 2C 4E / - / - / 12C 5E 4C / - / -")))
    written = export_record(before.rules, before.score, told)
    assert written["duel"] == [0, 3]
    assert verdict(read_record(written)) == state_of(game)
