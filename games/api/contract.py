"""Actions and events in the description of the API: one component for each kind, told apart by `type`.

Both are written from the rules (`games.rules.moves`, the event classes); only what a seat may not see of an
event is said here, as `games.rules.seats` and `games.rules.table.sight` decide it.
"""

from typing import Any, Final, get_type_hints

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.rules import events as cards
from games.rules.moves import TYPES
from games.rules.signals import SIGNAL_TYPES
from games.rules.table import events as table
from truco_api.http.shapes import Schema, component_name, family, obj, record, ref, shape, summary, unknown

ACTIONS: Final = {
    "play": "Play a card; in a blind hand, the one at a place; where the table allows it, face down.",
    "raise": "Raise the stake (truco, seis, retruco…), or raise what was offered.",
    "accept": "Accept what was called.",
    "refuse": "Run from what was called; with a flor, con flor me achico.",
    "concede": "Give this hand up.",
    "envido": "Call envido, or envido upon envido.",
    "real_envido": "Call real envido.",
    "falta_envido": "Call falta envido.",
    "flor": "Sing one's flor.",
    "achico": "Give way to the flor that was sung.",
    "contraflor": "Meet a flor with contraflor.",
    "contraflor_resto": "Meet a flor with contraflor and the rest.",
    "declare": "Say one's points, or that the other's are good.",
    "claim_royal_family": "Say that all one's cards are queens, jacks and kings.",
    "swap": "Show one's cards and draw three new ones.",
    "cut": "Cut the pack, and say from which end the cards shall come.",
    "take": "Take the next card after the cut.",
    "keep": "Keep this card of those taken.",
    "pass": "Hand the taken cards to the partner; or let others decide.",
    "burn": "Lay the taken cards open, out of the hand.",
    "lay_aside": "Lay one of four cards aside, face down.",
    "signal": "Give a signal. Nothing in the game moves by it.",
    "watch": "Look at this seat from now on. Nothing in the game moves by it.",
}
_FIELDS: Final[dict[str, Schema]] = {
    "card": {"type": "string", "description": "As in `view.hand.cards`.", "examples": ["4C"]},
    "place": {"type": "integer", "minimum": 0, "maximum": 1000, "description": "The place of a blind hand."},
    "covered": {"type": "boolean", "description": "Face down."},
    "points": {"type": "integer", "minimum": 0, "maximum": 1000},
    "good": {"type": "boolean", "description": "“Es bueno”, “é bom”, instead of points."},
    "at": {"type": "integer", "minimum": 0, "maximum": 1000, "description": "Where the pack is cut."},
    "from": {"type": "string", "enum": ["top", "bottom"]},
    "sign": {"type": "string", "description": "The code of a signal; see the variant's `signals`."},
    "target": {"type": "integer", "minimum": 0, "maximum": 1000, "description": "The seat to look at."},
}
_SEAT: Final[Schema] = {"type": "integer", "minimum": 0}
_CARD: Final[Schema] = {"type": ["string", "null"]}
_SEEN_CARDS: Final[Schema] = {"type": "array", "items": _CARD}
_OPEN_PACK: Final[Schema] = {"type": "array", "items": {"type": "string"}, "description": "Once it is open."}
_HIDES: Final[dict[type, dict[str, Schema | None]]] = {
    table.HandCommitted: {"salt": None, "pack": None},
    cards.PackReady: {"salt": None, "mix": None, "pack": _OPEN_PACK},
    cards.PackMixed: {"pack": _OPEN_PACK},
    cards.HandDealt: {"cards": {"type": "array", "items": _SEEN_CARDS}, "stock": None, "salt": None},
    cards.CardPlayed: {"card": _CARD},
    cards.CardTaken: {"card": _CARD},
    cards.CardLaidAside: {"card": _CARD},
    cards.TakingEnded: {"kept": _SEEN_CARDS, "passed": _SEEN_CARDS},
    cards.CardsSwapped: {"drawn": _SEEN_CARDS},
    cards.ClaimAccepted: {"drawn": _SEEN_CARDS},
}
"""What is left out of an event (None), or is null or missing for whom it is not."""


@extend_schema_field(ref("Action"))
class ActionField(serializers.JSONField):
    """An action as a client may send it back."""


