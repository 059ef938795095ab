"""Nothing that people read is left in English by mistake."""

from io import StringIO
from pathlib import Path

import polib
import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from truco_api.http import messages

LOCALES = pytest.mark.parametrize("locale", messages.LOCALES)


@LOCALES
def test_every_message_of_the_sources_is_translated(locale: str) -> None:
    translated = {entry.msgid for entry in messages.catalogue(locale) if entry.translated()}
    assert set(messages.find_messages()) - translated == set()


@LOCALES
def test_no_catalogue_holds_a_message_that_is_gone(locale: str) -> None:
    assert {entry.msgid for entry in messages.catalogue(locale)} == set(messages.find_messages())


@LOCALES
def test_a_translation_has_the_blanks_of_its_message(locale: str) -> None:
    wrong = {
        entry.msgid: entry.msgstr
        for entry in messages.catalogue(locale)
        if messages.blanks(entry.msgid) != messages.blanks(entry.msgstr)
    }
    assert wrong == {}


@LOCALES
def test_what_is_compiled_is_what_is_written(locale: str) -> None:
    path = messages.catalogue_path(locale)
    compiled = {entry.msgid: entry.msgstr for entry in polib.mofile(str(path.with_suffix(".mo")))}
    written = [entry for entry in messages.catalogue(locale) if entry.translated()]
    assert compiled == {entry.msgid: entry.msgstr for entry in written}


@pytest.fixture
def project(settings: Settings, tmp_path: Path) -> Path:
    """A small project of one module and one template."""
    settings.BASE_DIR = tmp_path
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    package = tmp_path / "games"
    package.mkdir()
    (package / "rules.py").write_text(
        'A = gettext_noop("The {card} " "wins.")\nB = translation.gettext(A)\nC = _(f())\nD = other("No.")\n'
    )
    (package / "page.html").write_text(
        '{% load i18n %}{% translate "It\'s on" %} {% blocktranslate %}Hand {{ no }}{% endblocktranslate %}'
    )
    return tmp_path


def run(*, check: bool = False) -> str:
    """What the command says."""
    output = StringIO()
    call_command("messages", check=check, stdout=output)
    return output.getvalue()


def test_messages_are_found_in_modules_and_templates(project: Path) -> None:
    assert messages.find_messages() == {
        "The {card} wins.": {"games/rules.py"},
        "It's on": {"games/page.html"},
        "Hand %(no)s": {"games/page.html"},
    }


def test_the_command_keeps_translations_and_drops_what_is_gone(project: Path) -> None:
    assert "3 messages, 6 translations missing" in run()
    for locale in messages.LOCALES:
        catalogue = messages.catalogue(locale)
        for entry in catalogue:
            entry.msgstr = entry.msgid.upper()
        messages.save(locale, catalogue)
    (project / "games" / "page.html").unlink()
    assert "1 messages, 0 translations missing" in run(check=True)
    run()
    assert [entry.msgstr for entry in messages.catalogue("es")] == ["THE {CARD} WINS."]


def test_the_check_fails_while_something_is_missing(project: Path) -> None:
    with pytest.raises(CommandError):
        run(check=True)
    assert not messages.catalogue_path("es").exists()


def test_a_message_put_together_at_run_time_is_refused(project: Path) -> None:
    (project / "games" / "bad.py").write_text('x = gettext(f"{card} wins")')
    with pytest.raises(messages.NotLiteralError):
        messages.find_messages()
