#!/usr/bin/env python3
"""Checks a bundle of truco without trusting the server it comes from, offline.

    python check_truco.py BUNDLE.json        what …/audit/ of a game, match or championship gave
      --kept FILE        also against a checkpoint that you have kept, or against the answer of
                         …/checkpoints/<a>/to/<b>/, from the one you have kept to the bundle's
      --key HEX          the checkpoint must be signed by this key
      --package DIR      judge every action again, by the rules in this checkout of the project
      --lang en|pt|es    the language of the answer
      --strict           end with 3 if anything could not be checked

Nothing but Python 3.10 is needed; `cryptography`, if it is there, makes signatures faster. It ends with 0
if nothing is wrong, with 1 if something is. What it checks is told in docs/sealed-history.md of the project.
"""

import argparse
import hashlib
import hmac
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric import ed25519

    FAST = True
except ImportError:
    FAST = False

WORDS = {  # English, Portuguese, Spanish
    "bundle": (
        "The file is a whole bundle, byte by byte as it was written: {0}.",
        "O arquivo é um pacote inteiro, byte a byte como foi escrito: {0}.",
        "El archivo es un paquete entero, byte a byte como fue escrito: {0}.",
    ),
    "chain": (
        "{0}: {1} events, an unbroken chain.",
        "{0}: {1} eventos, uma cadeia sem falhas.",
        "{0}: {1} eventos, una cadena sin cortes.",
    ),
    "opened": (
        "{0}: what was hidden in {1} events is what was sealed then.",
        "{0}: o que estava oculto em {1} eventos é o que foi selado na hora.",
        "{0}: lo que estaba oculto en {1} eventos es lo que se selló en su momento.",
    ),
    "sealed": (
        "{0}: version {1} of {2} is in checkpoint {3}.",
        "{0}: a versão {1} de {2} está no ponto de controle {3}.",
        "{0}: la versión {1} de {2} está en el punto de control {3}.",
    ),
    "checkpoint": (
        "Checkpoint {0} of {1} is signed by the key {2}. Compare this with what your club knows.",
        "O ponto de controle {0} de {1} está assinado pela chave {2}. Compare com a que o seu clube conhece.",
        "El punto de control {0} de {1} está firmado por la clave {2}. Comparala con la que conoce tu club.",
    ),
    "trusted": (
        "The key is one that you trust.",
        "A chave é uma em que você confia.",
        "La clave es una en la que confiás.",
    ),
    "kept": (
        "It agrees with checkpoint {0}, which you have kept.",
        "Concorda com o ponto de controle {0}, que você guardou.",
        "Coincide con el punto de control {0}, que guardaste.",
    ),
    "deals": (
        "{0}: {1} hands were dealt fairly: commitment, {2} seeds of devices, cut, shuffle and cards agree.",
        (
            "{0}: {1} mãos dadas com lisura: compromisso, {2} sementes de aparelhos, corte, "
            "embaralhada e cartas conferem."
        ),
        (
            "{0}: {1} manos repartidas limpiamente: compromiso, {2} semillas de dispositivos, corte, "
            "mezcla y cartas coinciden."
        ),
    ),
    "signatures": (
        "{0}: {1} actions are signed by keys that were the players' own.",
        "{0}: {1} ações assinadas por chaves que eram dos próprios jogadores.",
        "{0}: {1} acciones firmadas por claves que eran de los propios jugadores.",
    ),
    "regulation": (
        "The regulation is the one that was frozen ({0}).",
        "O regulamento é o que foi fixado ({0}).",
        "El reglamento es el que quedó fijado ({0}).",
    ),
    "legs": (
        "{0} results of the championship are those of its games.",
        "{0} resultados do campeonato são os das suas partidas.",
        "{0} resultados del campeonato son los de sus partidas.",
    ),
    "judged": (
        "Judged again by the rules: {0}.",
        "Julgado de novo pelas regras: {0}.",
        "Juzgado otra vez por las reglas: {0}.",
    ),
    "no-checkpoint": (
        "There is no checkpoint: nothing proves that the history was not written anew as a whole.",
        "Não há ponto de controle: nada prova que o histórico não foi reescrito por inteiro.",
        "No hay punto de control: nada prueba que la historia no se reescribió entera.",
    ),
    "no-proof": (
        "{0} is in no checkpoint yet.",
        "{0} ainda não está em nenhum ponto de controle.",
        "{0} todavía no está en ningún punto de control.",
    ),
    "tail": (
        "{0}: the last {1} events are in no checkpoint yet.",
        "{0}: os últimos {1} eventos ainda não estão em nenhum ponto de controle.",
        "{0}: los últimos {1} eventos todavía no están en ningún punto de control.",
    ),
    "closed": (
        "{0}: {1} events hide something that you may not see (yet); only their seals were checked.",
        "{0}: {1} eventos ocultam algo que você (ainda) não pode ver; só os selos foram conferidos.",
        "{0}: {1} eventos ocultan algo que (todavía) no podés ver; solo se revisaron los sellos.",
    ),
    "withheld": (
        "{0}: {1} events are withheld from you; only their place in the chain was checked.",
        "{0}: {1} eventos não são mostrados a você; só o lugar deles na cadeia foi conferido.",
        "{0}: {1} eventos no se te muestran; solo se revisó su lugar en la cadena.",
    ),
    "undealt": (
        "{0}: the deals of {1} hands, whose secrets are not revealed (yet) or which follow another protocol.",
        (
            "{0}: a distribuição de {1} mãos, cujos segredos (ainda) não foram revelados ou que seguem "
            "outro protocolo."
        ),
        "{0}: el reparto de {1} manos, cuyos secretos (todavía) no se revelaron o que siguen otro protocolo.",
    ),
    "unkept": (
        "Whether it agrees with checkpoint {0}, which you have kept: fetch {1} and give that to --kept.",
        "Se concorda com o ponto de controle {0}, que você guardou: baixe {1} e passe a --kept.",
        "Si coincide con el punto de control {0}, que guardaste: bajá {1} y dáselo a --kept.",
    ),
    "unjudged": (
        "What the rules say of each action: for that, give a checkout of the project to --package ({0}).",
        "O que as regras dizem de cada ação: para isso, passe uma cópia do projeto a --package ({0}).",
        "Lo que dicen las reglas de cada acción: para eso, dale una copia del proyecto a --package ({0}).",
    ),
    "head-ok": (
        "Checked, and right:",
        "Conferido e correto:",
        "Revisado y correcto:",
    ),
    "head-cannot": (
        "Could not be checked:",
        "Não pôde ser conferido:",
        "No se pudo revisar:",
    ),
    "head-wrong": (
        "WRONG:",
        "ERRADO:",
        "MAL:",
    ),
    "end-ok": (
        "Nothing is wrong.",
        "Nada está errado.",
        "No hay nada mal.",
    ),
    "end-wrong": (
        "{0} things are wrong: this is not what happened, or not all of it.",
        "{0} coisas estão erradas: não foi isto que aconteceu, ou não foi só isto.",
        "{0} cosas están mal: esto no es lo que pasó, o no es todo.",
    ),
}
Data = dict[str, Any]
Told = list[tuple[int, str, "Data | None", Data]]  # of each event: version, name, all that is known, itself
Keys = dict[tuple[str, str], tuple[str, "str | None"]]  # of account and key: from when until when
Seen = dict[tuple[str, str], Data]
Point = tuple[int, int, int, int]
LANGUAGES = ("en", "pt", "es")
HASH, SIGNATURE, BLIND = r"[0-9a-f]{64}", r"[0-9a-f]{128}", r"[0-9a-f]{32}"
AT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00"


