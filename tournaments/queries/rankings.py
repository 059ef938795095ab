"""Rankings of entries, persons and clubs, over a championship and over a season, with ratings beside them.

Persons of one account are one, under its own person; the same people entered twice are the same entry; a
club is what its entries say it is, however it is capitalised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias
from uuid import UUID

from django.db.models import QuerySet

from tournaments import states
from tournaments.documents import Document
from tournaments.errors import SeasonNotFound
from tournaments.models import ChampionshipRow, EntryRow, Person, PlacingRow, Rating, Season
from tournaments.rules import rankings
from tournaments.rules.formats.protocol import Place
from tournaments.rules.formats.qualifying import Cut
from tournaments.rules.formats.season import SeasonRules, finalists
from tournaments.rules.rankings import Outcome, Record
from tournaments.rules.regulation import TEAM

ENTRIES, PERSONS, CLUBS = "entries", "persons", "clubs"
LEVELS = (ENTRIES, PERSONS, CLUBS)


@dataclass(slots=True)
class People:
    """Who is who: the person that stands for each id, names, and ratings."""

    owners: dict[UUID, UUID] = field(default_factory=dict)
    names: dict[UUID, str] = field(default_factory=dict)
    ratings: dict[UUID, int] = field(default_factory=dict)

    @classmethod
    def of(cls, entries: Iterable[EntryRow]) -> People:
        """Everybody who plays in these entries."""
        ids = {person for entry in entries for person in entry.members}
        persons = list(Person.objects.filter(id__in=ids))
        accounts = {person.account_id for person in persons if person.account_id}
        own = {each.account_id: each for each in Person.objects.filter(account__in=accounts, club=None)}
        people = cls()
        for person in persons:
            owner = own.get(person.account_id, person)
            people.owners[person.id] = owner.id
            people.names[owner.id] = owner.shown_name
        rated = Rating.objects.filter(person__in=people.names).values_list("person", "value")
        people.ratings = dict(rated)
        return people

    def members(self, entry: EntryRow) -> list[UUID]:
        """The persons of an entry, in a fixed order."""
        return sorted({self.owners.get(person, person) for person in entry.members})

    def rating(self, persons: Iterable[UUID]) -> int | None:
        """The mean rating of those who have one; None if nobody has."""
        known = [self.ratings[person] for person in persons if person in self.ratings]
        return round(sum(known) / len(known)) if known else None


@dataclass(slots=True)
class Level:
    """What is ranked: the keys of an entry, and how a key is shown."""

    people: People
    keys: dict[str, list[str]] = field(default_factory=dict)
    shown: dict[str, Document] = field(default_factory=dict)

    def add(self, entry: EntryRow, by: str, *, team: bool) -> None:
        """Note the keys that an entry counts for."""
        found = dict(_KEYS[by](self.people, entry, team))
        self.keys[str(entry.id)] = list(found)
        for key, shown in found.items():
            known = self.shown.setdefault(key, {"persons": [], **shown})
            if by == CLUBS:  # the rating of a club is that of all who have played for it
                known["persons"] = sorted({*known["persons"], *shown["persons"]})

    def row(self, key: str) -> Document:
        """How a key is shown, with its rating."""
        shown = self.shown[key]
        persons = [
            {"person": str(person), "name": self.people.names.get(person)} for person in shown["persons"]
        ]
        more = {"persons": persons if len(persons) <= MOST_SHOWN else []}
        return {**shown, **more, "rating": self.people.rating(shown["persons"])}


MOST_SHOWN = 20
Keys = Iterable[tuple[str, Document]]


def _entry_key(people: People, entry: EntryRow, team: bool) -> Keys:
    members = people.members(entry)
    key = f"{entry.club or ''}/{entry.name}".casefold() if team else "+".join(map(str, members))
    yield key, {"name": entry.name, "club": entry.club, "persons": members}


def _person_keys(people: People, entry: EntryRow, _team: bool) -> Keys:
    for person in people.members(entry):
        yield str(person), {"name": people.names.get(person), "club": entry.club, "persons": [person]}


def _club_key(people: People, entry: EntryRow, _team: bool) -> Keys:
    if entry.club:
        yield (
            entry.club.casefold(),
            {
                "name": entry.club,
                "club": entry.club,
                "persons": people.members(entry),
            },
        )


_KEYS: dict[str, Callable[[People, EntryRow, bool], Keys]] = {
    ENTRIES: _entry_key,
    PERSONS: _person_keys,
    CLUBS: _club_key,
}


def of_championship(row: ChampionshipRow, by: str) -> Document:
    """A championship's ranking, by places once it is over, before that by what was won."""
    entries = list(EntryRow.objects.filter(championship=row))
    level = _level([(row, entries)], by)
    found = rankings.ranking(rankings.records(states.at_version(row.id, row.version)), level.keys)
    return {
        "version": row.version,
        "rows": [
            {
                "rank": each.rank,
                **level.row(each.key),
                "places": list(each.places),
                "entries": each.entries,
                "played": each.played,
                "won": each.won,
                "leg_difference": each.leg_difference,
                "tentos_difference": each.tentos_difference,
            }
            for each in found
        ],
    }


def seasons(*, club: UUID | None = None) -> QuerySet[Season]:
    """All seasons, or those of a club."""
    found = Season.objects.select_related("club")
    return found if club is None else found.filter(club_id=club)


