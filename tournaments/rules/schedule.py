"""When and where: what can be moved now, what the clock will do next, and which tables are free.

The scheduler is told everything here and decides nothing: it asks for `next_actions`, carries them out one
by one, and asks again until there are none. Asking twice, late or from two workers changes nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.rules import commands as cmd
from tournaments.rules.disputes import deadline_of
from tournaments.rules.legs import is_over, won
from tournaments.rules.ready import awaited_lots, ready_stages
from tournaments.rules.regulation import TimeLimit
from tournaments.rules.state import Championship, Match, Stage

CLOCK = "system:clock"
MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True, order=True)
class Deadline:
    """The clock will have something to do at `at_ms`.

    `kind` is "call", "walkover", "confirmation" or "time", or "dispute": then `match` names the dispute.
    """

    at_ms: int
    kind: str
    match: str


def due(state: Championship) -> tuple[Deadline, ...]:
    """Everything the clock waits for, earliest first (past deadlines included)."""
    if state.phase != "running":
        return ()
    found = []
    for match in state.matches.values():
        deadline = walkover_at(match)
        if deadline is not None:
            found.append(Deadline(deadline, "walkover", match.id))
        deadline = confirmed_at(match)
        if deadline is not None:
            found.append(Deadline(deadline, "confirmation", match.id))
        deadline = time_up_at(state, match)
        if deadline is not None:
            found.append(Deadline(deadline, "time", match.id))
        if match.due_ms is not None and waits_for_call(match):
            found.append(Deadline(match.due_ms, "call", match.id))
    for dispute in state.disputes.values():
        deadline = deadline_of(state, dispute)
        if deadline is not None:
            found.append(Deadline(deadline, "dispute", dispute.id))
    return tuple(sorted(found))


def next_actions(state: Championship, now_ms: int) -> list[cmd.Command]:
    """The commands whose time has come, in the order to give them in.

    OpenLeg lacks its game's id, and draws lack their seed: whoever carries them out provides both.
    """
    if state.phase != "running":
        return []
    opening = list(rounds_to_open(state))
    asked: list[cmd.Command] = [
        cmd.OpenRound(actor=CLOCK, now_ms=now_ms, stage=stage, round=number) for stage, number in opening
    ]
    asked += [
        cmd.ExpireDispute(actor=CLOCK, now_ms=now_ms, dispute=deadline.match)
        if deadline.kind == "dispute"
        else cmd.Expire(actor=CLOCK, now_ms=now_ms, match=deadline.match)
        for deadline in due(state)
        if deadline.kind != "call" and deadline.at_ms <= now_ms
    ]
    open_rounds = {(stage.id, number) for stage in state.stages.values() for number in stage.open_rounds}
    asked += _calls(state, now_ms, open_rounds.union(opening))
    asked += [
        cmd.OpenLeg(actor=CLOCK, now_ms=now_ms, match=match.id, leg=len(match.legs) + 1)
        for match in state.matches.values()
        if waits_for_leg(match)
    ]
    return [*asked, *_draws(state, now_ms)]


def _draws(state: Championship, now_ms: int) -> Iterator[cmd.Command]:
    """Draws of stages whose entries are known, and of lots that a stage waits for, if they need nobody."""
    if state.all_drawn:
        return
    for rules, _field in ready_stages(state):
        if rules.starts == "itself":
            yield cmd.DrawStage(actor=CLOCK, now_ms=now_ms, stage=rules.id)
    for stage, _blocks in awaited_lots(state):
        if state.regulation.stage(stage).lots == "itself":
            yield cmd.DrawLots(actor=CLOCK, now_ms=now_ms, stage=stage)


def rounds_to_open(state: Championship) -> Iterator[tuple[str, int]]:
    """Rounds (stage, number) that have a match to play and, where rounds go together, none left before."""
    for stage in state.stages.values():
        matches = [state.matches[match] for match in stage.matches]
        playable = {match.round for match in matches if match.ready and not match.result}
        for number in sorted(playable - stage.open_rounds):
            if can_open(state, stage, number):
                yield stage.id, number


def can_open(state: Championship, stage: Stage, number: int) -> bool:
    """Whether a round of the stage can be opened now, if it is not open yet."""
    matches = [state.matches[match] for match in stage.matches]
    if not any(match.ready and not match.result for match in matches if match.round == number):
        return False
    together = state.regulation.stage(stage.id).rounds_together
    return not together or all(match.result for match in matches if match.round < number)


def is_due(state: Championship, match: Match) -> bool:
    """Whether the match can be played now: both sides known, its round open, not decided."""
    playable = match.ready and match.result is None and match.status != "frozen"
    return playable and match.round in state.stages[match.stage].open_rounds


def waits_for_call(match: Match) -> bool:
    """Both sides are known and nothing has happened in it yet."""
    return match.status == "ready"


def waits_for_leg(match: Match) -> bool:
    """An online match whose players are there and whose next game is not open."""
    return match.mode == "online" and match.status == "playing" and not match.game_id


def walkover_at(match: Match) -> int | None:
    """When the clock decides the match because a side is missing; None if it will not."""
    return match.call.deadline_ms if match.call and match.status == "called" else None


def confirmed_at(match: Match) -> int | None:
    """When silence confirms the score sheet; None if it will not."""
    return match.sheet.deadline_ms if match.sheet and match.status == "reported" else None


def time_limit_of(state: Championship, match: Match) -> TimeLimit | None:
    """How long the match may last, and what comes then; None without a limit."""
    return state.regulation.stage(match.stage).time_limit.at(match.round, match.label)


def time_up_at(state: Championship, match: Match) -> int | None:
    """When the time of a match that is being played is up; None if it is not, or was already."""
    if match.started_ms is None or match.expired or match.status != "playing":
        return None
    limit = time_limit_of(state, match)
    return None if limit is None else match.started_ms + limit.minutes * MINUTE_MS


def sides_busy(state: Championship) -> dict[str, str]:
    """Entries that were called to a match or are playing one, each with the match."""
    return {
        side: match.id
        for match in state.matches.values()
        if match.status in ("called", "playing") or match.game_id
        for side in match.sides
        if side
    }


def tables_taken(state: Championship) -> dict[int, str]:
    """The tables in use, each with its match: from the call until a sheet is handed in or a result stands."""
    return {
        match.call.table: match.id
        for match in state.matches.values()
        if match.call and match.call.table is not None and match.status in ("called", "playing")
    }


def score(match: Match) -> tuple[int, int]:
    """Legs won by home and away, of those played so far or of those that count."""
    winners = [leg.winner for leg in match.legs]
    return winners.count(0), winners.count(1)


def match_winner(match: Match) -> int | None:
    """The side that has won the legs it needs, or None."""
    return won(tuple(leg.score for leg in match.legs), match.rule, [leg.winner for leg in match.legs])


def all_played(match: Match) -> bool:
    """Whether no leg is to be played any more, be it that a side has won or that nobody has."""
    return is_over(tuple(leg.score for leg in match.legs), match.rule, [leg.winner for leg in match.legs])


def _calls(state: Championship, now_ms: int, open_rounds: set[tuple[str, int]]) -> Iterator[cmd.CallMatch]:
    """Calls for the matches that wait, earlier times and rounds first, as long as there are tables."""
    taken = tables_taken(state)
    limit = state.regulation.tables
    waiting = [
        match
        for match in state.matches.values()
        if waits_for_call(match)
        and (match.stage, match.round) in open_rounds
        and (match.due_ms or 0) <= now_ms
    ]
    free = iter([number for number in range(1, limit + 1) if number not in taken])
    busy = set(sides_busy(state))
    for match in sorted(waiting, key=lambda match: (match.due_ms or 0, match.round)):
        if busy.intersection(match.sides):
            continue
        table = None
        if match.mode == "table" and limit:
            table = next(free, None)
            if table is None:
                continue
        busy.update(side for side in match.sides if side)
        yield cmd.CallMatch(actor=CLOCK, now_ms=now_ms, match=match.id, table=table)
