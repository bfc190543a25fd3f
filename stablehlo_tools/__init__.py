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
from collections.abc import Callable

from stablehlo_tools._version import __version__ as __version__


@functools.cache
def _public() -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    from stablehlo_tools.host.stubs import lazily  # help does without

    return lazily(__name__)


def __getattr__(name: str) -> object:
    found = _public()[0](name)
    _let_notebooks_draw()
    return found


def __dir__() -> list[str]:
    return _public()[1]()


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
