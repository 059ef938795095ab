"""Deleting one's account over REST."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from truco_api.accounts import deletion
from truco_api.accounts.authentication import account
from truco_api.accounts.throttling import DeletionThrottle


class DeletionSerializer(serializers.Serializer[Any]):
    """That it is really the owner who wants this."""

    password = serializers.CharField(
        max_length=128, trim_whitespace=False, default="", allow_blank=True, help_text="If there is one."
    )
    code = serializers.CharField(
        max_length=32, default="", allow_blank=True, help_text="Of the second factor, if there is one."
    )


class DeletionView(APIView):
    """The end of an account."""

    throttle_classes = [DeletionThrottle]

    @extend_schema(operation_id="accounts_delete", request=DeletionSerializer, responses={204: None})
    def post(self, request: Request) -> Response:
        """Delete one's account for good, with everything that says whose it was.

        Running games are given up, free places left, entries of one's own withdrawn. What was played stays,
        by a "deleted player".
        """
        asked = DeletionSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        user = account(request)
        deletion.prove(user=user, **asked.validated_data)
        deletion.delete_account(user)
        return Response(status=status.HTTP_204_NO_CONTENT)
