"""The program as data: types, attributes, constants, operations, regions; and functions that change it.

    from stablehlo_tools import ir, ops

    for found in ir.match(module, "add(x, 0)"):
        ir.replace(found.operation, found["x"])

`docs/ir.md` describes the public names, which are those of `__init__.pyi`.
"""

from __future__ import annotations

from stablehlo_tools.host.stubs import lazily

__getattr__, __dir__ = lazily(__name__)
