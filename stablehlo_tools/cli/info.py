"""`shlo info`: what a file is."""

from __future__ import annotations

import mmap
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from stablehlo_tools.cli import completing, outcome
from stablehlo_tools.cli.files import File
from stablehlo_tools.cli.output import echo_all, write_json

if TYPE_CHECKING:
    from stablehlo_tools.diagnostics.source import Source
    from stablehlo_tools.hlo.ir import HloComputation, HloModule
    from stablehlo_tools.loading.binary_hlo import BinaryHlo
    from stablehlo_tools.loading.description import FileDescription
    from stablehlo_tools.loading.exported import Exported
    from stablehlo_tools.loading.saved_model import CallModule

_SCHEMA = 1  # raised when a field of the JSON changes its meaning or goes away
_BINARY_HLO = "HLO protocol buffer"
_WIDTH = 14  # of the names in front of values


@click.command("info")
@click.argument("file", metavar="FILE", shell_complete=completing.files)
@click.option(
    "--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="Output format; JSON lists the names of all ops of bytecode",
)  # fmt: skip
def command(file: str, output_format: str) -> int:
    """Show what a file is: its format, versions, dialects and functions.

    FILE is MLIR or HLO text, MLIR bytecode, a portable artifact, what `jax.export` has serialized, an HLO
    protocol buffer or a TensorFlow SavedModel; or `-` for standard input. Of MLIR bytecode only the head is
    read, however large it is. A program in text or in a protocol buffer is parsed, but not verified.

    \b
    Examples:
      shlo info model.mlir
      shlo info model.mlir --format json
    """
    opened = File(file)
    data = opened.content()
    what = _of_saved_model(data, opened) or _of_file(data, opened)
    if output_format == "json":
        write_json({"schema": _SCHEMA, "file": opened.title, "size": len(data), **what})
    else:
        echo_all(_lines({"size": len(data), **what}))
    return outcome.CLEAN


# -- what there is to say -------------------------------------------------------------------------


def _of_file(data: bytes | mmap.mmap, file: File) -> dict[str, Any]:
    """A file that is one program."""
    from stablehlo_tools.loading.description import describe  # help does without

    found = None if file.member else describe(data, file.title)
    return _of_binary(found) if found else _of_text(file.decoded(data))


def _of_saved_model(data: bytes | mmap.mmap, file: File) -> dict[str, Any] | None:
    """A SavedModel, or a program in it; None for any other file."""
    from stablehlo_tools.loading.description import describe
    from stablehlo_tools.loading.programs import program_of, saved_model_in

    model = saved_model_in(data, file.title)
    if model is None:
        return None
    named = [program_of(model, file.title, file.member)] if file.member else model.programs
    calls = [_of_program(each) for each in named]
    whole = {"kind": "TensorFlow SavedModel", "tensorflow": model.tensorflow, "programs": calls}
    found = describe(named[0].module.tobytes(), file.title) if file.member else None
    inner = _of_binary(found) if found else {"dialects": [], "functions": None}
    return {**inner, **whole}


def _of_program(program: CallModule) -> dict[str, Any]:
    fields = program._asdict()
    return {
        "size": len(program.module),
        **{name: fields[name] for name in fields if name not in ("module", "start")},
    }


def _of_binary(found: FileDescription) -> dict[str, Any]:
    artifact = "portable artifact" if found.stablehlo else "MLIR bytecode"
    return {
        "kind": "jax.export" if found.exported else artifact,
        "stablehlo": found.stablehlo or None,
        "bytecode": found.bytecode,
        "producer": found.producer,
        "dialects": found.dialects,
        "functions": None,  # they are operations, which are not read
        "ops": found.ops,
        "sizes": {
            "bytecode": found.size,
            "attributes": found.attributes,
            "resources": found.resources,
            "operations": found.operations,
        },
        "exported": found.exported and _of_exported(found.exported),
    }


def _of_exported(exported: Exported) -> dict[str, Any]:
    return {
        **exported._asdict(),
        "arguments": [each._asdict() for each in exported.arguments],
        "results": [{"name": each.name, "type": each.type} for each in exported.results],
        "vjp": exported.vjp and _of_exported(exported.vjp),
    }


def _of_text(source: Source) -> dict[str, Any]:
    from stablehlo_tools.api import parse_pieces
    from stablehlo_tools.loading.binary_hlo import BinaryHlo
    from stablehlo_tools.loading.programs import is_hlo

    if is_hlo(source):
        from stablehlo_tools import hlo

        module = hlo.parse(source)
        functions = [(each.name, _signature(each)) for each in module.computations]
        program = {"dialects": [], "functions": _named(functions), "entry": module.entry}
        if isinstance(source, BinaryHlo):
            return {"kind": _BINARY_HLO, "message": source.message.name, **program, **_of_run(module, source)}
        return {"kind": "HLO text", **program}
    modules = parse_pieces(source)
    dialects = {operation.name.partition(".")[0] for module in modules for operation in module.walk()}
    functions = [(each.symbol, str(each.type)) for module in modules for each in module.functions]
    kind = "MLIR text" if source.is_written else "VHLO text"
    return {"kind": kind, "dialects": sorted(dialects), "functions": _named(functions)}


