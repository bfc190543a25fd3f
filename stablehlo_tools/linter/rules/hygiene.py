"""Hygiene: unused code, and debug or private data in exported programs."""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from stablehlo_tools.diagnostics.diagnostic import Edit, Fix, Severity
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.diagnostics.units import in_units
from stablehlo_tools.interpret.callbacks import calls_back
from stablehlo_tools.ir.constants import Dense, DenseResource
from stablehlo_tools.ir.operations import Block, Function, Operation, Value, argument_names
from stablehlo_tools.ir.types import TensorType, byte_size
from stablehlo_tools.linter.edits import removal, replacement
from stablehlo_tools.linter.rule import Finding, Program, rule
from stablehlo_tools.ops.registry import OPS


@rule(
    "HYG001",
    why="""
    Every caller has to compute and pass a value that has no effect. In an exported model, this is often a
    mistake: a mask, a seed or a weight that was meant to be used.
    """,
    help="Use the argument, or remove it. JAX removes unused arguments unless you set `keep_unused=True`.",
)
def unused_argument(program: Program) -> Iterator[Finding]:
    """An argument of a function is never used."""
    for function in program.functions:
        if not _is_only_called(program, function):
            continue  # the signature of a comparator of `TopK`, say, is set by the custom_call
        for argument in function.arguments:
            if argument not in program.uses:
                yield Finding(argument, f"argument {argument.index} of `@{function.symbol}` is never used")


def _is_only_called(program: Program, function: Function) -> bool:
    """Whether a function is referenced only by calls."""
    return all(user.name == "func.call" for user in program.references.get(function.symbol, []))


@rule(
    "HYG002",
    why="It takes time to parse, to verify and, unless the compiler removes it, to run.",
    help="Remove the operation. Operations that only it used are reported next.",
    fix="safe",
)
def unused_value(program: Program) -> Iterator[Finding]:
    """The results of an operation without side effects are never used."""
    used, effects = program.uses.keys(), program.effects
    for operation in program.operations:
        results = operation.results
        if results and used.isdisjoint(results) and not effects.has_effects(operation):
            message = f"result of `{operation.name}` is never used"
            yield Finding(operation, message, fix=removal(program, operation, "remove it"))


@rule(
    "HYG003",
    why="Each call computes it, and compilers can remove it only after inlining all calls.",
    help="Remove the result from the function.",
)
def unused_result(program: Program) -> Iterator[Finding]:
    """A result of a private function is not used by any call."""
    for function in program.functions:
        calls = program.references.get(function.symbol, [])
        if not (function.is_private and calls and _is_only_called(program, function)):
            continue
        for index in range(len(function.type.results)):
            if not any(call.results[index] in program.uses for call in calls):
                message = f"result {index} of `@{function.symbol}` is not used by any call"
                yield Finding(function, message, (("result_type", index),))


@rule(
    "HYG004",
    why="Dead code makes the program larger, and takes time to parse and to verify.",
    help="Remove the function, or call it.",
    fix="safe",
)
def unused_function(program: Program) -> Iterator[Finding]:
    """A private function is referenced by nothing but itself."""
    for function in program.functions:
        references = program.references.get(function.symbol, [])
        if function.is_private and not any(_is_outside(user, function) for user in references):
            message = f"private function `@{function.symbol}` is never called"
            fix = removal(program, function, "remove it")
            yield Finding(function, message, (("attribute", "sym_name"),), fix=fix)


def _is_outside(operation: Operation, function: Function) -> bool:
    return all(ancestor is not function for ancestor in (operation, *operation.ancestors))


@rule(
    "HYG005",
    why="The same value is computed twice, unless a compiler eliminates common subexpressions.",
    help="Reuse the earlier result. In JAX, assign it to a variable.",
    fix="safe",
)
def duplicate_operation(program: Program) -> Iterator[Finding]:
    """An operation repeats an earlier one: the same op with the same operands and attributes.

    Constants, scalars and views (broadcasts, reshapes, slices) are cheap, and are not reported; neither are
    operations with regions.
    """
    forms: dict[Hashable, Hashable] = {}
    for function in program.functions:
        for operation, first in _ValueNumbering(forms).block(function.body) if function.body else ():
            message = f"duplicate computation of `{operation.name}`"
            fix = replacement(program, operation, first.results, "reuse the earlier result")
            yield Finding(operation, message, related=((first, "first computed here"),), fix=fix)


