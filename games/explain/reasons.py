"""A reason: a stable code, what it is about, and a sentence that can be said in any of our languages."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.utils.translation import gettext

from games.rules.state import Deal
from truco_api.errors import gettext_noop as _


class Reason(NamedTuple):
    """`template` is an English sentence whose blanks `params` fill; a param may be a phrase of its own."""

    code: str
    template: str
    params: dict[str, Any]


class Explanation(NamedTuple):
    """What happened, in words, and why it came out so."""

    says: Reason
    why: tuple[Reason, ...] = ()


def reason(code: str, template: str, **params: Any) -> Reason:
    """A reason; its params are numbers, texts, lists of cards, phrases, or several phrases."""
    return Reason(code, template, params)


def reason_json(given: Reason) -> dict[str, Any]:
    """The reason for programs and, in the active language, for people."""
    return {
        "code": given.code,
        "params": {name: _plain(value) for name, value in given.params.items()},
        "text": words(given),
    }


def words(given: Reason, name: Callable[[Reason], str | None] = lambda _phrase: None) -> str:
    """The sentence in the active language, its phrases translated before they are put in; `name` may say
    some of them otherwise, for example a player by name."""
    text = gettext(given.template).format(**{key: _said(value, name) for key, value in given.params.items()})
    return text[:1].upper() + text[1:]


def player(seat: int) -> Reason:
    """The phrase for a seat."""
    return reason("player", _("player {seat}"), seat=seat)


def side(deal: Deal, number: int) -> Reason:
    """The phrase for a side: a team, or with three players who deals and who play against the dealer."""
    if deal.rules.scores == 2:
        return reason("team", _("team {team}"), team=number)
    return reason("dealer", _("the dealer")) if number == 0 else reason("pair", _("the pair"))


def cards(codes: tuple[str, ...] | list[str]) -> str:
    """Cards one after another."""
    return ", ".join(codes)


def ranking(codes: tuple[str, ...] | list[str]) -> str:
    """Cards, ranks or suits from the highest down."""
    return " > ".join(codes)


def _said(value: Any, name: Callable[[Reason], str | None]) -> Any:
    if isinstance(value, Reason):
        return name(value) or gettext(value.template).format(**value.params)
    return ", ".join(_said(item, name) for item in value) if isinstance(value, tuple) else value


def _plain(value: Any) -> Any:
    """A phrase is, to a program, the number it is about (a side of three, its code)."""
    if isinstance(value, Reason):
        return next(iter(value.params.values()), value.code)
    return list(map(_plain, value)) if isinstance(value, tuple) else value
