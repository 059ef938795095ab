"""The inbox of whoever asks, and what they wish. Nobody ever sees another's."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from truco_api.accounts.authentication import account, signed_in
from truco_api.notices import devices, push, services
from truco_api.notices.api.serializers import (
    ChangeWishesSerializer,
    InboxQuerySerializer,
    NoticeSerializer,
    PushDeviceSerializer,
    PushSerializer,
    ReadAllSerializer,
    RegisterPushDeviceSerializer,
    UnreadSerializer,
    WishesSerializer,
)
from truco_api.notices.errors import DeviceNotFound
from truco_api.notices.models import Platform


class OwnView(GenericAPIView[Any]):
    """For the account that asks, about itself."""

    permission_classes = [IsAuthenticated]
    cursor_ordering: tuple[str, ...] = ("-appeared_at", "-id")


@extend_schema(tags=["notices"])
class InboxView(OwnView):
    """The inbox."""

    serializer_class = NoticeSerializer

    @extend_schema(
        operation_id="notices_list",
        parameters=[InboxQuerySerializer],
        responses=NoticeSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """Your inbox, newest first."""
        query = InboxQuerySerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        rows = services.inbox(account(request))
        if query.validated_data["unread"]:
            rows = rows.filter(read_at__isnull=True)
        found = self.paginate_queryset(rows)
        return self.get_paginated_response(NoticeSerializer(found, many=True).data)


@extend_schema(tags=["notices"])
class UnreadView(OwnView):
    """How many."""

    serializer_class = UnreadSerializer

    @extend_schema(operation_id="notices_unread", responses=UnreadSerializer)
    def get(self, request: Request) -> Response:
        """How many in your inbox were not read."""
        return Response({"unread": services.unread(account(request))})


@extend_schema(tags=["notices"])
class ReadView(OwnView):
    """One of them."""

    serializer_class = NoticeSerializer

    @extend_schema(operation_id="notices_read", request=None, responses=NoticeSerializer)
    def post(self, request: Request, notice_id: UUID) -> Response:
        """Mark one as read; a second time it stays as it was."""
        found = services.read(user=account(request), notice_id=notice_id)
        return Response(NoticeSerializer(found).data)


@extend_schema(tags=["notices"])
class ReadAllView(OwnView):
    """All of them."""

    serializer_class = UnreadSerializer

    @extend_schema(operation_id="notices_read_all", request=ReadAllSerializer, responses=UnreadSerializer)
    def post(self, request: Request) -> Response:
        """Mark all as read (that had appeared until then); how many are left."""
        user = account(request)
        body = ReadAllSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        services.read_all(user=user, until=body.validated_data.get("until"))
        return Response({"unread": services.unread(user)})


@extend_schema(tags=["notices"])
class WishesView(OwnView):
    """What is wished."""

    serializer_class = WishesSerializer

    @extend_schema(operation_id="notices_settings", responses=WishesSerializer)
    def get(self, request: Request) -> Response:
        """How far each kind of notice may go, and your quiet hours."""
        return Response(WishesSerializer(services.wishes_of(account(request))).data)

    @extend_schema(
        operation_id="notices_change_settings", request=ChangeWishesSerializer, responses=WishesSerializer
    )
    def patch(self, request: Request) -> Response:
        """Change what is given: `off`, `inbox`, `push` or `always` (at night too) for kinds, quiet hours."""
        body = ChangeWishesSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        found = services.wish(user=account(request), changes=body.validated_data)
        return Response(WishesSerializer(found).data)


@extend_schema(tags=["push"])
class PushView(OwnView):
    """What is possible."""

    serializer_class = PushSerializer

    @extend_schema(operation_id="push_services", responses=PushSerializer)
    def get(self, _request: Request) -> Response:
        """By which push services this server can wake devices."""
        fcm, apns = push.configured(Platform.FCM), push.configured(Platform.APNS)
        return Response({"fcm": fcm, "apns": apns, "webpush_public_key": push.public_key()})


@extend_schema(tags=["push"])
class DevicesView(OwnView):
    """Devices that can be woken."""

    serializer_class = PushDeviceSerializer
    cursor_ordering = ("-created_at", "-id")

    @extend_schema(operation_id="push_devices", responses=PushDeviceSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Your devices that can be woken."""
        found = self.paginate_queryset(devices.devices_of(account(request)))
        return self.get_paginated_response(PushDeviceSerializer(found, many=True).data)

    @extend_schema(
        operation_id="push_register",
        request=RegisterPushDeviceSerializer,
        responses={201: PushDeviceSerializer},
    )
    def post(self, request: Request) -> Response:
        """Have the device that asks woken, until it is signed out. It has one address: the last one holds."""
        body = RegisterPushDeviceSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        made = devices.register(user=account(request), signed_in=signed_in(request).pk, **body.validated_data)
        return Response(PushDeviceSerializer(made).data, status.HTTP_201_CREATED)


@extend_schema(tags=["push"])
class DeviceView(OwnView):
    """One of them."""

    serializer_class = PushDeviceSerializer

    @extend_schema(operation_id="push_unregister", responses={204: None})
    def delete(self, request: Request, device_id: UUID) -> Response:
        """Wake it no more; it stays signed in."""
        if not devices.unregister(user=account(request), device_id=device_id):
            raise DeviceNotFound
        return Response(status=status.HTTP_204_NO_CONTENT)
