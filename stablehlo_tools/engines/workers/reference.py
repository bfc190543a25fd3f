"""StableHLO's reference interpreter, which comes with jaxlib."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

Array = Any

PASSES = "builtin.module(func.func(chlo-legalize-to-stablehlo,stablehlo-legalize-deprecated-ops))"


def describe(argument: str) -> dict[str, Any]:
    """The version of jaxlib, and that of its StableHLO."""
    import jaxlib
    from jaxlib.mlir.dialects import stablehlo

    return {"version": jaxlib.__version__, "devices": ["cpu:0"], "stablehlo": stablehlo.get_current_version()}


def compile(program: str | bytes, options: dict[str, Any]) -> Callable[[list[Array]], list[Array]]:
    """The parsed program."""
    from jaxlib.mlir import ir, passmanager
    from jaxlib.mlir._mlir_libs import _jax_mlir_ext
    from jaxlib.mlir.dialects import chlo, sdy, stablehlo

    registry = ir.DialectRegistry()
    _jax_mlir_ext.register_dialects(registry)
    context = ir.Context()
    context.append_dialect_registry(registry)
    context.load_all_available_dialects()
    for dialect in (chlo, sdy, stablehlo):
        dialect.register_dialect(context)
    messages: list[str] = []

    def note(diagnostic: Any) -> bool:
        messages.append(str(diagnostic.message))
        return True

    context.attach_diagnostic_handler(note)

    @contextlib.contextmanager
    def explained() -> Iterator[None]:
        try:
            yield
        except Exception as error:  # noqa: BLE001 - of whatever kind
            raise RuntimeError("\n".join([*messages, str(error)])) from None
        finally:
            messages.clear()

    with explained():
        if isinstance(program, bytes):
            module = stablehlo.deserialize_portable_artifact(context, program)
        else:
            module = ir.Module.parse(program, context)
        if hasattr(stablehlo, "register_stablehlo_passes"):  # it executes neither CHLO nor deprecated ops
            stablehlo.register_stablehlo_passes()
            passmanager.PassManager.parse(PASSES, context).run(module.operation)

    def execute(arrays: list[Array]) -> list[Array]:
        with context, ir.Location.unknown(), explained():
            operands = [ir.DenseElementsAttr.get(array, signless=array.dtype.kind != "u") for array in arrays]
            return [np.array(result) for result in stablehlo.eval_module(module, operands)]

    return execute
