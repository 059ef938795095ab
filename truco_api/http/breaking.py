"""Whether a new description of the API breaks clients that were made for an old one.

What may come: operations, optional parameters and members, statuses of failure, kinds in a family that is
marked `x-extensible`. What may go: an operation announced as deprecated, once its `x-sunset` has passed.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from truco_api.http.breaking_schemas import ANSWERED, SENT, Breaks, Schema, Way

_METHODS: Final = ("get", "put", "post", "delete", "patch", "head", "options", "trace")
Parameters = dict[tuple[str, str], Schema]


def breaks(old: Schema, new: Schema, *, today: str) -> list[str]:
    """Everything that breaks, one line each; `today` is a date in ISO 8601."""
    compare = Breaks(old, new)
    found = [f"component {name} is gone" for name in _components(old) if name not in _components(new)]
    for path, methods in old["paths"].items():
        for method in _METHODS:
            if method in methods:
                where = f"{method.upper()} {path}"
                now = new["paths"].get(path, {}).get(method)
                found += _operation(methods[method], now, compare, where, today)
    return list(dict.fromkeys(found))


def _operation(was: Schema, now: Schema | None, compare: Breaks, where: str, today: str) -> Iterator[str]:
    if now is None:
        if not (was.get("deprecated") and was.get("x-sunset", "9999") <= today):
            yield f"{where} is gone"
        return
    if was.get("operationId") != now.get("operationId"):
        yield f"{where}: its id is {now.get('operationId')} now, not {was.get('operationId')}"
    if was.get("tags", [])[:1] != now.get("tags", [])[:1]:
        yield f"{where}: stands under {now.get('tags')} now, not {was.get('tags')}"
    if _open(was) and not _open(now):
        yield f"{where}: needs a login now"
    yield from _parameters(was, now, compare, where)
    yield from _body(was.get("requestBody"), now.get("requestBody"), compare, where)
    yield from _answers(was["responses"], now["responses"], compare, where)


def _open(operation: Schema) -> bool:
    """Whether it can be asked without a login."""
    return not all(operation.get("security") or [{}])


def _parameters(was: Schema, now: Schema, compare: Breaks, where: str) -> Iterator[str]:
    before, after = _by_place(was, compare.old), _by_place(now, compare.new)
    for key, parameter in before.items():
        place = f"{where} {key[0]} {key[1]}"
        if key not in after:
            yield f"{place} is gone"
            continue
        if after[key].get("required") and not parameter.get("required"):
            yield f"{place} has to be sent now"
        yield from compare.between(parameter["schema"], after[key]["schema"], SENT, place)
    for key in after.keys() - before.keys():
        if after[key].get("required"):
            yield f"{where} {key[0]} {key[1]} has to be sent now"


def _by_place(operation: Schema, document: Schema) -> Parameters:
    found = [_meant(parameter, document) for parameter in operation.get("parameters", ())]
    return {(parameter["in"], parameter["name"]): parameter for parameter in found}


def _body(was: Schema | None, now: Schema | None, compare: Breaks, where: str) -> Iterator[str]:
    if now is None:
        if was is not None:
            yield f"{where}: takes no body now"
        return
    if now.get("required") and not (was or {}).get("required"):
        yield f"{where}: a body has to be sent now"
    if was is not None:
        yield from _contents(was, now, compare, f"{where} body", SENT)


def _answers(was: Schema, now: Schema, compare: Breaks, where: str) -> Iterator[str]:
    for status, answer in was.items():
        place = f"{where} {status}"
        if status not in now:
            if status.startswith(("2", "3")):
                yield f"{place}: is not answered any more"
            continue
        before, after = _meant(answer, compare.old), _meant(now[status], compare.new)
        for header in before.get("headers", {}).keys() - after.get("headers", {}).keys():
            yield f"{place}: without the header {header}"
        yield from _contents(before, after, compare, place, ANSWERED)
    for status in now.keys() - was.keys():
        if status.startswith("2"):
            yield f"{where}: {status} is answered now"


def _contents(was: Schema, now: Schema, compare: Breaks, where: str, way: Way) -> Iterator[str]:
    before, after = was.get("content", {}), now.get("content", {})
    for kind, media in before.items():
        if kind not in after:
            yield f"{where}: no longer {kind}"
        elif "schema" in media and "schema" in after[kind]:
            yield from compare.between(media["schema"], after[kind]["schema"], way, where)


def _meant(part: Schema, document: Schema) -> Schema:
    """What a reference to a shared parameter or answer means."""
    if "$ref" not in part:
        return part
    _, _, kind, name = part["$ref"].split("/")
    found: Schema = document["components"][kind][name]
    return found


def _components(document: Schema) -> Mapping[str, Any]:
    schemas: Mapping[str, Any] = document.get("components", {}).get("schemas", {})
    return schemas
