"""Single elimination: who loses is out, for any number of entries, with byes to the best seeds.

The bracket is the usual one for the next power of two: in every round the best seed left meets the worst, so
that seeds 1 and 2 can meet only in the final and 1 to 4 only from the semifinals. A first-round match
against an empty place is no match at all; its number stays free, so "R2M1" always joins "R1M1" and "R1M2".

Any round may be played in `ties`: home and away, or best of so many (see `ties`).

It may end before the final, after so many `rounds` or with so many `survivors` left, who then go on to
another stage; and its first round may be stated literally, pair by pair (`Drawn.rows`).
"""

from collections.abc import Mapping, Sequence

from tournaments.rules.faults import Fault
from tournaments.rules.formats.knockout import knockout
from tournaments.rules.formats.protocol import Drawn, Pairing, Place, Played, Progress, Slot
from tournaments.rules.formats.ties import Tied, as_played, next_games, settled, tie_faults
from tournaments.rules.regulation import JSON
from truco_api.errors import gettext_noop as _

THIRD = "third_place"
NAMED = {1: "final", 2: "semifinal", 4: "quarterfinal"}
KEYS = frozenset({"third_place", "rounds", "survivors", "ties"})
MOST_ROUNDS, MOST_SURVIVORS = 12, 2048


def seed_order(size: int) -> list[int]:
    """Seeds 1…size in the order of the bracket's lines, for a power of two: 4 gives [1, 4, 2, 3]."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for top in order for seed in (top, total - top)]
    return order


def label(matches: int) -> str:
    """The name of the round that has so many matches when full."""
    return NAMED.get(matches) or f"round_of_{2 * matches}"


def survivors(config: Mapping[str, JSON], entries: int) -> int:
    """How many are left when the stage ends."""
    rounds, left = config.get("rounds"), config.get("survivors")
    if isinstance(rounds, int):
        return -(-entries // (1 << rounds))
    return left if isinstance(left, int) else 1


class SingleElimination:
    """The knock-out; its own keys are `third_place`, `ties`, and `rounds` or `survivors` (where it ends)."""

    name = "single_elimination"
    limits = (2, 4096)
    labels = r"final|semifinal|quarterfinal|third_place|round_of_\d+"

    def check(self, config: Mapping[str, JSON]) -> Sequence[Fault]:
        """`third_place` is true or false, at most one of the others is stated, and there is nothing else."""
        faults = [Fault(key, _("is not known here")) for key in config if key not in KEYS]
        if not isinstance(config.get("third_place", False), bool):
            faults.append(Fault("third_place", _("must be true or false")))
        for key, most in (("rounds", MOST_ROUNDS), ("survivors", MOST_SURVIVORS)):
            value = config.get(key, 1)
            if type(value) is not int or not 1 <= value <= most:
                faults.append(
                    Fault(key, _("must be a whole number from {least} to {most}"), {"least": 1, "most": most})
                )
        if "rounds" in config and "survivors" in config:
            faults.append(Fault("survivors", _("cannot stand beside {other}"), {"other": "rounds"}))
        return [*faults, *tie_faults(config.get("ties"), self.labels)]

    def plan(self, drawn: Drawn, /) -> Sequence[Pairing]:
        """N−1 matches, and one more with a third place (from four entries on), round by round.

        With ties, the games of those whose sides are known.
        """
        if drawn.config.get("ties") is None:
            return skeleton(drawn)
        return next_games(settled(skeleton(drawn), drawn.config["ties"], drawn.entries))

    def further(self, drawn: Drawn, progress: Progress, /) -> Sequence[Pairing]:
        """Everything is known at the draw, but for what comes of ties."""
        return next_games(ties_of(drawn, progress))

    def placings(self, drawn: Drawn, progress: Progress, /) -> Sequence[Place]:
        """The final, the match for third place, then the losers of each round together, latest round first.

        A place nobody played for or won stays empty: two who missed the final are both second (our decision).
        Where it ends before the final, all who were never beaten share the first place.
        """
        ties = ties_of(drawn, progress)
        played = as_played(ties) if ties else progress.played
        last = max(match.round for match in played)
        third = next((match for match in played if match.id == THIRD), None)
        finals = [match for match in played if match.round == last and match is not third]
        if len(finals) > 1 or survivors(drawn.config, len(drawn.entries)) > 1:
            return _unfinished(drawn, played)
        found = [(1, _entries(finals[0].winner)), (2, _beaten(finals[0]))]
        if third is not None:
            found += [(3, _entries(third.winner)), (4, _beaten(third))]
        for number in range(last - 1 - (third is not None), 0, -1):
            losers = [entry for match in played if match.round == number for entry in _beaten(match)]
            found.append((2 ** (last - number) + 1, tuple(losers)))
        return [Place(place, names) for place, names in found if names]


def ties_of(drawn: Drawn, progress: Progress) -> tuple[Tied, ...]:
    """Every match of a knock-out that is played in ties, as far as it is; none where it is played at once."""
    if drawn.config.get("ties") is None:
        return ()
    return settled(skeleton(drawn), drawn.config["ties"], drawn.entries, progress.planned, progress.played)


def skeleton(drawn: Drawn) -> Sequence[Pairing]:
    """The knock-out match by match, whether each is played once or as a tie."""
    if drawn.rows:
        return _bracket([_slot(entry) for row in drawn.rows for entry in row], drawn)
    left = survivors(drawn.config, len(drawn.entries))
    if left > 1:
        slots = [Slot("entry", entry) for entry in drawn.entries]
        return knockout(slots, left, prefix="R", name=label).pairings
    size = 1 << (len(drawn.entries) - 1).bit_length()
    entries = (*drawn.entries, *[""] * (size - len(drawn.entries)))
    return _bracket([_slot(entries[place - 1]) for place in seed_order(size)], drawn)


def _unfinished(drawn: Drawn, played: Sequence[Played]) -> list[Place]:
    """Who was never beaten, then the losers of each round, latest first, all best seed first."""
    out = {entry: match.round for match in played for entry in _beaten(match)}
    numbers: list[int | None] = [None, *sorted(set(out.values()), reverse=True)]
    blocks = [[entry for entry in drawn.entries if out.get(entry) == number] for number in numbers]
    places, before = [], 0
    for block in blocks:
        if block:
            places.append(Place(before + 1, tuple(block)))
        before += len(block)
    return places


def _slot(entry: str) -> Slot:
    return Slot("entry", entry) if entry else Slot("nobody")


def _entries(*names: str) -> tuple[str, ...]:
    return tuple(name for name in names if name)


def _beaten(match: Played) -> tuple[str, ...]:
    """Whoever was in the match and did not win it."""
    return tuple(name for name in _entries(match.home, match.away) if name != match.winner)


def _bracket(lines: list[Slot], drawn: Drawn) -> list[Pairing]:
    """The rounds from these lines down to as many as are to be left, and the match for third place."""
    pairings: list[Pairing] = []
    left = survivors(drawn.config, len(lines))
    number = 0
    while len(lines) > left:
        number += 1
        lines = _round(number, lines, pairings)
    if drawn.config.get("third_place") and left == 1 and len(pairings) >= 3:
        semifinals = (pairings[-1].home, pairings[-1].away)
        if all(slot.kind == "winner" for slot in semifinals):
            pairings.insert(-1, _third_place(pairings[-1]))
    return pairings


def _round(number: int, lines: list[Slot], pairings: list[Pairing]) -> list[Slot]:
    """Pair the lines of a round, note its matches, and give the lines of the next round."""
    following = []
    for index in range(0, len(lines), 2):
        home, away = lines[index], lines[index + 1]
        if "nobody" in (home.kind, away.kind):
            following.append(home if away.kind == "nobody" else away)
            continue
        match = f"R{number}M{index // 2 + 1}"
        pairings.append(Pairing(match, number, home, away, label(len(lines) // 2)))
        following.append(Slot("winner", match))
    return following


def _third_place(final: Pairing) -> Pairing:
    losers = (Slot("loser", final.home.of), Slot("loser", final.away.of))
    return Pairing(THIRD, final.round, *losers, THIRD)
