"""The clocks, from nothing but times: a turn for every decision, then the reserve."""

import pytest

from games.rules.clocks import (
    ClockPolicy,
    Clocks,
    InvalidClock,
    deadline_ms,
    expired,
    fresh,
    reserves_ms,
    turn_left_ms,
    turn_to,
)

POLICY = ClockPolicy(turn_seconds=10, reserve_seconds=30)
NOON = 1_700_000_000_000


def awaiting(*seats: int, players: int = 4) -> Clocks:
    """Fresh clocks of four, awaiting these seats since noon."""
    return turn_to(fresh(POLICY, players), POLICY, seats, NOON)


def test_nobody_awaited_has_no_deadline() -> None:
    clocks = fresh(POLICY, 2)
    assert deadline_ms(clocks, POLICY) is None
    assert not expired(clocks, POLICY, NOON)
    assert turn_left_ms(clocks, POLICY, NOON) == 0


def test_the_deadline_is_turn_and_reserve_after_the_decision_began() -> None:
    assert deadline_ms(awaiting(1), POLICY) == NOON + 40_000
    assert not expired(awaiting(1), POLICY, NOON + 39_999)
    assert expired(awaiting(1), POLICY, NOON + 40_000)


def test_within_the_turn_the_reserve_stays_whole() -> None:
    assert turn_to(awaiting(1), POLICY, (2,), NOON + 10_000).reserve_ms == (30_000,) * 4


def test_beyond_the_turn_the_reserve_runs_for_who_is_awaited() -> None:
    clocks = turn_to(awaiting(1), POLICY, (2,), NOON + 12_500)
    assert clocks.reserve_ms == (30_000, 27_500, 30_000, 30_000)
    assert (clocks.awaited, clocks.since_ms) == ((2,), NOON + 12_500)


def test_where_several_may_answer_the_time_runs_for_all_of_them() -> None:
    assert turn_to(awaiting(1, 3), POLICY, (0,), NOON + 15_000).reserve_ms == (30_000, 25_000, 30_000, 25_000)


def test_the_deadline_of_several_is_that_of_the_longest_reserve() -> None:
    clocks = Clocks((0, 1_000, 0, 9_000), (1, 3), NOON)
    assert deadline_ms(clocks, POLICY) == NOON + 19_000


def test_a_reserve_is_never_below_nothing() -> None:
    assert turn_to(awaiting(1), POLICY, (2,), NOON + 10**9).reserve_ms == (30_000, 0, 30_000, 30_000)


def test_with_the_reserve_gone_only_the_turn_is_left() -> None:
    clocks = Clocks((0, 0), (0,), NOON)
    assert deadline_ms(clocks, POLICY) == NOON + 10_000


def test_the_reserve_is_told_with_the_decision_that_runs() -> None:
    assert reserves_ms(awaiting(1), POLICY, NOON + 9_000) == (30_000,) * 4
    assert turn_left_ms(awaiting(1), POLICY, NOON + 9_000) == 1_000
    assert reserves_ms(awaiting(1), POLICY, NOON + 11_000) == (30_000, 29_000, 30_000, 30_000)
    assert turn_left_ms(awaiting(1), POLICY, NOON + 11_000) == 0


def test_events_of_one_moment_cost_nothing() -> None:
    clocks = turn_to(awaiting(1), POLICY, (2,), NOON + 12_000)
    assert turn_to(clocks, POLICY, (3,), NOON + 12_000).reserve_ms == clocks.reserve_ms


@pytest.mark.parametrize(
    "policy",
    [
        ClockPolicy(turn_seconds=0),
        ClockPolicy(turn_seconds=14 * 24 * 3600 + 1),
        ClockPolicy(reserve_seconds=-1),
        ClockPolicy(abandon_after=101),
    ],
)
def test_a_clock_that_nobody_could_play_by_is_refused(policy: ClockPolicy) -> None:
    with pytest.raises(InvalidClock):
        policy.checked()