class Broken(Exception):
    """The bundle is not one; nothing more can be said of it."""


class Report:
    """What was found, in three lists."""

    def __init__(self) -> None:
        self.ok: list[tuple[Any, ...]] = []
        self.cannot: list[tuple[Any, ...]] = []
        self.wrong: list[str] = []

    def find(self, where: str, problem: str) -> None:
        self.wrong.append(f"{where}: {problem}")


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def canonical(value: Any) -> str:
    """RFC 8785 for what a bundle holds: no fractions, and names that sort alike in UTF-8 and UTF-16."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def read(raw: bytes) -> Any:
    """The JSON of a file; Broken for what is not written in the one canonical way."""

    def once(pairs: list[tuple[str, Any]]) -> Data:
        found = dict(pairs)
        if len(found) != len(pairs) or any(ord(sign) >= 0xD800 for name in found for sign in name):
            raise Broken("a name stands twice in an object, or is none of ours")
        return found

    def refused(text: str) -> None:
        raise Broken(f"{text[:20]} is not a whole number")

    try:
        value = json.loads(raw.decode(), object_pairs_hook=once, parse_float=refused, parse_constant=refused)
        same = canonical(value).encode() == raw
    except (ValueError, RecursionError) as error:
        raise Broken(f"it is not JSON: {error}") from error
    if not same:
        raise Broken("it is not written as it was made (spaces, order, or signs were changed)")
    return value


def must(where: str, value: Any, **members: Any) -> Data:
    """The object has exactly these members, of these types or patterns."""
    if not isinstance(value, dict) or value.keys() != members.keys():
        raise Broken(f"{where} has other members than {', '.join(members)}")
    for name, kind in members.items():
        found = value[name]
        kinds = kind if isinstance(kind, tuple) else (kind,)
        if not any(found is None if one is None else _is(found, one) for one in kinds):
            raise Broken(f"{where}: {name} is not what it should be")
    return value


def _is(value: Any, kind: Any) -> bool:
    if isinstance(kind, str):
        return isinstance(value, str) and re.fullmatch(kind, value) is not None
    return type(value) is kind


# Ed25519 (RFC 8032), for machines without `cryptography`. Nothing here is secret, so it may take its time.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def _x(y: int, sign: int) -> int | None:
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        return None
    return P - x if x & 1 != sign else x


def _point(raw: bytes) -> Point | None:
    number = int.from_bytes(raw, "little")
    y, sign = number & (1 << 255) - 1, number >> 255
    x = _x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


def _add(one: Point, other: Point) -> Point:
    a, b = (one[1] - one[0]) * (other[1] - other[0]) % P, (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(number: int, point: Point) -> Point:
    found = (0, 1, 1, 0)
    while number:
        if number & 1:
            found = _add(found, point)
        point, number = _add(point, point), number >> 1
    return found


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE: Point = (_x(BASE_Y, 0) or 0, BASE_Y, 1, (_x(BASE_Y, 0) or 0) * BASE_Y % P)


def plain_verify(key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether the signature holds, by our own arithmetic."""
    public, point, scalar = _point(key), _point(signature[:32]), int.from_bytes(signature[32:], "little")
    if public is None or point is None or scalar >= L:
        return False
    digest = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    left, right = _times(scalar, BASE), _add(point, _times(digest, public))
    return not (
        (left[0] * right[2] - right[0] * left[2]) % P or (left[1] * right[2] - right[1] * left[2]) % P
    )


