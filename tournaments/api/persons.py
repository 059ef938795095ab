"""Persons: registered at the door, claimed by an account; and an account's own invitations."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import policies
from tournaments.api._base import MemberView, page
from tournaments.api.club_serializers import (
    ClaimSerializer,
    InvitationSerializer,
    MemberSerializer,
    PersonNameSerializer,
    PersonSerializer,
    PersonWithCodeSerializer,
)
from tournaments.queries import clubs as queries
from tournaments.services import invitations, persons
from truco_api.accounts.authentication import account
from truco_api.accounts.throttling import ClaimThrottle


@extend_schema(tags=["persons"])
class ClubPersonsView(MemberView):
    """Persons whom a club registered at the door."""

    serializer_class = PersonSerializer

    @extend_schema(operation_id="club_persons_list", responses=PersonSerializer(many=True))
    def get(self, request: Request, club_id: UUID) -> Response:
        """Persons whom the club registered at the door (staff)."""
        club = queries.club(club_id)
        policies.require_role(club.id, account(request), *policies.STAFF)
        return page(self, queries.persons_of_club(club.id), PersonSerializer)

    @extend_schema(
        operation_id="club_persons_create",
        request=PersonNameSerializer,
        responses={201: PersonWithCodeSerializer},
    )
    def post(self, request: Request, club_id: UUID) -> Response:
        """Register somebody by name (owner, organizer); the code lets them claim it later."""
        club = queries.club(club_id)
        policies.require_role(club.id, account(request), *policies.ORGANIZERS)
        body = PersonNameSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        person, code = persons.register_person(club=club, **body.validated_data)
        answer = PersonWithCodeSerializer({"person": person, "claim_code": code})
        return Response(answer.data, status.HTTP_201_CREATED)


@extend_schema(tags=["persons"])
class ClaimCodeView(MemberView):
    """The code that claims a person."""

    serializer_class = PersonWithCodeSerializer

    @extend_schema(operation_id="club_persons_renew_code", request=None, responses=PersonWithCodeSerializer)
    def post(self, request: Request, club_id: UUID, person_id: UUID) -> Response:
        """A new claim code in place of a lost one (owner, organizer)."""
        club = queries.club(club_id)
        policies.require_role(club.id, account(request), *policies.ORGANIZERS)
        person, code = persons.renew_claim_code(club=club, person_id=person_id)
        return Response(PersonWithCodeSerializer({"person": person, "claim_code": code}).data)


@extend_schema(tags=["persons"])
class ClaimView(MemberView):
    """Claiming a person."""

    throttle_classes = [ClaimThrottle]
    serializer_class = PersonSerializer

    @extend_schema(operation_id="persons_claim", request=ClaimSerializer, responses=PersonSerializer)
    def post(self, request: Request) -> Response:
        """Claim the person whose code you hold: their matches become yours."""
        body = ClaimSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        return Response(
            PersonSerializer(persons.claim_person(user=account(request), **body.validated_data)).data
        )


@extend_schema(tags=["persons"])
class MyPersonsView(MemberView):
    """The caller's persons."""

    serializer_class = PersonSerializer

    @extend_schema(operation_id="my_persons_list", responses=PersonSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Your own person and those you have claimed."""
        persons.own_person(account(request))
        return page(self, queries.persons_of(account(request)), PersonSerializer)


@extend_schema(tags=["persons"])
class MyInvitationsView(MemberView):
    """Invitations to the caller."""

    serializer_class = InvitationSerializer

    @extend_schema(operation_id="my_invitations_list", responses=InvitationSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Invitations to you, newest first."""
        return page(self, queries.invitations_to(account(request)), InvitationSerializer)


@extend_schema(tags=["persons"])
class AcceptInvitationView(MemberView):
    """Saying yes."""

    serializer_class = MemberSerializer

    @extend_schema(operation_id="my_invitations_accept", request=None, responses=MemberSerializer)
    def post(self, request: Request, invitation_id: UUID) -> Response:
        """Become a member."""
        membership = invitations.accept(user=account(request), invitation_id=invitation_id)
        return Response(MemberSerializer(membership).data)


@extend_schema(tags=["persons"])
class DeclineInvitationView(MemberView):
    """Saying no."""

    serializer_class = InvitationSerializer

    @extend_schema(operation_id="my_invitations_decline", request=None, responses=InvitationSerializer)
    def post(self, request: Request, invitation_id: UUID) -> Response:
        """Say no."""
        invitation = invitations.decline(user=account(request), invitation_id=invitation_id)
        return Response(InvitationSerializer(invitation).data)
