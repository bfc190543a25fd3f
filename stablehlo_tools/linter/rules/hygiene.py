"""Hygiene: what a program does not need, and what should not leave the house that exported it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from stablehlo_tools.diagnostics.diagnostic import Edit, Fix, Severity
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.interpret.arrays import byte_size
from stablehlo_tools.interpret.memory import in_units
from stablehlo_tools.ir.constants import Dense, DenseResource
from stablehlo_tools.ir.operations import Function, Operation, Value, argument_names
from stablehlo_tools.linter.duplicates import duplicates
from stablehlo_tools.linter.edits import removal, replacement
from stablehlo_tools.linter.rule import Finding, rule
from stablehlo_tools.transform.dce import has_effects

if TYPE_CHECKING:
    from stablehlo_tools.linter.program import Program


@rule(
    "HYG001",
    why="""
    Whoever calls the function computes, holds and hands over a value that changes nothing. In an exported
    model it is often the sign of a mistake: a mask, a seed or a weight that was meant to be used.
    """,
    help="Use it, or leave it out of the function that is exported, as JAX does unless `keep_unused=True`.",
    bad="""
    func.func @main(%x: tensor<8xf32>, %mask: tensor<8xi1>) -> tensor<8xf32> {
      %0 = stablehlo.negate %x : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<8xf32>, %mask: tensor<8xi1>) -> tensor<8xf32> {
      %0 = stablehlo.negate %x : tensor<8xf32>
      %1 = stablehlo.select %mask, %0, %x : tensor<8xi1>, tensor<8xf32>
      return %1 : tensor<8xf32>
    }
    """,
)
def unused_argument(program: Program) -> Iterator[Finding]:
    """A function does not use one of its arguments."""
    for function in program.functions:
        if not _is_only_called(program, function):
            continue  # a comparator of `TopK`, say, has the arguments that the custom_call asks for
        for argument in function.arguments:
            if argument not in program.uses:
                yield Finding(argument, f"argument {argument.index} of @{function.symbol} is not used")


def _is_only_called(program: Program, function: Function) -> bool:
    """Whether no operation but calls names a function."""
    return all(each.name == "func.call" for each in program.references.get(function.symbol, []))


@rule(
    "HYG002",
    why="It costs time to read, to check and, where a compiler does not remove it, to run.",
    help="Take it away. What nobody but it has read is found then, too.",
    fix="safe",
    bad="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.negate %x : tensor<8xf32>
      return %x : tensor<8xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.negate %x : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
)
def unused_value(program: Program) -> Iterator[Finding]:
    """An operation without effects computes what nobody reads."""
    functions = {function.symbol: function for function in program.functions}
    for operation in program.operations:
        is_read = any(result in program.uses for result in operation.results)
        if operation.results and not is_read and not has_effects(operation, functions):
            message = f"nobody reads what this {operation.name} computes"
            yield Finding(operation, message, fix=removal(program, operation, "take it away"))


@rule(
    "HYG003",
    why="The function computes it for each call, and no compiler sees that before it has inlined all calls.",
    help="Leave the result out of the function.",
    bad="""
    func.func private @both(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
      %0 = stablehlo.negate %x : tensor<8xf32>
      %1 = stablehlo.abs %x : tensor<8xf32>
      return %0, %1 : tensor<8xf32>, tensor<8xf32>
    }
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0:2 = call @both(%x) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
      return %0#0 : tensor<8xf32>
    }
    """,
    good="""
    func.func private @one(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.negate %x : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = call @one(%x) : (tensor<8xf32>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
)
def unused_result(program: Program) -> Iterator[Finding]:
    """A private function has a result that no call of it uses."""
    for function in program.functions:
        calls = program.references.get(function.symbol, [])
        if not (function.is_private and calls and _is_only_called(program, function)):
            continue
        for index in range(len(function.type.results)):
            if not any(call.results[index] in program.uses for call in calls):
                message = f"no call of @{function.symbol} uses its result {index}"
                yield Finding(function, message, (("result_type", index),))


@rule(
    "HYG004",
    why="It is read, checked and shipped for nothing.",
    help="Take it away, or call it.",
    fix="safe",
    bad="""
    func.func private @helper(%x: tensor<8xf32>) -> tensor<8xf32> {
      return %x : tensor<8xf32>
    }
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      return %x : tensor<8xf32>
    }
    """,
    good="""
    func.func private @helper(%x: tensor<8xf32>) -> tensor<8xf32> {
      return %x : tensor<8xf32>
    }
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = call @helper(%x) : (tensor<8xf32>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
)
def unused_function(program: Program) -> Iterator[Finding]:
    """Nothing but itself names a private function."""
    for function in program.functions:
        naming = program.references.get(function.symbol, [])
        if function.is_private and not any(_is_outside(each, function) for each in naming):
            message = f"nothing calls the private function @{function.symbol}"
            fix = removal(program, function, "take it away")
            yield Finding(function, message, (("attribute", "sym_name"),), fix=fix)


def _is_outside(operation: Operation, function: Function) -> bool:
    around: Operation | None = operation
    while around is not None and around is not function:
        around = around.parent
    return around is None


@rule(
    "HYG005",
    why="The second computes what is there already; a compiler may notice, an interpreter does not.",
    help="Use the first. In JAX, bind what is used twice to a name.",
    fix="safe",
    bad="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.exponential %x : tensor<8xf32>
      %1 = stablehlo.exponential %x : tensor<8xf32>
      %2 = stablehlo.add %0, %1 : tensor<8xf32>
      return %2 : tensor<8xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.exponential %x : tensor<8xf32>
      %1 = stablehlo.add %0, %0 : tensor<8xf32>
      return %1 : tensor<8xf32>
    }
    """,
)
def duplicate_operation(program: Program) -> Iterator[Finding]:
    """An operation computes what another has computed before, from the same operands.

    Constants, scalars and views (broadcasts, reshapes, slices) cost next to nothing and are not counted, nor
    are operations with regions.
    """
    for function in program.functions:
        for operation, first in duplicates(function):
            message = f"this {operation.name} was computed before"
            fix = replacement(program, operation, first.results, "use the first")
            yield Finding(operation, message, related=((first, "it is computed here"),), fix=fix)


@rule(
    "HYG006",
    why="""
    Weights inside the program make its text large, slow to read and to compile, and they cannot be changed or
    shared without exporting it again.
    """,
    help="Make it an argument: in JAX, hand arrays to the function instead of closing over them.",
    bad="""
    func.func @main() -> tensor<4xf64> {
      %0 = stablehlo.constant dense<[0.1, 0.2, 0.3, 0.4]> : tensor<4xf64>
      return %0 : tensor<4xf64>
    }
    """,
    good="""
    func.func @main(%weights: tensor<4xf64>) -> tensor<4xf64> {
      %0 = stablehlo.constant dense<0.1> : tensor<4xf64>
      %1 = stablehlo.multiply %weights, %0 : tensor<4xf64>
      return %1 : tensor<4xf64>
    }
    """,
    settings={"lint.max-constant-size": "16 B"},
)
def large_constant(program: Program) -> Iterator[Finding]:
    """A constant takes more bytes than `lint.max-constant-size`, and is not one element repeated."""
    most = program.settings.max_constant_size
    for operation in program.operations:
        value = operation.attributes.get("value")
        if not isinstance(value, (Dense, DenseResource)) or byte_size(value.type) <= most:
            continue
        if isinstance(value, DenseResource) or not value.is_splat:
            size = in_units(int(byte_size(value.type)))
            message = f"this constant takes {size}, more than {in_units(most)}"
            yield Finding(operation, message, (("result_type", 0),))


_CALLBACK = re.compile(r"callback|InspectSharding|debug", re.IGNORECASE)


@rule(
    "HYG007",
    why="""
    It calls a function of the process that exported the program. Elsewhere there is none: the program cannot
    be run, or waits for ever.
    """,
    help="Export without `jax.debug.print`, `jax.debug.callback`, `io_callback` and `pure_callback`.",
    bad="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) {has_side_effect = true} : (tensor<8xf32>) -> ()
      return %x : tensor<8xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      return %x : tensor<8xf32>
    }
    """,
)
def debug_callback(program: Program) -> Iterator[Finding]:
    """An operation calls back into Python, or prints."""
    for operation in program.named("stablehlo.custom_call"):
        target = operation.attributes.get("call_target_name")
        if isinstance(target, str) and _CALLBACK.search(target):
            message = f"@{target} calls back into the process that exported this"
            yield Finding(operation, message, (("attribute", "call_target_name"),))
    for operation in program.named("interpreter.print", "interpreter.probe"):
        yield Finding(operation, f"{operation.name} is for debugging")


_LOCATED = re.compile(
    r'"(?P<path>(?:/|[A-Za-z]:(?:/|\\\\))(?:[^"\\\n]|\\.)*)":\d|"(?:[^"\\\n]|\\.)*"|//[^\n]*'
)


@rule(
    "HYG008",
    why="""
    It tells strangers the name of a user and how a machine is organised, and makes exports of the same
    program on two machines differ.
    """,
    help="Export without locations, or with paths relative to the project.",
    fix="safe",
    bad="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.negate %x : tensor<8xf32> loc("/srv/alice/model.py":12:4)
      return %0 : tensor<8xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.negate %x : tensor<8xf32> loc("model.py":12:4)
      return %0 : tensor<8xf32>
    }
    """,
)
def absolute_path(program: Program) -> Iterator[Finding]:
    """A location names a file by its absolute path on the machine that exported the program.

    Each path is reported once, where it stands first.
    """
    source = program.source
    if source is None or "loc" not in source.text:
        return
    spans: dict[str, list[Span]] = {}
    for match in _LOCATED.finditer(source.text):
        if match["path"]:
            spans.setdefault(match["path"], []).append(Span(source, *match.span("path")))
    for path, found in spans.items():
        relative = _relative(path, [other for other in spans if not _LIBRARY.search(other)])
        fix = Fix(f"write {relative}", tuple(Edit(span, relative) for span in found))
        yield Finding(found[0], f"an absolute path in a location: {path}", fix=fix)


