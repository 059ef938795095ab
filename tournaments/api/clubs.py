"""Clubs, their members and invitations."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import policies
from tournaments.api._base import MemberView, OpenView, page
from tournaments.api.club_serializers import (
    AddMemberSerializer,
    ClubSerializer,
    InvitationSerializer,
    InviteSerializer,
    MemberSerializer,
    RolesSerializer,
)
from tournaments.models import Role
from tournaments.queries import clubs as queries
from tournaments.services import clubs, invitations, members
from truco_api.accounts.authentication import account


@extend_schema(tags=["clubs"])
class ClubsView(OpenView):
    """All clubs."""

    serializer_class = ClubSerializer

    @extend_schema(operation_id="clubs_list", responses=ClubSerializer(many=True))
    def get(self, _request: Request) -> Response:
        """All clubs, newest first."""
        return page(self, queries.clubs(), ClubSerializer)

    @extend_schema(operation_id="clubs_create", request=ClubSerializer, responses={201: ClubSerializer})
    def post(self, request: Request) -> Response:
        """Found a club; you become its owner. A guest claims their account first."""
        policies.may_found_clubs(account(request))
        body = ClubSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        club = clubs.found_club(user=account(request), **body.validated_data)
        return Response(ClubSerializer(club).data, status.HTTP_201_CREATED)


@extend_schema(tags=["clubs"])
class ClubView(OpenView):
    """One club."""

    serializer_class = ClubSerializer

    @extend_schema(operation_id="clubs_retrieve")
    def get(self, _request: Request, club_id: UUID) -> Response:
        """One club."""
        return Response(ClubSerializer(queries.club(club_id)).data)

    @extend_schema(operation_id="clubs_edit")
    def patch(self, request: Request, club_id: UUID) -> Response:
        """Change name, city, text or time zone (owner, organizer)."""
        club = queries.club(club_id)
        policies.require_role(club.id, account(request), *policies.ORGANIZERS)
        body = ClubSerializer(data=request.data, partial=True)
        body.is_valid(raise_exception=True)
        return Response(ClubSerializer(clubs.edit_club(club=club, changes=body.validated_data)).data)

    @extend_schema(operation_id="clubs_delete", responses={204: None})
    def delete(self, request: Request, club_id: UUID) -> Response:
        """Delete a club that never ran a championship (owner)."""
        club = queries.club(club_id)
        policies.require_role(club.id, account(request), Role.OWNER)
        clubs.delete_club(club=club)
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(tags=["clubs"])
class MembersView(MemberView):
    """Who is in a club."""

    serializer_class = MemberSerializer
    cursor_ordering = ("-joined_at", "-id")

    @extend_schema(operation_id="members_list", responses=MemberSerializer(many=True))
    def get(self, request: Request, club_id: UUID) -> Response:
        """The club's members, for its members."""
        club = queries.club(club_id)
        policies.require_role(club.id, account(request), *Role)
        return page(self, queries.members(club.id), MemberSerializer)

    @extend_schema(operation_id="members_add", request=AddMemberSerializer, responses={201: MemberSerializer})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Make a person registered at the door a playing member (owner, organizer)."""
        club = queries.club(club_id)
        policies.require_role(club.id, account(request), *policies.ORGANIZERS)
        body = AddMemberSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        membership = members.add_player(club=club, person_id=body.validated_data["person"])
        return Response(MemberSerializer(membership).data, status.HTTP_201_CREATED)


@extend_schema(tags=["clubs"])
class MemberDetailView(MemberView):
    """One membership."""

    serializer_class = MemberSerializer

    @extend_schema(operation_id="members_set_roles", request=RolesSerializer, responses=MemberSerializer)
    def put(self, request: Request, club_id: UUID, membership_id: UUID) -> Response:
        """Replace a member's roles (owner)."""
        club = queries.club(club_id)
        policies.require_role(club.id, account(request), Role.OWNER)
        body = RolesSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        membership = members.set_roles(
            club=club, membership_id=membership_id, roles=body.validated_data["roles"]
        )
        return Response(MemberSerializer(membership).data)

    @extend_schema(operation_id="members_end", responses={204: None})
    def delete(self, request: Request, club_id: UUID, membership_id: UUID) -> Response:
        """Leave the club, or as an owner take somebody out of it."""
        membership = queries.membership(club_id, membership_id)
        policies.may_end_membership(membership, account(request))
        members.end_membership(club=membership.club, membership_id=membership_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(tags=["clubs"])
class ClubInvitationsView(MemberView):
    """Invitations that a club has sent."""

    serializer_class = InvitationSerializer

    @extend_schema(operation_id="club_invitations_list", responses=InvitationSerializer(many=True))
    def get(self, request: Request, club_id: UUID) -> Response:
        """The club's invitations (owner, organizer)."""
        club = queries.club(club_id)
        policies.require_role(club.id, account(request), *policies.ORGANIZERS)
        return page(self, queries.invitations_of_club(club.id), InvitationSerializer)

    @extend_schema(
        operation_id="club_invitations_create",
        request=InviteSerializer,
        responses={201: InvitationSerializer},
    )
    def post(self, request: Request, club_id: UUID) -> Response:
        """Invite an account by its name: an owner to any role, an organizer to play."""
        club = queries.club(club_id)
        body = InviteSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        policies.may_invite(club.id, account(request), body.validated_data["roles"])
        invitation = invitations.invite(club=club, by=account(request), **body.validated_data)
        return Response(InvitationSerializer(invitation).data, status.HTTP_201_CREATED)


@extend_schema(tags=["clubs"])
class ClubInvitationView(MemberView):
    """One of them."""

    serializer_class = InvitationSerializer

    @extend_schema(operation_id="club_invitations_withdraw", responses=InvitationSerializer)
    def delete(self, request: Request, club_id: UUID, invitation_id: UUID) -> Response:
        """Take an unanswered invitation back (owner, organizer)."""
        club = queries.club(club_id)
        policies.require_role(club.id, account(request), *policies.ORGANIZERS)
        invitation = invitations.withdraw(club=club, invitation_id=invitation_id)
        return Response(InvitationSerializer(invitation).data)