def _of_run(module: HloModule, source: BinaryHlo) -> dict[str, Any]:
    """The module, and what a file has of a run of it."""
    from stablehlo_tools.hlo.protos.read import snapshot

    found = snapshot(source)
    processes = [[str(literal.shape) for literal in each] for each in found.arguments]
    result = found.result and str(found.result.shape)
    return {"module": module.name, "platform": found.platform, "inputs": processes, "output": result}


def _named(functions: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "type": type} for name, type in functions]


def _signature(computation: HloComputation) -> str:
    parameters = ", ".join(str(each.shape) for each in computation.parameter_instructions)
    return f"({parameters}) -> {computation.root_instruction.shape}"


# -- text -----------------------------------------------------------------------------------------


def _lines(what: Mapping[str, Any]) -> Iterator[str]:
    yield _line("kind", what["kind"])
    yield _line("size", f"{what['size']:,} bytes")
    if "producer" in what:
        yield from _of_bytecode(what)
    if what.get("tensorflow"):
        yield _line("TensorFlow", what["tensorflow"])
    if what["kind"] == _BINARY_HLO:
        yield _line("message", what["message"])
        yield _line("module", what["module"])
    if what["dialects"]:
        yield _line("dialects", ", ".join(what["dialects"]))
    for function in what["functions"] or ():
        entry = " (entry)" * (what.get("entry") == function["name"])
        yield _line("function", f"{function['name']}: {function['type']}{entry}")
    if what.get("exported"):
        yield from _of_call(what["exported"])
    yield from _of_inputs(what)
    for program in what.get("programs", ()):
        yield from _of_call_module(program)


def _of_call_module(program: Mapping[str, Any]) -> Iterator[str]:
    """A program of a SavedModel."""
    platforms = f", for {', '.join(program['platforms'])}" * bool(program["platforms"])
    tokens = ", with tokens" * program["has_tokens"]
    size = f"{program['size']:,} bytes"
    yield _line("program", f"{program['name']}: {size}, version {program['version']}{platforms}{tokens}")
    arguments, results = (", ".join(program[name]) for name in ("arguments", "results"))
    yield _line("call", f"({arguments}) -> ({results})", "  ")
    for name, field in (("dimensions", "dimensions"), ("calls back", "functions")):
        if program[field]:
            yield _line(name, ", ".join(program[field]), "  ")


def _of_inputs(what: Mapping[str, Any]) -> Iterator[str]:
    """The arrays that a snapshot has."""
    if what.get("platform"):
        yield _line("platform", what["platform"])
    processes = what.get("inputs", ())
    for number, inputs in enumerate(processes):
        process = f" of process {number}" if len(processes) > 1 else ""
        for each in inputs:
            yield _line("input", f"{each}{process}")
    if what.get("output"):
        yield _line("output", what["output"])


def _of_bytecode(what: Mapping[str, Any]) -> Iterator[str]:
    if what["stablehlo"]:
        yield _line("StableHLO", what["stablehlo"])
    yield _line("bytecode", f"version {what['bytecode']}, by {what['producer']}")
    sizes = what["sizes"]
    yield _line("operations", f"{sizes['operations']:,} bytes, {len(what['ops']):,} different ops")
    yield _line("attributes", f"{sizes['attributes']:,} bytes, constants among them")
    yield _line("resources", f"{sizes['resources']:,} bytes")


def _of_call(exported: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    devices = f"{exported['devices']:,} device{'s' * (exported['devices'] != 1)}"
    platforms = ", ".join(exported["platforms"])
    yield _line("exported", f"{exported['function']}, for {platforms}, {devices}", indent)
    yield _line("convention", f"version {exported['calling_convention']} of calls", indent)
    for each in exported["arguments"]:
        dropped = "" if each["is_kept"] else " (not used)"
        yield _line("argument", f"{each['name']}: {each['type']}{dropped}", indent)
    for each in exported["results"]:
        yield _line("result", f"{each['name']}: {each['type']}", indent)
    if exported["vjp"]:
        yield f"{indent}gradient"
        yield from _of_call(exported["vjp"], indent + "  ")


def _line(name: str, value: str, indent: str = "") -> str:
    return f"{indent}{name:{_WIDTH - len(indent)}}{value}"
