"""A stage as its format sees it: what it started from, how far it is, its tables and its final order."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tournaments.rules.disputes import disputed_stages
from tournaments.rules.format_fields import TABLED
from tournaments.rules.formats import FORMATS
from tournaments.rules.formats.group_stage import group_tables
from tournaments.rules.formats.protocol import Drawn, Format, Pairing, Place, Played, Progress, Slot
from tournaments.rules.formats.qualifying import GroupTable
from tournaments.rules.formats.single_elimination import SingleElimination, ties_of
from tournaments.rules.formats.swiss import CRITERIA as SWISS_CRITERIA
from tournaments.rules.formats.tables import (
    DEFAULT_CRITERIA,
    EXTRA,
    PENALTY,
    TableRules,
    results_of,
    table_rules,
)
from tournaments.rules.formats.ties import Tied, game_id
from tournaments.rules.outcomes import AS_PLAYED, Counts, Pair
from tournaments.rules.state import NOBODY, SKIPPED, Championship, Match, Stage

ONE_TABLE = {"round_robin": DEFAULT_CRITERIA, "swiss": SWISS_CRITERIA}
"""Formats with one table over all entries, and the chain of criteria each has unless another is stated."""
WALKOVERS = frozenset({"walkover", "withdrawal"})


def form_of(state: Championship, stage_id: str) -> Format:
    """The format of a stage."""
    return FORMATS[state.regulation.stage(stage_id).format]


def decided(state: Championship, stage: Stage) -> bool:
    """Everything planned in the stage has a result; so it is from the start where nobody has an opponent."""
    return all(state.matches[match].result for match in stage.matches)


def settled(state: Championship, stage: Stage) -> bool:
    """Everything planned in the stage has a result, and no dispute about one of them is pending."""
    return decided(state, stage) and stage.id not in disputed_stages(state)


def drawn_of(state: Championship, stage: Stage) -> Drawn:
    """What the format started from."""
    config = state.regulation.stage(stage.id).config
    return Drawn(stage.order, config, stage.seed, clubs_of(state), stage.lots, stage.rows)


def clubs_of(state: Championship) -> dict[str, str]:
    """The club of each entry that has one."""
    return {entry.id: entry.club for entry in state.entries.values() if entry.club}


def progress_of(state: Championship, stage: Stage, waves: int | None = None) -> Progress:
    """How far the stage is, as the format sees it; after its first `waves` plans if they are given."""
    names = [match for wave in stage.waves[:waves] for match in wave]
    matches = [state.matches[match] for match in names]
    return Progress(
        planned=tuple(_pairing(state, match) for match in matches),
        played=(
            *(_played(state, stage, match) for match in matches if match.result),
            *_penalties(state, stage),
            *_extra_legs(stage),
        ),
        out=frozenset(entry.id for entry in state.entries.values() if entry.out),
    )


def places_of(state: Championship, stage: Stage) -> tuple[Place, ...]:
    """The final order of a stage of which everything is decided; empty before."""
    if not decided(state, stage):
        return ()
    if stage.method == SKIPPED:
        return tuple(Place(number, (entry,)) for number, entry in enumerate(stage.order, start=1))
    if not stage.matches:
        return (Place(1, stage.order),) if stage.order else ()
    return tuple(form_of(state, stage.id).placings(drawn_of(state, stage), progress_of(state, stage)))


def tables_of(state: Championship, stage: Stage, waves: int | None = None) -> tuple[GroupTable, ...]:
    """The table of every group, or the one of a format without groups; none where a format has no table."""
    form = state.regulation.stage(stage.id).format
    if stage.method == SKIPPED:
        return ()
    drawn, progress = drawn_of(state, stage), progress_of(state, stage, waves)
    if form == "groups":
        return tuple(group_tables(drawn, progress)) if stage.order else ()
    if form not in ONE_TABLE:
        return ()
    rules = rules_of(state, stage)
    matches = results_of(progress.played, rules.bye)
    return (GroupTable(stage.order, matches, rules.table(stage.order, matches)),)


def ties_in(state: Championship, stage: Stage) -> tuple[Tied, ...]:
    """The ties of a knock-out that is played in them; none in any other stage, or with nobody to play."""
    if state.regulation.stage(stage.id).format != SingleElimination.name or not stage.matches:
        return ()
    return ties_of(drawn_of(state, stage), progress_of(state, stage))


def games_of(state: Championship, stage_id: str, tie: Tied) -> list[str]:
    """The matches that a tie has come to so far."""
    names = [game_id(tie.pairing, tie.rules, number) for number in range(1, tie.planned + 1)]
    return [state.regulation.match_id(stage_id, name) for name in names]


def rules_of(state: Championship, stage: Stage) -> TableRules:
    """How the tables of a stage are made."""
    rules = state.regulation.stage(stage.id)
    return table_rules(rules.config, ONE_TABLE.get(rules.format, DEFAULT_CRITERIA), stage.lots)


def _pairing(state: Championship, match: Match) -> Pairing:
    own = state.regulation.own_id
    home, away = (
        Slot(source.kind, own(match.stage, source.of) if source.kind in ("winner", "loser") else source.of)
        for source in match.sources
    )
    return Pairing(own(match.stage, match.id), match.round, home, away, match.label)


def _played(state: Championship, stage: Stage, match: Match) -> Played:
    """A decided match; it counts for nobody where results of a side are void, or its matches are off."""
    assert match.result is not None
    home, away = (side or NOBODY for side in match.sides)
    result = match.result
    played = Played(
        state.regulation.own_id(stage.id, match.id),
        match.round,
        home,
        away,
        result.winner,
        result.loser,
        result.how,
        result.legs,
    )
    policies = {stage.left.get(side, "") for side in (home, away)}
    if "void" in policies or ("keep" in policies and result.how == "withdrawal"):
        return replace(played, winner=NOBODY, loser=NOBODY, how="empty", legs=())
    if match.counts is not None:
        return replace(played, counts=_with_flores(match.counts, match))
    return replace(
        played, counts=_with_flores(_counts(state.regulation.stage(stage.id).counts, played), match)
    )


def _with_flores(counts: Counts, match: Match) -> Counts:
    """The flores of all legs, as the score sheet says, unless the regulation counts others in their place."""
    if counts.flores is not None or not match.details:
        return counts
    home, away = (sum(detail.flores[side] for detail in match.details) for side in (0, 1))
    return replace(counts, flores=(home, away))


def _counts(stated: Mapping[str, Any], played: Played) -> Counts:
    """What the regulation has the table count in the place of what was played."""
    if not played.winner or not played.loser:
        return AS_PLAYED
    side = 0 if played.winner == played.home else 1
    if played.how in WALKOVERS:
        found = stated.get("walkover")
    elif played.how == "forfeit":
        found = stated.get("abandoned")
    else:
        legs = [sum(h > a for h, a in played.legs), sum(a > h for h, a in played.legs)]
        found = stated.get(f"{legs[side]}-{legs[1 - side]}")
    if found is None:
        return AS_PLAYED
    return Counts(**{key: _turned(pair, side) for key, pair in found.items()})


def _turned(pair: list[int], side: int) -> Pair:
    """A pair of winner and loser as one of home and away."""
    return (pair[side], pair[1 - side])


def _penalties(state: Championship, stage: Stage) -> list[Played]:
    """Points that were taken or given apart from matches, where there is a table to count them."""
    if state.regulation.stage(stage.id).format not in TABLED:
        return []
    return [
        Played("", 0, each.entry, NOBODY, NOBODY, NOBODY, PENALTY, counts=Counts(points=(each.points, 0)))
        for each in state.penalties
        if each.stage == stage.id and each.entry in stage.order
    ]


def _extra_legs(stage: Stage) -> list[Played]:
    """Legs that were played to part those who were level."""
    return [
        Played("", 0, home, away, *((home, away) if score[0] > score[1] else (away, home)), EXTRA, (score,))
        for home, away, score in stage.extra_legs
    ]
