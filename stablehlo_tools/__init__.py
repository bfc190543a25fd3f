"""Read, verify, run, print and explain StableHLO programs.

    import stablehlo_tools

    module = stablehlo_tools.load("model.mlir")
    for diagnostic in stablehlo_tools.verify(module):
        print(diagnostic)
    (result,) = stablehlo_tools.run(module, [x])

Names are imported when they are first used, so that importing the package costs next to nothing. They are in
`__init__.pyi`.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
import re
import sys

from stablehlo_tools._version import __version__ as __version__


@functools.cache
def _homes() -> dict[str, str]:
    """The module that each public name comes from, by the imports of `__init__.pyi`."""
    stub = (pkgutil.get_data(__name__, "__init__.pyi") or b"").decode()
    imports = re.findall(r"^from (\S+) import (\([^)]*\)|.*)$", stub, re.MULTILINE)
    return {name: home for home, names in imports for name in re.findall(r" as (\w+)", names)}


def __getattr__(name: str) -> object:
    if name == "__all__":
        return __dir__()
    home = _homes().get(name)
    if home is None:
        module = sys.modules[__name__]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=module)
    _let_notebooks_draw()
    if home in (__name__, f"{__name__}.interpret"):  # of a module
        return importlib.import_module(f"{home}.{name}")
    found = globals()[name] = getattr(importlib.import_module(home), name)
    return found


@functools.cache
def _let_notebooks_draw() -> None:
    """Register what draws modules: a room above theirs, which is imported when one is drawn."""
    from stablehlo_tools.ir.operations import Module as DrawnModule
    from stablehlo_tools.ir.printing import drawn

    drawn.register(DrawnModule, _page)


def _page(module: object) -> str:
    """The page of a module, below one line that says what it is."""
    from stablehlo_tools.drawing.drawn import show as draw
    from stablehlo_tools.host.notebook import collapsed

    return collapsed(repr(module), draw(module)._repr_html_())


def __dir__() -> list[str]:
    return sorted(_homes().keys() - {"plugins"})
