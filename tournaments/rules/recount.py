"""What follows from another result in the place of an earlier one, as far as it reaches.

Seats that nobody has taken yet simply change. What was decided, paired or drawn by itself on the strength of
the earlier result is undone and made anew. What was played on the strength of it is nobody's to undo but an
arbiter's, who says of each such match, round or stage whether it stands or is played again; what
stands is cut off from what it came of, and no later correction asks about it again.
"""

from collections import deque
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace

from tournaments.rules import events as ev
from tournaments.rules.bracket import Account
from tournaments.rules.entrants import Field, entrants
from tournaments.rules.errors_stages import InvalidChoice
from tournaments.rules.evolve_matches import seated
from tournaments.rules.regulation import StageRules
from tournaments.rules.stages import drawn_of, form_of, progress_of, tables_of
from tournaments.rules.state import FOLLOWING, Championship, Match, Stage

Change = ev.ResultCorrected | ev.MatchReopened | ev.CountsRuled


@dataclass(frozen=True, slots=True)
class Choice:
    """What an arbiter said of later play: what stands, what is played again, why, and who said so."""

    stand: frozenset[str] = frozenset()
    replay: frozenset[str] = frozenset()
    reason: str = ""
    by: str = ""


@dataclass(slots=True)
class Recount:
    """A change and all that follows: `account` has the events, `missing` what nobody has chosen about.

    What is missing is taken to stand, so that a preview can say what the rest would be.
    """

    before: Championship
    change: Change
    choice: Choice
    missing: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)

    def run(self) -> Account:
        """The account of everything that happens; InvalidChoice for a choice about something else."""
        account = Account(self.before, self.change.at_ms)
        upheld, reopened = self._walk()
        account.tell(*upheld, self.change, *reopened)
        names = [self.change.match, *(event.match for event in reopened)]
        account.decide([*names, *(later for name in names for later in account.state.leads_to.get(name, ()))])
        for stage in list(account.state.stages.values()):
            self._waves(account, stage)
        for rules in self.before.regulation.stages:
            self._stage(account, rules)
        account.conclude()
        for later in sorted((self.choice.stand | self.choice.replay) - self.asked):
            raise InvalidChoice(field="stand", later=later)
        for later in sorted(self.choice.stand & self.choice.replay):
            raise InvalidChoice(field="replay", later=later)
        return account

    def _chosen(self, later: str) -> str:
        """ "stand" or "replay" for something that was played, "" where nobody has chosen yet."""
        self.asked.add(later)
        if later in self.choice.replay:
            return "replay"
        if later in self.choice.stand:
            return "stand"
        self.missing.append(later)
        return ""

    def _upheld(self, later: str) -> ev.LaterPlayUpheld:
        return ev.LaterPlayUpheld(
            later=later, reason=self.choice.reason, by=self.choice.by, at_ms=self.change.at_ms
        )

    def _walk(self) -> tuple[list[ev.LaterPlayUpheld], list[ev.MatchReopened]]:
        """What the bracket leads to from here: matches that stand, and matches whose result is annulled.

        If anything that a match led to stands, then all stands that it led to: winner and loser went on
        together, and nobody may be in two places.
        """
        matches: dict[str, Match] = dict(self.before.matches)
        matches[self.change.match] = _changed(matches[self.change.match], self.change)
        upheld: list[ev.LaterPlayUpheld] = []
        reopened: list[ev.MatchReopened] = []
        waiting = deque([self.change.match])
        seen: set[str] = set()
        while waiting:
            led = [matches[name] for name in self.before.leads_to.get(waiting.popleft(), ())]
            moved = [match for match in led if match.id not in seen and _moves(match, matches)]
            begun = [match.id for match in moved if match.begun]
            if begun and not self._again(begun):
                upheld += [self._upheld(name) for name in begun]
                continue
            for later in moved:
                seen.add(later.id)
                if later.begun or (later.result and later.result.how in FOLLOWING):
                    reopened.append(self._reopened(later))
                    matches[later.id] = replace(later, result=None)
                    waiting.append(later.id)
        return upheld, reopened

    def _again(self, begun: list[str]) -> bool:
        """Whether matches that one result led to are played again, all of them or none."""
        chosen = {name: self._chosen(name) for name in begun}
        again = "replay" in chosen.values()
        for name, choice in chosen.items():
            if again and choice == "stand":
                raise InvalidChoice(field="stand", later=name)
        return again

    def _reopened(self, later: Match) -> ev.MatchReopened:
        """The annulment of a later result: by the arbiter's word if it was played, else by itself."""
        by = self.choice.by if later.begun else ""
        reason = self.choice.reason if by else ""
        return ev.MatchReopened(match=later.id, reason=reason, by=by, at_ms=self.change.at_ms)

    def _waves(self, account: Account, stage: Stage) -> None:
        """Rounds that were planned by results: the first that would be another is dropped, or stands."""
        for number in range(1, len(stage.waves)):
            wave = stage.waves[number]
            later = f"{stage.id}/{self.before.matches[wave[0]].round}"
            if later in account.state.upheld or self._same_wave(account.state, stage, number):
                continue
            rest = [match for each in stage.waves[number:] for match in each]
            by = ""
            if any(self.before.matches[match].begun for match in rest):
                if self._chosen(later) != "replay":
                    account.tell(self._upheld(later))
                    continue
                by = self.choice.by
            account.tell(
                ev.PlanWithdrawn(
                    stage=stage.id,
                    matches=tuple(rest),
                    reason=self.choice.reason if by else "",
                    by=by,
                    at_ms=self.change.at_ms,
                )
            )
            return

    def _same_wave(self, after: Championship, stage: Stage, number: int) -> bool:
        if any(after.matches[match].result is None for wave in stage.waves[:number] for match in wave):
            return False
        return _basis(self.before, stage, number) == _basis(after, after.stages[stage.id], number)

    def _stage(self, account: Account, rules: StageRules) -> None:
        """A stage that others come to now is drawn anew, or stands."""
        stage = account.state.stages.get(rules.id)
        later = f"{rules.id}/"
        fed = any(source.stage for source in rules.sources)
        if stage is None or not fed or later in account.state.upheld:
            return
        if _comes(self.before, rules, stage) == _comes(account.state, rules, stage):
            return
        by = ""
        if any(self.before.matches[match].begun for match in stage.matches):
            if self._chosen(later) != "replay":
                account.tell(self._upheld(later))
                return
            by = self.choice.by
        reason = self.choice.reason if by else ""
        account.tell(ev.StageUndrawn(stage=stage.id, reason=reason, by=by, at_ms=self.change.at_ms))


def _basis(state: Championship, stage: Stage, waves: int) -> Hashable:
    """What the next wave depends on: the order and points of the tables, or what the format would plan."""
    tables = tables_of(state, stage, waves)
    if tables:
        return tuple((row.entry, row.values.get("points")) for group in tables for row in group.table.rows)
    return tuple(form_of(state, stage.id).further(drawn_of(state, stage), progress_of(state, stage, waves)))


def _comes(state: Championship, rules: StageRules, stage: Stage) -> Hashable:
    """Who comes to a stage: in which order only where the order matters."""
    found = entrants(state, rules, stage.passed)
    if isinstance(found, Field) and rules.seeding != "qualified":
        return frozenset(found.entries)
    return found


def _changed(match: Match, change: Change) -> Match:
    """The match with its new result, for whoever follows from it."""
    if isinstance(change, ev.MatchReopened):
        return replace(match, result=None)
    if isinstance(change, ev.CountsRuled):
        return match
    assert match.result is not None
    return replace(match, result=replace(match.result, winner=change.winner, loser=change.loser))


def _moves(match: Match, matches: Mapping[str, Match]) -> bool:
    """Whether others have the seats of a match now."""
    return tuple(seated(source, matches) for source in match.sources) != match.sides
