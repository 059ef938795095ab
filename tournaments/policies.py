"""Who may do what, object by object: each function returns silently or raises."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from uuid import UUID

from django.db.models import QuerySet

from tournaments.errors import (
    ArbiterIsASide,
    ChampionshipNotFound,
    NotYourSide,
    PhotoNotFound,
    RoleRequired,
)
from tournaments.models import (
    ChampionshipRow,
    DisputeRow,
    EntryRow,
    MatchRow,
    Membership,
    Person,
    Role,
    Season,
)
from truco_api.accounts.errors import GuestsMayNot, TokenOfAnotherClub
from truco_api.accounts.models import User

STAFF = (Role.OWNER, Role.ORGANIZER, Role.ARBITER, Role.SCORER)
ORGANIZERS = (Role.OWNER, Role.ORGANIZER)
DRAFT = "created"


def roles_in(club_id: UUID, user: User) -> frozenset[str]:
    """All roles that the account holds in the club, through any of its persons."""
    _within(club_id, user)
    rows = Membership.objects.filter(club_id=club_id, person__account=user).values_list("roles", flat=True)
    return frozenset(role for roles in rows for role in roles)


def require_role(club_id: UUID, user: User, *allowed: Role) -> None:
    """Pass who holds one of the roles; raise `RoleRequired` naming them otherwise."""
    if roles_in(club_id, user).isdisjoint(allowed):
        raise RoleRequired(roles=", ".join(role.value for role in allowed))


def may_found_clubs(user: User) -> None:
    """Anybody whose account outlives their phone."""
    if user.guest:
        raise GuestsMayNot


def may_keep_tokens(club_id: UUID, user: User) -> None:
    """Owners and organizers make, list and take back the tokens of the club's programs."""
    require_role(club_id, user, *ORGANIZERS)


def may_invite(club_id: UUID, user: User, roles: list[str]) -> None:
    """An owner invites to any role, an organizer to play."""
    allowed = ORGANIZERS if set(roles) <= {Role.PLAYER} else (Role.OWNER,)
    require_role(club_id, user, *allowed)


def may_keep_webhooks(club_id: UUID, user: User) -> None:
    """An owner: who keeps the secrets decides where the club's news goes."""
    require_role(club_id, user, Role.OWNER)


def may_end_membership(membership: Membership, user: User) -> None:
    """Members leave by themselves; an owner removes anybody."""
    _within(membership.club_id, user)
    if membership.person.account_id != user.id:
        require_role(membership.club_id, user, Role.OWNER)


def clubs_of_staff(user: User | None) -> list[UUID]:
    """The clubs in whose staff the account is."""
    if user is None:
        return []
    staff = [role.value for role in STAFF]
    rows = Membership.objects.filter(person__account=user, roles__overlap=staff)
    if user.club_only is not None:
        rows = rows.filter(club_id=user.club_only)
    return list(rows.values_list("club_id", flat=True))


def may_see(row: ChampionshipRow, user: User | None) -> None:
    """A draft is there for the club's staff alone; everything else is public."""
    if user is not None:
        _within(row.club_id, user)
    if row.phase == DRAFT and (user is None or roles_in(row.club_id, user).isdisjoint(STAFF)):
        raise ChampionshipNotFound


def is_official(row: ChampionshipRow, user: User | None) -> bool:
    """Whether the account is in the staff of the club."""
    return user is not None and not roles_in(row.club_id, user).isdisjoint(STAFF)


def may_organize(row: ChampionshipRow, user: User) -> None:
    """What an organizer does: regulation, entries, draw, start, times and tables."""
    may_see(row, user)
    require_role(row.club_id, user, *ORGANIZERS)


def may_enter(row: ChampionshipRow, user: User) -> bool:
    """Anybody enters themself, with partners; True for an organizer, who enters whomever they like."""
    may_see(row, user)
    return not roles_in(row.club_id, user).isdisjoint(ORGANIZERS)


def may_act_for(row: ChampionshipRow, entry_id: UUID, user: User, *officials: Role) -> None:
    """A player of the entry, or one of these officials."""
    may_see(row, user)
    if not _entries_of(row.id, user).filter(id=entry_id).exists():
        require_role(row.club_id, user, *officials)


def may_see_fee(row: ChampionshipRow, user: User | None) -> Callable[[EntryRow], bool]:
    """Whose fee the reader may see: an organizer everybody's, a player their own."""
    if user is None:
        return lambda _entry: False
    if not roles_in(row.club_id, user).isdisjoint(ORGANIZERS):
        return lambda _entry: True
    own = set(_entries_of(row.id, user).values_list("id", flat=True))
    return lambda entry: entry.id in own


def may_report(row: ChampionshipRow, match: MatchRow, user: User) -> str | None:
    """Hand in or confirm a sheet: the entry of a player in the match, None for an official who is not.

    Whoever plays in the match speaks for their own side, whatever else they are in the club.
    """
    may_see(row, user)
    side = side_of(match, user)
    if side is None:
        require_role(row.club_id, user, *STAFF)
    return side


def may_mark_present(row: ChampionshipRow, match: MatchRow, user: User, *, named: bool) -> str | None:
    """Players say so for their own side; officials for a side that they name."""
    may_see(row, user)
    if named:
        require_role(row.club_id, user, *STAFF)
        return None
    return may_dispute(row, match, user)


