"""The read models of championships: written in a command's transaction, folded again by a rebuild."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from uuid import UUID

from django.db.models import Model

from games.states import milliseconds, moment
from tournaments import documents
from tournaments.codec import codec
from tournaments.models import ChampionshipRow, DisputeRow, EntryRow, LegRow, MatchRow, PlacingRow, Wake
from tournaments.rules.disputes import Dispute, deadline_of
from tournaments.rules.evolve import replay
from tournaments.rules.rankings import records
from tournaments.rules.schedule import due, next_actions
from tournaments.rules.state import Championship, Match, empty
from truco_api.eventstore import Recorded, stream_projection

CHAMPIONSHIP = ["club_id", "name", "phase", "version", "variant", "online", "body"]
ENTRY = ["name", "members", "reserves", "club", "rank", "confirmed", "paid", "checked_in", "out"]
DISPUTE = ["status", "instance", "arbiter", "due_at"]
MATCH = ["position", "status", "decided_at", "home", "away", "body"]


def project(
    before: Championship, after: Championship, *, version: int, now_ms: int, created_ms: int | None = None
) -> Wake:
    """Write whatever differs, and answer when the clock has to look again.

    `now_ms` is the time of the last event, `created_ms` that of the first.
    """
    ChampionshipRow.objects.bulk_create(
        [championship_row(after, version, now_ms if created_ms is None else created_ms)],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=CHAMPIONSHIP,
    )
    EntryRow.objects.bulk_create(
        changed_entries(before, after), update_conflicts=True, unique_fields=["id"], update_fields=ENTRY
    )
    matches = changed_matches(before, after)
    MatchRow.objects.bulk_create(
        match_rows(after, matches),
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=MATCH,
    )
    LegRow.objects.bulk_create(
        [leg for _, match in matches for leg in leg_rows(after, match)], ignore_conflicts=True
    )
    disputes = dispute_rows(before, after)
    if disputes:
        DisputeRow.objects.bulk_create(
            disputes, update_conflicts=True, unique_fields=["id"], update_fields=DISPUTE
        )
    if placings_changed(before, after):
        PlacingRow.objects.filter(championship_id=UUID(after.id)).delete()
        PlacingRow.objects.bulk_create(placing_rows(after))
    wake = wake_row(after, version, now_ms)
    Wake.objects.bulk_create(
        [wake],
        update_conflicts=True,
        unique_fields=["championship"],
        update_fields=["version", "due_at", "claimed_until"],
    )
    return wake


@stream_projection(
    "championships",
    stream_kind="championship",
    models=[ChampionshipRow, EntryRow, MatchRow, LegRow, DisputeRow, PlacingRow, Wake],
)
def refold(_stream: str, events: list[Recorded]) -> None:
    """One championship from all its events."""
    first, last = events[0], events[-1]
    project(
        empty(),
        replay(codec.decode_all(events)),
        version=last.version,
        now_ms=milliseconds(last.at),
        created_ms=milliseconds(first.at),
    )


def rows_of(state: Championship, events: list[Recorded]) -> Iterator[Model]:
    """Every row that a championship with these events should have."""
    created_ms, now_ms = milliseconds(events[0].at), milliseconds(events[-1].at)
    version = events[-1].version
    yield championship_row(state, version, created_ms)
    yield from changed_entries(empty(), state)
    matches = changed_matches(empty(), state)
    yield from match_rows(state, matches)
    for _position, match in matches:
        yield from leg_rows(state, match)
    yield from dispute_rows(empty(), state)
    yield from placing_rows(state)
    yield wake_row(state, version, now_ms)


def championship_row(state: Championship, version: int, created_ms: int) -> ChampionshipRow:
    """The row of the championship itself."""
    modes = [
        mode
        for stage in state.regulation.stages
        for mode in (stage.mode.default, *stage.mode.rounds.values())
    ]
    return ChampionshipRow(
        id=UUID(state.id),
        club_id=UUID(state.club_id),
        name=state.name,
        phase=state.phase,
        version=version,
        variant=state.regulation.variant,
        online="online" in modes,
        body=documents.championship(state),
        created_at=moment(created_ms),
    )


def changed_entries(before: Championship, after: Championship) -> list[EntryRow]:
    """Rows of the entries that are new or different."""
    return [
        EntryRow(
            id=UUID(entry.id),
            championship_id=UUID(after.id),
            number=number,
            name=entry.name,
            members=[UUID(member) for member in entry.members],
            reserves=[UUID(reserve) for reserve in entry.reserves],
            club=entry.club,
            rank=entry.rank,
            confirmed=entry.confirmed,
            paid=entry.paid,
            checked_in=entry.checked_in,
            out=entry.out,
        )
        for number, entry in enumerate(after.entries.values(), 1)
        if before.entries.get(entry.id) is not entry
    ]


def changed_matches(before: Championship, after: Championship) -> list[tuple[int, Match]]:
    """Matches that are new or different, or whose side is called otherwise, each with its position."""
    renamed = {
        entry.id
        for entry in after.entries.values()
        if entry.id in before.entries and before.entries[entry.id].name != entry.name
    }
    return [
        (position, match)
        for position, match in enumerate(after.matches.values(), 1)
        if before.matches.get(match.id) is not match or not renamed.isdisjoint(match.sides)
    ]


def match_rows(state: Championship, matches: Sequence[tuple[int, Match]]) -> list[MatchRow]:
    """The rows of matches, each with its position."""
    bodies = documents.matches(state, (match for _, match in matches))
    return [
        _match_row(state, match, position, body)
        for (position, match), body in zip(matches, bodies, strict=True)
    ]


def _match_row(state: Championship, match: Match, position: int, body: documents.Document) -> MatchRow:
    home, away = (UUID(side) if side else None for side in match.sides)
    return MatchRow(
        id=f"{state.id}/{match.id}",
        championship_id=UUID(state.id),
        match=match.id,
        position=position,
        status=match.status,
        decided_at=moment(match.result.at_ms) if match.result else None,
        home=home,
        away=away,
        body=body,
    )


def leg_rows(state: Championship, match: Match) -> list[LegRow]:
    """A row for every game that is or was a leg of the match."""
    games = {match.game_id, *match.past_games, *(leg.game_id for leg in match.legs)} - {""}
    return [
        LegRow(game_id=UUID(game), championship_id=UUID(state.id), match=match.id) for game in sorted(games)
    ]


def dispute_rows(before: Championship, after: Championship) -> list[DisputeRow]:
    """Rows of the disputes that are new or different."""
    return [
        _dispute_row(after, dispute, position)
        for position, dispute in enumerate(after.disputes.values(), 1)
        if before.disputes.get(dispute.id) is not dispute
    ]


def _dispute_row(state: Championship, dispute: Dispute, position: int) -> DisputeRow:
    due_ms = deadline_of(state, dispute) or dispute.due_ms
    return DisputeRow(
        id=f"{state.id}/{dispute.id}",
        championship_id=UUID(state.id),
        dispute=dispute.id,
        match=dispute.match,
        position=position,
        status=dispute.status,
        instance=dispute.instance,
        arbiter=UUID(dispute.arbiter.removeprefix("user:")) if dispute.arbiter else None,
        opened_at=moment(dispute.at_ms),
        due_at=None if due_ms is None else moment(due_ms),
    )


def placings_changed(before: Championship, after: Championship) -> bool:
    """Whether what the championship came to has to be written, or is no more."""
    if after.phase != "finished":
        return before.phase == "finished"
    return before.phase != "finished" or before.matches is not after.matches or before.stages != after.stages


def placing_rows(state: Championship) -> list[PlacingRow]:
    """What every entry has done, once the championship is over."""
    if state.phase != "finished":
        return []
    return [
        PlacingRow(
            id=UUID(record.entry),
            championship_id=UUID(state.id),
            place=record.place,
            played=record.played,
            won=record.won,
            legs=list(record.legs),
            tentos=list(record.tentos),
        )
        for record in records(state)
    ]


def wake_row(state: Championship, version: int, now_ms: int) -> Wake:
    """When the clock has to look again: at once if there is something to do, else at the next deadline."""
    if next_actions(state, now_ms):
        due_ms: int | None = now_ms
    else:
        # What is past and yet moves nothing waits for something else, such as a free table.
        due_ms = min((deadline.at_ms for deadline in due(state) if deadline.at_ms > now_ms), default=None)
    return Wake(
        championship_id=UUID(state.id),
        version=version,
        due_at=None if due_ms is None else moment(due_ms),
        claimed_until=None,
    )
