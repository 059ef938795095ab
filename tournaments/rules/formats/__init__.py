"""The formats a stage can have, by name. A new one implements `protocol.Format` and is added to `FORMATS`."""

from tournaments.rules.formats.consolation import Consolation
from tournaments.rules.formats.double_elimination import DoubleElimination
from tournaments.rules.formats.group_stage import GroupStage
from tournaments.rules.formats.king_stage import KingOfTheTable
from tournaments.rules.formats.protocol import Format
from tournaments.rules.formats.round_robin import RoundRobin
from tournaments.rules.formats.single_elimination import SingleElimination
from tournaments.rules.formats.swiss import Swiss

FORMATS: dict[str, Format] = {
    fmt.name: fmt
    for fmt in (
        SingleElimination(),
        DoubleElimination(),
        Consolation(),
        RoundRobin(),
        GroupStage(),
        Swiss(),
        KingOfTheTable(),
    )
}
