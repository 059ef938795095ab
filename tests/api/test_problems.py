"""Whatever fails under /api/, and however, is answered with a problem."""

import json
import logging
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from tests.api.probe_urls import SECRET
from truco_api import problems
from truco_api.errors import DomainError, Invalid, Message, gettext_noop
from truco_api.http.codes import api_errors

pytestmark = pytest.mark.urls("tests.api.probe_urls")

MEMBERS = {"type", "title", "status", "detail", "code", "instance", "errors"}
EXPECTED = {
    "domain": (400, "error"),
    "invalid": (422, "invalid"),
    "conflict": (409, "conflict"),
    "forbidden": (403, "forbidden"),
    "missing": (404, "not_found"),
    "stale": (412, "probe_stale"),
    "nested": (422, "invalid"),
    "unavailable": (503, "unavailable"),
    "http404": (404, "not_found"),
    "denied": (403, "forbidden"),
    "suspicious": (400, "bad_request"),
    "model": (422, "invalid"),
    "parse": (400, "bad_request"),
    "drf_denied": (403, "forbidden"),
    "throttled": (429, "throttled"),
    "bug": (500, "server_error"),
}


@pytest.fixture
def caller() -> Client:
    """A client that gets the answer to a failure instead of the failure."""
    return Client(raise_request_exception=False)


def read(response: Any, status: int, code: str) -> dict[str, Any]:
    """The problem in an answer, once it is known to be a proper one."""
    assert (response.status_code, response["Content-Type"]) == (status, "application/problem+json")
    body: dict[str, Any] = json.loads(response.content)
    assert set(body) >= MEMBERS
    assert (body["status"], body["code"], body["type"]) == (status, code, f"/problems/{code}")
    assert body["title"]
    assert body["detail"]
    assert SECRET not in response.content.decode()
    return body


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize("kind", ["fail", "function"])
@pytest.mark.parametrize("what", EXPECTED)
def test_every_failure_of_a_view_is_a_problem(
    caller: Client, settings: Settings, kind: str, what: str, debug: bool
) -> None:
    settings.DEBUG = debug
    address = f"/api/probe/{kind}/{what}/"
    assert read(caller.get(address), *EXPECTED[what])["instance"] == address


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, "bad_request"),
        (404, "not_found"),
        (418, "bad_request"),
        (500, "server_error"),
        (502, "server_error"),
    ],
)
def test_a_page_about_a_failure_becomes_a_problem_of_the_same_status(
    caller: Client, settings: Settings, status: int, code: str, debug: bool
) -> None:
    settings.DEBUG = debug
    read(caller.get(f"/api/probe/silent/{status}/"), status, code)


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize("address", ["/api/", "/api", "/api/v9/", "/api/probe/fail/", "/api/prob%C3%A9/"])
def test_an_unknown_address_is_a_problem(
    caller: Client, settings: Settings, address: str, debug: bool
) -> None:
    settings.DEBUG = debug
    assert read(caller.get(address), 404, "not_found")["instance"] == address


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_a_missing_slash_never_redirects_what_carries_a_body(
    caller: Client, settings: Settings, method: str, debug: bool
) -> None:
    settings.DEBUG = debug
    read(getattr(caller, method)("/api/probe/echo"), 404, "missing_slash")


def test_a_missing_slash_redirects_a_reader(caller: Client) -> None:
    assert caller.get("/api/probe/members")["Location"] == "/api/probe/members/"


def test_a_wrong_method_is_told_the_right_ones(caller: Client) -> None:
    response = caller.delete("/api/probe/echo/")
    read(response, 405, "method_not_allowed")
    assert "POST" in response["Allow"]


def test_a_body_that_is_not_json_is_refused(caller: Client) -> None:
    read(caller.post("/api/probe/echo/", {"a": "1"}), 415, "unsupported_media_type")


def test_an_answer_in_another_format_is_not_to_be_had(caller: Client) -> None:
    response = caller.post("/api/probe/echo/", "{}", "application/json", headers={"Accept": "text/html"})
    read(response, 406, "not_acceptable")


