"""How the template of a table puts a card where it lies."""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.pages.scene import Card, Size

register = template.Library()


@register.filter
def at(values: Sequence[str], place: int) -> str:
    """The value at a place."""
    return values[place]


@register.simple_tag
def card(shown: Card, size: Size) -> SafeString:
    """A card with its middle where it lies; laid face down and yet seen, it says so."""
    width, height = size.card
    left, top = shown.x - width // 2, shown.y - height // 2
    kind = "won" if shown.won else "down" if shown.covered else ""
    drawn = format_html(
        '<use class="card {}" href="#card-{}" x="{}" y="{}" width="{}" height="{}"/>',
        kind,
        shown.code or "back",
        left,
        top,
        width,
        height,
    )
    if shown.won:
        frame = '<rect class="winner" x="{}" y="{}" width="{}" height="{}" rx="7"/>'
        return drawn + format_html(frame, left - 3, top - 3, width + 6, height + 6)
    if shown.covered and shown.code:
        words = '<text class="covered" x="{}" y="{}" text-anchor="middle">{}</text>'
        return drawn + format_html(words, shown.x, top + height - 4, gettext("covered"))
    return drawn
