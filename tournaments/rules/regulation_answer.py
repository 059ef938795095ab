"""What is answered to whoever has a regulation checked: the command and the API say the same."""

from typing import Any

from tournaments.rules.errors import InvalidRegulation
from tournaments.rules.faults import Fault
from tournaments.rules.regulation import canonical, sha256
from tournaments.rules.regulation_check import complete
from tournaments.rules.season_document import complete_season, is_season
from truco_api.errors import gettext_noop as _


def answer(document: Any) -> dict[str, Any]:
    """Whether it is valid, its hash and itself with every default written out, or every fault by its path.

    A document that says that it is a season's is judged as one.
    """
    if not isinstance(document, dict):
        return _refused([Fault("regulation", _("must be an object"))])
    try:
        whole = complete_season(document) if is_season(document) else complete(document)
    except InvalidRegulation as error:
        return _refused(error.faults)
    return {"valid": True, "sha256": sha256(canonical(whole)), "faults": [], "regulation": whole}


def _refused(faults: Any) -> dict[str, Any]:
    told = [{"field": fault.path, "detail": fault.message.format(**fault.params)} for fault in faults]
    return {"valid": False, "sha256": None, "faults": told, "regulation": None}
