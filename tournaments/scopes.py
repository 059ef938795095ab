"""Which addresses a token of a club's program opens, and by which scope it writes there.

What needs a person's judgement (rulings, forfeits, corrections, penalties, disqualifications), what hands out
rights (roles, invitations, webhooks, tokens) and what is personal (one's own persons) is left out: no token
does it.
"""

from typing import Final

from truco_api.accounts import api_tokens
from truco_api.accounts.models import Scope

_WRITTEN: Final = {
    Scope.CHAMPIONSHIPS: (
        "championships", "championship", "regulation", "open-entries", "close-entries", "open-check-in",
        "draw", "start", "seasons", "season", "season-parts", "season-part", "season-stage", "stage-draw",
        "stage-lots", "match-time", "match-table",
    ),
    Scope.ENTRIES: (
        "entries", "entry", "confirm-entry", "fee", "rank", "reserves", "check-in", "withdraw-entry",
        "import-entries", "preview-import", "stage-reentries",
    ),
    Scope.RESULTS: ("presence", "sheet", "confirm-sheet", "substitution", "time-up", "stage-extra-legs"),
    Scope.PERSONS: ("club-persons", "claim-code"),
}  # fmt: skip
_READ: Final = (
    "club", "club-members", "bracket", "schedule", "results", "championship-proof", "championship-events",
    "championship-ranking", "ratings", "season-ranking", "finalists", "penalties", "stages",
    "stage-standings", "print-sheets", "print-bracket", "print-groups", "print-schedule", "export-entries",
    "export-results", "export-standings", "export-schedule", "export-championship", "matches", "match",
    "match-sheet",
)  # fmt: skip

api_tokens.register({name: scope for scope, names in _WRITTEN.items() for name in names})
api_tokens.register(dict.fromkeys(_READ))
