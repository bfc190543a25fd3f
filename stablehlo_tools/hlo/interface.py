"""The public functions of the package `hlo`, on modules or HLO text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError, in_order
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formats import programs as reading
from stablehlo_tools.formats.hlo_proto.binary_hlo import NOTE, BinaryHlo
from stablehlo_tools.formats.hlo_proto.read import read as read_binary
from stablehlo_tools.hlo import convert
from stablehlo_tools.hlo.check.verifier import verify as verify_module
from stablehlo_tools.hlo.ir import HloModule
from stablehlo_tools.hlo.text import parser as syntax
from stablehlo_tools.hlo.text.print import print_module
from stablehlo_tools.ir.operations import Module, default_entry
from stablehlo_tools.text.parse import parse as parse_mlir


def parse(program: Any, *, name: str | None = None) -> HloModule:
    """Parse HLO, as text or as a protocol buffer; `name` is the name of the text in diagnostics.

    Accepts text (str or UTF-8 bytes), the bytes of a protocol buffer, a `pathlib.Path`, or JAX's `Lowered`
    and `Compiled`. Raises `ParseError` with all syntax errors of the text.
    """
    if isinstance(program, HloModule):
        return program
    source = _source_of(program, name)
    return read_binary(source) if isinstance(source, BinaryHlo) else syntax.parse(source)


def verify(program: Any, *, strict: bool = False) -> list[Diagnostic]:
    """All diagnostics of a program, including syntax errors; an empty list if it is valid.

    `strict` makes elided constants an error.
    """
    if isinstance(program, HloModule):
        return verify_module(program, strict=strict)
    source = _source_of(program, None)
    if isinstance(source, BinaryHlo):
        return _verify_binary(source, strict=strict)
    module, errors = syntax.read(source)
    diagnostics = errors + verify_module(module, strict=strict)
    return in_order(diagnostics)


def _verify_binary(source: BinaryHlo, *, strict: bool) -> list[Diagnostic]:
    try:
        diagnostics = verify_module(read_binary(source), strict=strict)
    except ParseError as error:
        return list(error.diagnostics)
    return [
        replace(diagnostic, notes=(*diagnostic.notes, NOTE)) if diagnostic.span else diagnostic
        for diagnostic in diagnostics
    ]


def format(program: Any, *, short: bool | None = None) -> str:
    """A program as XLA prints it: in its own form, or in the short or long (`%a`) form."""
    return print_module(parse(program), short=short)


def to_stablehlo(program: Any) -> Module:
    """The StableHLO program that computes the same as an HLO program.

    Raises `ParseError`; `VerificationError` for an invalid program; `ConversionError` if a part of it has no
    counterpart.
    """
    return convert.to_stablehlo(parse(program))


def to_hlo(program: Any, entry: str | None = None) -> HloModule:
    """The HLO program that computes the function `entry`, by default `main` or the only function.

    Raises `ParseError`; `VerificationError` for an invalid program; `ConversionError` if a part of it has no
    counterpart.
    """
    module = program if isinstance(program, Module) else parse_mlir(reading.source_of(program))
    return convert.to_hlo(module, entry or default_entry(module))


def _source_of(program: Any, name: str | None) -> Source:
    if isinstance(program, str):
        return Source(program, name or "<string>")
    if hasattr(program, "compiler_ir"):  # jax.stages.Lowered
        return Source(program.as_text(dialect="hlo"), name or f"<{type(program).__name__}>")
    return reading.source_of(program, name)
