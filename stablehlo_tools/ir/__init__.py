"""The program as data: types, attributes, constants, operations, regions; and functions that change it.

    from stablehlo_tools import ir, ops

    for found in ir.match(module, "add(x, 0)"):
        ir.replace(found.operation, found["x"])

`docs/ir.md` describes the public names, which are those of `ir.facade`, imported when the first is used.
"""

# ruff: noqa: F405 - the names are those of the facade

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stablehlo_tools.ir.facade import *  # noqa: F403

__all__ = [
    "Block", "Dense", "Function", "FunctionType", "Module", "Operation", "Region", "TensorType", "Value",
    "after", "argument_names", "before", "call", "callee_of", "constant_of", "copy", "define", "digest",
    "erase", "erase_dead", "infer_types", "inline", "insert", "match", "move", "parse_attribute",
    "parse_type", "referenced", "rename_function", "replace", "replace_all_uses", "set_attributes",
    "set_signature", "set_type", "splice", "trace", "users", "uses",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name in __all__:
        import stablehlo_tools.ir.facade as facade  # noqa: PLR0402 - `from` would look for it here first

        return getattr(facade, name)
    module = sys.modules[__name__]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=module)


def __dir__() -> list[str]:
    return __all__
