"""Running programs: a module's function is compiled once to a `Program`, which may be called many times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from stablehlo_tools.diagnostic import Diagnostic, RunError
from stablehlo_tools.interpret.arrays import lent, owned
from stablehlo_tools.interpret.compiler import CALLS, Compiler
from stablehlo_tools.interpret.errors import unsupported
from stablehlo_tools.interpret.inputs import fitted_inputs
from stablehlo_tools.interpret.plan import Progress
from stablehlo_tools.ir import Function, Module, Operation
from stablehlo_tools.ops.custom_call import CUSTOM_CALLS
from stablehlo_tools.ops.registry import OPS

Array = npt.NDArray[Any]


class Program:
    """A function of a module, ready to run. It keeps nothing from one run to the next."""

    def __init__(self, module: Module, function: Function, *, is_checked: bool = False) -> None:
        compiler = Compiler(module, is_checked=is_checked)
        found = unsupported_operations(compiler, function)
        if found:
            raise RunError(*found)
        self.function = function
        try:
            with np.errstate(all="ignore"):
                self._plan = compiler.plan(function)
        except RecursionError as error:
            message = "its regions are nested too deeply to be executed"
            raise RunError(unsupported(function, message)) from error

    def __call__(self, inputs: Sequence[Any] = (), *, progress: Progress | None = None) -> list[Array]:
        """The results for `inputs`: arrays that belong to the caller.

        Inputs are arrays of exactly the types that the function declares, or numbers and lists of them.
        `progress` is called with (steps done, steps in all, the next operation) of the function itself.
        """
        frame = self._plan.frame.copy()
        arrays = fitted_inputs(self.function, inputs)
        frame[: len(arrays)] = map(lent, arrays)
        with np.errstate(all="ignore"):
            return [owned(result) for result in self._plan.run(frame, progress)]


def compile(module: Module, entry: str = "main", *, is_checked: bool = False) -> Program:
    """The function `@entry` of a verified module, ready to run. Raises RunError.

    With `is_checked` each step of a run checks that its kernel returns what the types say, which is slow.
    """
    function = module.function(entry)
    if function is None or function.body is None:
        names = ", ".join(f"@{function.symbol}" for function in module.functions) or "none"
        message = f"there is no function @{entry} to run"
        raise RunError(
            Diagnostic("no_entry", message, module.span, notes=(f"functions of the module: {names}",))
        )
    return Program(module, function, is_checked=is_checked)


def execute(
    module: Module, inputs: Sequence[Any] = (), entry: str = "main", *, progress: Progress | None = None
) -> list[Array]:
    """The results of the function `@entry` of a verified module for `inputs`; see `Program`."""
    return compile(module, entry)(inputs, progress=progress)


def unsupported_operations(compiler: Compiler, function: Function) -> list[Diagnostic]:
    """A diagnostic for each op that a run of the function may meet and that has no kernel."""
    met: dict[str, list[Operation]] = {}
    for reached in compiler.callees_first(function):
        for operation in reached.walk():
            if not _is_supported(operation):
                met.setdefault(_title(operation), []).append(operation)
    return [
        unsupported(operations[0], f"{title} cannot be executed" + _times(len(operations)))
        for title, operations in met.items()
    ]


def _is_supported(operation: Operation) -> bool:
    if operation.name == "stablehlo.custom_call":
        return operation.attributes.get("call_target_name") in CUSTOM_CALLS
    is_structure = isinstance(operation, Function) or operation.name.endswith("return")
    return is_structure or operation.name in OPS or operation.name in CALLS


def _title(operation: Operation) -> str:
    target = operation.attributes.get("call_target_name")
    return f"{operation.name} @{target}" if isinstance(target, str) else operation.name


def _times(count: int) -> str:
    return f" ({count} times)" if count > 1 else ""
