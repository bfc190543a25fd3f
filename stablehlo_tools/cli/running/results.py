"""Printing and saving of the results of a run, and their comparison with expected ones."""

from __future__ import annotations

import contextlib
import csv
import io
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

import click
import numpy as np

from stablehlo_tools.cli.files.writing import replacing, write_to
from stablehlo_tools.cli.inputs.arguments import match
from stablehlo_tools.cli.inputs.arrays import InputArray, save_array
from stablehlo_tools.cli.outcome import CLEAN, FINDINGS
from stablehlo_tools.cli.terminal.output import STDOUT, echo, title_of
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, RunError
from stablehlo_tools.diagnostics.escapes import as_line
from stablehlo_tools.diagnostics.report.text import page_width
from stablehlo_tools.diagnostics.units import plural, verb
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.ir.arrays import Array, described, element_type_of, plain, storable
from stablehlo_tools.ir.operations import Function
from stablehlo_tools.ir.types import TensorType, TupleType, Type
from stablehlo_tools.verdict.tolerance import Tolerance

if TYPE_CHECKING:
    from stablehlo_tools.verdict.envelope.program_estimate import ProgramEstimate

_MAX_WHOLE = 64  # elements; a result of at most this size is shown whole
_MAX_FIRST = 8  # elements shown of a larger one
_MAX_WIDTH = 96  # characters of a line of elements


class NamedArray(NamedTuple):
    """An array among the results: `out0`, or `out0_1` for element 1 of a tuple.

    `known_as` is JAX's name for it, or empty. `type` has the shape of the array. `number` is the index of the
    function's result, None for data of an outfeed.
    """

    name: str
    known_as: str
    type: TensorType
    array: Array
    number: int | None = None

    @property
    def title(self) -> str:
        """Its names and its type."""
        known_as = f" ({self.known_as})" if self.known_as else ""
        return f"{self.name}{known_as}: {self.type}"


def collect(
    function: Function, values: Sequence[Sequence[Any]], outfeed: Sequence[Sequence[Array]]
) -> list[NamedArray]:
    """The arrays of the results, including those in tuples but no tokens, and of each outfeed.

    Results of several processes are stacked along a new leading dimension.
    """
    outputs = [_collect(function, process) for process in values]
    results = outputs[0] if len(outputs) == 1 else list(map(_stack, zip(*outputs, strict=True)))
    return results + [
        NamedArray(
            f"outfeed{number}_{index}", "", TensorType(array.shape, element_type_of(array.dtype)), array
        )
        for number, arrays in enumerate(outfeed)
        for index, array in enumerate(arrays)
    ]


def _stack(results: Sequence[NamedArray]) -> NamedArray:
    shapes = {result.array.shape for result in results}
    if len(shapes) > 1:
        from stablehlo_tools.engines.refined import SHAPES_OF_PROCESSES

        message = f"{results[0].name} has different shapes in the processes: {sorted(shapes)}"
        raise RunError(Diagnostic(SHAPES_OF_PROCESSES, message, None, unsupported=True))
    array = np.stack([result.array for result in results])
    return results[0]._replace(type=TensorType(array.shape, results[0].type.element_type), array=array)


def _collect(function: Function, values: Sequence[Any]) -> list[NamedArray]:
    collected: list[NamedArray] = []
    for index, (value, type) in enumerate(zip(values, function.type.results, strict=True)):
        arrays = _arrays(f"out{index}", function.result_info(index), value, type)
        collected += (array._replace(number=index) for array in arrays)
    return collected


def _arrays(name: str, known_as: str, value: Any, type: Type) -> Iterator[NamedArray]:
    if isinstance(type, TensorType):
        type = type if type.is_static else TensorType(value.shape, type.element_type)
        yield NamedArray(name, known_as, type, value)
    elif isinstance(type, TupleType):
        for index, (element, element_type) in enumerate(zip(value, type.types, strict=True)):
            yield from _arrays(f"{name}_{index}", "", element, element_type)


def _require_extension(path: str | None, folder: str | None) -> None:
    """Raise UsageError for an output file other than .npz and .npy, and for a directory named like one."""
    is_device = path and Path(path).exists() and not Path(path).is_file()
    if path and path != STDOUT and not is_device and Path(path).suffix not in _EXTENSIONS:
        name = Path(path).with_suffix(".npz")
        raise click.UsageError(f"--output {path}: expected an .npz or .npy file, such as {name}")
    if folder and Path(folder).suffix in _EXTENSIONS and not Path(folder).is_dir():
        directory = Path(folder).with_suffix("")
        help = f"use --output {folder} for a single file"
        raise click.UsageError(f"--outputs {folder}: expected a directory, such as {directory}; {help}")


_EXTENSIONS = (".npy", ".npz")


def require_place(path: str | None, folder: str | None, function: Function) -> None:
    """Raise UsageError if the results cannot be saved in this file or directory, before the run."""
    _require_extension(path, folder)
    types = function.type.results
    if path and path.endswith(".npy") and not (len(types) == 1 and isinstance(types[0], TensorType)):
        help = f"use --output {path[:-1]}z, or --outputs DIR for a file per result"
        raise click.UsageError(f"--output {path}: an .npy file holds a single array; {help}")


# The files that each option writes into its directory.
_OUTPUT_FILES = {
    "--outputs": re.compile(r"out(feed)?\d+(_\d+)*\.npy"),
    "--dump-dir": re.compile(r"index\.jsonl"),
    "--probe-output-dir": re.compile(r"probe\d+\.npy|index\.csv"),
}


