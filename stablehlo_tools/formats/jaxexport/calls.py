"""Programs for JAX: as functions that it compiles, and as modules of its MLIR bindings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy.typing as npt

    # A pytree of JAX: arrays, in any nesting.
    Tree = npt.ArrayLike | Sequence["Tree"] | Mapping[str, "Tree"]


def function_of(program: Any, data: bytes) -> Callable[..., Any]:
    """The function that JAX has exported, as its `Exported` or in its serialized form."""
    import jax.export

    is_exported = isinstance(program, jax.export.Exported)
    exported = program if is_exported else jax.export.deserialize(bytearray(data))

    def function(*arguments: Tree, **keywords: Tree) -> Any:
        return exported.call(*arguments, **keywords)

    function.__name__ = function.__qualname__ = exported.fun_name
    return function


def call_of(data: bytes) -> Callable[..., Any]:
    """A program in JAX's serialized form as a function of arrays, its arguments, that returns a list."""
    import jax.export

    exported = jax.export.deserialize(bytearray(data))

    def function(*arguments: npt.ArrayLike) -> Any:
        if len(arguments) != len(exported.in_avals):
            expected = f"{exported.fun_name} takes {len(exported.in_avals)} arguments"
            raise TypeError(f"{expected}, found {len(arguments)}")
        results = exported.call(*arguments)
        return [*results] if isinstance(results, (list, tuple)) else [results]

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
