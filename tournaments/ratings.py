"""Ratings of persons: how strong each is taken to be, after every match that was really played.

Two things follow from events. Each championship tells which of its matches count (`RatedMatch`), in the
transaction of the command that decided them. And all of them together, in the order in which they were
decided, give the ratings, which are brought up to date a moment later: no command needs anything global.

The model is Plackett-Luce (Weng and Lin), for which the strength of a side is the sum of its members': so it
copes with pairs, trios and whoever plays with a new partner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q
from openskill.models import PlackettLuce, PlackettLuceRating

from games.states import moment
from tournaments.codec import codec
from tournaments.models import Person, RatedMatch, Rating
from tournaments.rules.evolve import evolve
from tournaments.rules.state import Championship, Match, empty
from truco_api.eventstore import Recorded, stream_projection

MODEL = PlackettLuce()
BASE, SCALE = 1000, 40
"""What is shown: nobody known has 1000, and a point of the model's own scale is 40 of ours."""
SETTLED = timedelta(seconds=5)
"""Matches are folded in the order of their decision; transactions that began earlier have ended by then."""
LOCK = 7_220_917
BATCH = 500
COLUMNS = ["decided_at", "home", "away", "winner", "void", "folded"]
COUNTED = frozenset({"played", "adjudicated"})


def project(before: Championship, after: Championship) -> None:
    """Write which matches count now, or count no more; in the transaction of the command."""
    rows = list(changed(before, after))
    if rows:
        store(rows)


def changed(before: Championship, after: Championship) -> Iterator[RatedMatch]:
    """Rows of matches whose result is another; sides are who played for them until then."""
    for match in after.matches.values():
        was = before.matches.get(match.id)
        if was is match or (was and was.result is match.result):
            continue
        if _rated(match):
            yield _row(after, match)
        elif was and _rated(was):
            # Who sat there does not matter any more, only that it is taken back.
            row = _row(before, was)
            row.void, row.winner = True, None
            yield row


def store(rows: Iterable[RatedMatch]) -> None:
    """Write rows, so that they are folded (again)."""
    RatedMatch.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["id"], update_fields=COLUMNS, batch_size=BATCH
    )


def behind(*, now: datetime) -> bool:
    """Whether any match is not in the ratings that should be by now."""
    return RatedMatch.objects.filter(folded=False, decided_at__lte=now - SETTLED).exists()


@transaction.atomic
def bring_up_to_date(*, now: datetime | None = None) -> int:
    """Fold what is not in the ratings yet, and everything anew if it does not come last; how many matches.

    `now` None takes everything there is; else what was decided in the last `SETTLED` waits for the next time.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
    fresh = RatedMatch.objects.filter(folded=False).select_for_update()
    if now is not None:
        fresh = fresh.filter(decided_at__lte=now - SETTLED)
    pending = list(fresh.order_by("decided_at", "id"))
    if not pending:
        return 0
    folded = RatedMatch.objects.filter(folded=True).order_by("-decided_at", "-id").first()
    late = folded is not None and (folded.decided_at, folded.id) > (pending[0].decided_at, pending[0].id)
    concerned = RatedMatch.objects.filter(id__in=[match.id for match in pending])
    if late or any(match.counted for match in pending):
        Rating.objects.all().delete()
        known = (RatedMatch.objects.filter(folded=True) | concerned).filter(void=False)
        count = _fold(known.order_by("decided_at", "id").iterator(), _Book())
    else:
        count = _fold((match for match in pending if not match.void), _Book.of(pending))
    concerned.update(folded=True, counted=~Q(void=True))
    return count


def forget_order(persons: Iterable[UUID]) -> None:
    """Have the matches of these persons folded again, as they are other people's now."""
    ids = list(persons)
    RatedMatch.objects.filter(Q(home__overlap=ids) | Q(away__overlap=ids)).update(folded=False)


@stream_projection(
    "ratings", stream_kind="championship", models=[RatedMatch, Rating], finish=bring_up_to_date
)
def refold(_stream: str, events: list[Recorded]) -> None:
    """The matches of one championship that count, each with who played at the time of its decision."""
    state, rows = empty(), dict[str, RatedMatch]()
    for event in codec.decode_all(events):
        after = evolve(state, event)
        rows |= {row.id: row for row in changed(state, after)} if after.matches is not state.matches else {}
        state = after
    store(rows.values())


