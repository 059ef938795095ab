"""The score sheet as a form: a row a leg, of which those left empty were not played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from django import forms
from django.forms import BaseFormSet, formset_factory
from django.utils.translation import gettext_lazy as _

from games.states import milliseconds
from tournaments.rules.commands import Legs
from tournaments.rules.events import LegDetail

NOTE = 2000
MOST_FLORES = 1000


@dataclass(frozen=True, slots=True)
class Terms:
    """What the form has to ask for: `players` are (person, name), `sides` the names of both entries.

    `day` is the day of the match on the club's clock, for which times are given.
    """

    legs: int
    boards: int
    flor: bool
    at_match_point: bool
    sides: tuple[str, str]
    players: tuple[tuple[str, str], ...]
    day: datetime
    zone: ZoneInfo


def _number(most: int = 100) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(required=False, min_value=0, max_value=most, widget=widget)


class LegForm(forms.Form):
    """One leg: the tentos of both and what else is known of it, or nothing at all."""

    home = _number()
    away = _number()
    board = _number(1000)
    dealer = forms.ChoiceField(required=False)
    flores_home = _number(MOST_FLORES)
    flores_away = _number(MOST_FLORES)
    players = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)
    at_match_point = forms.BooleanField(required=False)

    def __init__(self, *args: Any, terms: Terms, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "–"), ("0", terms.sides[0]), ("1", terms.sides[1])]
        cast("forms.ChoiceField", self.fields["dealer"]).choices = choices
        cast("forms.ChoiceField", self.fields["players"]).choices = list(terms.players)
        unasked = {
            "board": terms.boards < 2,
            "flores_home": not terms.flor,
            "flores_away": not terms.flor,
            "at_match_point": not terms.at_match_point,
        }
        for name in (name for name, not_asked in unasked.items() if not_asked):
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        """Both or neither."""
        found = cast("dict[str, Any]", super().clean())
        if (found.get("home") is None) != (found.get("away") is None):
            raise forms.ValidationError(_("Enter the tentos of both sides."))
        return found

    @property
    def detail(self) -> LegDetail:
        """What is said of the leg besides its tentos."""
        said = self.cleaned_data
        return LegDetail(
            board=said.get("board") or 1,
            dealer=int(said["dealer"]) if said["dealer"] else None,
            flores=(said.get("flores_home") or 0, said.get("flores_away") or 0),
            players=tuple(said["players"]),
            at_match_point=said.get("at_match_point", False),
        )


class WholeForm(forms.Form):
    """What is said of the whole match."""

    started = forms.TimeField(required=False, widget=forms.TimeInput(attrs={"type": "time"}))
    ended = forms.TimeField(required=False, widget=forms.TimeInput(attrs={"type": "time"}))
    note = forms.CharField(required=False, max_length=NOTE, widget=forms.Textarea(attrs={"rows": 3}))


class SheetForm:
    """The whole sheet of one match, empty or as it was sent."""

    def __init__(self, terms: Terms, data: Any = None) -> None:
        legs = formset_factory(LegForm, extra=terms.legs, max_num=terms.legs, validate_max=True)
        self.terms = terms
        self.legs: BaseFormSet[LegForm] = legs(data, prefix="leg", form_kwargs={"terms": terms})
        self.whole = WholeForm(data)

    def is_valid(self) -> bool:
        """Whether it can be handed in; its fields say what is wrong otherwise."""
        return all([self.legs.is_valid(), self.whole.is_valid()])

    def command(self) -> dict[str, Any]:
        """What the service wants to know."""
        rows = [form for form in self.legs if form.cleaned_data.get("home") is not None]
        legs: Legs = tuple((row.cleaned_data["home"], row.cleaned_data["away"]) for row in rows)
        details = tuple(row.detail for row in rows)
        started, ended = self._times()
        return {
            "legs": legs,
            "note": self.whole.cleaned_data["note"],
            "details": details if any(detail != LegDetail() for detail in details) else (),
            "started_ms": started,
            "ended_ms": ended,
        }

    def _times(self) -> tuple[int | None, int | None]:
        """Start and end in milliseconds; who ends before the start has played past midnight."""
        started, ended = (self.whole.cleaned_data[name] for name in ("started", "ended"))
        day = self.terms.day.astimezone(self.terms.zone).date()

        def instant(at: time, later: int = 0) -> int:
            local = datetime.combine(day + timedelta(days=later), at, tzinfo=self.terms.zone)
            return milliseconds(local)

        past_midnight = int(bool(started and ended and ended < started))
        return (
            None if started is None else instant(started),
            None if ended is None else instant(ended, past_midnight),
        )
