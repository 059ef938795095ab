"""A moment written in a document, as milliseconds since 1970: rules read no clock and no time zones."""

import re

PATTERN = r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?Z"
_FORM = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?Z")
DAY_MS = 86_400_000


def moment_ms(text: str) -> int:
    """Milliseconds since 1970 of a moment in UTC such as "2026-05-01T20:00Z"; ValueError for another form."""
    found = _FORM.fullmatch(text)
    if found is None:
        raise ValueError(text)
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups())
    return days_since_1970(year, month, day) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000


def days_since_1970(year: int, month: int, day: int) -> int:
    """Days of the Gregorian calendar from 1 January 1970; years are taken to begin in March."""
    year -= month <= 2
    era = year // 400
    of_era = year - era * 400
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return era * 146_097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719_468