def _rated(match: Match) -> bool:
    result = match.result
    return result is not None and result.how in COUNTED and match.ready and bool(result.legs)


def _row(state: Championship, match: Match) -> RatedMatch:
    assert match.result is not None
    home, away = (_players(state, match, side) for side in (0, 1))
    return RatedMatch(
        id=f"{state.id}/{match.id}",
        decided_at=moment(match.result.at_ms),
        home=home,
        away=away,
        winner=match.side_of(match.result.winner),
        void=False,
        folded=False,
    )


def _players(state: Championship, match: Match, side: int) -> list[UUID]:
    """Who played for a side: as the score sheet says, else its members."""
    entry = state.entries[match.sides[side] or ""]
    roster = (*entry.members, *entry.reserves)
    named = {person for detail in match.details for person in detail.players}
    played = [person for person in roster if person in named]
    return [UUID(person) for person in played or entry.members]


@dataclass(slots=True)
class _Book:
    """The ratings while they are folded, and whose person each id is."""

    ratings: dict[UUID, PlackettLuceRating] = field(default_factory=dict)
    matches: dict[UUID, int] = field(default_factory=dict)
    won: dict[UUID, int] = field(default_factory=dict)
    owners: dict[UUID, UUID] = field(default_factory=dict)

    @classmethod
    def of(cls, matches: Iterable[RatedMatch]) -> _Book:
        """A book with the ratings so far of all who play in these matches."""
        book = cls()
        book.know(person for match in matches for person in (*match.home, *match.away))
        for row in Rating.objects.filter(person__in=set(book.owners.values())):
            book.ratings[row.person] = MODEL.rating(mu=row.mu, sigma=row.sigma)
            book.matches[row.person], book.won[row.person] = row.matches, row.won
        return book

    def know(self, persons: Iterable[UUID]) -> None:
        """Find out whose the persons are: all persons of an account are one."""
        fresh = set(persons) - self.owners.keys()
        self.owners |= {person: person for person in fresh}
        claimed = dict(
            Person.objects.filter(id__in=fresh, account__isnull=False).values_list("id", "account")
        )
        own = dict(
            Person.objects.filter(account__in=set(claimed.values()), club=None).values_list("account", "id")
        )
        self.owners |= {person: own.get(account, person) for person, account in claimed.items()}

    def count(self, match: RatedMatch) -> None:
        """Let a match change the ratings of all who played it."""
        sides = [[self.owners[person] for person in side] for side in (match.home, match.away)]
        before = [[self.ratings.get(person) or MODEL.rating() for person in side] for side in sides]
        ranks = [0.0, 0.0] if match.winner is None else [float(side != match.winner) for side in (0, 1)]
        after = MODEL.rate(before, ranks=ranks)
        for side, (persons, ratings) in enumerate(zip(sides, after, strict=True)):
            for person, rating in zip(persons, ratings, strict=True):
                self.ratings[person] = rating
                self.matches[person] = self.matches.get(person, 0) + 1
                self.won[person] = self.won.get(person, 0) + (side == match.winner)

    def rows(self) -> Iterator[Rating]:
        """The ratings as rows."""
        for person, rating in self.ratings.items():
            yield Rating(
                person=person,
                mu=rating.mu,
                sigma=rating.sigma,
                matches=self.matches[person],
                won=self.won[person],
                value=round(rating.ordinal(alpha=SCALE, target=BASE)),
            )


def _fold(matches: Iterator[RatedMatch], book: _Book) -> int:
    """Count the matches in their order and write what came of it; how many there were."""
    count = 0
    while batch := list(islice(matches, BATCH)):
        book.know(person for match in batch for person in (*match.home, *match.away))
        for match in batch:
            book.count(match)
        count += len(batch)
    Rating.objects.bulk_create(
        book.rows(),
        update_conflicts=True,
        unique_fields=["person"],
        update_fields=["mu", "sigma", "matches", "won", "value"],
        batch_size=BATCH,
    )
    return count