_LIBRARY = re.compile(r".*(?:site|dist)-packages/|.*/lib/python[\d.]+/")


def _relative(path: str, own: Sequence[str]) -> str:
    """The path from the folder of its library on, or from the folder that all of one's own have in common."""
    library = _LIBRARY.match(path)
    if library is not None:
        return path[library.end() :]
    folders = [other.rpartition("/")[0] + "/" for other in own]
    pairs = enumerate(zip(min(folders), max(folders), strict=False))
    common = next((index for index, (a, b) in pairs if a != b), len(min(folders)))
    return path[path.rfind("/", 0, common) + 1 :]


@rule(
    "HYG101",
    why="Whoever runs the program can tell what is what only by the order.",
    help="""
    In JAX, export with `debug_info=True`: names of arguments are in their locations. Results have theirs in
    `jax.result_info`.
    """,
    bad="""
    func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.add %arg0, %arg1 : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
    good="""
    func.func @main(%x: tensor<f32>, %arg1: tensor<f32> loc("y")) -> (tensor<f32> {jax.result_info = "z"}) {
      %0 = stablehlo.add %x, %arg1 : tensor<f32>
      return %0 : tensor<f32>
    }
    """,
    severity=Severity.NOTE,
)
def missing_names(program: Program) -> Iterator[Finding]:
    """Arguments or results of a public function have no names."""
    for function in program.functions:
        if function.is_private:
            continue
        arguments = [each for each in function.arguments if not _is_named(program, each)]
        results = [
            index
            for index in range(len(function.type.results))
            if "jax.result_info" not in function.result_attributes(index)
        ]
        for what, missing in (("arguments", arguments), ("results", results)):
            if missing:
                message = f"{what} of @{function.symbol} without a name: {len(missing)}"
                yield Finding(function, message, (("attribute", "sym_name"),))


def _is_named(program: Program, argument: Value) -> bool:
    return len(list(argument_names(program.module, argument))) > 2
