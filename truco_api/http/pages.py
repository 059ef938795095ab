"""Pages about the API, for people who read a `type` of a problem in their browser."""

from dataclasses import dataclass
from inspect import getdoc

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from truco_api import problems
from truco_api.errors import DomainError
from truco_api.http.codes import advice, api_errors


@dataclass(frozen=True, slots=True)
class Explained:
    """One code in words: all but the `meaning` for programmers in the active language."""

    code: str
    status: int
    title: str
    message: str
    meaning: str
    advice: str


def problem_list(request: HttpRequest) -> HttpResponse:
    """Every code that the API can answer with."""
    explained = [_explain(kind) for kind in api_errors().values()]
    return render(request, "problems.html", {"problems": explained})


def problem(request: HttpRequest, code: str) -> HttpResponse:
    """What one code means; 404 for one that the API never gives."""
    kind = api_errors().get(code)
    if kind is None:
        raise Http404
    return render(request, "problem.html", {"problem": _explain(kind)})


def nowhere(_request: HttpRequest) -> HttpResponse:
    """What a library has an address for and we have not."""
    raise Http404


def _explain(kind: type[DomainError]) -> Explained:
    return Explained(
        code=kind.code,
        status=kind.status,
        title=problems.title(kind),
        message=gettext(kind.message),
        meaning=getdoc(kind) or "",
        advice=gettext(advice(kind)),
    )
