"""Programs for JAX: as functions that it compiles, and as modules of its MLIR bindings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy.typing as npt

    # What JAX calls a pytree: arrays, in any nesting.
    Tree = npt.ArrayLike | Sequence["Tree"] | Mapping[str, "Tree"]


def function_of(program: Any, serialized: Callable[[], tuple[bytes, bool]]) -> Callable[..., Any]:
    """A function of arrays that calls a program, given as JAX's `Exported` or in its serialized form.

    What is `serialized` may be of a program whose arguments are a list, as are its results.
    """
    import jax.export

    exported, takes_list = program, False
    if not isinstance(program, jax.export.Exported):
        data, takes_list = serialized()
        exported = jax.export.deserialize(bytearray(data))
    call, count = exported.call, len(exported.in_avals)

    def function(*arguments: Tree, **named: Tree) -> Any:
        if takes_list and len(arguments) != count:
            raise TypeError(f"{exported.fun_name} takes {count} arguments, found {len(arguments)}")
        results = call(*arguments, **named)
        is_one = takes_list and isinstance(results, (list, tuple)) and len(results) == 1
        return results[0] if is_one else results

    function.__name__ = function.__qualname__ = exported.fun_name
    return function


def mlir_module(text: str) -> Any:
    """The `ir.Module` of jaxlib's bindings that a text is."""
    from jax._src.interpreters import mlir  # which has a context with all dialects that JAX writes
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import chlo, sdy, stablehlo

    context = mlir.make_ir_context()
    for dialect in (stablehlo, chlo, sdy):
        dialect.register_dialect(context)
    with context:
        return ir.Module.parse(text)
