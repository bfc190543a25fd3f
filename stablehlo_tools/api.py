"""The functions of the package: parse, load, verify, lint, run, refine, stats, format.

Each takes a program as a `Module`, as text (str or UTF-8 bytes), as a `pathlib.Path`, or as an object of
another library that prints MLIR; see `reading.source_of`.
"""

from __future__ import annotations

import dataclasses
import os
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy.typing as npt

from stablehlo_tools.diagnostics.diagnostic import (
    ConversionError,
    Diagnostic,
    InferenceError,
    ParseError,
    Severity,
    VerificationError,
)
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.ir.attributes import Integer
from stablehlo_tools.ir.operations import Module, Operation, default_entry
from stablehlo_tools.loading import programs as reading
from stablehlo_tools.loading.programs import NOT_MLIR
from stablehlo_tools.syntax import parse as syntax
from stablehlo_tools.syntax.print import print_module
from stablehlo_tools.syntax.statement_cache import StatementCache
from stablehlo_tools.verifier.module import verify as verify_module

if TYPE_CHECKING:
    from stablehlo_tools.analysis.statistics import Stats
    from stablehlo_tools.interpret.observation import Observe
    from stablehlo_tools.linter.settings import Settings
    from stablehlo_tools.refinement.arguments import Shape

Array = npt.NDArray[Any]

# What is remembered of statements from one call to the next, in all of the process.
STATEMENTS: Final = StatementCache()


def parse(source: Any, *, name: str | None = None) -> Module:
    """The module that `source` is the text of, to which HLO text is converted; `name` is for diagnostics.

    Raises `ParseError`, which carries all syntax errors of the text; for HLO text `VerificationError` and
    `ConversionError` too.
    """
    if isinstance(source, Module):
        return source
    text = reading.source_of(source, name)
    if reading.is_hlo(text):
        from stablehlo_tools import hlo  # not imported where programs are MLIR

        return hlo.to_stablehlo(text)
    return syntax.parse(reading.only_piece(text), STATEMENTS)


def load(path: str | os.PathLike[str]) -> Module:
    """The module in a file. Raises `OSError`, and what `parse` does."""
    return parse(reading.read(path))


def verify(program: Any, *, strict: bool = False) -> list[Diagnostic]:
    """All that is wrong with a program, its syntax errors included; an empty list for a valid one.

    HLO text is known by what it holds. Of an MLIR text that lines `// -----` part, each piece is a program.
    `strict` reports what the specification does not allow but MLIR accepts and exporters write, and makes
    errors of ops of dialects that are not known, of which nothing can be checked, and of constants that were
    left out when the program was printed.
    """
    if isinstance(program, Module):
        return _verified(program, strict=strict)
    try:
        source = reading.source_of(program)
    except ParseError as error:
        return list(error.diagnostics)
    if reading.is_hlo(source):
        from stablehlo_tools import hlo  # not imported where programs are MLIR

        return hlo.verify(source, strict=strict)
    return [found for piece in reading.pieces(source) for found in _verify_text(piece, strict)]


def _verified(module: Module, *, strict: bool = False) -> list[Diagnostic]:
    return verify_module(module, strict=strict, verdicts=STATEMENTS.verdicts)


def _verify_text(source: Source, strict: bool) -> list[Diagnostic]:
    module, errors = syntax.read(source, STATEMENTS)
    if module.is_implicit and not (errors or module.body.operations):
        message = "there is no operation here, only comments or aliases"
        return [Diagnostic("no_program", message, Span(source, 0, 0), Severity.NOTE)]
    found = errors + _not_consequences(_verified(module, strict=strict), errors)
    return sorted(found, key=lambda each: each.span.start if each.span else -1)


_CUT_SHORT = frozenset({"unclosed_region", "unmatched_brace"})
_OF_WHAT_IS_MISSING = frozenset({"undefined_symbol", "terminator"})


def _not_consequences(found: list[Diagnostic], errors: list[Diagnostic]) -> list[Diagnostic]:
    """What verification found, less what a text that was cut short, or whose braces are wrong, explains."""
    if _CUT_SHORT.isdisjoint(error.code for error in errors):
        return found
    return [each for each in found if each.code not in _OF_WHAT_IS_MISSING]


