"""Reading: clubs and persons from their tables, championships from read models and states."""

from tournaments.queries.history import events_for

__all__ = ["events_for"]
