"""Judging: what a command makes happen, or why it is refused. The whole of it happens, or nothing."""

from tournaments.rules import commands as cmd
from tournaments.rules.decide_conduct import decide_conduct
from tournaments.rules.decide_disputes import decide_dispute
from tournaments.rules.decide_entries import decide_entry
from tournaments.rules.decide_life import decide_life
from tournaments.rules.decide_results import decide_result
from tournaments.rules.decide_schedule import decide_schedule
from tournaments.rules.decide_stages import decide_stage
from tournaments.rules.events import Event
from tournaments.rules.state import Championship


def decide(state: Championship, command: cmd.Command) -> tuple[Event, ...]:
    """The events that a command causes, none if it is done already; raises a DomainError to refuse."""
    if isinstance(command, cmd.LifeCommand):
        return decide_life(state, command)
    if isinstance(command, cmd.EntryCommand):
        return decide_entry(state, command)
    if isinstance(command, cmd.ScheduleCommand):
        return decide_schedule(state, command)
    if isinstance(command, cmd.StageCommand):
        return decide_stage(state, command)
    if isinstance(command, cmd.ConductCommand):
        return decide_conduct(state, command)
    if isinstance(command, cmd.DisputeCommand):
        return decide_dispute(state, command)
    return decide_result(state, command)