def lint(program: Any, *, settings: Settings | None = None) -> list[Diagnostic]:
    """What the rules that `settings` select find in a program; what is wrong with it, if it does not verify.

    HLO text is linted as the StableHLO that it is converted to. Of an MLIR text that lines `// -----` part,
    each piece is a program. `linter.configuration.Configuration` has the
    settings that files give.
    """
    from stablehlo_tools.linter.check import check, check_pieces
    from stablehlo_tools.linter.settings import Settings

    settings = settings or Settings()
    if isinstance(program, Module):
        return check(program, settings, STATEMENTS)
    source = reading.source_of(program)
    if reading.is_hlo(source):
        try:
            module = parse(source)
            module.source = source  # which may have comments that suppress findings
            found = check(module, settings, STATEMENTS)
            return [dataclasses.replace(each, fix=None) for each in found]  # which would be in MLIR
        except (ParseError, VerificationError, ConversionError) as error:
            return list(error.diagnostics)
    pieces = (syntax.read(piece, STATEMENTS) for piece in reading.pieces(source))
    return check_pieces(pieces, source, settings, STATEMENTS)


def run(
    program: Any,
    inputs: Sequence[npt.ArrayLike] | Mapping[str, npt.ArrayLike] = (),
    entry: str | None = None,
    *,
    progress: Callable[..., None] | None = None,
    observe: Observe | None = None,
    max_memory: int | None = None,
    max_steps: int | None = None,
    timeout: float | None = None,
) -> list[Array]:
    """The results of the function `entry` (`main`, or the only one) on `inputs`; none without functions.

    Inputs are in order, or in a dictionary by the names that `shlo run --inputs` takes.

    Raises `ParseError`; `VerificationError`, before anything is executed, for a module that breaks rules of
    the language; `RunError` where inputs do not fit or execution cannot go on. `observe` is called with an
    `Observation` of each operation as it ends, those in regions and callees included, and all that the
    program says is executed then as it is written; what it raises ends the run. A program that takes
    more than `max_memory` bytes is refused. A run is stopped after `max_steps` operations and rounds of
    loops, or as soon as an operation ends after `timeout` seconds.
    """
    module = parse(program)
    _require_no_errors(module)
    if entry is None and not module.functions:
        return []
    from stablehlo_tools import interpret  # not imported where programs are only read and verified

    name = entry or default_entry(module)
    observer = interpret.Observer(observe) if observe else None
    limits = interpret.Limits(max_steps, timeout)
    return interpret.execute(
        module, inputs, name, progress=progress, observer=observer, max_memory=max_memory, limits=limits
    )


def refine(
    program: Any,
    shapes: Mapping[str | int, Shape] | Sequence[Shape | None] = (),
    entry: str | None = None,
) -> Module:
    """A program with those shapes for arguments of `entry` (`main`, or the only one), and all that follows.

    Shapes go by name or number of the argument, or in order; each is `"2x?"`, or a list of sizes with None
    for one that stays unknown. Types become as static as they follow, computations of shapes are folded,
    and dynamic ops of which the shapes are known become static ones. What is static already stays as it is.

    Raises `ParseError`; `InferenceError` for shapes that do not fit the arguments; `VerificationError` for a
    program that breaks rules of the language, as it is or with these shapes.
    """
    module = parse(program)
    _require_no_errors(module)
    from stablehlo_tools.refinement.arguments import argument_types
    from stablehlo_tools.refinement.functions import refined_module

    name = entry or default_entry(module)
    function = module.function(name)
    if function is None:
        raise InferenceError(Diagnostic("no_entry", f"there is no function @{name}", module.span))
    refined = refined_module(module, function, argument_types(module, function, shapes))
    errors = [found for found in _verified(refined) if found.severity is Severity.ERROR]
    if errors:
        raise AssertionError(f"refined, the program does not verify: {errors[0]}")
    return refined


def stats(program: Any, entry: str | None = None) -> Stats:
    """A program in numbers: the ops, parameters and constants of `entry` (`main`, or the only function), its
    FLOPs, the bytes that it moves, the memory that a run takes.

    Raises `ParseError`; `VerificationError` for a program that breaks rules of the language; `RunError` where
    there is no such function.
    """
    module = parse(program)
    _require_no_errors(module)
    from stablehlo_tools.analysis.statistics import stats_of

    grid = default_replicas(module), default_partitions(module)
    return stats_of(module, entry or default_entry(module), *grid)


