"""Tables over REST: opening, finding, taking places, beginning."""

from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import policies, queries, services
from games.api._base import answer, asked, viewer
from games.api.serializers import (
    GameSerializer,
    ListedGameSerializer,
    NewTableSerializer,
    OpenTableFilterSerializer,
    OwnGameFilterSerializer,
    TakeSeatSerializer,
    checked,
)
from games.models import Game
from games.rules.table.commands import OpenTable
from games.spectating import sight
from truco_api.accounts.api.stateless import StatelessView
from truco_api.accounts.authentication import account
from truco_api.http.conditional import etag, is_fresh
from truco_api.http.schema import IDEMPOTENCY_KEY, IF_NONE_MATCH

DEAL_TERMS: Final = ("seed_seconds", "reveal")
HOUSE_TERMS: Final = ("on_leave", "spectator_seconds", "spectator_hands", "by_invitation")


class _GameList(GenericAPIView[Game]):
    """Games by cursor, the newest first."""

    queryset = Game.objects.none()
    cursor_ordering = ("-opened_at", "-id")

    def page(self, games: QuerySet[Game], filters: dict[str, Any]) -> Response:
        """One page of those games that pass the filters."""
        found = self.paginate_queryset(games.filter(**filters)) or []
        return self.get_paginated_response(ListedGameSerializer(found, many=True).data)


class TablesView(_GameList):
    """The tables that wait for players."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="games_open_tables",
        parameters=[OpenTableFilterSerializer],
        responses=ListedGameSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """Public tables with a free place."""
        wish = checked(OpenTableFilterSerializer, request.query_params)
        tables = queries.open_tables(
            free_seats=wish.pop("free_seats", 1), bots=wish.pop("bots"), options=wish.pop("options", {})
        )
        return self.page(tables, wish)

    @extend_schema(
        operation_id="games_open_table",
        request=NewTableSerializer,
        responses={201: GameSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    def post(self, request: Request) -> HttpResponse:
        """Open a table, and sit down at it unless `seat` is null."""
        wish = checked(NewTableSerializer, request.data)
        by = asked(request)
        seat = wish.pop("seat")
        clock = services.clock_policy(wish.pop("clock", {}))
        terms: dict[str, Any] = {name: wish.pop(name) for name in DEAL_TERMS if name in wish}
        house = services.house_terms({name: wish.pop(name) for name in HOUSE_TERMS if name in wish})
        seats = {} if seat is None else {seat: by.actor}
        deals = services.deal_terms(terms)
        command = OpenTable(owner=by.actor, seats=seats, clock=clock, deals=deals, **wish)
        return answer(services.create_table(command=command, house=house, by=by))


class OwnGamesView(_GameList):
    """One's own games."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="games_mine",
        parameters=[OwnGameFilterSerializer],
        responses=ListedGameSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """Every game in which one holds a place."""
        return self.page(
            queries.games_of(account(request)), checked(OwnGameFilterSerializer, request.query_params)
        )


class GameView(StatelessView):
    """One game."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="games_game",
        parameters=[IF_NONE_MATCH],
        responses={200: GameSerializer, 304: None},
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """The game as its viewer may see it: a seat sees its own cards, an outsider none before the end.

        The `ETag` is the version to act upon. Clocks run on while it stays the same.
        """
        seen_as = sight(game_id, viewer(request))
        state = seen_as.state
        # The same version is another answer for another reader, and its clocks run on.
        headers = {"ETag": etag(state.version), "Vary": "Authorization", "Cache-Control": "private, no-cache"}
        if is_fresh(request, state.version):
            return Response(status=status.HTTP_304_NOT_MODIFIED, headers=headers)
        seen = queries.game_json(state, viewer(request), seen_as.at)
        return Response(queries.with_names(seen), headers=headers)


class SeatsView(APIView):
    """The places of a table."""

    @extend_schema(
        operation_id="games_take_seat",
        request=TakeSeatSerializer,
        responses=GameSerializer,
        parameters=[IDEMPOTENCY_KEY],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Sit down, or come back to where a bot plays for you; or, as who opened the table, seat a bot."""
        wish = checked(TakeSeatSerializer, request.data)
        by, bot = asked(request), wish.get("bot")
        told = services.take_seat(
            game_id=game_id,
            holder=services.bot_holder(bot) if bot else by.actor,
            seat=wish.get("seat"),
            may=policies.may_arrange(by.actor) if bot else policies.may_sit(by.actor),
            by=by,
            anchor=None if bot else wish.get("anchor"),
        )
        return answer(told)


class SeatView(APIView):
    """One place of a table."""

    @extend_schema(
        operation_id="games_leave_seat",
        request=None,
        responses=GameSerializer,
        parameters=[IDEMPOTENCY_KEY],
    )
    def delete(self, request: Request, game_id: UUID, seat: int) -> HttpResponse:
        """Get up before the game begins; or, as who opened the table, send a bot away.

        Where the house has a bot play on (`on_leave`), one may leave a running game as well, and comes back
        by taking the place again. When the last person has left, the table is closed.
        """
        by = asked(request)
        told = services.leave_seat(game_id=game_id, seat=seat, may=policies.may_empty(by.actor, seat), by=by)
        return answer(told)


class StartView(APIView):
    """The beginning of a game."""

    @extend_schema(
        operation_id="games_start", request=None, responses=GameSerializer, parameters=[IDEMPOTENCY_KEY]
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Begin, as who opened the table, once every place is taken."""
        by = asked(request)
        return answer(services.start_game(game_id=game_id, may=policies.may_arrange(by.actor), by=by))


class RematchView(APIView):
    """Playing once more."""

    @extend_schema(
        operation_id="games_agree_rematch",
        request=None,
        responses=GameSerializer,
        parameters=[IDEMPOTENCY_KEY],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Want to play once more, within an hour after the end.

        When all want to, the next game begins at once: same places and terms, and the deal passes on.
        `rematch.game` names it."""
        return _agree(request, game_id, agreed=True)

    @extend_schema(
        operation_id="games_withdraw_rematch",
        request=None,
        responses=GameSerializer,
        parameters=[IDEMPOTENCY_KEY],
    )
    def delete(self, request: Request, game_id: UUID) -> HttpResponse:
        """Do not want to play once more after all."""
        return _agree(request, game_id, agreed=False)


def _agree(request: Request, game_id: UUID, *, agreed: bool) -> HttpResponse:
    by = asked(request)
    seat_for = policies.own_seat(by.actor)
    return answer(services.agree_rematch(game_id=game_id, agreed=agreed, seat_for=seat_for, by=by))
