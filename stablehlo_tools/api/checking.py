"""Finds what is wrong with programs, what they need, and how large they are, without executing them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stablehlo_tools.api.reading import (
    STATEMENTS,
    Parser,
    entry_of,
    parse,
    read_text,
    verified,
    verify_module,
)
from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import (
    ConversionError,
    Diagnostic,
    ParseError,
    Severity,
    VerificationError,
    in_order,
)
from stablehlo_tools.diagnostics.report.listing import Diagnostics
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.formats import programs, texts
from stablehlo_tools.grammars.languages import is_hlo
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ops.model.versions import Version, version_of
from stablehlo_tools.text.reader.splitter import UNCLOSED_REGION, UNMATCHED_BRACE
from stablehlo_tools.verifier.functions import TERMINATOR, UNDEFINED_SYMBOL
from stablehlo_tools.verifier.structure import NESTED_FUNCTION

if TYPE_CHECKING:
    from stablehlo_tools.dataflow.statistics import Stats
    from stablehlo_tools.formats.vhlo.compatibility import Compatibility
    from stablehlo_tools.linter.settings import Settings
    from stablehlo_tools.targets.profile import Profile
    from stablehlo_tools.targets.support import Support


def verify(program: Any, *, strict: bool = False, parser: Parser = "fast") -> Diagnostics:
    """All diagnostics of a program, including its syntax errors; an empty list if it is valid.

    HLO text is recognized by its contents. Each program of a split input (`// -----`) is verified.
    `strict` also reports deviations from the specification that MLIR accepts and exporters write, and
    reports ops of unknown dialects, which cannot be checked, and elided constants as errors. For `parser`,
    see `parse`; the `reference` parser reports one syntax error at a time.
    """
    if isinstance(program, Module):
        return Diagnostics(verify_module(program, strict=strict, as_read=False))
    try:
        source = programs.source_of(program)
    except ParseError as error:
        return Diagnostics(error.diagnostics)
    if is_hlo(source):
        from stablehlo_tools import hlo  # not imported for MLIR programs

        return Diagnostics(hlo.verify(source, strict=strict))
    pieces = (_verify_text(piece, parser, strict=strict) for piece in texts.pieces(source))
    return Diagnostics(diagnostic for piece in pieces for diagnostic in piece)


_NO_PROGRAM = Code(
    "no_program",
    "The text contains no operation, only comments or aliases.",
    "If you expected a program, check whether the file is truncated.",
)


def _verify_text(source: Source, parser: Parser, *, strict: bool) -> list[Diagnostic]:
    module, errors = read_text(source, parser)
    if module.is_implicit and not (errors or module.body.operations):
        message = "this program has no operations"
        return [Diagnostic(_NO_PROGRAM, message, Span(source, 0, 0), Severity.NOTE)]
    diagnostics = errors + _without_effects_of_braces(verify_module(module, strict=strict), errors)
    return in_order(diagnostics)


def _without_effects_of_braces(diagnostics: list[Diagnostic], errors: list[Diagnostic]) -> list[Diagnostic]:
    """The errors of verification, without those caused by a truncated text or unbalanced braces."""
    if {UNCLOSED_REGION, UNMATCHED_BRACE}.isdisjoint(error.code for error in errors):
        return diagnostics
    return [each for each in diagnostics if each.code not in (NESTED_FUNCTION, TERMINATOR, UNDEFINED_SYMBOL)]


def lint(program: Any, *, settings: Settings | None = None) -> Diagnostics:
    """The findings of the lint rules selected by `settings` in a program; if it is invalid, its errors.

    HLO text is converted to StableHLO first. Each program of a split input (`// -----`) is linted.
    `linter.configuration.Configuration` reads settings from files.
    """
    from stablehlo_tools.linter.check import check, check_pieces
    from stablehlo_tools.linter.settings import Settings

    settings = settings or Settings()
    if isinstance(program, Module):
        return Diagnostics(check(program, settings, STATEMENTS))
    source = programs.source_of(program)
    if is_hlo(source):
        try:
            return Diagnostics(check(parse(source), settings, STATEMENTS))
        except (ParseError, VerificationError, ConversionError) as error:
            return Diagnostics(error.diagnostics)
    pieces = (read_text(piece) for piece in texts.pieces(source))
    return Diagnostics(check_pieces(pieces, source, settings, STATEMENTS))


def compat(program: Any, target: str | Version | None = None) -> Compatibility:
    """The versions of StableHLO that can represent a program, and the features that require them.

    With a `target`, such as `1.4.0` or `week4`, also diagnostics for the features that it lacks. Raises
    `ParseError`; `VerificationError` for an invalid program; `ValueError` for an invalid version.
    """
    module = verified(program)
    from stablehlo_tools.formats.vhlo.compatibility import compatibility

    return compatibility(module, None if target is None else version_of(target))


def support(program: Any, target: str | Profile, *, project: str | os.PathLike[str] | None = None) -> Support:
    """The operations of a program that a target refuses, grouped by op, element type and reason.

    `target` is a name, such as `iree-3.13` or `stablehlo-1.4`, or the path of a profile; `project` is a
    folder whose folder `targets` has more of them. Raises `ParseError`; `VerificationError` for an invalid
    program; `ProfileError` for an unknown target, or mistakes in its profile.
    """
    from stablehlo_tools.targets.registry import target_named
    from stablehlo_tools.targets.support import support

    module = verified(program)
    folder = None if project is None else Path(project)
    return support(module, target_named(target, folder) if isinstance(target, str) else target)


def stats(program: Any, entry: str | None = None) -> Stats:
    """The statistics of `entry` (`main`, or the only function): ops, parameters, constants, FLOPs, bytes
    moved and peak memory.

    Raises `ParseError`; `VerificationError` for an invalid program; `RunError` for an unknown function.
    """
    module = verified(program)
    from stablehlo_tools.dataflow.statistics import stats_of
    from stablehlo_tools.interpret.options import RunOptions

    return stats_of(module, entry_of(module, entry), RunOptions().for_module(module))
