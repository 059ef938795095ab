"""The variants, one data file each: a module here with a `VARIANT` is a variant, nothing else to register."""

import importlib
import pkgutil
from collections.abc import Mapping
from types import MappingProxyType

from games.rules.variant import Variant


def _load() -> dict[str, Variant]:
    modules = (importlib.import_module(f"{__name__}.{m.name}") for m in pkgutil.iter_modules(__path__))
    found: list[Variant] = [module.VARIANT for module in modules]
    return {variant.id: variant for variant in sorted(found, key=lambda v: v.id)}


VARIANTS: Mapping[str, Variant] = MappingProxyType(_load())
