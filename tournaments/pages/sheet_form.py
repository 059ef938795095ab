"""The score sheet as a form: a row a leg, of which those left empty were not played."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.forms import BaseFormSet, formset_factory
from django.utils.translation import gettext_lazy as _

from tournaments.rules.commands import Legs
from tournaments.rules.state import Match

NOTE = 2000


def _tentos() -> forms.IntegerField:
    number = forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(required=False, min_value=0, max_value=100, widget=number)


class LegForm(forms.Form):
    """One leg: the tentos of both, or nothing at all."""

    home = _tentos()
    away = _tentos()

    def clean(self) -> dict[str, Any]:
        """Both or neither."""
        found = cast("dict[str, Any]", super().clean())
        if (found.get("home") is None) != (found.get("away") is None):
            raise forms.ValidationError(_("Enter the tentos of both sides."))
        return found


class NoteForm(forms.Form):
    """What is said of the whole match."""

    note = forms.CharField(required=False, max_length=NOTE, widget=forms.Textarea(attrs={"rows": 3}))


class SheetForm:
    """The whole sheet of one match, empty or as it was sent."""

    def __init__(self, match: Match, data: Any = None) -> None:
        legs = formset_factory(LegForm, extra=match.best_of, max_num=match.best_of, validate_max=True)
        self.legs: BaseFormSet[LegForm] = legs(data, prefix="leg")
        self.note = NoteForm(data)

    def is_valid(self) -> bool:
        """Whether it can be handed in; its fields say what is wrong otherwise."""
        return all([self.legs.is_valid(), self.note.is_valid()])

    def command(self) -> dict[str, Any]:
        """What the service wants to know."""
        rows = [form.cleaned_data for form in self.legs if form.cleaned_data.get("home") is not None]
        legs: Legs = tuple((row["home"], row["away"]) for row in rows)
        return {"legs": legs, "note": self.note.cleaned_data["note"]}
