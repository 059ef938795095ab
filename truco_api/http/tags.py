"""The headings under which operations stand in the description of the API, in the order of a page."""

from typing import Any, Final

TAGS: Final = {
    "accounts": "One's account and the devices that are signed in to it.",
    "tokens": "Signing in and out.",
    "auth": "Signing up and in by e-mail, confirming, resetting, second factors.",
    "variants": "What truco can be played, with all options, orders of cards and signals.",
    "games": "Tables and the games at them: opening, sitting down, acting, looking back.",
    "streams": "What happens, as it happens, by server-sent events.",
    "me": "What belongs to whoever asks.",
    "verdicts": "Judging hands that were played anywhere.",
    "clubs": "Clubs, their members and the invitations to them.",
    "persons": "Who plays, with an account or without one.",
    "championships": "Running a championship from its draft to its end.",
    "entries": "Who takes part, and on what terms.",
    "stages": "The stages of a championship: draws, lots, extra legs, re-entries.",
    "matches": "Matches: calling, score sheets, results and their correction.",
    "disputes": "What is contested, and how it was ruled.",
    "public": "What everybody may read of a championship, without a login.",
    "rankings": "Ratings of players, rankings of championships and seasons.",
    "seasons": "Seasons: championships that count together.",
    "exports": "A championship as files.",
    "printing": "What a club prints.",
    "records": "Regulations and tables of results, checked without being kept.",
    "checkpoints": "Signed checkpoints of what happened, and the keys to check them with.",
    "guests": "Playing with a name alone, and keeping what was played by an account later.",
    "table-invitations": "Inviting to a table by a code, a link or a QR code.",
    "notices": "The inbox, what one wants to be told, and quiet hours.",
    "push": "Devices that are woken when something is in the inbox.",
    "club tokens": "Tokens for a club's own programs, with scopes.",
    "presence": "Who is there, as a fact.",
    "tables": "Invitations, quick matches, rematches.",
    "webhooks": "Telling a club's own programs what happens.",
    "conduct": "Reports of conduct at a table.",
}


def declared(used: set[str]) -> list[dict[str, Any]]:
    """The headings that are used, with what they are about."""
    return [{"name": name, "description": about} for name, about in TAGS.items() if name in used]