@rule(
    "HYG006",
    why="""
    Weights in the program make it large, and slow to parse and to compile. They cannot be changed or shared
    without exporting the program again.
    """,
    help="Make it an argument. In JAX, pass arrays to the function instead of closing over them.",
    settings={"lint.max-constant-size": "16 B"},
)
def large_constant(program: Program) -> Iterator[Finding]:
    """A constant that is not a splat is larger than `lint.max-constant-size`."""
    limit = program.settings.max_constant_size
    for operation in program.having("value"):
        value = operation.attributes["value"]
        if not isinstance(value, (Dense, DenseResource)) or byte_size(value.type) <= limit:
            continue
        if isinstance(value, DenseResource) or not value.is_splat:
            size = in_units(int(byte_size(value.type)))
            message = f"constant of {size} is larger than the maximum of {in_units(limit)}"
            yield Finding(operation, message, (("result_type", 0),))


@rule(
    "HYG007",
    why="""
    The callback is a function of the process that exported the program. In any other process, the program
    fails or hangs.
    """,
    help="Export without `jax.debug.print`, `jax.debug.callback`, `io_callback` and `pure_callback`.",
)
def debug_callback(program: Program) -> Iterator[Finding]:
    """An operation calls back into Python, or prints values."""
    for operation in program.named("stablehlo.custom_call"):
        if calls_back(operation):
            target = operation.attributes["call_target_name"]
            message = f"custom call `@{target}` calls back into the exporting process"
            yield Finding(operation, message, (("attribute", "call_target_name"),))
    for operation in program.named("interpreter.print", "interpreter.probe"):
        yield Finding(operation, f"`{operation.name}` is a debugging op")


# An absolute path, or a string or comment to skip.
_PATH_OR_SKIPPED = re.compile(
    r'"(?P<path>(?:/|[A-Za-z]:(?:/|\\\\))(?:[^"\\\n]|\\.)*)":\d|"(?:[^"\\\n]|\\.)*"|//[^\n]*'
)


@rule(
    "HYG008",
    why="""
    The path discloses the name of a user and the layout of a machine, and makes exports of the same program
    on two machines differ.
    """,
    help="Export without locations, or with paths relative to the project.",
    fix="safe",
)
def absolute_path(program: Program) -> Iterator[Finding]:
    """A location contains an absolute path of the machine that exported the program.

    Each path is reported once, at its first occurrence.
    """
    source = program.source
    if source is None or "loc" not in source.text:
        return
    spans: dict[str, list[Span]] = {}
    for match in _PATH_OR_SKIPPED.finditer(source.text):
        if match["path"]:
            spans.setdefault(match["path"], []).append(Span(source, *match.span("path")))
    for path, occurrences in spans.items():
        relative = _relative(path, [other for other in spans if not _LIBRARY.search(other)])
        fix = Fix(f"replace it with `{relative}`", tuple(Edit(span, relative) for span in occurrences))
        yield Finding(occurrences[0], f"absolute path in location: `{path}`", fix=fix)


_LIBRARY = re.compile(r".*(?:site|dist)-packages/|.*/lib/python[\d.]+/")


def _relative(path: str, own: Sequence[str]) -> str:
    """The path below its library's directory, or from the common directory of all `own` paths on."""
    library = _LIBRARY.match(path)
    if library is not None:
        return path[library.end() :]
    directories = [other.rpartition("/")[0] + "/" for other in own]
    # The least and the greatest string have the common prefix of all.
    pairs = enumerate(zip(min(directories), max(directories), strict=False))
    common = next((index for index, (a, b) in pairs if a != b), len(min(directories)))
    return path[path.rfind("/", 0, common) + 1 :]


