"""The functions of the package: parse, load, verify, run, format.

Each takes a program as a `Module`, as text (str or UTF-8 bytes), as a `pathlib.Path`, or as an object of
another library that prints MLIR; see `reading.source_of`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from stablehlo_tools import interpret, reading
from stablehlo_tools.diagnostic import Diagnostic, ParseError, RunError, Severity, VerificationError
from stablehlo_tools.ir import Function, Module
from stablehlo_tools.syntax import parse as syntax
from stablehlo_tools.syntax.print import print_module
from stablehlo_tools.verify import verify as verify_module

Array = npt.NDArray[Any]


def parse(source: Any, *, name: str | None = None) -> Module:
    """The module that `source` is the text of. `name` is what diagnostics call the text.

    Raises `ParseError`, which carries all syntax errors of the text.
    """
    return source if isinstance(source, Module) else syntax.parse(reading.source_of(source, name))


def load(path: str | os.PathLike[str]) -> Module:
    """The module in a file. Raises `OSError` or `ParseError`."""
    return syntax.parse(reading.read(path))


def verify(program: Any) -> list[Diagnostic]:
    """All that is wrong with a program, its syntax errors included; an empty list for a valid one."""
    try:
        module = parse(program)
    except ParseError as error:
        return list(error.diagnostics)
    return verify_module(module)


def run(
    program: Any,
    inputs: Sequence[npt.ArrayLike] = (),
    entry: str | None = None,
    *,
    progress: Callable[..., None] | None = None,
) -> list[Array]:
    """The results of the function `entry` (`main`, or the only one) on `inputs`.

    Raises `ParseError`; `VerificationError`, before anything is executed, for a module that breaks rules of
    the language; `RunError` where inputs do not fit or execution cannot go on.
    """
    module = parse(program)
    errors = [found for found in verify_module(module) if found.severity is Severity.ERROR]
    if errors:
        raise VerificationError(*errors)
    function = entry_function(module, entry)
    arrays = [np.asarray(array) for array in inputs]
    return interpret.execute(module, arrays, entry=function.symbol, progress=progress)


def format(program: Any, *, generic: bool = False) -> str:
    """A program in canonical form: pretty as MLIR prints it, or generic."""
    return print_module(parse(program), generic=generic)


def entry_function(module: Module, entry: str | None = None) -> Function:
    """The function `@entry`, without a name `@main` or the only function; raises `RunError`."""
    functions = module.functions
    found = module.function(entry or "main")
    if found is None and entry is None and len(functions) == 1:
        found = functions[0]
    if found is not None:
        return found
    names = ", ".join(f"@{function.symbol}" for function in functions) or "none"
    raise RunError(
        Diagnostic(
            "no_entry",
            f"there is no function @{entry or 'main'} to run",
            module.span,
            notes=(f"the functions of the module: {names}",),
        )
    )
