"""Writes programs as text, in binary forms, and as objects of other libraries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from stablehlo_tools.api.changing import lower
from stablehlo_tools.api.reading import STATEMENTS, parse, parse_pieces, verified
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.diagnostics.spelling import require_one_of
from stablehlo_tools.formats import programs, texts
from stablehlo_tools.formats.faults import NOT_MLIR
from stablehlo_tools.grammars.languages import is_hlo
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ops.model.versions import CURRENT, Version, version_of


def format(program: Any, *, generic: bool = False) -> str:
    """The canonical text of a program: in assembly format or `generic` form, or HLO text as XLA prints it.

    A split input (`// -----`) stays split.
    """
    from stablehlo_tools.text.print import print_module  # which no other function needs

    if isinstance(program, Module):
        return print_module(program, generic=generic, layouts=STATEMENTS.layouts)
    program = programs.source_of(program)
    if is_hlo(program):
        return _format_hlo(program, generic=generic)
    modules = parse_pieces(program)
    printed = (print_module(module, generic=generic, layouts=STATEMENTS.layouts) for module in modules)
    return _SEPARATOR.join(printed)


def _format_hlo(source: Source, *, generic: bool) -> str:
    from stablehlo_tools import hlo

    if generic:
        message = "HLO text has no generic form"
        raise ParseError(Diagnostic(NOT_MLIR, message, Span(source, 0, 0)))
    return hlo.format(source)


_SEPARATOR = f"\n{texts.SPLIT}\n\n"


def serialize(
    program: Any,
    *,
    target: str | Version | None = None,
    form: Literal["artifact", "bytecode", "jaxexport"] = "artifact",
    platforms: Sequence[str] = (),
) -> bytes:
    """The bytes of a program in a binary form, the same each time.

    - `artifact`: a portable artifact, MLIR bytecode that consumers of StableHLO `target` and later read;
    - `jaxexport`: an export that `jax.export.deserialize` reads, which contains such an artifact. It is a
      function for the `platforms` (by default `cpu`) with the arguments of the program in order. An existing
      export, as a path, bytes or `Exported`, is written again in the current form, as the same function.
    - `bytecode`: plain MLIR bytecode of the dialects of the program, without a `target`.

    `target` is a version such as `1.4.0`, or `week4`, `week12` or `current`: the version that consumers of
    that age read. The default is `current`, and `week12` for JAX. Newer features are rewritten where
    possible, see `lower`. Raises `ParseError`; `ConversionError` with all parts that the form cannot
    represent; `VerificationError` for an invalid program of `jax.export`, or one that cannot be written;
    `ValueError` for an invalid version, and for options that the form does not have.
    """
    from stablehlo_tools.formats.bytecode.write import plain_bytecode, portable_artifact

    require_one_of(("artifact", "bytecode", "jaxexport"), form, "form")
    version = None if target is None else version_of(target)
    if platforms and form != "jaxexport":
        raise ValueError(f"form {form!r} has no platforms: pass form='jaxexport'")
    if form == "bytecode" and version is not None:
        raise ValueError(f"form {form!r} has no target: pass form='artifact'")
    try:
        if form == "jaxexport":
            return _export(program, version, platforms)
        if form == "artifact":
            return portable_artifact(lower(program, target=version or CURRENT), version or CURRENT)
        return plain_bytecode(parse(program))
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError):
        verified(program)  # raises what is wrong with the program, if that is why it cannot be written
        raise


def _export(program: Any, target: Version | None, platforms: Sequence[str]) -> bytes:
    from stablehlo_tools.formats.jaxexport.renew import renewed_bytes
    from stablehlo_tools.formats.jaxexport.wrap import TARGET, exported_bytes

    exported = None if isinstance(program, Module) else programs.exported_by_jax(program)
    if exported is None:
        return exported_bytes(parse(program), target or TARGET, platforms or ("cpu",))
    if platforms:
        raise ValueError("platforms cannot be changed for an existing export")
    return renewed_bytes(*exported, target or TARGET)


def to_jax(program: Any, *, platforms: Sequence[str] = ("cpu", "cuda", "rocm", "tpu")) -> Callable[..., Any]:
    """The program as a function of arrays that JAX calls, and compiles under `jax.jit`.

    It takes arguments in order, or in a dictionary by name, and returns a result, or a tuple of several. An
    export of `jax.export` keeps the structure of its arguments, and its derivatives if it has any. Other
    programs become JAX's own operations, which can be differentiated and vectorized, and calls of ops for
    which JAX has no function; these raise NotImplementedError if their derivative is needed. A program for
    several processes, with side effects, or of unknown sizes, tuples, tokens or quantized types becomes a
    single such call.
    Raises `ParseError`; `VerificationError`; the errors of `serialize`; ImportError without JAX.
    """
    from stablehlo_tools.formats.jaxexport.calls import call_of, function_of

    exported = None if isinstance(program, Module) else programs.exported_by_jax(program)
    if exported is not None:
        return function_of(program, bytes(exported[0]))
    module = verified(program)
    from stablehlo_tools.formats.jaxexport.functions import function_in_jax

    def export(part: Module) -> Callable[..., Any]:
        return call_of(serialize(part, form="jaxexport", platforms=platforms))

    return function_in_jax(module, export)


def to_mlir(program: Any) -> Any:
    """The program as an `ir.Module` of the MLIR bindings that jaxlib has, in a context of its own.

    Raises `ParseError`; ImportError without jaxlib; `MLIRError` if the bindings reject the program.
    """
    from stablehlo_tools.formats.jaxexport.calls import mlir_module

    return mlir_module(format(parse(program), generic=True))
