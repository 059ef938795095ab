"""When it is tried again."""

import pytest

from truco_api.webhooks.backoff import HOUR, LONGEST_PAUSE, WAITS, pause, wait


def test_ten_attempts_spread_over_about_three_days() -> None:
    waits = [wait(tries, 0.5) for tries in range(1, 12)]
    assert waits[: len(WAITS)] == list(WAITS)
    assert waits[len(WAITS) :] == [None, None]
    assert 70 * HOUR < sum(WAITS) < 80 * HOUR


@pytest.mark.parametrize("tries", range(1, len(WAITS) + 1))
def test_chance_makes_it_a_fifth_more_or_less(tries: int) -> None:
    assert wait(tries, 0.0) == pytest.approx(0.8 * WAITS[tries - 1])
    assert wait(tries, 1.0) == pytest.approx(1.2 * WAITS[tries - 1])


def test_a_receiver_may_wish_for_more_time_but_not_for_ever() -> None:
    assert wait(1, 0.5, 3600) == 3600
    assert wait(3, 0.5, 1) == WAITS[2]
    assert wait(1, 0.5, 10**9) == 24 * HOUR
    assert wait(len(WAITS) + 1, 0.5, 3600) is None


def test_an_endpoint_is_left_alone_for_longer_each_time_but_five_minutes_at_most() -> None:
    rests = [pause(failures, 0.5) for failures in range(1, 60)]
    assert rests[:4] == [5, 10, 20, 40]
    assert rests == sorted(rests)
    assert rests[-1] == LONGEST_PAUSE
