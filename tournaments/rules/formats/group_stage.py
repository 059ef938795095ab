"""The group stage: groups drawn from pots or by a serpentine, a round robin in each, one order over all."""

from collections.abc import Mapping, Sequence

from tournaments.rules.draw import numbers, seed_bytes
from tournaments.rules.faults import Fault
from tournaments.rules.field_checks import either, integer, list_of
from tournaments.rules.formats.group_sizes import draw_sized, fitted, serpentine_of
from tournaments.rules.formats.groups import draw_groups, pots_of, serpentine
from tournaments.rules.formats.protocol import Drawn, Pairing, Place, Progress
from tournaments.rules.formats.qualifying import GroupTable, best_placed
from tournaments.rules.formats.round_robin import league_pairings
from tournaments.rules.formats.tables import placed, results_of, table_faults, table_rules
from tournaments.rules.regulation import JSON
from truco_api.errors import gettext_noop as _

GROUPS = either(list_of(integer(2, 512), 1, 512), integer(1, 512), lambda groups: isinstance(groups, list))
"""How many groups there are, or the size of each."""
_MISSING = Fault("groups", _("is missing"))
KEYS = frozenset({"groups", "draw", "clubs_apart", "cycles", "even"})


def groups_of(drawn: Drawn) -> tuple[tuple[str, ...], ...]:
    """The groups, which follow from the seeding and the recorded seed of the draw alone, unless stated."""
    if drawn.rows:
        return tuple(tuple(entry for entry in row if entry) for row in drawn.rows)
    stated = drawn.config.get("groups")
    if isinstance(stated, list):
        return _sized(drawn, fitted(stated_sizes(stated), len(drawn.entries)))
    count = whole(drawn.config, "groups", 1)
    if drawn.config.get("draw") == "serpentine":
        return serpentine(drawn.entries, count)
    clubs = drawn.clubs if drawn.config.get("clubs_apart") else {}
    return draw_groups(pots_of(drawn.entries, count), count, numbers(seed_bytes(drawn.seed)), clubs)


def _sized(drawn: Drawn, sizes: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    if drawn.config.get("draw") == "serpentine":
        return serpentine_of(drawn.entries, sizes)
    clubs = drawn.clubs if drawn.config.get("clubs_apart") else {}
    return draw_sized(drawn.entries, sizes, numbers(seed_bytes(drawn.seed)), clubs)


def stated_sizes(groups: JSON) -> tuple[int, ...]:
    """The sizes of groups that a regulation states one by one; none where it only counts them."""
    return tuple(size for size in groups if isinstance(size, int)) if isinstance(groups, list) else ()


def group_tables(drawn: Drawn, progress: Progress) -> list[GroupTable]:
    """Each group with its matches and its table so far."""
    rules = table_rules(drawn.config, lots=drawn.lots)
    matches = results_of(progress.played, rules.bye)
    tables = []
    for entries in groups_of(drawn):
        own = tuple(match for match in matches if match.home in entries)
        tables.append(GroupTable(entries, own, rules.table(entries, own)))
    return tables


class GroupStage:
    """Groups; its own keys are `groups` (how many, or the size of each), `draw` ("pots" or "serpentine"),
    `clubs_apart`, `cycles`, `even` (compare groups of unequal size fairly), and those of a table."""

    name = "groups"
    limits = (2, 4096)
    labels = r"group_\d+"

    def check(self, config: Mapping[str, JSON], /) -> Sequence[Fault]:
        """Every fault of these keys."""
        faults = table_faults(config, KEYS)
        faults += GROUPS(config.get("groups"), "groups") if "groups" in config else [_MISSING]
        if config.get("draw", "pots") not in ("pots", "serpentine"):
            faults.append(Fault("draw", _("must be one of {choices}"), {"choices": "pots, serpentine"}))
        if whole(config, "cycles", 1) not in (1, 2):
            faults.append(Fault("cycles", _("must be 1 or 2")))
        for key in ("clubs_apart", "even"):
            if not isinstance(config.get(key, False), bool):
                faults.append(Fault(key, _("must be true or false")))
        return faults

    def plan(self, drawn: Drawn, /) -> Sequence[Pairing]:
        """The matches of all groups, round by round; "G3R1M2" is the second of group 3 in round 1."""
        cycles = whole(drawn.config, "cycles", 1)
        found = [
            Pairing(each.id, each.round, each.home, each.away, f"group_{number}")
            for number, entries in enumerate(groups_of(drawn), start=1)
            for each in league_pairings(entries, cycles, f"G{number}")
        ]
        return sorted(found, key=lambda each: each.round)

    def further(self, _drawn: Drawn, _progress: Progress, /) -> Sequence[Pairing]:
        """Everything is known at the draw."""
        return ()

    def placings(self, drawn: Drawn, progress: Progress, /) -> Sequence[Place]:
        """The winners of all groups in one order, then all seconds, and so on."""
        groups = group_tables(drawn, progress)
        rules, even = table_rules(drawn.config, lots=drawn.lots), bool(drawn.config.get("even"))
        places: list[Place] = []
        before = 0
        for number in range(1, max(len(group.entries) for group in groups) + 1):
            ranked = placed(best_placed(groups, number, rules, even=even))
            places += [Place(before + each.place, each.entries) for each in ranked]
            before += sum(len(each.entries) for each in ranked)
        return places


def whole(config: Mapping[str, JSON], key: str, default: int) -> int:
    """A whole number of the configuration; -1 for anything else that stands there."""
    value = config.get(key, default)
    return value if isinstance(value, int) and not isinstance(value, bool) else -1
