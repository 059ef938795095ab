"""Keys of devices over REST."""

from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from truco_api.accounts.authentication import account
from truco_api.devicekeys import services
from truco_api.devicekeys.api.serializers import DeviceKeySerializer, NewDeviceKeySerializer
from truco_api.devicekeys.models import DeviceKey


@extend_schema_view(get=extend_schema(operation_id="keys_list"))
class KeysView(ListAPIView[DeviceKey]):
    """The keys of the caller's devices, revoked ones included, the newest first."""

    serializer_class = DeviceKeySerializer
    queryset = DeviceKey.objects.none()
    cursor_ordering = ("-registered_at", "-id")

    def get_queryset(self) -> QuerySet[DeviceKey]:
        """The caller's own."""
        return DeviceKey.objects.filter(user=account(self.request))

    @extend_schema(
        operation_id="keys_register", request=NewDeviceKeySerializer, responses={201: DeviceKeySerializer}
    )
    def post(self, request: Request) -> Response:
        """Register a key, to sign actions with. The same one again changes nothing."""
        asked = NewDeviceKeySerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        key = services.register(user=account(request), **asked.validated_data)
        return Response(DeviceKeySerializer(key).data, status=status.HTTP_201_CREATED)


class KeyView(APIView):
    """One key."""

    @extend_schema(operation_id="keys_revoke", responses={204: None})
    def delete(self, request: Request, key_id: UUID) -> Response:
        """Sign with it no more. What it has signed stays signed."""
        services.revoke(user=account(request), key_id=key_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
