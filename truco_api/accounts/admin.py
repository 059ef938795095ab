"""Accounts in the administration site."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from truco_api.accounts.models import Token, User

if TYPE_CHECKING:
    AccountBase = UserAdmin[User]
    TokenBase = admin.ModelAdmin[Token]
else:  # Django's admin classes are generic for the type checker only.
    AccountBase, TokenBase = UserAdmin, admin.ModelAdmin


@admin.register(User)
class AccountAdmin(AccountBase):
    """Django's own, with what we added."""

    list_display = ("username", "display_name", "language", "is_staff", "is_active", "date_joined")
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("Truco"), {"fields": ("display_name", "language")}))


@admin.register(Token)
class TokenAdmin(TokenBase):
    """Devices can be signed out here, but neither made nor changed."""

    list_display = ("user", "device", "created_at", "seen_on")
    list_select_related = ("user",)
    search_fields = ("user__username", "device")
    fields = readonly_fields = ("user", "device", "created_at", "seen_on")

    @override
    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never: the token would be known to somebody else than the device."""
        return False

    @override
    def has_change_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        """Never."""
        return False