def _require_no_errors(module: Module) -> None:
    errors = [found for found in _verified(module) if found.severity is Severity.ERROR]
    if errors:
        raise VerificationError(*errors)


def format(program: Any, *, generic: bool = False) -> str:
    """A program in canonical form: pretty as MLIR prints it, or generic; HLO text as XLA prints it.

    Pieces of a text that lines `// -----` part stay apart.
    """
    if isinstance(program, Module):
        return print_module(program, generic=generic, layouts=STATEMENTS.layouts)
    program = reading.source_of(program)
    if reading.is_hlo(program):
        return _format_hlo(program, generic)
    modules = parse_pieces(program)
    texts = (print_module(each, generic=generic, layouts=STATEMENTS.layouts) for each in modules)
    return _BETWEEN.join(texts)


def _format_hlo(source: Source, generic: bool) -> str:
    from stablehlo_tools import hlo

    if generic:
        message = "this is HLO text, which has no generic form"
        raise ParseError(Diagnostic(NOT_MLIR, message, Span(source, 0, 0)))
    return hlo.format(source)


_BETWEEN = f"\n{reading.SPLIT}\n\n"


def parse_pieces(program: Any) -> list[Module]:
    """The modules of a text, of which lines `// -----` part one from the next. Raises `ParseError`."""
    read = [syntax.read(piece, STATEMENTS) for piece in reading.pieces(reading.source_of(program))]
    errors = [error for _, found in read for error in found]
    if errors:
        raise ParseError(*errors)
    return [module for module, _ in read]


def run_parallel(
    program: Any,
    inputs: Sequence[Sequence[npt.ArrayLike] | Mapping[str, npt.ArrayLike]],
    num_replicas: int | None = None,
    num_partitions: int | None = None,
    entry: str | None = None,
    *,
    infeed: Sequence[Sequence[npt.ArrayLike]] = (),
    max_steps: int | None = None,
    timeout: float | None = None,
) -> list[list[Array]]:
    """The results of each process of a grid, all of which execute the function `entry` on their own inputs.

    `inputs` are those of each process, (replica 0, partition 0) first, then (0, 1). The numbers of replicas
    and partitions are what the module says if they are not given. `infeed` has the arrays for each infeed,
    in the order in which processes come to it: one goes on until it has to wait for others. Raises as `run`
    does, and `RunError` where processes wait for each other for ever. `max_steps` and `timeout` are those
    of `run`, for all processes together.
    """
    module = parse(program)
    _require_no_errors(module)
    from stablehlo_tools import interpret

    replicas, partitions = (
        num_replicas or default_replicas(module),
        num_partitions or default_partitions(module),
    )
    name, limits = entry or default_entry(module), interpret.Limits(max_steps, timeout)
    compiled = interpret.compile(module, name, replicas, partitions, limits=limits)
    return compiled.run_parallel(inputs, host=interpret.Host(deque(map(list, infeed))))


def default_replicas(module: Module) -> int:
    """How many replicas execute a module where nobody says: as many as it says itself, or one."""
    return _count(module, "mhlo.num_replicas")


def default_partitions(module: Module) -> int:
    """How many partitions execute a module where nobody says: as many as it says, if it is for one of them.

    Otherwise one: a program that only in `sdy.manual_computation`, or nowhere, does what takes several
    processes says what all of them compute together.
    """
    return _count(module, "mhlo.num_partitions") if _is_of_one_process(module) else 1


def _count(module: Module, name: str) -> int:
    count = module.attributes.get(name)
    return count.value if isinstance(count, Integer) and count.value > 0 else 1


def _is_of_one_process(module: Module) -> bool:
    pending: list[Operation] = [module]
    while pending:
        operation = pending.pop()
        if operation.name in _OF_A_GRID:
            return True
        if operation.name != "sdy.manual_computation":
            blocks = (block for region in operation.regions for block in region.blocks)
            pending += (inner for block in blocks for inner in block.operations)
    return False


# What only makes sense among several processes.
_OF_A_GRID = frozenset(
    f"stablehlo.{name}"
    for name in (
        "all_gather", "all_reduce", "all_to_all", "collective_broadcast", "collective_permute",
        "collective_reduce", "cross-replica-sum", "partition_id", "recv", "reduce_scatter", "send",
    )
)  # fmt: skip
