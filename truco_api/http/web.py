"""What every page of the site shares: who reads it, in which language, and what a refusal looks like."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, cast
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt
from rest_framework.authentication import CSRFCheck
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from truco_api import problems
from truco_api.accounts.authentication import TokenAuthentication
from truco_api.accounts.models import User
from truco_api.errors import DomainError, NotFound
from truco_api.http.errors import NotAuthenticated
from truco_api.http.language import states_a_language

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

REFRESH_SECONDS: Final = 20
STILL: Final = "still"
# A page loads its own files alone. No script stands in a page itself, so none that is smuggled in runs.
POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


def page(view: View[P]) -> View[P]:
    """A page for who is signed in by session, or by the token of an app; its refusals are pages too."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            _identify(request)
            answer = view(request, *args, **kwargs)
        except NotFound as error:
            raise Http404 from error
        except (NotAuthenticated, AuthenticationFailed):
            return to_sign_in(request)
        except DomainError as error:
            answer = refused(request, error)
        # What one reader sees is for no other.
        answer.headers.setdefault("Cache-Control", "private, no-cache")
        answer.headers.setdefault("Content-Security-Policy", POLICY)
        return answer

    return cast("View[P]", csrf_exempt(wrapper))


def reader(request: HttpRequest) -> User | None:
    """The account that reads the page, or None without a login."""
    return request.user if isinstance(request.user, User) else None


def account(request: HttpRequest) -> User:
    """The account that sends a form; without one, it is led to the sign-in."""
    found = reader(request)
    if found is None:
        raise NotAuthenticated
    return found


def shown(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any],
    *,
    status: int = 200,
    lively: bool = False,
) -> HttpResponse:
    """A page; a `lively` one asks for itself again, unless the reader has told it to be still."""
    still = STILL in request.GET
    more = {
        "reader": reader(request),
        "refresh": REFRESH_SECONDS if lively and not still else None,
        "still": still,
        "lively": lively,
        "here": request.get_full_path(),
    }
    return render(request, template, {**context, **more}, status=status)


def refused(request: HttpRequest, error: DomainError) -> HttpResponse:
    """The page that says why not."""
    return shown(request, "refused.html", {"detail": problems.detail(error)}, status=error.status)


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """To the sign-in, and back here from there."""
    back = request.get_full_path() if request.method == "GET" else request.path
    return HttpResponseRedirect(f"{reverse('sign-in')}?{urlencode({'next': back})}")


def _identify(request: HttpRequest) -> None:
    """Take a token if there is one; a session's form must carry its own token against forgery.

    A header that no form can set needs no such token: that is why the views are exempt and asked here.
    """
    if "HTTP_AUTHORIZATION" in request.META:
        found = TokenAuthentication().authenticate(Request(request))
        if found is None:
            raise NotAuthenticated
        request.user = found[0]
    else:
        _check_csrf(request)
    user = reader(request)
    if user and user.language and not states_a_language(request):
        translation.activate(user.language)
        request.LANGUAGE_CODE = user.language


def _check_csrf(request: HttpRequest) -> None:
    check = CSRFCheck(_nothing)
    check.process_request(request)
    reason = check.process_view(request, _nothing, (), {})
    if reason:
        raise PermissionDenied(str(reason))


def _nothing(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()