def require_different_places(files: Mapping[str, str | None], folders: Mapping[str, str | None]) -> None:
    """Raise UsageError if outputs would overwrite each other.

    Files and directories are given by their options.
    """
    taken: dict[Path, str] = {}
    for option, path in files.items():
        if not path or (os.path.exists(path) and not os.path.isfile(path)):  # devices can be shared
            continue
        real = os.path.realpath(path)
        if (other := taken.setdefault(Path(real), option)) != option:
            raise click.UsageError(f"{option} {path}: same file as {other}")
    for option, folder in folders.items():
        for there, other in taken.items():
            is_inside = folder and there.parent == Path(os.path.realpath(folder))
            if is_inside and _OUTPUT_FILES[option].fullmatch(there.name):
                message = f"would overwrite {there.name} of {other}"
                raise click.UsageError(f"{option} {folder}: {message}")


def save(results: Sequence[NamedArray], path: str) -> None:
    """Save all results in an .npz file under their names, or a single one in an .npy file."""
    arrays: dict[str, Any] = {result.name: storable(result.array) for result in results}
    with _stream(path) as stream:
        if path.endswith(".npy"):
            (array,) = arrays.values()
            np.save(stream, array, allow_pickle=False)
        else:
            np.savez(stream, **arrays)
    echo(f"saved {plural(len(results), 'result')} to {title_of(path)}", err=True)


@contextlib.contextmanager
def _stream(path: str) -> Iterator[BinaryIO]:
    """A stream that writes to a file; to standard output and devices, which cannot seek, in one piece."""
    if path != STDOUT and (not os.path.exists(path) or os.path.isfile(path)):
        with replacing(Path(path)) as new, new.open("wb") as stream:
            yield stream
        return
    content = io.BytesIO()
    yield content
    write_to(path, content.getvalue(), is_text=False)


def save_each(results: Sequence[NamedArray], folder: str) -> None:
    """Save each result in a separate .npy file: out0.npy, out1.npy ..."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for result in results:
        save_array(Path(folder) / f"{result.name}.npy", result.array)
    echo(f"saved {plural(len(results), 'result')} to {folder}", err=True)


def save_probes(probes: Sequence[tuple[str, Array]], folder: str) -> None:
    """Save probed values as probe1.npy, probe2.npy, ..., with an index.csv of their names."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    rows = []
    for number, (probe_id, array) in enumerate(probes, start=1):
        path = Path(folder) / f"probe{number}.npy"
        save_array(path, array)
        rows.append((probe_id, described(array), str(path)))
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    with replacing(Path(folder) / "index.csv") as new:
        new.write_bytes(os.fsencode(text.getvalue()))
    echo(f"saved {plural(len(rows), 'probe')} to {folder}", err=True)


def show(results: Sequence[NamedArray], stream: TextIO) -> None:
    """Print each result: a small one whole, of a large one its statistics and first elements."""
    for result in results:
        stream.write(as_line(result.title) + "\n")
        stream.writelines(f"  {line}\n" for line in describe(result.array))


def describe(array: Array) -> list[str]:
    """Lines that describe an array."""
    array = plain(array)
    width = page_width() - len("  ")
    if array.size <= _MAX_WHOLE:
        narrow = min(width, _MAX_WIDTH)
        return np.array2string(
            array, max_line_width=narrow, threshold=_MAX_WHOLE, separator=", "
        ).splitlines()
    return [_statistics(array), _beginning(array, width)]


def _beginning(array: Array, width: int) -> str:
    """The first elements, as many as fit on a line."""
    for count in range(_MAX_FIRST, 0, -1):
        first = np.array2string(array.ravel()[:count], max_line_width=400, precision=6, separator=", ")
        line = f"begins {first[:-1]}, ...]"
        if len(line) <= width:
            break
    return line


def _statistics(array: Array) -> str:
    if array.dtype == np.bool_:
        return f"true {int(array.sum()):,} of {array.size:,}"
    finite = array[np.isfinite(array)] if array.dtype.kind in "fc" else array
    parts = []
    if finite.size and array.dtype.kind == "c":
        parts = [f"max magnitude {np.abs(finite).max():.6g}", f"mean {finite.mean():.6g}"]
    elif finite.size:
        mean = finite.mean(dtype=np.float64)
        parts = [f"min {finite.min():.6g}", f"max {finite.max():.6g}", f"mean {mean:.6g}"]
    if finite.size < array.size:
        nans = int(np.isnan(array).sum())
        infinities = array.size - finite.size - nans
        parts += [f"{nans:,} NaN"] * bool(nans) + [f"{infinities:,} infinite"] * bool(infinities)
    return ", ".join(parts)


# -- comparison with expected results -------------------------------------------------------------


def compare(
    results: Sequence[NamedArray],
    expected: Sequence[InputArray],
    tolerance: Tolerance,
    estimate: ProgramEstimate,
    write: Callable[[str], None] = echo,
) -> int:
    """Compare each result with its expected value, `write` a report, and return the exit status."""
    names = [_names(index, result) for index, result in enumerate(results)]
    bound = match(expected, names, "result")
    if results and not bound:
        raise click.UsageError("--expect: no arrays to compare the results with")
    differing = 0
    for index, result in enumerate(results):
        title = result.title
        if index not in bound:
            write(f"{title} not compared: no expected value")
            continue
        reference = bound[index].as_type(result.type)
        judgement = estimate.judge(index, result.array, reference, tolerance)
        write(f"{title} {judgement}")
        for line in judgement.details:
            write(f"  {line}")
        differing += judgement.kind == "wrong"
    if differing and len(bound) > 1 and write is echo:
        differ = verb(differing, "differs", "differ")
        echo(f"{differing:,} of {plural(len(bound), 'result')} {differ}", err=True)
    return FINDINGS if differing else CLEAN


def _names(index: int, result: NamedArray) -> list[str]:
    """The names of a result, the preferred one last."""
    return [str(index), f"arr_{index}", result.known_as or result.name, result.name]
