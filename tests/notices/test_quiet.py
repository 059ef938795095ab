"""Quiet hours by the clock on the wall."""

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest

from truco_api.notices.quiet import quiet_until

SAO_PAULO = ZoneInfo("America/Sao_Paulo")
LISBON = ZoneInfo("Europe/Lisbon")
NIGHT = time(22), time(7)


def utc(text: str) -> datetime:
    """A moment in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "ends"),
    [
        ("2026-11-29T00:59:59", None),  # 21:59:59 in São Paulo
        ("2026-11-29T01:00:00", "2026-11-29T10:00:00"),
        ("2026-11-29T03:00:00", "2026-11-29T10:00:00"),  # midnight
        ("2026-11-29T09:59:59", "2026-11-29T10:00:00"),
        ("2026-11-29T10:00:00", None),
    ],
)
def test_a_night_goes_over_midnight_and_its_end_is_no_part_of_it(now: str, ends: str | None) -> None:
    assert quiet_until(utc(now), SAO_PAULO, *NIGHT) == (utc(ends) if ends else None)


def test_hours_within_a_day() -> None:
    siesta = time(13), time(15, 30)
    assert quiet_until(utc("2026-11-29T17:00:00"), SAO_PAULO, *siesta) == utc("2026-11-29T18:30:00")
    assert quiet_until(utc("2026-11-29T18:30:00"), SAO_PAULO, *siesta) is None


@pytest.mark.parametrize("hours", [(None, None), (time(22), None), (None, time(7)), (time(7), time(7))])
def test_without_hours_it_is_never_quiet(hours: tuple[time | None, time | None]) -> None:
    for hour in range(24):
        assert quiet_until(utc(f"2026-11-29T{hour:02}:00:00"), SAO_PAULO, *hours) is None


def test_in_the_night_the_clocks_go_forward_it_is_an_hour_shorter() -> None:
    begin = utc("2026-03-28T22:00:00")
    ends = quiet_until(begin, LISBON, *NIGHT)
    assert ends == utc("2026-03-29T06:00:00")
    assert quiet_until(utc("2026-03-29T05:59:00"), LISBON, *NIGHT) == ends


def test_in_the_night_the_clocks_go_back_it_is_an_hour_longer() -> None:
    begin = utc("2026-10-24T21:00:00")
    ends = quiet_until(begin, LISBON, *NIGHT)
    assert ends == utc("2026-10-25T07:00:00")
    assert quiet_until(utc("2026-10-25T06:59:00"), LISBON, *NIGHT) == ends