def test_a_stranger_is_told_how_to_sign_in(caller: Client) -> None:
    response = caller.get("/api/probe/members/")
    read(response, 401, "not_authenticated")
    assert response["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("debug", [False, True])
def test_a_host_that_is_not_ours_is_a_problem(caller: Client, settings: Settings, debug: bool) -> None:
    settings.DEBUG = debug
    response = caller.post("/api/probe/echo/", "{}", "application/json", headers={"Host": "evil.example"})
    read(response, 400, "bad_request")


@pytest.mark.parametrize("address", ["/api/probe/fail/%00/", "/api/probe/members/?cursor=a%00b"])
def test_nul_in_an_address_never_reaches_the_database(caller: Client, address: str) -> None:
    read(caller.get(address), 422, "invalid_characters")


def test_a_body_without_a_length_is_not_taken_for_an_empty_one(caller: Client) -> None:
    response = caller.post(
        "/api/probe/echo/", "{}", "application/json", CONTENT_LENGTH="", HTTP_TRANSFER_ENCODING="chunked"
    )
    read(response, 411, "length_required")


def test_options_tells_the_methods_and_nothing_else(caller: Client) -> None:
    response = caller.options("/api/probe/echo/")
    assert (response.status_code, response.json()) == (200, {})
    assert "POST" in response["Allow"]


def test_a_throttled_caller_is_told_how_long_to_wait(caller: Client) -> None:
    assert caller.get("/api/probe/fail/throttled/")["Retry-After"] == "8"


def test_a_failure_nobody_expected_is_logged_with_its_cause(
    caller: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, logger="django.request"):
        caller.get("/api/probe/fail/bug/")
    causes = [record.exc_info[1] for record in caplog.records if record.exc_info]
    assert any(isinstance(cause, RuntimeError) for cause in causes)


def test_only_params_named_public_and_the_extra_become_members(caller: Client) -> None:
    body = read(caller.get("/api/probe/fail/stale/"), 412, "probe_stale")
    assert body["current_version"] == 18
    assert body["events"] == [{"type": "card_played/1"}]
    assert "secret" not in body


def test_a_form_names_every_fault_by_its_path(caller: Client) -> None:
    form = {"name": "long", "seats": [{"kind": "user"}, {"kind": "cat"}, {}]}
    response = caller.post("/api/probe/form/", form, "application/json")
    faults = {(error["field"], error["code"]) for error in read(response, 422, "invalid")["errors"]}
    assert faults == {
        ("name", "max_length"),
        ("seats.1.kind", "invalid_choice"),
        ("seats.2.kind", "required"),
    }


def test_a_fault_of_the_whole_has_no_field(caller: Client) -> None:
    response = caller.post("/api/probe/form/", {"name": "all", "seats": []}, "application/json")
    assert read(response, 422, "invalid")["errors"] == [
        {"field": "", "code": "not_all", "detail": "Not all."}
    ]


def test_a_models_complaint_reads_like_a_forms(caller: Client) -> None:
    errors = read(caller.get("/api/probe/fail/model/"), 422, "invalid")["errors"]
    assert {"field": "name", "code": "invalid", "detail": "Too long."} in errors
    assert {"field": "", "code": "never", "detail": "No."} in errors


def test_an_error_that_names_its_field_lists_it(caller: Client) -> None:
    errors = read(caller.get("/api/probe/fail/invalid/"), 422, "invalid")["errors"]
    assert [(error["field"], error["code"]) for error in errors] == [("seats.0", "invalid")]


@pytest.mark.parametrize(
    ("language", "detail"),
    [
        ("pt-BR,pt;q=0.9", "Você não pode fazer isso."),
        ("es-AR", "No puedes hacer esto."),
        ("en", "You may not do this."),
        ("de", "You may not do this."),
    ],
)
@pytest.mark.parametrize("address", ["/api/probe/fail/forbidden/", "/api/probe/fail/nested/"])
def test_messages_come_in_the_callers_language(
    caller: Client, address: str, language: str, detail: str
) -> None:
    response = caller.get(address, headers={"Accept-Language": language})
    assert json.loads(response.content)["detail"] == detail


def test_a_phrase_inside_a_phrase_is_translated_with_its_own_params() -> None:
    limit = gettext_noop("The body is larger than {limit} bytes.").format(limit=7)
    with translation.override("pt-br"):
        assert problems.localized({"why": [limit]}) == {"why": ["O corpo tem mais de 7 bytes."]}


def test_a_translation_that_does_not_fit_leaves_the_message_in_english(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(problems, "gettext", lambda message: "{nonsense}")
    error = Invalid(gettext_noop("The number {number} is too large."), number=9)
    assert problems.detail(error) == "The number 9 is too large."
    assert "does not fit" in caplog.text


def test_a_filled_message_is_its_english_text_and_remembers_the_template() -> None:
    message = gettext_noop("{low} to {high}").format(low=1, high=2)
    assert message == "1 to 2"
    assert (message.template, message.params) == ("{low} to {high}", {"low": 1, "high": 2})
    assert isinstance(message, Message)


def test_codes_are_stable_names_and_statuses_are_failures() -> None:
    for code, kind in api_errors().items():
        assert code.replace("_", "").isalnum()
        assert code == code.lower()
        assert 400 <= kind.status <= 599


def test_every_error_has_a_title_without_blanks() -> None:
    queue: list[type[DomainError]] = [DomainError]
    while queue:
        kind = queue.pop()
        assert "{" not in problems.title(kind)
        queue.extend(kind.__subclasses__())


def test_a_page_that_fails_outside_the_api_stays_a_page(caller: Client) -> None:
    assert caller.get("/page/silent/404/").content == b"<h1>oh</h1>"
