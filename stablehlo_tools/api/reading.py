"""Reads programs: the module of any form, and a verified one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Final, Literal, get_args

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError, require_valid
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.diagnostics.spelling import require_one_of
from stablehlo_tools.formats import programs, texts
from stablehlo_tools.grammars.languages import is_hlo
from stablehlo_tools.ir.operations import Module, default_entry
from stablehlo_tools.text import parse as syntax
from stablehlo_tools.text.reader import reference
from stablehlo_tools.text.statement.statement_cache import StatementCache
from stablehlo_tools.verifier.module import verify

Parser = Literal["fast", "reference"]

# The process-wide cache of parsed statements and their problems.
STATEMENTS: Final = StatementCache()


def parse(
    source: Any, *, arguments: Sequence[Any] | None = None, name: str | None = None, parser: Parser = "fast"
) -> Module:
    """The module of a text; HLO text is converted to StableHLO. `name` is the file name in diagnostics.

    A jitted function of JAX, or a `tf.function` with `jit_compile=True`, is traced for `arguments`.

    The `reference` parser parses a whole MLIR text by the grammar: it is slower, and returns the same module.
    Raises `ParseError` with all syntax errors of the text; for HLO text, also `VerificationError` and
    `ConversionError`.
    """
    if isinstance(source, Module):
        return source
    source = source if arguments is None else programs.lowered(source, arguments)
    text = programs.source_of(source, name)
    if is_hlo(text):
        from stablehlo_tools import hlo  # not imported for MLIR programs

        return hlo.to_stablehlo(text)
    module, errors = read_text(texts.only_piece(text), parser)
    if errors:
        raise ParseError(*errors)
    return module


def read_text(source: Source, parser: Parser = "fast") -> tuple[Module, list[Diagnostic]]:
    """The module of an MLIR text, with its syntax errors."""
    if parser != "fast":
        require_one_of(get_args(Parser), parser, "parser")
        return reference.read(source)
    return syntax.read(source, STATEMENTS)


def deserialize(data: bytes, *, name: str | None = None) -> Module:
    """The module in MLIR bytecode, such as a portable artifact, whose constants are views of `data`.

    Raises `ParseError`.
    """
    return parse(data, name=name)


def load(path: str | os.PathLike[str]) -> Module:
    """The module in a file. Raises `OSError`, and the errors of `parse`."""
    return parse(programs.read(path))


def parse_pieces(program: Any) -> list[Module]:
    """The modules of a split input, separated by lines `// -----`. Raises `ParseError`."""
    read = [read_text(piece) for piece in texts.pieces(programs.source_of(program))]
    errors = [error for _, diagnostics in read for error in diagnostics]
    if errors:
        raise ParseError(*errors)
    return [module for module, _ in read]


def verified(program: Any) -> Module:
    """The module of a valid program. Raises `ParseError`; `VerificationError` for an invalid one."""
    module = parse(program)
    require_valid_module(module, as_read=module is not program)
    return module


def require_valid_module(module: Module, *, as_read: bool) -> None:
    """Raise `VerificationError` for an invalid module; for `as_read`, see `verifier.module.verify`."""
    require_valid(verify_module(module, as_read=as_read))


def verify_module(module: Module, *, strict: bool = False, as_read: bool = True) -> list[Diagnostic]:
    """The diagnostics of a module; what is known of its statements is not checked again."""
    return verify(module, strict=strict, known=STATEMENTS.problems, as_read=as_read)


def entry_of(module: Module, name: str | None) -> str:
    """The name of the function that is meant: `main` or `@main`; the default one without a name."""
    if name is None:
        return default_entry(module)
    if not isinstance(name, str):
        raise TypeError(f"entry: expected the name of a function, found {name!r}")
    return name.removeprefix("@")
