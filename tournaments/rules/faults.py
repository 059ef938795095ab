"""What is wrong with a document, said so that a person can mend it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong: the dotted path to it and a plain English template with its params."""

    path: str
    message: str
    params: Mapping[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The message in English, filled in."""
        return self.message.format(**self.params)

    def under(self, path: str) -> "Fault":
        """The same fault seen from a document that holds this one at `path`."""
        return Fault(f"{path}.{self.path}", self.message, self.params)
