"""What is said of a file: the fields of its description as JSON has them, and the lines of `shlo info`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from stablehlo_tools.diagnostics.members import members
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.formats.jaxexport.export_schema import NAMED_DEVICES, NAMED_SHARDINGS

if TYPE_CHECKING:
    from stablehlo_tools.formats.file_description import BytecodeDescription, FileDescription
    from stablehlo_tools.formats.jaxexport.exported import Exported
    from stablehlo_tools.formats.saved_model import CallModule
    from stablehlo_tools.formats.torch_folders import Folder

_MAX_LISTED = 6  # functions that are not called from outside


# -- as JSON --------------------------------------------------------------------------------------


def fields_of(found: FileDescription) -> dict[str, Any]:
    """The fields of a description, as they are written as JSON."""
    functions = None if found.functions is None else [_function(each._asdict()) for each in found.functions]
    fields = {"size": found.size, "kind": found.kind, "dialects": found.dialects, "functions": functions}
    if found.unread:
        fields["unread"] = found.unread
    if found.entry:
        fields["entry"] = found.entry
    if found.compression is not None:
        fields |= {"compression": found.compression.name, "unpacked": found.compression.unpacked}
    if found.bytecode is not None:
        exported = found.exported and _of_exported(found.exported)
        fields |= {**_of_bytecode(found.bytecode), "exported": exported}
    if found.snapshot is not None:
        fields |= found.snapshot._asdict()
    if found.saved_model is not None:
        calls = [_of_call_module(each) for each in found.saved_model.programs]
        fields |= {"tensorflow": found.saved_model.tensorflow, "programs": calls}
    if found.folder is not None:
        fields |= _of_folder(found.folder)
    return fields


def _function(fields: dict[str, Any]) -> dict[str, Any]:
    sides = {name: [each._asdict() for each in fields[name]] for name in ("arguments", "results")}
    return {name: value for name, value in (fields | sides).items() if value is not None}


def _of_bytecode(found: BytecodeDescription) -> dict[str, Any]:
    sizes = members(found, "bytecode=size attributes resources operations")
    return {**members(found, "stablehlo? bytecode=version producer ops"), "sizes": sizes}


def _of_exported(exported: Exported) -> dict[str, Any]:
    results = [each._asdict() for each in exported.results]
    for result in results:
        del result["is_kept"]
    return {
        **exported._asdict(),
        "arguments": [each._asdict() for each in exported.arguments],
        "results": results,
        "vjp": exported.vjp and _of_exported(exported.vjp),
    }


def _of_call_module(program: CallModule) -> dict[str, Any]:
    fields = program._asdict()
    size = len(fields.pop("module"))
    del fields["start"]
    return {"size": size, **fields}


def _of_folder(found: Folder) -> dict[str, Any]:
    sizes = {"weights": found.weights, "constants": found.constants}
    counts = {name: {"count": len(each), "size": sum(each.values())} for name, each in sizes.items()}
    return {**counts, "missing": found.missing}


# -- text -----------------------------------------------------------------------------------------

Pair = tuple[str, str]  # a name with what it has


def lines_of(what: Mapping[str, Any]) -> Iterator[Pair]:
    """The lines of the fields of a description, each a name with what it has."""
    yield "kind", what["kind"]
    yield "size", f"{what['size']:,} bytes"
    if "compression" in what:
        yield "compressed", f"by {what['compression']}, from {what['unpacked']:,} bytes"
    if "producer" in what:
        yield from _lines_of_bytecode(what)
    if what.get("tensorflow"):
        yield "TensorFlow", what["tensorflow"]
    if "message" in what:
        yield "message", what["message"]
        yield "module", what["module"]
    if what["dialects"]:
        yield "dialects", ", ".join(what["dialects"])
    yield from _of_functions(what)
    if "weights" in what:
        yield from _of_weights(what)
    if what.get("exported"):
        yield from _of_call(what["exported"])
    yield from _of_inputs(what)
    for program in what.get("programs", ()):
        yield from _lines_of_call_module(program)


def _of_functions(what: Mapping[str, Any]) -> Iterator[Pair]:
    """Functions that are called from outside, each argument on a line, and the number of others."""
    functions = what["functions"] or ()
    public = [each for each in functions if not each["is_private"]] or functions
    for function in public:
        yield "function", f"{function['name']}{' (entry)' * (what.get('entry') == function['name'])}"
        for side in ("arguments", "results"):
            for each in function[side]:
                yield f"  {side[:-1]}", f"{each['name']}: {each['type']}"
    private = [each["name"] for each in functions if each not in public]
    if private:
        more = ", ..." * (len(private) > _MAX_LISTED)
        yield "private", f"{plural(len(private), 'function')}: {', '.join(private[:_MAX_LISTED])}{more}"
    if "unread" in what:
        yield "functions", f"not read: {what['unread']}"


def _lines_of_call_module(program: Mapping[str, Any]) -> Iterator[Pair]:
    """A program of a SavedModel."""
    platforms = f", for {', '.join(program['platforms'])}" * bool(program["platforms"])
    tokens = ", with tokens" * program["has_tokens"]
    size = f"{program['size']:,} bytes"
    yield "program", f"{program['name']}: {size}, version {program['version']}{platforms}{tokens}"
    for side in ("arguments", "results"):
        for each in program[side]:
            yield f"  {side[:-1]}", each
    for name, field in (("dimensions", "dimensions"), ("calls back", "functions")):
        if program[field]:
            yield f"  {name}", ", ".join(program[field])


def _of_inputs(what: Mapping[str, Any]) -> Iterator[Pair]:
    """The arrays that a snapshot has."""
    if what.get("platform"):
        yield "platform", what["platform"]
    processes = what.get("inputs", ())
    for number, inputs in enumerate(processes):
        process = f" of process {number}" if len(processes) > 1 else ""
        for each in inputs:
            yield "input", f"{each}{process}"
    if what.get("output"):
        yield "output", what["output"]


def _lines_of_bytecode(what: Mapping[str, Any]) -> Iterator[Pair]:
    if what["stablehlo"]:
        yield "StableHLO", what["stablehlo"]
    yield "bytecode", f"version {what['bytecode']}, by {what['producer']}"
    sizes = what["sizes"]
    yield "operations", f"{sizes['operations']:,} bytes, {len(what['ops']):,} different ops"
    yield "attributes", f"{sizes['attributes']:,} bytes, constants among them"
    yield "resources", f"{sizes['resources']:,} bytes"


def _of_weights(what: Mapping[str, Any]) -> Iterator[Pair]:
    for each in what["functions"]:
        yield "inputs", f"{each['name']}: {', '.join(each['inputs']) or 'none'}"
    for kind in ("weights", "constants"):
        yield kind, f"{what[kind]['count']:,}, of {what[kind]['size']:,} bytes"
    for path in what["missing"]:
        yield "missing", path


def _of_call(exported: Mapping[str, Any], indent: str = "") -> Iterator[Pair]:
    devices = plural(exported["devices"], "device")
    platforms = ", ".join(exported["platforms"])
    yield f"{indent}exported", f"{exported['function']}, for {platforms}, {devices}"
    yield f"{indent}convention", f"version {exported['calling_convention']} of calls"
    yield f"{indent}format", _format(exported)
    for name in ("symbols", "effects", "unchecked"):
        if exported[name]:
            yield f"{indent}{name}", ", ".join(exported[name])
    for each in exported["arguments"]:
        dropped = "" if each["is_kept"] else " (not used)"
        yield f"{indent}argument", f"{each['name']}: {each['type']}{_sharding(each)}{dropped}"
    for each in exported["results"]:
        yield f"{indent}result", f"{each['name']}: {each['type']}{_sharding(each)}"
    if exported["vjp"]:
        yield f"{indent}gradient", ""
        yield from _of_call(exported["vjp"], indent + "  ")


def _format(exported: Mapping[str, Any]) -> str:
    if exported["jax"]:
        return f"of JAX {exported['jax']}"
    since = f"of JAX since {exported['format']}" if exported["format"] else f"of JAX before {NAMED_DEVICES}"
    return f"{since}{_EXPIRED}" if exported["is_expired"] else since


_EXPIRED = (
    f"; JAX 0.12 and later refuse exports of before {NAMED_SHARDINGS}: renew this one with "
    "`shlo convert FILE -o NEW.jaxexport`"
)


def _sharding(argument: Mapping[str, Any]) -> str:
    return f", sharded {argument['sharding']}" if argument["sharding"] else ""
