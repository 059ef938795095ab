"""Who may do what at a table. Each rule is asked of the table as it stands locked, inside the command's
transaction, so that nobody slips through between the question and the deed."""

from games.errors import InvitationNeeded, NotSeated, NotYourSeat, NotYourTable, SeatsAssigned
from games.rules.table import Table, is_bot
from games.services import Guard, SeatFor


def own_seat(actor: str, asked: int | None = None) -> SeatFor:
    """The caller's own seat; NotSeated without one, NotYourSeat when another one is `asked` for."""

    def seat(table: Table) -> int:
        own = table.seat_of(actor)
        if own is None:
            raise NotSeated
        if asked is not None and asked != own:
            raise NotYourSeat
        return own

    return seat


def is_free(table: Table) -> None:
    """Only a championship gives the places of its tables."""
    if table.origin is not None:
        raise SeatsAssigned


def may_sit(actor: str) -> Guard:
    """Anybody may take a free place of a table that belongs to no championship; or, where one has to be
    invited, who opened it, and who comes back."""

    def guard(table: Table) -> None:
        is_free(table)
        if table.house.by_invitation and table.owner != actor and table.place_of(actor) is None:
            raise InvitationNeeded

    return guard


def may_invite(actor: str) -> Guard:
    """Who opened the table, and who sits there, invite others to it."""

    def guard(table: Table) -> None:
        is_free(table)
        if table.owner != actor and table.seat_of(actor) is None:
            raise NotSeated

    return guard


def may_arrange(actor: str) -> Guard:
    """Only who opened the table seats bots and begins the game."""

    def guard(table: Table) -> None:
        is_free(table)
        if table.owner != actor:
            raise NotYourTable

    return guard


def may_empty(actor: str, seat: int) -> Guard:
    """Everyone leaves their own place; who opened the table also takes bots away."""

    def guard(table: Table) -> None:
        is_free(table)
        held = table.seats[seat] if 0 <= seat < len(table.seats) else None
        if held == actor or held is None:
            return
        if not is_bot(held):
            raise NotYourSeat
        if table.owner != actor:
            raise NotYourTable

    return guard
