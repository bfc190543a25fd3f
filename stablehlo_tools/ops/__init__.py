"""The ops, each declared once: constraints, signature, documentation and kernel.

As attributes of this package the ops are functions of numpy arrays; see `stablehlo_tools.interpret.eager`.
"""

from __future__ import annotations

import sys


def __getattr__(name: str) -> object:
    if not name.startswith("_"):
        from stablehlo_tools.interpret import eager

        try:
            return eager.function_of(name)
        except LookupError:
            pass
    module = sys.modules[__name__]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=module)


def __dir__() -> list[str]:
    from stablehlo_tools.interpret import eager

    return eager.names()
