"""`shlo extract`: parts of a program as programs of their own."""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files.file_arguments import File
from stablehlo_tools.cli.files.forms import form_of, write_module
from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import OutputPath, flag, option, subcommand
from stablehlo_tools.cli.terminal.output import STDOUT, echo
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.formats.programs import is_case
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.cli.inputs.random_inputs import Random
    from stablehlo_tools.cli.running.prepared_program import PreparedProgram
    from stablehlo_tools.formats.cases.case import Case


@record(frozen=True)
class _ExtractArguments:
    file: str = vocabulary.FILE
    to: tuple[str, ...] = option(
        "--to", "--value", multiple=True, metavar="VALUE", help="Extract the program that computes this value"
    )
    start: tuple[str, ...] = option(
        "--from", multiple=True, metavar="VALUE", help="Begin at this value, which becomes an argument"
    )
    op: str | None = option(
        "--op", metavar="VALUE|LINE", help="Extract one operation, by a value that it computes or by its line"
    )
    each_op: str | None = option(
        "--each-op", type=vocabulary.NEW_FOLDER, metavar="DIR",
        help="Extract each distinct operation of a run to DIR, with its inputs and outputs",
    )  # fmt: skip
    inputs: tuple[str, ...] = vocabulary.inputs(
        "Run on these inputs, given as for `shlo run`, and save the arrays at the boundary"
    )
    random: Random | None = vocabulary.RANDOM
    constants: bool = flag("--constants", help="Make the arrays at the boundary constants of the program")
    entry: str | None = vocabulary.entry("extract from")
    output: str | None = option(
        "-o", "--output", type=OutputPath(allow_dash=True), metavar="OUT",
        help="File for the program, such as OUT.mlir; with its arrays, OUT.zip or a directory  [default: "
        "stdout]",
    )  # fmt: skip

    @property
    def has_inputs(self) -> bool:
        """Whether the program is run."""
        return bool(self.inputs or self.random)


@subcommand("extract", _ExtractArguments, writes_program=True)
def command(options: _ExtractArguments) -> int:
    """Extract a part of a program as a program of its own.

    A value is named as in the text, `%12`, or with its function or loop: `@relu/%3`, or
    `main/while%7/body[3]/%5` for iteration 3. Values from outside the part become its arguments. With inputs,
    the program is run, and a case is saved, which `shlo run` replays: the part with its inputs and outputs in
    this run.

    \b
    Examples:
      shlo extract model.mlir --value %12
      shlo extract model.mlir --from %3 --to %12 -o slice.mlir
      shlo extract model.mlir --op %12 --random -o dot.zip
      shlo extract model.mlir --op %12 --random --constants -o dot.mlir
      shlo extract model.mlir --each-op cases --inputs inputs.npz
    """
    _require_consistent(options)
    output, prepared = options.output, _prepared(options)
    if options.each_op is not None:
        return _each_operation(prepared, options, Path(options.each_op))
    case = _extracted(prepared, options)
    case = _constant(case) if options.constants else case
    if output is None or output == STDOUT or form_of(output):
        write_module(case.module, output)
    else:
        case.save(output)
    return outcome.CLEAN


def _require_consistent(options: _ExtractArguments) -> None:
    """Raise UsageError unless one part is asked for, and arrays have a place."""
    output, each_op = options.output, options.each_op is not None
    if options.start and not options.to:
        raise click.UsageError("--from: missing --to, where the part ends")
    if [bool(options.to), options.op is not None, each_op].count(True) != 1:
        raise click.UsageError("expected one of --value, --op and --each-op")
    if options.constants and not options.has_inputs:
        raise click.UsageError("--constants requires --inputs or --random")
    is_program = output is None or output == STDOUT or form_of(output)
    if options.has_inputs and not (options.constants or each_op) and is_program:
        raise click.UsageError("--inputs and --random require --output OUT.zip, a directory, or --constants")


def _prepared(options: _ExtractArguments) -> PreparedProgram:
    from stablehlo_tools.cli.running import execution
    from stablehlo_tools.interpret.options import RunOptions

    return execution.prepare(File(options.file).read(), options.entry, RunOptions(1, 1))


def _extracted(prepared: PreparedProgram, options: _ExtractArguments) -> Case:
    from stablehlo_tools.formats.cases.extraction import extract_operation, extract_values
    from stablehlo_tools.rewrite.lookup import UnknownValue

    arrays = _arrays(prepared, options) if options.has_inputs else None
    module, name = prepared.module, prepared.function.symbol
    with outcome.refusing(UnknownValue):
        if options.op is not None:
            return extract_operation(module, name, options.op, arrays)
        return extract_values(module, name, options.to, options.start, arrays)


def _arrays(prepared: PreparedProgram, options: _ExtractArguments) -> list[Any]:
    from stablehlo_tools.cli.inputs import arguments

    return arguments.bind(prepared.callee, arguments.read(prepared.callee, options.inputs), options.random)[0]


def _constant(case: Case) -> Case:
    from stablehlo_tools.formats.cases.extraction import with_constants

    with outcome.refusing(ValueError, about="--constants"):
        return with_constants(case)


def _each_operation(prepared: PreparedProgram, options: _ExtractArguments, folder: Path) -> int:
    from stablehlo_tools.formats.cases.extraction import extract_each_operation

    names: list[str] = []

    def take(case: Case) -> None:
        name = str(case.facts["op"]).partition(".")[2]
        names.append(f"{len(names):04}_{name}")
        case.save(folder / names[-1])

    arrays = _arrays(prepared, options)
    folder.mkdir(parents=True, exist_ok=True)
    skipped = extract_each_operation(prepared.module, prepared.function.symbol, arrays, take)
    _remove_others(folder, names)
    echo(f"saved {plural(len(names), 'case')} to {folder}", err=True)
    for operation in skipped:
        echo(f"skipped {operation.name}: it takes or returns a token", err=True)
    return outcome.CLEAN


_OF_ONE_OP: Final = re.compile(r"\d{4,}_\w+")


def _remove_others(folder: Path, names: Collection[str]) -> None:
    """Remove the cases that an earlier extraction has left in a directory."""
    for path in folder.iterdir():
        if path.name not in names and _OF_ONE_OP.fullmatch(path.name) and is_case(path):
            shutil.rmtree(path)
