"""What the templates of championships say in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments import history_words, words
from tournaments.models import Club

register = template.Library()

register.filter("phase", words.phase)
register.filter("status", words.status)
register.filter("way", words.way)
register.filter("ruling", history_words.ruling)
register.filter("dispute_status", history_words.dispute_status)
register.filter("then", history_words.then)
register.filter("about", history_words.about)


@register.filter
def round_name(match: dict[str, Any]) -> str:
    """What the round of a match is called."""
    return words.round_name(match["round"], match["label"])


@register.filter
def when(instant: str | datetime | None, zone: ZoneInfo) -> str | SafeString:
    """A time on the club's clock, for machines too; "" for none."""
    if not instant:
        return ""
    at = datetime.fromisoformat(instant) if isinstance(instant, str) else instant
    iso, text = at.isoformat(), words.short_time(at, zone)
    return format_html('<time datetime="{}">{}</time>', iso, text)


@register.filter
def legs(match: dict[str, Any]) -> str:
    """The tentos of each leg, as in "12–9 7–12 12–4"."""
    return " ".join("{}–{}".format(*leg["score"]) for leg in match["legs"])


@register.filter
def figure(value: Any) -> str:
    """A value of a table: a dash for none, two decimals for what is not whole."""
    if value is None:
        return "–"
    return f"{value:.2f}" if isinstance(value, float) else str(value)


@register.filter
def cards_of(said: Mapping[str, str], seat: int) -> str:
    """What was filled in for the cards of a seat."""
    return said.get(f"hand_cards_{seat}", "")


@register.filter
def named(names: dict[str, str], entry: str | None) -> str:
    """What an entry is called, by its id."""
    return names.get(entry or "", "–")


@register.filter
def club_time(at: datetime | None, club: Club) -> str | SafeString:
    """A time on the clock of a club."""
    return when(at, ZoneInfo(club.time_zone))
