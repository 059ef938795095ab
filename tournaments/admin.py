"""Clubs and people to put in order; championships to look at: they follow from their events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin

from tournaments.models import ChampionshipRow, Club, EntryRow, Invitation, MatchRow, Membership, Person
from truco_api.eventstore.admin import ReadOnlyAdmin

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Any]
else:
    Admin = admin.ModelAdmin  # generic for the type checker alone


@admin.register(Club)
class ClubAdmin(Admin):
    """Clubs."""

    list_display = ("name", "city", "created_at")
    search_fields = ("name", "city")


@admin.register(Person)
class PersonAdmin(Admin):
    """Persons; the digest of a claim code is nobody's business."""

    list_display = ("name", "club", "account", "created_at")
    search_fields = ("name",)
    raw_id_fields = ("account", "club")
    exclude = ("claim_digest",)


@admin.register(Membership)
class MembershipAdmin(Admin):
    """Who is in which club, with which roles."""

    list_display = ("club", "person", "roles", "joined_at")
    list_select_related = ("club", "person")
    raw_id_fields = ("club", "person")


@admin.register(Invitation)
class InvitationAdmin(Admin):
    """Invitations."""

    list_display = ("club", "account", "roles", "status", "created_at")
    list_select_related = ("club", "account")
    raw_id_fields = ("club", "account", "invited_by")


@admin.register(ChampionshipRow)
class ChampionshipAdmin(ReadOnlyAdmin):
    """Championships."""

    list_display = ("name", "club", "phase", "variant", "version", "created_at")
    list_filter = ("phase", "variant")
    search_fields = ("name",)


@admin.register(EntryRow)
class EntryAdmin(ReadOnlyAdmin):
    """Entries."""

    list_display = ("name", "championship", "number", "confirmed", "paid", "checked_in", "out")
    search_fields = ("name",)


@admin.register(MatchRow)
class MatchAdmin(ReadOnlyAdmin):
    """Matches."""

    list_display = ("id", "status", "decided_at")
    list_filter = ("status",)