def may_dispute(row: ChampionshipRow, match: MatchRow, user: User) -> str:
    """The entry of a player in the match; nobody else disputes a sheet."""
    may_see(row, user)
    side = side_of(match, user)
    if side is None:
        raise NotYourSide
    return side


def may_rule(row: ChampionshipRow, match: MatchRow, user: User) -> None:
    """An arbiter who does not play in the match."""
    _may_judge(row, match, user, Role.ARBITER)


def clubs_of(user: User) -> tuple[str, ...]:
    """The names of the clubs that the account is a member of."""
    rows = Membership.objects.filter(person__account=user).values_list("club__name", flat=True)
    return tuple(dict.fromkeys(rows))


def may_rule_dispute(row: ChampionshipRow, match: MatchRow, user: User, dispute: DisputeRow) -> None:
    """An arbiter (of the club, or asked from outside), or for the organizer's ruling an organizer; nobody who
    plays in the match."""
    if dispute.instance == "organizer":
        _may_judge(row, match, user, *ORGANIZERS)
    elif dispute.arbiter == user.id:
        not_a_side(row, match, user)
    else:
        _may_judge(row, match, user, Role.ARBITER)


def not_a_side(row: ChampionshipRow, match: MatchRow, user: User) -> None:
    """Anybody who does not play in the match."""
    may_see(row, user)
    if side_of(match, user) is not None:
        raise ArbiterIsASide


def may_show(row: ChampionshipRow, match: MatchRow, user: User) -> str | None:
    """Say or show something in a dispute: the entry of a player in the match, None for an official."""
    return may_report(row, match, user)


def may_see_photo(row: ChampionshipRow, match: MatchRow, user: User) -> None:
    """A picture is for officials and the two sides; for anybody else there is none."""
    may_see(row, user)
    if not may_read_sheet(row, match, user):
        raise PhotoNotFound


def judging(user: User) -> dict[str, list[UUID]]:
    """By instance, the clubs in whose championships the account rules on disputes."""
    rows = Membership.objects.filter(person__account=user).values_list("club_id", "roles")
    held = [(club, set(roles)) for club, roles in rows]
    return {
        "arbiter": [club for club, roles in held if Role.ARBITER in roles],
        "organizer": [club for club, roles in held if roles & set(ORGANIZERS)],
    }


def may_correct(row: ChampionshipRow, match: MatchRow, user: User) -> None:
    """An arbiter or organizer who does not play in the match."""
    _may_judge(row, match, user, Role.ARBITER, *ORGANIZERS)


def may_disqualify(row: ChampionshipRow, user: User) -> None:
    """An arbiter or organizer who does not play in the championship."""
    may_see(row, user)
    require_role(row.club_id, user, Role.ARBITER, *ORGANIZERS)
    if _entries_of(row.id, user).exists():
        raise ArbiterIsASide


def may_run_season(season: Season, user: User) -> None:
    """An organizer of the season's club."""
    require_role(season.club_id, user, *ORGANIZERS)


def may_substitute(row: ChampionshipRow, match: MatchRow, user: User, named: str | None) -> str:
    """The entry for which a reserve comes in: a player's own, or the one that an official names."""
    may_see(row, user)
    if named is not None:
        require_role(row.club_id, user, *STAFF)
        return named
    return may_dispute(row, match, user)


def may_call_time(row: ChampionshipRow, match: MatchRow, user: User) -> None:
    """An official who does not play in the match."""
    _may_judge(row, match, user, *STAFF)


def may_report_extra(row: ChampionshipRow, sides: Iterable[str], user: User) -> None:
    """An official who plays for neither of the two."""
    may_see(row, user)
    require_role(row.club_id, user, *STAFF)
    if _entries_of(row.id, user).filter(id__in=list(sides)).exists():
        raise ArbiterIsASide


def may_penalize(row: ChampionshipRow, user: User) -> None:
    """An arbiter who does not play in the championship."""
    may_see(row, user)
    require_role(row.club_id, user, Role.ARBITER)
    if _entries_of(row.id, user).exists():
        raise ArbiterIsASide


def may_read_sheet(row: ChampionshipRow, match: MatchRow, user: User | None) -> bool:
    """Whether a sheet's note and what is said in disputes are for this reader: officials, both sides, and an
    arbiter who was asked from outside."""
    if user is None:
        return False
    if not roles_in(row.club_id, user).isdisjoint(STAFF) or side_of(match, user) is not None:
        return True
    named = DisputeRow.objects.filter(championship_id=row.id, match=match.match, arbiter=user.id)
    return named.exists()


def side_of(match: MatchRow, user: User) -> str | None:
    """The entry for which the account plays in the match."""
    sides = [side for side in (match.home, match.away) if side is not None]
    found = _entries_of(match.championship_id, user).filter(id__in=sides).first()
    return None if found is None else str(found.id)


def _within(club_id: UUID, user: User) -> None:
    """Refuse a token of one club at whatever belongs to another."""
    if user.club_only is not None and user.club_only != club_id:
        raise TokenOfAnotherClub


def _may_judge(row: ChampionshipRow, match: MatchRow, user: User, *allowed: Role) -> None:
    may_see(row, user)
    require_role(row.club_id, user, *allowed)
    if side_of(match, user) is not None:
        raise ArbiterIsASide


def _entries_of(championship_id: UUID, user: User) -> QuerySet[EntryRow]:
    persons = list(Person.objects.filter(account=user).values_list("id", flat=True))
    return EntryRow.objects.filter(championship_id=championship_id, members__overlap=persons)
