"""What things are called on the pages: players by name, cards by theirs, in the reader's language."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.explain.reasons import Reason, words
from games.rules.cards import CORINGA, SPANISH_SUITS, rank, suit
from games.rules.options import Rules
from truco_api.errors import gettext_noop as _

_FRENCH: Final = {
    "O": _("{rank} of diamonds"),
    "E": _("{rank} of spades"),
    "C": _("{rank} of hearts"),
    "P": _("{rank} of clubs"),
}
_SPANISH: Final = {
    "O": _("{rank} of coins"),
    "E": _("{rank} of swords"),
    "C": _("{rank} of cups"),
    "B": _("{rank} of batons"),
}
_FRENCH_RANKS: Final = {"A": _("ace"), "K": _("king"), "Q": _("queen"), "J": _("jack")}
_SPANISH_RANKS: Final = {"1": _("ace"), "10": _("sota"), "11": _("horse"), "12": _("king")}
_SUIT: Final = {
    "O": _("suit of diamonds"),
    "E": _("suit of spades"),
    "C": _("suit of hearts"),
    "P": _("suit of clubs"),
}
_SPANISH_SUIT: Final = {
    "O": _("suit of coins"),
    "E": _("suit of swords"),
    "C": _("suit of cups"),
    "B": _("suit of batons"),
}
_EXTRAS: Final = {
    CORINGA: _("joker"),
    "TACA1": _("first cup"),
    "TACA2": _("second cup"),
    "COPAO": "copão",
    "LETRADO": "letrado",
    "TACAO": "tação",
}
_ESCAPED_ORDER: Final = re.compile(r"(?<!\w)[PCEOB](?: &gt; [PCEOB])+(?!\w)")
_NAMED: Final = re.compile("\x02([a-z]+)([0-9]+)\x03")
"""Where a name is to stand; no card and no tag of a page can be read into it before."""


def is_spanish(rules: Rules) -> bool:
    """Whether the game is played with a Spanish pack."""
    return rules.variant.suits == SPANISH_SUITS


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one game: of its players by seat (None: without a name), and of its cards."""

    people: Sequence[str | None]
    rules: Rules

    def player(self, seat: int) -> str:
        """A player by name, or else by number."""
        return self.people[seat] or gettext("player {seat}").format(seat=seat)

    def team(self, number: int) -> str:
        """A team by the names of its players; with three players, the player."""
        if self.rules.scores == 3:
            return self.player(number)
        first, *others = [self.player(seat) for seat in range(self.rules.players) if seat % 2 == number]
        if len(others) > 1:
            return gettext("the team of {name}").format(name=first)
        return " & ".join([first, *others])

    def card(self, code: str) -> str:
        """A card by name."""
        if code in _EXTRAS:
            return gettext(_EXTRAS[code])
        spanish = is_spanish(self.rules)
        ranks = _SPANISH_RANKS if spanish else _FRENCH_RANKS
        told = gettext(ranks[rank(code)]) if rank(code) in ranks else rank(code)
        return gettext((_SPANISH if spanish else _FRENCH)[suit(code)]).format(rank=told)

    def suit(self, letter: str) -> str:
        """A suit by name."""
        return gettext((_SPANISH_SUIT if is_spanish(self.rules) else _SUIT)[letter])

    def word(self, code: str) -> SafeString:
        """A card within a sentence: its rank with a drawn suit, its name for who hears or prints it."""
        name = self.card(code)
        if code in _EXTRAS:
            return format_html('<strong class="card-word">{}</strong>', name)
        icon = _icon(suit(code))
        return format_html(
            '<span class="card-word" role="img" aria-label="{}" title="{}">{}{}</span>',
            name,
            name,
            rank(code),
            icon,
        )

    def sentence(self, given: Reason) -> SafeString:
        """A reason as the page shows it: with names, and with cards that look like cards."""
        told = self._cards().sub(lambda found: self.word(found[0]), str(escape(words(given, self._mark))))
        told = _ESCAPED_ORDER.sub(lambda found: re.sub("[PCEOB]", self._suit_word, found[0]), told)
        return mark_safe(_NAMED.sub(lambda found: escape(self._named(found)), told))  # noqa: S308 - all escaped

    def plain(self, given: Reason) -> str:
        """The same for a title or a voice."""
        text = self._cards().sub(lambda found: self.card(found[0]), words(given, self._mark))
        return _NAMED.sub(self._named, text)

    def _cards(self) -> re.Pattern[str]:
        codes = sorted(self.rules.pack, key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(codes)})(?!\w)")

    def _suit_word(self, found: re.Match[str]) -> str:
        name = self.suit(found[0])
        return format_html('<span role="img" aria-label="{}">{}</span>', name, _icon(found[0]))

    @staticmethod
    def _mark(phrase: Reason) -> str | None:
        if phrase.code in ("player", "team"):
            return f"\x02{phrase.code}{next(iter(phrase.params.values()))}\x03"
        return None

    def _named(self, found: re.Match[str]) -> str:
        """The name at a mark. At the head of a sentence a phrase is written large, a name as it is."""
        number = int(found[2])
        name = self.player(number) if found[1] == "player" else self.team(number)
        is_phrase = self.rules.players > 4 if found[1] == "team" else not self.people[number]
        return name[:1].upper() + name[1:] if is_phrase and found.start() == 0 else name


def _icon(letter: str) -> SafeString:
    return format_html(
        '<svg class="suit suit-{}" viewBox="0 0 20 20" aria-hidden="true"><use href="#suit-{}"/></svg>',
        letter,
        letter,
    )
