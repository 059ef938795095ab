"""Webhooks of a club, for its owners."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import policies
from tournaments.api._base import MemberView, page, valid
from tournaments.api.webhook_serializers import (
    DeliverySerializer,
    DeliveryWithBodySerializer,
    LogQuerySerializer,
    NewWebhookSerializer,
    RedeliveredSerializer,
    RedeliverSerializer,
    RotateSerializer,
    WebhookSecretSerializer,
    WebhookSerializer,
    WebhookWithSecretSerializer,
)
from tournaments.queries import clubs as queries
from truco_api.accounts.authentication import account
from truco_api.webhooks import services
from truco_api.webhooks.models import Endpoint


def _club(request: Request, club_id: UUID) -> UUID:
    """The club, for its owners."""
    club = queries.club(club_id)
    policies.may_keep_webhooks(club.id, account(request))
    return club.id


def _webhook(request: Request, club_id: UUID, webhook_id: UUID) -> Endpoint:
    return services.endpoint(_club(request, club_id), webhook_id)


@extend_schema(tags=["webhooks"])
class WebhooksView(MemberView):
    """A club's webhooks."""

    serializer_class = WebhookSerializer

    @extend_schema(operation_id="webhooks_list", responses=WebhookSerializer(many=True))
    def get(self, request: Request, club_id: UUID) -> Response:
        """The club's webhooks, newest first (owner)."""
        return page(self, services.endpoints(_club(request, club_id)), WebhookSerializer)

    @extend_schema(
        operation_id="webhooks_create",
        request=NewWebhookSerializer,
        responses={201: WebhookWithSecretSerializer},
    )
    def post(self, request: Request, club_id: UUID) -> Response:
        """Have an address told of what happens in the club's championships from now on (owner).

        It must be public and https. The secret is told this once.
        """
        club = _club(request, club_id)
        made, secret = services.add(club=club, **valid(NewWebhookSerializer(data=request.data)))
        answer = WebhookWithSecretSerializer({"webhook": made, "secret": secret})
        return Response(answer.data, status.HTTP_201_CREATED)


@extend_schema(tags=["webhooks"])
class WebhookView(MemberView):
    """One of them."""

    serializer_class = WebhookSerializer

    @extend_schema(operation_id="webhooks_retrieve", responses=WebhookSerializer)
    def get(self, request: Request, club_id: UUID, webhook_id: UUID) -> Response:
        """One webhook (owner)."""
        return Response(WebhookSerializer(_webhook(request, club_id, webhook_id)).data)

    @extend_schema(operation_id="webhooks_edit", request=WebhookSerializer, responses=WebhookSerializer)
    def patch(self, request: Request, club_id: UUID, webhook_id: UUID) -> Response:
        """Change address, types or description, or switch it off and on (owner).

        While it is off nothing is sent; afterwards `redeliver` sends what it missed.
        """
        found = _webhook(request, club_id, webhook_id)
        changes = valid(WebhookSerializer(data=request.data, partial=True))
        return Response(WebhookSerializer(services.edit(found=found, changes=changes)).data)

    @extend_schema(operation_id="webhooks_delete", responses={204: None})
    def delete(self, request: Request, club_id: UUID, webhook_id: UUID) -> Response:
        """Remove it with its log (owner)."""
        services.remove(found=_webhook(request, club_id, webhook_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(tags=["webhooks"])
class WebhookRotateView(MemberView):
    """Its secret."""

    serializer_class = WebhookSecretSerializer

    @extend_schema(
        operation_id="webhooks_rotate_secret", request=RotateSerializer, responses=WebhookSecretSerializer
    )
    def post(self, request: Request, club_id: UUID, webhook_id: UUID) -> Response:
        """Make a new secret (owner), told this once. For a while messages are signed with both."""
        found = _webhook(request, club_id, webhook_id)
        hours = valid(RotateSerializer(data=request.data))["overlap_hours"]
        secret = services.rotate(found=found, overlap=timedelta(hours=hours))
        return Response(WebhookSecretSerializer({"secret": secret}).data)


@extend_schema(tags=["webhooks"])
class WebhookPingView(MemberView):
    """A test."""

    serializer_class = DeliverySerializer

    @extend_schema(operation_id="webhooks_ping", request=None, responses={202: DeliverySerializer})
    def post(self, request: Request, club_id: UUID, webhook_id: UUID) -> Response:
        """Send a message of type `ping` (owner); its delivery tells how it went."""
        sent = services.ping(found=_webhook(request, club_id, webhook_id))
        return Response(DeliverySerializer(sent).data, status.HTTP_202_ACCEPTED)


@extend_schema(tags=["webhooks"])
class WebhookDeliveriesView(MemberView):
    """Its log."""

    serializer_class = DeliverySerializer
    cursor_ordering = ("-position",)

    @extend_schema(
        operation_id="webhooks_deliveries",
        parameters=[LogQuerySerializer],
        responses=DeliverySerializer(many=True),
    )
    def get(self, request: Request, club_id: UUID, webhook_id: UUID) -> Response:
        """What was sent, and how each attempt went, newest first (owner)."""
        rows = services.deliveries(_webhook(request, club_id, webhook_id))
        query = valid(LogQuerySerializer(data=request.query_params))
        if "status" in query:
            rows = rows.filter(status=query["status"])
        if "event_type" in query:
            rows = rows.filter(message__type=query["event_type"])
        return page(self, rows, DeliverySerializer)


@extend_schema(tags=["webhooks"])
class WebhookDeliveryView(MemberView):
    """One entry of the log."""

    serializer_class = DeliveryWithBodySerializer

    @extend_schema(operation_id="webhooks_delivery", responses=DeliveryWithBodySerializer)
    def get(self, request: Request, club_id: UUID, webhook_id: UUID, delivery_id: UUID) -> Response:
        """One delivery with the body that is sent (owner)."""
        found = services.delivery(_webhook(request, club_id, webhook_id), delivery_id)
        return Response(DeliveryWithBodySerializer(found).data)


@extend_schema(tags=["webhooks"])
class WebhookRedeliverOneView(MemberView):
    """One entry of the log, again."""

    serializer_class = DeliverySerializer

    @extend_schema(operation_id="webhooks_redeliver_one", request=None, responses={202: DeliverySerializer})
    def post(self, request: Request, club_id: UUID, webhook_id: UUID, delivery_id: UUID) -> Response:
        """Send this once more, now, under the same `webhook-id` (owner)."""
        found = _webhook(request, club_id, webhook_id)
        again = services.redeliver(found=found, delivery_id=delivery_id)
        return Response(DeliverySerializer(again).data, status.HTTP_202_ACCEPTED)


@extend_schema(tags=["webhooks"])
class WebhookRedeliverView(MemberView):
    """All since a time, again."""

    serializer_class = RedeliveredSerializer

    @extend_schema(
        operation_id="webhooks_redeliver",
        request=RedeliverSerializer,
        responses={202: RedeliveredSerializer},
    )
    def post(self, request: Request, club_id: UUID, webhook_id: UUID) -> Response:
        """Send whatever happened since then and was not delivered once more (owner).

        With what happened while it was switched off; nothing is kept for longer than some weeks.
        """
        found = _webhook(request, club_id, webhook_id)
        count = services.redeliver_since(found=found, **valid(RedeliverSerializer(data=request.data)))
        return Response(RedeliveredSerializer({"deliveries": count}).data, status.HTTP_202_ACCEPTED)