def season(season_id: UUID) -> Season:
    """One season, or SeasonNotFound."""
    found = seasons().filter(id=season_id).first()
    if found is None:
        raise SeasonNotFound
    return found


def parts(found: Season) -> list[Document]:
    """The championships of a season in the order in which they were added."""
    rows = found.parts.select_related("championship")
    return [
        {
            "championship": str(part.championship_id),
            "name": part.championship.name,
            "phase": part.championship.phase,
            "weight": part.weight,
            "stage": part.stage or None,
        }
        for part in rows
    ]


def of_season(found: Season, by: str, *, explained: bool = False) -> Document:
    """The table of a season after the championships that are over."""
    played = _played(found)
    level = _level([(row, entries) for row, entries, _, _ in played], by)
    rules = rules_of(found)
    brought = [rankings.outcomes(rules, records, level.keys, weight) for _, _, records, weight in played]
    table = rankings.season(rules, brought)
    taken = _taking_part(brought)
    names = {key: str(shown["name"]) for key, shown in level.shown.items()}
    rows = rankings.view(table, names, explained=explained)
    return {
        "championships": len(played),
        "rows": [
            {
                **level.row(row["key"]),
                "rank": row["rank"],
                "values": row["values"],
                "decided_by": row["decided_by"],
                "championships": taken[row["key"]],
                "reasons": row["reasons"],
            }
            for row in rows
        ],
    }


def finalists_of(found: Season, *, direct: int, size: int) -> Document:
    """Who plays a final: the first `direct` of every championship, then the table until there are `size`."""
    level, cut = _final(_played(found), rules_of(found), direct, size)
    return {
        "through": [level.row(key) for key in cut.through],
        "undecided": [level.row(key) for key in cut.undecided],
    }


def final_field(found: Season, *, direct: int, size: int) -> tuple[list[EntryRow], list[str]]:
    """The newest entry of everybody who plays a final, best first; and names of those level for a place."""
    played = _played(found)
    level, cut = _final(played, rules_of(found), direct, size)
    newest = {
        key: entry
        for _, entries, _, _ in played
        for entry in entries
        for key in level.keys.get(str(entry.id), ())
    }
    return [newest[key] for key in cut.through], [str(level.shown[key]["name"]) for key in cut.undecided]


def _final(played: Sequence[_Counted], rules: SeasonRules, direct: int, size: int) -> tuple[Level, Cut]:
    level = _level([(row, entries) for row, entries, _, _ in played], ENTRIES)
    brought = [rankings.outcomes(rules, records, level.keys, weight) for _, _, records, weight in played]
    table = rankings.season(rules, brought)
    return level, finalists(table, [_as_places(each) for each in brought], direct=direct, size=size)


def rules_of(found: Season) -> SeasonRules:
    """The rules of a season."""
    stated = dict(found.rules)
    return SeasonRules(
        by_place=tuple(stated.pop("by_place")), criteria=tuple(stated.pop("criteria")), **stated
    )


_Counted: TypeAlias = tuple[ChampionshipRow, list[EntryRow], tuple[Record, ...], int]
"""A championship with its entries, their records, and how many times it counts."""


def _played(found: Season) -> list[_Counted]:
    """The championships of a season that count and are over, with their entries and records."""
    counting = found.parts.select_related("championship").exclude(weight=0)
    rows = list(counting.filter(championship__phase="finished"))
    ids = [part.championship_id for part in rows]
    placings: dict[UUID, list[PlacingRow]] = {}
    for placing in PlacingRow.objects.filter(championship__in=ids).order_by("id"):
        placings.setdefault(placing.championship_id, []).append(placing)
    entries: dict[UUID, list[EntryRow]] = {}
    for entry in EntryRow.objects.filter(championship__in=ids):
        entries.setdefault(entry.championship_id, []).append(entry)
    return [
        (
            part.championship,
            entries.get(part.championship_id, []),
            tuple(map(_record, placings.get(part.championship_id, []))),
            part.weight,
        )
        for part in rows
    ]


def _record(row: PlacingRow) -> Record:
    (legs_for, legs_against), (tentos_for, tentos_against) = row.legs, row.tentos
    return Record(
        str(row.id),
        row.place,
        row.played,
        row.won,
        (legs_for, legs_against),
        (tentos_for, tentos_against),
    )


def _level(found: Sequence[tuple[ChampionshipRow, Sequence[EntryRow]]], by: str) -> Level:
    level = Level(People.of(entry for _, entries in found for entry in entries))
    for row, entries in reversed(found):  # so that the newest name is the one that is shown
        team = row.body["regulation"]["entry_kind"] == TEAM
        for entry in entries:
            level.add(entry, by, team=team)
    return level


def _as_places(brought: Iterable[Outcome]) -> list[Place]:
    places: dict[int, list[str]] = {}
    for outcome in brought:
        if outcome.record.place is not None:
            places.setdefault(outcome.record.place, []).append(outcome.key)
    return [Place(place, tuple(keys)) for place, keys in sorted(places.items())]


def _taking_part(brought: Sequence[Sequence[Outcome]]) -> dict[str, int]:
    """In how many championships each key took part."""
    taken: dict[str, int] = {}
    for outcomes in brought:
        for key in {outcome.key for outcome in outcomes}:
            taken[key] = taken.get(key, 0) + 1
    return taken
