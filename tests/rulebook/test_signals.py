"""Section 3: signals. They are no action of the rules, may be false, and never change the state."""

import pytest

from games.rules import signals
from games.rules.commands import Act
from games.rules.decide import decide
from games.rules.errors import SignalNotAllowed
from games.rules.moves import Move
from games.rules.options import rules_for
from games.rules.variants import VARIANTS
from tests.rulebook.game import deal, start
from tests.rulebook.table import judge

FOUR = "3P 2C 4E / QC 2E 4C / 3O 5C 5E / QE 6C 6E"


def test_a_signal_never_changes_the_state() -> None:
    plain = judge("paulista", FOUR, "0:3P 1:QC", vira="JO", signals="watch")
    signalled = judge(
        "paulista", FOUR, "2:sign=zap 0:3P 3:watch=0 1:sign=three 1:QC 0:sign=zap", vira="JO", signals="watch"
    )
    assert signalled.whole == plain.whole


def test_signals_may_be_false_and_are_not_listed() -> None:
    hand = judge("paulista", FOUR, "0:sign=zap", vira="JO", signals="partner")
    assert hand.status == "in_progress"
    assert not {"signal", "watch"} & {each.split("=")[0] for moves in hand.legal.values() for each in moves}


def test_without_the_option_nobody_signals() -> None:
    assert judge("paulista", FOUR, "0:sign=zap", vira="JO").error == (0, "signal_not_allowed")
    assert judge("paulista", FOUR, "0:watch=1", vira="JO").error == (0, "signal_not_allowed")


def test_only_where_signals_are_read_by_watching_one_watches() -> None:
    hand = judge("paulista", FOUR, "0:watch=1", vira="JO", signals="partner")
    assert hand.error == (0, "signal_not_allowed")
    hand = judge("paulista", FOUR, "0:watch=0", vira="JO", signals="watch")
    assert hand.error == (0, "signal_not_allowed")


@pytest.mark.parametrize("move", [Move("signal", sign="zap"), Move("watch", target=2)])
def test_a_signal_is_no_action_of_the_hand(move: Move) -> None:
    game = deal(start("paulista", 4, dealer=3, signals="watch"), FOUR, "JO")
    with pytest.raises(SignalNotAllowed):
        decide(game, Act(0, move))


def test_only_the_signals_of_the_variant_are_known() -> None:
    hand = judge("paulista", FOUR, "0:sign=espadao", vira="JO", signals="partner")
    assert hand.error == (0, "signal_not_allowed")
    hand = judge("argentino", "1E 2C 4E / 1B 2E 4C", "0:sign=espadao", signals="partner")
    assert hand.status == "in_progress"


def test_every_variant_has_a_vocabulary() -> None:
    winks = {variant.id: {signal.code for signal in variant.signals} for variant in VARIANTS.values()}
    assert len(winks["paulista"]) == 12
    assert len(winks["gauderio"]) == 9
    assert winks["argentino"] == winks["uruguaio"] == winks["gauderio"]
    assert all(
        winks[name] == winks["paulista"] for name in set(winks) - {"argentino", "uruguaio", "gauderio"}
    )


def test_only_partners_see_a_signal_to_the_partner() -> None:
    rules = rules_for("paulista", 6, {"signals": "partner"})
    assert signals.seen_by(rules, {}, 1) == {1, 3, 5}
    assert signals.seen_by(rules_for("paulista", 2, {"signals": "partner"}), {}, 0) == {0}


def test_each_player_watches_a_partner_to_begin_with() -> None:
    rules = rules_for("paulista", 4, {"signals": "watch"})
    assert [signals.first_watched(rules, seat) for seat in range(4)] == [2, 3, 0, 1]
    assert signals.seen_by(rules, {}, 1) == {1, 3}


def test_watching_an_opponent_means_missing_the_partner() -> None:
    rules = rules_for("paulista", 4, {"signals": "watch"})
    watching = {3: 0}
    assert signals.seen_by(rules, watching, 1) == {1}
    assert signals.seen_by(rules, watching, 0) == {0, 2, 3}


def test_of_three_the_pair_are_partners() -> None:
    rules = rules_for("gauderio", 3, {"signals": "partner"})
    assert [signals.seen_by(rules, {}, seat, lone=1) for seat in range(3)] == [{0, 2}, {1}, {0, 2}]
    assert signals.seen_by(rules, {}, 0) == {0}
    rules = rules_for("gauderio", 3, {"signals": "watch"})
    assert [signals.first_watched(rules, seat, lone=1) for seat in range(3)] == [2, 2, 0]
    assert signals.seen_by(rules, {}, 2, lone=1) == {0, 1, 2}
    assert signals.seen_by(rules, {}, 1, lone=1) == {1}


def test_with_two_players_each_watches_the_other() -> None:
    rules = rules_for("paulista", 2, {"signals": "watch"})
    assert [signals.first_watched(rules, seat) for seat in range(2)] == [1, 0]
    assert signals.seen_by(rules, {}, 0) == {0, 1}
