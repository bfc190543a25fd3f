"""The functions of the package: parse, load, verify, run, format.

Each takes a program as a `Module`, as text (str or UTF-8 bytes), as a `pathlib.Path`, or as an object of
another library that prints MLIR; see `reading.source_of`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy.typing as npt

from stablehlo_tools import reading
from stablehlo_tools.diagnostic import Diagnostic, ParseError, Severity, VerificationError
from stablehlo_tools.ir import Module
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
    if isinstance(program, Module):
        return verify_module(program)
    try:
        module, errors = syntax.read(reading.source_of(program))
    except ParseError as error:
        return list(error.diagnostics)
    found = errors + _not_consequences(verify_module(module), errors)
    return sorted(found, key=lambda each: each.span.start if each.span else -1)


_CUT_SHORT = frozenset({"unclosed_region", "unmatched_brace"})
_OF_WHAT_IS_MISSING = frozenset({"undefined_symbol", "terminator"})


def _not_consequences(found: list[Diagnostic], errors: list[Diagnostic]) -> list[Diagnostic]:
    """What verification found, less what a text that was cut short, or whose braces are wrong, explains."""
    if _CUT_SHORT.isdisjoint(error.code for error in errors):
        return found
    return [each for each in found if each.code not in _OF_WHAT_IS_MISSING]


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
    from stablehlo_tools import interpret  # not imported where programs are only read and verified

    return interpret.execute(module, inputs, entry or default_entry(module), progress=progress)


def format(program: Any, *, generic: bool = False) -> str:
    """A program in canonical form: pretty as MLIR prints it, or generic."""
    return print_module(parse(program), generic=generic)


def default_entry(module: Module) -> str:
    """The name of the function to execute where none is given: `main`, or the only one."""
    functions = module.functions
    return functions[0].symbol if len(functions) == 1 else "main"
