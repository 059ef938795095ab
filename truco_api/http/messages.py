"""The messages of the project: found in its sources, kept in one catalogue a language.

Sources are read as syntax trees, so a newcomer needs neither GNU gettext nor a running database.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import polib
from django.conf import settings
from django.utils.translation.template import templatize

PACKAGES = ("truco_api", "games", "tournaments")
LOCALES = ("pt_BR", "es")

_MARKERS = {"gettext", "gettext_lazy", "gettext_noop", "_"}
_IN_TEMPLATE = re.compile(r"gettext\((u?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"))\)")
_BLANK = re.compile(r"\{[a-z_]*\}|%\([a-z_]+\)[sd]")


class NotLiteralError(ValueError):
    """A marked message is put together at run time, so that no catalogue can hold it."""


def find_messages() -> dict[str, set[str]]:
    """Every marked message, with the files that hold it, relative to the project."""
    found: dict[str, set[str]] = {}
    for package in PACKAGES:
        for path in sorted((settings.BASE_DIR / package).rglob("*")):
            if "migrations" in path.parts or path.suffix not in {".py", ".html"}:
                continue
            read = _in_python if path.suffix == ".py" else _in_template
            for message in read(path):
                found.setdefault(message, set()).add(path.relative_to(settings.BASE_DIR).as_posix())
    return found


def blanks(message: str) -> set[str]:
    """The placeholders of a message: `{seat}`, `%(name)s`."""
    return set(_BLANK.findall(message))


def catalogue(locale: str) -> polib.POFile:
    """The catalogue of a locale as it stands, or a new one."""
    path = catalogue_path(locale)
    if path.exists():
        return polib.pofile(str(path), wrapwidth=110)
    new = polib.POFile(wrapwidth=110)
    new.metadata = {"Language": locale, "Content-Type": "text/plain; charset=UTF-8"}
    return new


def catalogue_path(locale: str) -> Path:
    """Where the catalogue of a locale lies; the compiled one lies beside it."""
    return Path(settings.LOCALE_PATHS[0]) / locale / "LC_MESSAGES" / "django.po"


def merge(old: polib.POFile, found: dict[str, set[str]]) -> polib.POFile:
    """The catalogue of exactly these messages in order, with the translations that there were."""
    known = {entry.msgid: entry for entry in old}
    merged = polib.POFile(wrapwidth=110)
    merged.metadata = old.metadata
    for message in sorted(found):
        entry = known.get(message) or polib.POEntry(msgid=message)
        # Files without lines: a catalogue should change when a message does, not when one moves.
        entry.occurrences = [(path, "") for path in sorted(found[message])]
        entry.flags = ["python-brace-format"] if "{" in message else []
        merged.append(entry)
    return merged


def save(locale: str, catalogue: polib.POFile) -> None:
    """Write a catalogue and compile it."""
    path = catalogue_path(locale)
    path.parent.mkdir(parents=True, exist_ok=True)
    catalogue.save(str(path))
    catalogue.save_as_mofile(str(path.with_suffix(".mo")))


def _in_python(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and _marker(node.func) and node.args:
            yield from _literals(node.args[0], path)


def _marker(function: ast.expr) -> bool:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in _MARKERS
        case _:
            return False


def _literals(argument: ast.expr, path: Path) -> Iterator[str]:
    match argument:
        case ast.Constant(value=str(message)):
            yield message
        case ast.JoinedStr():
            raise NotLiteralError(f"{path}:{argument.lineno}: a marked message must be a plain string")
        case _:  # A variable: what it holds was marked where it was written.
            return


def _in_template(path: Path) -> Iterator[str]:
    for match in _IN_TEMPLATE.finditer(templatize(path.read_text(encoding="utf-8"))):
        yield ast.literal_eval(match[1])
