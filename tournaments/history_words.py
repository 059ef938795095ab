"""What happened in a match, in one sentence each, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

Data = Mapping[str, Any]

SENTENCES = {
    "match_scheduled": _("The match got a time."),
    "match_called": _("The match was called."),
    "table_assigned": _("The match was given table {table}."),
    "side_present": _("{side} is there."),
    "leg_opened": _("Leg {leg} began."),
    "leg_played": _("Leg {leg} ended {score}."),
    "leg_awarded": _("A leg was given to {side}."),
    "time_expired": _("The time of the match was up."),
    "sheet_handed_in": _("The score sheet was handed in: {legs}."),
    "sheet_detailed": _("The score sheet says more of each leg."),
    "sheet_confirmed": _("The score sheet was agreed to."),
    "sheet_disputed": _("{entry} disputes the score sheet."),
    "match_forfeited": _("An arbiter took the match from {loser}: {reason}"),
    "match_decided": _("The match was decided: {winner}. {legs}"),
    "result_corrected": _("The result was corrected: {winner}. {legs} {reason}"),
    "match_reopened": _("The result was annulled. {reason}"),
    "later_play_upheld": _("What was played already stands. {reason}"),
    "member_substituted": _("A reserve came in."),
    "penalty_given": _("A penalty was given: {reason}"),
    "dispute_opened": _("{entry} opened dispute {dispute}. {about}"),
    "evidence_added": _("Something was added to dispute {dispute}."),
    "dispute_withdrawn": _("{entry} took dispute {dispute} back."),
    "arbiter_named": _("{arbiter} was asked to rule on dispute {dispute}."),
    "dispute_lapsed": _("The arbiter's time was over: the organizer rules on dispute {dispute}."),
    "dispute_ruled": _("Ruling on dispute {dispute}: {ruling}. {reason}"),
    "replay_ordered": _("Leg {leg} is played again. {about}"),
    "legs_adjusted": _("The legs were put right: {legs}."),
    "ruling_appealed": _("{entry} appealed the ruling on dispute {dispute}."),
    "ruling_accepted": _("{entry} accepted the ruling on dispute {dispute}."),
    "dispute_closed": _("The ruling on dispute {dispute} is the last word."),
}
RULINGS = {
    "uphold": _("the result stands"),
    "adjust": _("another result"),
    "forfeit": _("the match is lost by one side"),
    "replay": _("to be played again"),
}
STATUSES = {
    "open": _("waits for an arbiter"),
    "lapsed": _("waits for the organizer"),
    "appealed": _("appealed: waits for the organizer"),
    "ruled": _("ruled on; an appeal is possible"),
    "closed": _("over"),
    "withdrawn": _("taken back"),
}
THEN = {
    "organizer": _("Without a ruling by then, the organizer rules."),
    "upheld": _("Without a ruling by then, everything stays as it is."),
    "final": _("Without an appeal by then, the ruling is the last word."),
}


def sentence(event: Data, names: Mapping[str, str], sides: tuple[str, str]) -> str:
    """What an event says; its bare name where we have no words for it."""
    kind = event["type"].split("/")[0]
    if kind not in SENTENCES:
        return str(event["type"])
    data = event["data"]
    side = data.get("side")
    words = {
        "table": data.get("table"),
        "side": sides[side] if side in (0, 1) else "–",
        "leg": data.get("leg"),
        "score": "–".join(map(str, data.get("score") or ())),
        "legs": _legs(data.get("legs") or ()),
        "entry": names.get(data.get("by") or "", "–"),
        "loser": names.get(data.get("entry") or "", "–"),
        "winner": names.get(data.get("winner") or "", "–") if kind != "leg_played" else "",
        "reason": data.get("reason") or "",
        "dispute": data.get("dispute"),
        "arbiter": data.get("arbiter") or "–",
        "ruling": ruling(data.get("ruling") or ""),
        "about": about(data.get("claim") or data),
    }
    return gettext(SENTENCES[kind]).format(**words).strip()


def about(claim: Data) -> str:
    """Which leg, hand and action: "Leg 1, hand 7, action 2."; "" for none of them."""
    found = [
        gettext(words).format(number=claim[name])
        for name, words in (("leg", LEG), ("hand", HAND), ("action", ACTION))
        if claim.get(name)
    ]
    told = ", ".join(found)
    return f"{told[:1].upper()}{told[1:]}." if told else ""


LEG, HAND, ACTION = _("leg {number}"), _("hand {number}"), _("action {number}")


def ruling(code: str) -> str:
    """A ruling in words."""
    return gettext(RULINGS[code]) if code in RULINGS else code


def dispute_status(code: str) -> str:
    """How far a dispute is."""
    return gettext(STATUSES[code]) if code in STATUSES else code


def then(code: str | None) -> str:
    """What happens when nobody acts in time."""
    return gettext(THEN[code]) if code in THEN else ""


def _legs(legs: Any) -> str:
    scores = [leg["score"] if isinstance(leg, dict) else leg for leg in legs]
    return " ".join("–".join(map(str, score)) for score in scores)