def verify(key: str, signature: str, text: str) -> bool:
    """Whether this key (hexadecimal) has signed the text."""
    if not (_is(key, HASH) and _is(signature, SIGNATURE)):
        return False
    raw = bytes.fromhex(key), bytes.fromhex(signature), text.encode()
    if not FAST:
        return plain_verify(*raw)
    try:
        ed25519.Ed25519PublicKey.from_public_bytes(raw[0]).verify(raw[1], raw[2])
    except (InvalidSignature, ValueError):
        return False
    return True


# The Merkle tree (RFC 6962, RFC 9162).
def node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def includes(root: bytes, size: int, index: int, leaf: bytes, path: list[bytes]) -> bool:
    if not 0 <= index < size:
        return False
    place, last, value = index, size - 1, leaf
    for step in path:
        if last == 0:
            return False
        if place & 1 or place == last:
            value = node(step, value)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            value = node(value, step)
        place, last = place >> 1, last >> 1
    return last == 0 and value == root


def continues(before: int, old: bytes, size: int, root: bytes, path: list[bytes]) -> bool:
    if before == size:
        return not path and old == root
    steps = list(path) if before & (before - 1) else [old, *path]
    if not 0 < before < size or not steps:
        return False
    place, last, first, second = before - 1, size - 1, steps[0], steps[0]
    while place & 1:
        place, last = place >> 1, last >> 1
    for step in steps[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            first, second = node(step, first), node(step, second)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            second = node(second, step)
        place, last = place >> 1, last >> 1
    return last == 0 and first == old and second == root


def check_checkpoint(report: Report, checkpoint: Data, where: str = "checkpoint") -> Data:
    """A checkpoint's form and signatures."""
    must(where, checkpoint, signatures=list, statement=dict)
    members = {"at": AT, "keys": list, "log": BLIND, "number": int, "previous": (HASH, None)}
    members |= {"protocol": "checkpoint/1", "root": HASH, "size": int}
    said = must(where, checkpoint["statement"], **members)
    text = f"truco checkpoint/1\n{canonical(said)}"
    keys, signatures = said["keys"], checkpoint["signatures"]
    if not keys or len(keys) != len(signatures):
        raise Broken(f"{where}: there are not as many signatures as keys")
    if not all(verify(key, signature, text) for key, signature in zip(keys, signatures, strict=True)):
        report.find(where, "a signature does not fit")
    return said


def check_chain(report: Report, stream: Data) -> tuple[list[str], Told]:
    """A stream's form, its chain and what is opened in it: its hashes, and its events with what is known."""
    must(
        "a stream",
        stream,
        closed=int,
        events=list,
        head=HASH,
        proof=(dict, None),
        stream=r"[a-z]+-[0-9a-f-]{36}",
    )
    name, previous, at, hashes, told, opened = stream["stream"], "", "", [], [], 0
    previous = sha(f"truco stream {name}")
    for version, event in enumerate(stream["events"], 1):
        where = f"{name}:{version}"
        if isinstance(event, dict) and "withheld" in event:
            must(where, event, version=int, withheld=HASH)
            digest, data = event["withheld"], None
        else:
            members = {"actor": str, "at": AT, "data": dict, "type": r"[a-z_]+/[0-9]+", "version": int}
            must(
                where,
                event,
                **members,
                **({"hidden": dict} if isinstance(event, dict) and "hidden" in event else {}),
            )
            digest = sha(canonical({member: event[member] for member in members} | {"previous": previous}))
            data = _opened(report, where, event)
            opened += "hidden" in event
            if event["at"] < at:
                report.find(where, "is dated before the event it follows")
            at = event["at"]
        if event["version"] != version:
            report.find(where, f"has the number {event['version']}")
        previous = digest
        hashes.append(digest)
        told.append((version, event.get("type", "").partition("/")[0], data, event))
    if not hashes or previous != stream["head"]:
        report.find(
            name, "the chain does not lead to its head: something was changed, dropped, added or exchanged"
        )
    closed = sum("sealed" in (data or ()) for _, _, data, _ in told)
    if closed != stream["closed"]:
        report.find(name, f"{closed} events hide something, {stream['closed']} should")
    withheld = sum(data is None for _, _, data, _ in told)
    report.ok.append(("chain", name, len(hashes)))
    for list_, word, number in ((report.ok, "opened", opened), (report.cannot, "closed", closed),
                                (report.cannot, "withheld", withheld)):  # fmt: skip
        if number:
            list_.append((word, name, number))
    return hashes, told


def _opened(report: Report, where: str, event: Data) -> Data:
    """The data of an event, with what was sealed in it back in its place if it is shown."""
    data: Data = event["data"]
    if "hidden" not in event:
        return data
    sealed, hidden = must(where, data.get("sealed"), box=str, digest=HASH), dict(event["hidden"])
    if sha(canonical(hidden)) != sealed["digest"] or hidden.keys() & data.keys():
        report.find(where, "what is shown is not what was sealed")
    return {name: value for name, value in data.items() if name != "sealed"} | hidden


def check_proof(report: Report, stream: Data, hashes: list[str], said: Data | None) -> None:
    """That the stream is in the checkpoint."""
    name, proof = stream["stream"], stream["proof"]
    if proof is None:
        report.cannot.append(("no-proof", name))
        return
    if said is None:
        raise Broken("there is a proof, but no checkpoint")
    must(f"the proof of {name}", proof, blind=BLIND, hash=HASH, index=int, path=list, version=int)
    tag = sha(f"truco stream/1\n{name}\n{proof['blind']}")
    leaf = hashlib.sha256(f"\0truco head/1\n{tag}\n{proof['version']}\n{proof['hash']}".encode()).digest()
    path = [bytes.fromhex(step) for step in proof["path"] if _is(step, HASH)]
    if len(path) != len(proof["path"]) or not includes(
        bytes.fromhex(said["root"]), said["size"], proof["index"], leaf, path
    ):
        report.find(name, "is not in the checkpoint as the proof says")
    elif not 0 < proof["version"] <= len(hashes) or hashes[proof["version"] - 1] != proof["hash"]:
        report.find(name, f"is not the history that was signed in checkpoint {said['number']}")
    else:
        report.ok.append(("sealed", name, proof["version"], len(hashes), said["number"]))
        if proof["version"] < len(hashes):
            report.cannot.append(("tail", name, len(hashes) - proof["version"]))


# Deals: docs/fair-deal.md, protocol deal/1.
def deal_text(purpose: str, *lines: Any) -> bytes:
    return "\n".join([f"truco deal/1 {purpose}", *map(str, lines)]).encode()


def shuffled(game: str, hand: "Hand") -> list[str]:
    """The pack that follows from the secret, the seeds and the cut of a hand."""
    salt, pack, where = bytes.fromhex(hand.salt), list(hand.pack), "uncut"
    if hand.cut:
        at, end = hand.cut
        where, pack = f"cut {at} {end}", pack[at:] + pack[:at]
        pack = pack if end == "top" else pack[::-1]
    parts = []
    for seat, seed in enumerate(hand.seeds):
        own = hmac.new(salt, deal_text("seed", game, hand.number, seat), "sha256").hexdigest()
        parts.append(f"{seat} server {own}" if seed is None else f"{seat} device {seed}")
    words = _words(hmac.new(salt, deal_text("pack", game, hand.number, where, *parts), "sha256").digest())
    for last in range(len(pack) - 1, 0, -1):
        limit = 2**32 - 2**32 % (last + 1)
        place = next(word for word in words if word < limit) % (last + 1)
        pack[last], pack[place] = pack[place], pack[last]
    return pack


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        bits = hmac.new(key, str(block).encode(), "sha256").digest()
        yield from (int.from_bytes(bits[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


class Hand:
    """What is told of one hand; `fixed` is the version at which all is fixed that the seeds meet."""

    def __init__(self, version: int, committed: Data) -> None:
        self.number, self.committed, self.fixed = committed["number"], committed, version
        self.at, self.laid = version, False
        self.given: dict[int, str] = {}
        self.given_at: list[int] = []
        self.taken: list[Any] = []
        self.cut: tuple[int, str] | None = None
        self.dealt: Data | None = None
        self.seeds: list[str | None] = []
        self.salt = ""
        self.pack: list[str] = []


class Deals:
    """The deals of one game, followed from event to event."""

    def __init__(self, report: Report, stream: str) -> None:
        self.report, self.stream, self.game = report, stream, stream.partition("-")[2]
        self.hands: list[Hand] = []
        self.known: dict[int, Data] = {}
        self.players = self.devices = 0

    def hear(self, version: int, name: str, data: Data) -> None:
        """This happened next."""
        heard = getattr(self, f"on_{name}", None)
        if heard is not None:
            heard(version, data)

    def hand(self, version: int, number: int) -> Hand:
        """The hand of this number; a finding and an empty one, if nobody is bound to it."""
        for hand in self.hands:
            if hand.number == number:
                return hand
        self.demand(version, False, f"speaks of hand {number}, which nobody was bound to")
        return Hand(version, {"number": number, "protocol": "?"})

    def on_table_opened(self, version: int, data: Data) -> None:
        self.players = data["players"]
        self.demand(version, data.get("game") == self.game, "the deals are bound to another game")

    def on_seat_left(self, _version: int, data: Data) -> None:
        self.known.pop(data["seat"], None)

    on_seat_lent = on_seat_left

    def on_seed_promised(self, _version: int, data: Data) -> None:
        self.known[data["seat"]] = {"base": len(self.hands), "value": data["anchor"]}

    def on_hand_committed(self, version: int, data: Data) -> None:
        self.demand(version, data["number"] == len(self.hands) + 1, "commits to a hand out of turn")
        counted = [self.known.get(seat) for seat in range(len(data["promises"]))]
        self.demand(version, data["promises"] == counted, "counts another promise than was made")
        self.hands.append(Hand(version, data))

    def on_hands_revealed(self, version: int, data: Data) -> None:
        for secret in data["hands"]:
            hand = self.hand(version, secret["number"])
            hand.salt, hand.pack = secret["salt"], secret["pack"]

    def on_pack_ready(self, version: int, data: Data) -> None:
        self.hand(version, data["number"]).laid = True

    def on_pack_cut(self, version: int, data: Data) -> None:
        for hand in self.hands[-2:]:  # the one that is played, the one committed to
            if hand.laid and hand.cut is None:
                hand.cut, hand.fixed = (data["at"], data["end"]), version

    def on_card_taken(self, _version: int, data: Data) -> None:
        for hand in self.hands[-2:]:
            if hand.seeds and hand.dealt is None:
                hand.taken.append(data.get("card"))

    def on_seed_given(self, version: int, data: Data) -> None:
        hand, seat = self.hand(version, data["number"]), data["seat"]
        hand.given[seat] = data["seed"]
        hand.given_at.append(version)
        if seat in self.known and self.known[seat]["base"] < data["number"]:
            self.known[seat] = {"base": data["number"], "value": data["seed"]}

    def on_pack_shuffled(self, version: int, data: Data) -> None:
        hand = self.hand(version, data["number"])
        hand.seeds = data["seeds"]
        named = {seat: seed for seat, seed in enumerate(data["seeds"]) if seed is not None}
        self.demand(version, named == hand.given, "has other seeds than were given")
        committed = hand.committed.get("commitment")
        self.demand(version, data["commitment"] == committed, "names another commitment")

    def on_hand_dealt(self, version: int, data: Data) -> None:
        hand = self.hand(version, data["number"])
        hand.dealt, hand.at = data, version

    def demand(self, version: int, holds: Any, problem: str) -> None:
        if not holds:
            self.report.find(f"{self.stream}:{version}", problem)

    def end(self, over: bool) -> None:
        """There is nothing more."""
        fair = left = 0
        for hand in self.hands:
            shown = hand.dealt is None or "cards" in hand.dealt
            if hand.committed["protocol"] != "deal/1" or not hand.salt or not shown:
                left += 1
            else:
                fair += self.is_fair(hand)
            self.demand(hand.at, hand.salt or not over, f"hand {hand.number} was never revealed")
        if fair:
            self.report.ok.append(("deals", self.stream, fair, self.devices))
        if left:
            self.report.cannot.append(("undealt", self.stream, left))

    def is_fair(self, hand: Hand) -> bool:
        """Whether a hand that is revealed was dealt as it had to be; one that was dealt no more is not."""
        before, at, by = len(self.report.wrong), hand.at, hand.committed
        secret = deal_text("commitment", self.game, hand.number, hand.salt, " ".join(hand.pack))
        bound = hashlib.sha256(secret).hexdigest() == by["commitment"]
        self.demand(at, bound, "the secret is not the one committed to")
        self.demand(at, len(set(hand.pack)) == len(hand.pack), "a card is twice in the pack")
        kept = (by.get("salt", hand.salt), by.get("pack", hand.pack))
        self.demand(at, kept == (hand.salt, hand.pack), "another secret was kept")
        early = any(version < hand.fixed for version in hand.given_at)
        self.demand(at, not early, "seeds were known before it was fixed what they meet")
        for seat, seed in enumerate(hand.seeds):
            if seed is not None:
                self.devices += 1
                fits = self.fits(by["promises"][seat], hand.number, seed)
                self.demand(at, fits, f"the seed of seat {seat} was not promised")
        if hand.dealt:
            follows = hand.seeds and self.is_dealt(hand)
            self.demand(at, follows, "the cards do not come from the pack that follows")
        return hand.dealt is not None and len(self.report.wrong) == before

    def fits(self, promise: Data | None, number: int, seed: str) -> bool:
        if promise is None or number <= promise["base"]:
            return False
        for _ in range(number - promise["base"]):
            seed = hashlib.sha256(deal_text("link", self.game, seed)).hexdigest()
        return bool(seed == promise["value"])

    def is_dealt(self, hand: Hand) -> bool:
        dealt, taken, pack = hand.dealt or {}, hand.taken, shuffled(self.game, hand)
        order = [(dealt["dealer"] + 1 + step) % self.players for step in range(self.players)]
        top = taken + [card for seat in order for card in dealt["cards"][seat] if card not in taken]
        rest = pack[len(top) :]
        if dealt["vira"] is not None:
            if dealt["vira"] != next((card for card in rest if card != "CORINGA"), None):
                return False
            rest = [card for card in rest if card != dealt["vira"]]
        return pack[: len(top)] == top and rest == list(dealt["stock"])


def check_game(report: Report, stream: Data, told: Told, keys: Keys, seen: Seen) -> None:
    """What can be told of a game, or its signals, without knowing the rules."""
    name = stream["stream"]
    names = {name_ for _, name_, _, _ in told}
    over = bool(names & {"game_finished", "game_abandoned"}) or name.startswith("signals-")
    if over and any(data is None or "sealed" in data for _, _, data, _ in told):
        report.find(name, "has ended, but not everything is shown")
    if not name.startswith("game-"):
        return
    deals, signed, seats = Deals(report, name), 0, {}
    for version, kind, data, event in told:
        if data is None:
            continue
        deals.hear(version, kind, data)
        if "holder" in data:
            seats[data["holder"]] = data["seat"]
        if "signed" in data:
            signed += is_signed(report, f"{name}:{version}", event, data, seats, keys)
        if kind in ("table_opened", "game_finished"):
            seen[kind, name] = data
    deals.end(over and "game_started" in names)
    if signed:
        report.ok.append(("signatures", name, signed))


def is_signed(report: Report, where: str, event: Data, data: Data, seats: dict[str, int], keys: Keys) -> int:
    """Whether a device of the player has signed what happened."""
    told = must(
        where,
        data["signed"],
        key=HASH,
        move=dict,
        nonce=(str, None),
        signature=SIGNATURE,
        version=(int, None),
    )
    said = {"game": where.partition("-")[2].partition(":")[0], "move": told["move"], "nonce": told["nonce"],
            "seat": data.get("seat", seats.get(event["actor"], -1)), "version": told["version"]}  # fmt: skip
    since, until = keys.get((event["actor"], told["key"]), ("", ""))
    if not verify(told["key"], told["signature"], f"truco action/1\n{canonical(said)}"):
        report.find(where, "the signature of the device does not fit")
    elif not since or event["at"] < since or (until and event["at"] >= until):
        report.find(where, "is signed by a key that was not the player's then")
    elif "card" in data and told["move"].get("card", data["card"]) != data["card"]:
        report.find(where, "another card was signed than is played")
    else:
        return 1
    return 0


def keys_of(report: Report, streams: list[tuple[str, Told]]) -> Keys:
    """From when until when each account held each key."""
    found: Keys = {}
    for name, told in streams:
        actor = f"user:{name.partition('-')[2]}"
        for version, kind, data, event in told:
            if data is None or event["actor"] != actor:
                report.find(f"{name}:{version}", "was not done by the account itself")
            elif kind == "device_key_registered":
                if not verify(data["key"], data["signature"], f"truco key/1\n{actor[5:]}\n{data['key']}"):
                    report.find(f"{name}:{version}", "registers a key that nobody showed")
                found[actor, data["key"]] = (event["at"], None)
            elif kind == "device_key_revoked":
                found[actor, data["key"]] = (found.get((actor, data["key"]), ("",))[0], event["at"])
    return found


def check_regulation(report: Report, name: str, told: Told) -> None:
    """That the regulation which was frozen is the one that was set."""
    text = frozen = None
    for version, kind, data, _ in told:
        if kind in ("championship_created", "regulation_changed") and data:
            text = data["regulation"]
        if kind == "regulation_frozen" and data:
            frozen = data["sha256"]
            if text is None or sha(text) != frozen:
                report.find(f"{name}:{version}", "freezes another regulation than was set")
    if frozen:
        report.ok.append(("regulation", frozen[:16]))


def check_championship(
    report: Report, name: str, told: Told, subject: Data, present: set[str], seen: Seen
) -> None:
    """The regulation, the games that belong to it, and their results."""
    check_regulation(report, name, told)
    facts = [(version, kind, data) for version, kind, data, _ in told if data]
    plans = [data["matches"] for _, kind, data in facts if kind == "matches_planned"]
    if "match" in subject and subject["match"] not in {match["match"] for plan in plans for match in plan}:
        report.find(name, "has no such match")
    opened = [data for _, kind, data in facts if kind == "leg_opened"]
    games = {
        f"game-{leg['game_id']}": (leg["match"], leg["leg"])
        for leg in opened
        if subject.get("match", leg["match"]) == leg["match"]
    }
    if present != set(games):
        report.find(name, "the games in the bundle are not those that were opened for it")
    for game, place in games.items():
        origin = (seen.get(("table_opened", game)) or {}).get("origin")
        if origin != "championship:{}/{}/{}".format(name.partition("-")[2], *place):
            report.find(game, "was not opened for this match")
    check_legs(report, name, [fact for fact in facts if fact[1] == "leg_played"], seen)


def check_legs(report: Report, name: str, played: list[Any], seen: Seen) -> None:
    """That the results of the legs are those of their games."""
    legs = 0
    for version, _, data in played:
        end = seen.get(("game_finished", f"game-{data['game_id']}"))
        if end is None:  # a game of another match, which is not in this bundle
            continue
        legs += 1
        if (end["winner"], end["score"][:2], end["reason"]) != (
            data["winner"],
            data["score"],
            data["ending"],
        ):
            report.find(f"{name}:{version}", "says something else than the game that was the leg")
    if legs:
        report.ok.append(("legs", legs))


def check_subject(bundle: Data) -> Data:
    """What the bundle says it is about, and whether just that is in it."""
    subject: Data = bundle["subject"]
    kind = subject.get("kind")
    extra = {"match": str} if kind == "match" else {}
    must("subject", subject, id=r"[0-9a-f-]{36}", kind="game|match|championship", streams=list, **extra)
    names = [
        stream["stream"] if isinstance(stream, dict) and "stream" in stream else None
        for stream in bundle["streams"]
    ]
    if names != subject["streams"] or len(set(map(str, names))) != len(names):
        raise Broken("its streams are not those that it names")
    first = ("game-" if kind == "game" else "championship-") + subject["id"]
    games = {str(name)[5:] for name in names if str(name).startswith("game-")}
    allowed = {first} | {f"{kind}-{game}" for game in games for kind in ("game", "signals")}
    if names[:1] != [first] or any(
        name not in allowed and not str(name).startswith("keys-") for name in names
    ):
        raise Broken("it holds streams that do not belong to its subject")
    return subject


def check_bundle(bundle: Data) -> Report:
    """Everything but what needs the rules; Broken for what is no bundle."""
    report = Report()
    must("the bundle", bundle, checkpoint=(dict, None), format="truco bundle/1", streams=list, subject=dict)
    subject = check_subject(bundle)
    report.ok.append(("bundle", f"{subject['kind']} {subject['id']} {subject.get('match', '')}".strip()))
    said = None
    if bundle["checkpoint"] is None:
        report.cannot.append(("no-checkpoint",))
    else:
        said = check_checkpoint(report, bundle["checkpoint"])
        report.ok.append(("checkpoint", said["number"], said["at"], key_id(said["keys"][0])))
    told: dict[str, Told] = {}
    for stream in bundle["streams"]:
        hashes, told[stream["stream"]] = check_chain(report, stream)
        check_proof(report, stream, hashes, said)
    if report.wrong:  # what does not hang together has no meaning to be checked
        return report
    try:
        check_meaning(report, bundle, subject, told)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        report.find("the events", f"do not say what such events say ({type(error).__name__}: {error})")
    return report


def check_meaning(report: Report, bundle: Data, subject: Data, told: dict[str, Told]) -> None:
    """What the events say."""
    own = [(name, events) for name, events in told.items() if name.startswith("keys-")]
    keys = keys_of(report, own)
    seen: Seen = {}
    for stream in bundle["streams"]:
        if stream["stream"].startswith(("game-", "signals-")):
            check_game(report, stream, told[stream["stream"]], keys, seen)
    signers = {f"keys-{actor[5:]}" for actor, _ in keys}
    if signers != {name for name, _ in own}:
        report.find("keys", "a stream of keys holds none")
    if subject["kind"] != "game":
        name = bundle["subject"]["streams"][0]
        present = {name for name in told if name.startswith("game-")}
        check_championship(report, name, told[name], subject, present, seen)


def key_id(key: str) -> str:
    return hashlib.sha256(bytes.fromhex(key)).hexdigest()[:16] if _is(key, HASH) else "?"


def check_kept(report: Report, bundle: Data, kept: list[Data], trusted: list[str]) -> None:
    """Compare with what the reader has from elsewhere."""
    checkpoint = bundle["checkpoint"]
    said = checkpoint and checkpoint["statement"]
    if trusted and said:
        if said["keys"][0] in trusted:
            report.ok.append(("trusted",))
        else:
            report.find("checkpoint", "is signed by a key that you do not trust")
    for one in kept if said else ():
        if "path" in one:
            must("what you kept", one, path=list, to=dict, **{"from": dict})
            ends = [check_checkpoint(report, one[end], "what you kept") for end in ("from", "to")]
            path = [bytes.fromhex(step) for step in one["path"]]
            facts = [(end["size"], bytes.fromhex(end["root"])) for end in ends]
            if said in ends and continues(*facts[0], *facts[1], path):
                report.ok.append(("kept", ends[said == ends[0]]["number"]))
            else:
                report.find("checkpoint", "does not continue what you kept, or is not what continues it")
            continue
        other = check_checkpoint(report, one, "what you kept")
        older, newer = sorted((said, other), key=lambda statement: statement["number"])
        if other == said or (
            older["number"] + 1 == newer["number"] and newer["previous"] == sha(canonical(older))
        ):
            report.ok.append(("kept", other["number"]))
        elif (
            abs(older["number"] - newer["number"]) < 2
            or older["log"] != newer["log"]
            or older["size"] > newer["size"]
        ):
            report.find(
                "checkpoint", f"is not of the history whose checkpoint {other['number']} you have kept"
            )
        else:
            address = f"/api/v1/checkpoints/{older['number']}/to/{newer['number']}/"
            report.cannot.append(("unkept", other["number"], address))


def rejudge(report: Report, bundle: Data, package: str | None) -> None:
    """Let the package judge every action again."""
    sys.path[:0] = [package] if package else []
    try:
        from tournaments.rejudging import rejudged
    except ImportError as error:
        report.cannot.append(("unjudged", error))
        return
    counts, wrong = rejudged(bundle)
    report.wrong += wrong
    report.ok += [("judged", counts)] if counts else []


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bundle")
    parser.add_argument("--kept", action="append", default=[])
    parser.add_argument("--key", action="append", default=[])
    parser.add_argument("--package")
    parser.add_argument("--lang", choices=LANGUAGES, default=os.environ.get("LANG", "en")[:2])
    parser.add_argument("--strict", action="store_true")
    asked = parser.parse_args()
    language = LANGUAGES.index(asked.lang) if asked.lang in LANGUAGES else 0
    report = Report()
    try:
        bundle = read(Path(asked.bundle).read_bytes())
        report = check_bundle(bundle)
        kept = []
        for name in asked.kept:
            body = json.loads(Path(name).read_text())
            kept += body if isinstance(body, list) else [body]
        check_kept(report, bundle, kept, asked.key)
        if not report.wrong:
            rejudge(report, bundle, asked.package)
    except Broken as error:
        report.find(asked.bundle, str(error))
    return told(report, language, asked.strict)


def told(report: Report, language: int, strict: bool) -> int:
    """Say it in words; the exit code."""

    def say(word: str, *params: Any) -> None:
        sys.stdout.write(WORDS[word][language].format(*params) + "\n")

    for word, lines in (("head-ok", report.ok), ("head-cannot", report.cannot), ("head-wrong", report.wrong)):
        if lines:
            say(word)
        for line in lines:
            sys.stdout.write("  ")
            say(*line) if isinstance(line, tuple) else sys.stdout.write(f"{line}\n")
    say("end-wrong", len(report.wrong)) if report.wrong else say("end-ok")
    return 1 if report.wrong else 3 if strict and report.cannot else 0


if __name__ == "__main__":
    sys.exit(main())
