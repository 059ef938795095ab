"""Disputes: opening one, showing more, ruling, the appeal, and pictures.

`entry` is the side in whose name somebody asks, None for an official.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from games.services import Answer, Asked
from tournaments import documents_disputes
from tournaments.errors import AccountNotFound, ChampionshipNotFound, PhotoNotFound, TooManyPhotos
from tournaments.models import Photo
from tournaments.photos import cleaned
from tournaments.rules import commands
from tournaments.rules.errors import UnknownMatch
from tournaments.rules.errors_disputes import UnknownDispute
from tournaments.rules.state import Championship, Match
from tournaments.services.claims import as_text, claim_of, verdict_text
from tournaments.services.matches import match_answer
from tournaments.services.unit import Answering, Work, carry_out, work_on
from truco_api.accounts.models import User

PHOTOS_OF_ONE = 20
Record = Mapping[str, Any] | None
WithState = Callable[[Work], commands.Command]


def open_dispute(
    *,
    championship_id: UUID,
    match: str,
    by: Asked,
    entry: str,
    reason: str,
    leg: int | None = None,
    hand: int | None = None,
    action: int | None = None,
    record: Record = None,
    photos: Sequence[str] = (),
) -> Answer:
    """Dispute what happened in a match; the hand is looked up in its game, or judged by its record."""

    def making(work: Work) -> commands.OpenDispute:
        found = _match(work.state, match)
        _sent(championship_id, match, photos)
        return commands.OpenDispute(
            actor=work.unit.actor,
            now_ms=work.now_ms,
            match=match,
            entry=entry,
            reason=reason,
            claim=claim_of(work.state, found, leg=leg, hand=hand, action=action, record=record),
            record=as_text(record),
            verdict=verdict_text(work.state, found, record),
            photos=tuple(photos),
        )

    return _carry_out(championship_id, by, making, _newest, status=201)


def add_evidence(
    *,
    championship_id: UUID,
    dispute: str,
    by: Asked,
    entry: str | None,
    text: str = "",
    record: Record = None,
    photos: Sequence[str] = (),
) -> Answer:
    """Say more, or show a hand record or pictures."""

    def making(work: Work) -> commands.AddEvidence:
        known = work.state.disputes.get(dispute)
        if known is None:
            raise UnknownDispute(dispute=dispute)
        found = work.state.matches[known.match]
        _sent(championship_id, found.id, photos)
        return commands.AddEvidence(
            actor=work.unit.actor,
            now_ms=work.now_ms,
            dispute=dispute,
            entry=entry,
            text=text,
            record=as_text(record),
            verdict=verdict_text(work.state, found, record),
            photos=tuple(photos),
        )

    return _carry_out(championship_id, by, making, answering(dispute))


def withdraw(*, championship_id: UUID, dispute: str, by: Asked, entry: str) -> Answer:
    """Take the dispute back."""
    making = partial(commands.WithdrawDispute, dispute=dispute, entry=entry)
    return carry_out(championship_id, by, making, answering(dispute))


def name_arbiter(
    *, championship_id: UUID, dispute: str, by: Asked, arbiter: str, clubs: tuple[str, ...]
) -> Answer:
    """Ask an account from outside to rule."""
    making = partial(commands.NameArbiter, dispute=dispute, arbiter=arbiter, clubs=clubs)
    return carry_out(championship_id, by, making, answering(dispute))


def account_named(username: str) -> User:
    """The active account of this name, or AccountNotFound."""
    found = User.objects.filter(username__iexact=username.strip(), is_active=True).first()
    if found is None:
        raise AccountNotFound(username=username)
    return found


def rule(*, championship_id: UUID, dispute: str, by: Asked, **ruling: Any) -> Answer:
    """Rule; `ruling` has the fields of `RuleDispute`."""
    making = partial(commands.RuleDispute, dispute=dispute, **ruling)
    return carry_out(championship_id, by, making, answering(dispute))


def rule_on_match(*, championship_id: UUID, match: str, by: Asked, **ruling: Any) -> Answer:
    """Rule on the dispute that is pending about a match; answers with the match."""
    making = partial(commands.RuleDispute, match=match, **ruling)
    return carry_out(championship_id, by, making, match_answer(match))


def appeal(*, championship_id: UUID, dispute: str, by: Asked, entry: str, reason: str) -> Answer:
    """Take the ruling to the organizer."""
    making = partial(commands.AppealRuling, dispute=dispute, entry=entry, reason=reason)
    return carry_out(championship_id, by, making, answering(dispute))


def accept(*, championship_id: UUID, dispute: str, by: Asked, entry: str) -> Answer:
    """Do without an appeal."""
    making = partial(commands.AcceptRuling, dispute=dispute, entry=entry)
    return carry_out(championship_id, by, making, answering(dispute))


def keep_photo(*, championship_id: UUID, match: str, user: User, data: bytes) -> Photo:
    """Keep a picture for a match; the same one again is the one that is there."""
    picture = cleaned(data)
    of_match = Photo.objects.filter(championship_id=championship_id, match=match)
    known = of_match.filter(sha256=picture.sha256).first()
    if known is not None:
        return known
    if of_match.filter(sent_by=user).count() >= PHOTOS_OF_ONE:
        raise TooManyPhotos(limit=PHOTOS_OF_ONE)
    try:
        with transaction.atomic():
            return Photo.objects.create(
                championship_id=championship_id,
                match=match,
                sha256=picture.sha256,
                content=picture.content,
                width=picture.width,
                height=picture.height,
                sent_by=user,
            )
    except IntegrityError:
        return of_match.get(sha256=picture.sha256)


def answering(dispute: str) -> Answering:
    """Answer with the dispute as it is then, as those concerned may see it."""

    def answer(state: Championship) -> dict[str, Any]:
        return documents_disputes.dispute(state, state.disputes[dispute], inside=True)

    return answer


def _newest(state: Championship) -> dict[str, Any]:
    return answering(list(state.disputes)[-1])(state)


def _carry_out(
    championship_id: UUID, by: Asked, making: WithState, answer: Answering, *, status: int = 200
) -> Answer:
    """As `carry_out`, for a command that needs to look at the state first."""
    with work_on(championship_id, by) as work:
        if isinstance(work, Answer):
            return work
        if work.unit.version == 0:
            raise ChampionshipNotFound
        work.do(making(work))
        return work.answer(answer, status=status)


def _match(state: Championship, match: str) -> Match:
    found = state.matches.get(match)
    if found is None:
        raise UnknownMatch(match=match)
    return found


def _sent(championship_id: UUID, match: str, photos: Sequence[str]) -> None:
    """PhotoNotFound unless all of them were sent for this match."""
    rows = Photo.objects.filter(championship_id=championship_id, match=match, sha256__in=photos)
    if rows.count() != len(set(photos)):
        raise PhotoNotFound(field="photos")
