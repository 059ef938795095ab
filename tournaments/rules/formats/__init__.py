"""The formats a stage can have, by name. A new one implements `protocol.Format` and is added to `FORMATS`."""

from tournaments.rules.formats.protocol import Format
from tournaments.rules.formats.single_elimination import SingleElimination

FORMATS: dict[str, Format] = {fmt.name: fmt for fmt in (SingleElimination(),)}