@rule(
    "HYG101",
    why="Users of the program can identify its inputs and outputs only by position.",
    help="""
    In JAX, export with `debug_info=True`. Arguments are named by their locations, and results by
    `jax.result_info`.
    """,
    severity=Severity.NOTE,
)
def missing_names(program: Program) -> Iterator[Finding]:
    """Arguments or results of a public function are unnamed."""
    for function in program.functions:
        if function.is_private:
            continue
        arguments = [argument for argument in function.arguments if not _is_named(program, argument)]
        results = [
            index
            for index in range(len(function.type.results))
            if "jax.result_info" not in function.result_attributes(index)
        ]
        for kind, unnamed in (("arguments", arguments), ("results", results)):
            if unnamed:
                message = f"unnamed {kind} of `@{function.symbol}`: {len(unnamed)}"
                yield Finding(function, message, (("attribute", "sym_name"),))


def _is_named(program: Program, argument: Value) -> bool:
    return len(argument_names(program.module, argument)) > 2


# -- common subexpressions: operations that repeat an earlier one ----------------------------------------

_MAX_ELEMENTS = 64  # of constants that are compared, to bound the cost of a comparison


class _ValueNumbering:
    """Finds operations that repeat an earlier one; each value is mapped to the first that is equal.

    Operations are equal if they have the same op, operands, attributes and result types. Those with regions
    are left out. `forms` has the keys that are known, by the name and the identity of attributes and types,
    which equal operations share.
    """

    def __init__(self, forms: dict[Hashable, Hashable]) -> None:
        self._same: dict[Value, Value] = {}
        self._known: dict[Hashable, list[Operation]] = {}
        self._forms = forms

    def block(self, block: Block) -> Iterator[tuple[Operation, Operation]]:
        """The duplicates in a block and its nested blocks, each with the first of its kind.

        Cheap ones are left out. The operations of a block are known in it alone.
        """
        same, known, added = self._same, self._known, list[list[Operation]]()
        for operation in block.operations:
            if operation.regions:
                for inner in operation.blocks:
                    yield from self.block(inner)
                continue
            operands = operation.operands
            if same:
                operands = [same.get(value, value) for value in operands]
            candidates = known.setdefault((operation.name, *operands), [])
            if candidates:  # of the same op and operands: told apart by their forms, which few need
                first, form = candidates[0], self._form(operation)
                if form is None:
                    continue
                candidates = known.setdefault((self._form(first), *operands), [])
                if not candidates:
                    candidates.append(first)
                    added.append(candidates)
                candidates = known.setdefault((form, *operands), [])
            for first in candidates:
                if _is_same(operation, first):
                    same.update(zip(operation.results, first.results, strict=True))
                    if not _is_cheap(operation):
                        yield operation, first
                    break
            else:
                candidates.append(operation)
                added.append(candidates)
        for candidates in added:
            candidates.pop()

    def _form(self, operation: Operation) -> Hashable:
        """A key that is equal for equal names, attributes and result types, and rarely for others.

        None for operations that are not compared.
        """
        types = [value.type for value in operation.results]
        kind = operation.name, id(operation.attributes), *map(id, types)
        if kind not in self._forms:
            parts = operation.attributes, *types
            self._forms[kind] = (operation.name, *map(_hash, parts)) if _is_comparable(operation) else None
        return self._forms[kind]


def _is_same(operation: Operation, other: Operation) -> bool:
    """Whether operations with the same key are equal."""
    types = [value.type for value in operation.results]
    return operation.attributes == other.attributes and types == [value.type for value in other.results]


def _hash(attribute: Any) -> int:
    """The hash of an attribute, in which parts that are not hashable count as equal."""
    if isinstance(attribute, Mapping):
        return hash(frozenset((name, _hash(value)) for name, value in attribute.items()))
    if isinstance(attribute, tuple):
        return hash(tuple(map(_hash, attribute)))
    return hash(attribute) if isinstance(attribute, Hashable) else 0


def _is_comparable(operation: Operation) -> bool:
    op = OPS.get(operation.name)
    if op is None or op.has_effects or op.numerics.is_random:
        return False
    value = operation.attributes.get("value")
    return not isinstance(value, Dense) or value.is_splat or value.elements.size <= _MAX_ELEMENTS


def _is_cheap(operation: Operation) -> bool:
    return OPS[operation.name].execution.may_alias or all(map(_is_single, operation.results))


def _is_single(value: Value) -> bool:
    """Whether a value has at most one element."""
    type = value.type
    return isinstance(type, TensorType) and type.is_static and math.prod(type.static_shape) <= 1
