"""What happens to entries: who registers, who is here, who leaves."""

from dataclasses import dataclass

from tournaments.rules.event_base import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRegistered(Fact):
    """An entry with its members (person ids), its club and its rank."""

    entry_id: str
    name: str
    members: tuple[str, ...]
    club: str | None
    rank: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRenamed(Fact):
    """The entry is called otherwise from here on; "" when nobody of that name is left."""

    entry_id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryConfirmed(Fact):
    """The organizer accepted the entry."""

    entry_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeMarked(Fact):
    """The fee was noted as paid, or as not paid."""

    entry_id: str
    paid: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRanked(Fact):
    """The entry got its rank for the seeding."""

    entry_id: str
    rank: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryCheckedIn(Fact):
    """The entry is here."""

    entry_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryWithdrawn(Fact):
    """The entry left."""

    entry_id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDisqualified(Fact):
    """The entry was put out."""

    entry_id: str
    reason: str