@extend_schema_field(ref("RecordedAction"))
class RecordedActionField(serializers.JSONField):
    """An action with the seat that took it."""


@extend_schema_field(ref("GameEvent"))
class GameEventField(serializers.JSONField):
    """An event as the viewer may see it."""


def add_actions_and_events(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """A post-processing hook of drf-spectacular: the components that the three fields name."""
    schemas = result["components"]["schemas"]
    schemas["Seed"] = _seed()
    schemas["EventSignature"] = _signature()
    own = {kind: component_name(kind, "Action") for kind in TYPES}
    schemas |= {name: _action(kind) for kind, name in own.items()}
    about = "One action, told apart by `type`. What stands in `view.legal` is sent back as it is."
    schemas["Action"] = family(own, by="type", description=about, other="OtherAction")
    schemas["OtherAction"] = unknown(own, {}, by="type")
    recorded = {kind: f"Recorded{name}" for kind, name in own.items()}
    schemas |= {name: _action(kind, recorded=True) for kind, name in recorded.items()}
    about = "One action of a hand record, with the seat that took it."
    schemas["RecordedAction"] = family(recorded, by="type", description=about, other="OtherRecordedAction")
    schemas["OtherRecordedAction"] = unknown(recorded, {"seat": _SEAT}, by="type")
    kinds = table.ALL | cards.ALL
    events = {name: component_name(name, "Event") for name in kinds}
    schemas |= {events[name]: _event(name, kind) for name, kind in kinds.items()}
    about = "An event as the viewer may see it, told apart by `type`. Skip a type that you do not know."
    schemas["GameEvent"] = family(events, by="type", description=about, other="OtherEvent")
    schemas["OtherEvent"] = unknown(
        events, _heading({"type": "object", "additionalProperties": True}), by="type"
    )
    return result


def _seed() -> Schema:
    digits = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
    hand = {"type": "integer", "minimum": 1, "maximum": 10**9}
    described = obj({"hand": hand, "seed": digits})
    return described | {"description": "The seed of a device for one hand; see docs/fair-deal.md."}


def _signature() -> Schema:
    described = obj(
        {
            "key": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            "move": {"type": "object", "additionalProperties": True},
            "nonce": {"type": ["string", "null"]},
            "signature": {"type": "string", "pattern": "^[0-9a-f]{128}$"},
            "version": {"type": ["integer", "null"]},
        }
    )
    return described | {"description": "The signature of the device that acted; docs/sealed-history.md."}


def _action(kind: str, *, recorded: bool = False) -> Schema:
    """One kind of action; in a record the seat is told, in a request a seed may come along."""
    needed, optional = TYPES[kind]
    fields: dict[str, Schema] = {"type": {"type": "string", "const": kind}}
    fields |= {name: _FIELDS[name] for name in sorted(needed | optional)}
    required = {"type", *needed}
    if recorded:
        fields["seat"] = _SEAT
        required |= {"seat"}
    elif kind not in SIGNAL_TYPES:
        fields["seed"] = {**ref("Seed"), "description": "Your device's seed for a hand, sent along."}
        fields["signature"] = {**ref("ActionSignatureRequest"), "description": "Your device's signature."}
    return obj(fields, required=required) | {"description": ACTIONS[kind]}


def _event(name: str, kind: type) -> Schema:
    fields = {"type": {"type": "string", "const": name}} | _heading(_data(kind))
    fields["signed"] = ref("EventSignature")
    return obj(fields, required=fields.keys() - {"signed"}) | {"description": summary(kind)}


def _heading(data: Schema) -> dict[str, Schema]:
    """What every event has beside its type."""
    return {
        "version": {"type": "integer"},
        "at": {"type": "string", "format": "date-time"},
        "data": data,
    }


def _data(kind: type) -> Schema:
    """What is told of an event."""
    hides = _HIDES.get(kind, {})
    hints = get_type_hints(kind)
    told = [name for name in record(kind)["properties"] if hides.get(name, {}) is not None]
    fields = {name: hides.get(name) or shape(hints[name]) for name in told}
    return obj(fields, required=[name for name in told if fields[name] is not _OPEN_PACK])
