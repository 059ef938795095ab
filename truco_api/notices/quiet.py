"""Quiet hours: pure, so the time is an argument."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo


def quiet_until(now: datetime, zone: ZoneInfo, begin: time | None, end: time | None) -> datetime | None:
    """When the quiet hours that it is in end (aware, UTC); None outside of them, or without any.

    They are by the clock of the zone, may go over midnight, and are shorter or longer in the night in which
    the clocks are changed.
    """
    if begin is None or end is None or begin == end:
        return None
    today = now.astimezone(zone).date()
    for day in (today - timedelta(days=1), today):
        starts = datetime.combine(day, begin, zone).astimezone(UTC)
        ends = datetime.combine(day if begin < end else day + timedelta(days=1), end, zone).astimezone(UTC)
        if starts <= now < ends:
            return ends
    return None
