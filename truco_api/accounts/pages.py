"""Signing in to the pages: a session in a cookie, guarded against guessing as the tokens are."""

from typing import Any, cast

from allauth.mfa.base.forms import BaseAuthenticateForm
from allauth.mfa.utils import is_mfa_enabled
from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.request import Request
from typing_extensions import override

from truco_api.accounts.models import User
from truco_api.accounts.throttling import AttemptThrottle, SignInNameThrottle, SignInThrottle


class _PageSignInNameThrottle(SignInNameThrottle):
    """The same count as the API's, by the name in the form."""

    @override
    def place(self, request: Request) -> str | None:
        """The name that is tried."""
        return str(request.POST.get("username", "")).casefold() or None


class SignInForm(AuthenticationForm):
    """Name and password, and a code where the account has a second factor."""

    code = forms.CharField(required=False, max_length=32)

    @override
    def confirm_login_allowed(self, user: User) -> None:
        """Refuse closed accounts, and those with a second factor without a code of it."""
        super().confirm_login_allowed(user)
        if not is_mfa_enabled(user):
            return
        code = str(self.data.get("code", ""))
        if not code:
            raise ValidationError({"code": _("Enter a code of your second factor as well.")})
        if not BaseAuthenticateForm({"code": code}, user=user).is_valid():
            raise ValidationError({"code": _("This code is wrong.")})


class SignInPage(LoginView):
    """Name and password; then back to where the visitor came from."""

    form_class = SignInForm
    template_name = "sign_in.html"
    next_page = "/"

    @override
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Try the name and the password, unless too many were tried."""
        wait = too_often(request)
        if not wait:
            return super().post(request, *args, **kwargs)
        context = self.get_context_data(form=AuthenticationForm(request))
        context["refusal"] = _("Too many tries. Wait {seconds} seconds.").format(seconds=wait)
        answer: HttpResponseBase = self.render_to_response(
            context, status=429, headers={"Retry-After": str(wait)}
        )
        return cast("HttpResponse", answer)


def too_often(request: HttpRequest) -> int:
    """Count this try to sign in; the seconds to wait if it is one too many, else 0."""
    throttles: list[AttemptThrottle] = [SignInThrottle(), _PageSignInNameThrottle()]
    waits = [
        throttle.wait() or 1
        for throttle in throttles
        # A form's request has what the throttles look at: its address and its fields.
        if not throttle.allow_request(cast("Request", request), cast("Any", None))
    ]
    return int(max(waits, default=0)) + bool(waits)
