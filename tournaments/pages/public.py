"""What anybody may look at: championships with their brackets, tables, schedules and results; clubs."""

from __future__ import annotations

from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments import policies
from tournaments.errors import NothingToPrint
from tournaments.models import ChampionshipRow, Role
from tournaments.pages._base import page, reader, shown
from tournaments.printing.trees import trees
from tournaments.queries import championships as queries
from tournaments.queries import clubs, disputes, papers
from tournaments.queries import rankings as ranking_queries
from tournaments.rules.format_fields import TABLED
from tournaments.rules.tiebreaks import CRITERIA
from truco_api.problems import localized

NEWEST = 30
"""Championships on one page of a list."""
PLAYING = ("drawn", "running")


@page
def start(request: HttpRequest) -> HttpResponse:
    """The newest championships, those being played first, and a way to all clubs."""
    staff = policies.clubs_of_staff(reader(request))
    found = queries.championships(clubs_of_staff=staff).select_related("club")
    now = found.filter(phase__in=PLAYING)[:NEWEST]
    others = found.exclude(phase__in=PLAYING)[:NEWEST]
    return shown(request, "start.html", {"now": now, "others": others}, lively=True)


@page
def all_clubs(request: HttpRequest) -> HttpResponse:
    """Every club, by name."""
    return shown(request, "clubs.html", {"clubs": clubs.clubs().order_by("name", "id")[:500]})


@page
def club(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """One club and its championships."""
    found = clubs.club(club_id)
    staff = policies.clubs_of_staff(reader(request))
    rows = queries.championships(club=club_id, clubs_of_staff=staff)[:NEWEST]
    seasons = ranking_queries.seasons(club=club_id)[:NEWEST]
    user = reader(request)
    context = {
        "club": found,
        "championships": rows,
        "seasons": seasons,
        "keeps_webhooks": user is not None and Role.OWNER in policies.roles_in(found.id, user),
    }
    return shown(request, "club.html", context)


@page
def championship(request: HttpRequest, championship_id: UUID) -> HttpResponse:
    """What it is, how far it is, and what happens at the tables now."""
    row = seen(request, championship_id)
    bodies = [match.body for match in queries.matches(championship_id)]
    context = {
        "playing": [
            body for body in bodies if body["status"] in ("called", "playing", "reported", "disputed")
        ],
        "decided": sum(body["status"] == "decided" for body in bodies),
        "total": sum(body["status"] != "dropped" for body in bodies),
        "can_print_bracket": any(
            side["from"]["kind"] == "winner" for body in bodies for side in body["sides"]
        )
        or (bool(bodies) and any(stage.get("ties") for stage in row.body["regulation"]["stages"])),
        "can_print_sheets": any(
            body["mode"] == "table"
            and body["status"] not in ("decided", "dropped")
            and all(side["entry"] for side in body["sides"])
            for body in bodies
        ),
        "podium": row.body["podium"],
        "regulation": row.body["regulation"],
        "counts": row.body["entries"],
        "official": row.club_id in policies.clubs_of_staff(reader(request)),
        "disputes": list(disputes.rows(championship_id, pending=True)),
    }
    return within(request, row, "championship.html", "overview", context)


@page
def bracket(request: HttpRequest, championship_id: UUID) -> HttpResponse:
    """Every knock-out stage as a tree."""
    row = seen(request, championship_id)
    try:
        found = papers.bracket(championship_id)
    except NothingToPrint:
        found = []
    stages = [{"name": name, "trees": trees(matches)} for name, matches in found]
    return within(request, row, "bracket.html", "bracket", {"stages": stages})


@page
def tables(request: HttpRequest, championship_id: UUID) -> HttpResponse:
    """The tables of groups, leagues and Swiss stages; each row says why it stands there."""
    row = seen(request, championship_id)
    found = queries.stages(championship_id, row.version, explained=True)["stages"]
    stages = localized([stage for stage in found if stage["tabled"]])
    return within(request, row, "tables.html", "tables", {"stages": stages})


@page
def schedule(request: HttpRequest, championship_id: UUID) -> HttpResponse:
    """What is being played where, and what comes when."""
    row = seen(request, championship_id)
    found = queries.schedule(championship_id, now=timezone.now())
    return within(request, row, "schedule.html", "schedule", {"matches": found["matches"]})


@page
def results(request: HttpRequest, championship_id: UUID) -> HttpResponse:
    """What is decided, the newest first, and the places."""
    row = seen(request, championship_id)
    found = queries.results(championship_id, row.version)
    context = {"matches": found["matches"][::-1], "places": found["places"], "podium": found["podium"]}
    return within(request, row, "results.html", "results", context)


@page
def rankings(request: HttpRequest, championship_id: UUID) -> HttpResponse:
    """Entries, persons or clubs in their order."""
    row = seen(request, championship_id)
    level = _level(request)
    context = {"rows": ranking_queries.of_championship(row, level)["rows"], "level": level}
    return within(request, row, "rankings.html", "rankings", context)


@page
def season(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """A season's table, and the championships that count for it."""
    found = ranking_queries.season(season_id)
    level = _level(request)
    table = localized(ranking_queries.of_season(found, level, explained=True))
    criteria = [CRITERIA[code] for code in ranking_queries.rules_of(found).criteria]
    context = {
        "season": found,
        "club": found.club,
        "parts": ranking_queries.parts(found),
        "rows": table["rows"],
        "criteria": localized([{"code": each.code, "name": each.name} for each in criteria]),
        "level": level,
    }
    return shown(request, "season.html", context, lively=True)


def _level(request: HttpRequest) -> str:
    asked = request.GET.get("by", "")
    return asked if asked in ranking_queries.LEVELS else ranking_queries.ENTRIES


@page
def entries(request: HttpRequest, championship_id: UUID) -> HttpResponse:
    """Who is entered."""
    row = seen(request, championship_id)
    rows = list(queries.entries(championship_id))
    names = queries.names_of(member for entry in rows for member in entry.members)
    shown_rows = [
        {"entry": entry, "members": [names.get(str(member), "") for member in entry.members]}
        for entry in rows
    ]
    return within(request, row, "entries.html", "entries", {"entries": shown_rows})


def seen(request: HttpRequest, championship_id: UUID) -> ChampionshipRow:
    """The championship with its club, if the reader may see it."""
    row = queries.championship(championship_id)
    policies.may_see(row, reader(request))
    return row


def within(
    request: HttpRequest, row: ChampionshipRow, template: str, tab: str, context: dict[str, Any]
) -> HttpResponse:
    """A page of a championship, under its heading; lively while it is being played."""
    formats = {stage["format"] for stage in row.body["regulation"]["stages"]}
    common = {
        "championship": row,
        "club": row.club,
        "zone": ZoneInfo(row.club.time_zone),
        "tab": tab,
        "has_tables": not formats.isdisjoint(TABLED),
        "has_bracket": not formats <= TABLED,
    }
    return shown(request, template, {**common, **context}, lively=row.phase in PLAYING)
