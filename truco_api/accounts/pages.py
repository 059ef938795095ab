"""Signing in to the pages: a session in a cookie, guarded against guessing as the tokens are."""

from typing import Any, cast

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.request import Request
from typing_extensions import override

from truco_api.accounts.throttling import AttemptThrottle, SignInNameThrottle, SignInThrottle


class _PageSignInNameThrottle(SignInNameThrottle):
    """The same count as the API's, by the name in the form."""

    @override
    def place(self, request: Request) -> str | None:
        """The name that is tried."""
        return str(request.POST.get("username", "")).casefold() or None


class SignInPage(LoginView):
    """Name and password; then back to where the visitor came from."""

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
