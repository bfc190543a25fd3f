"""Verifies HLO modules: names, operands, attributes, computations, shapes."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Label, Severity, in_order
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.diagnostics.spelling import closest, did_you_mean
from stablehlo_tools.hlo.attributes import Donor
from stablehlo_tools.hlo.check.by_op import HLO_OPERAND_COUNT, HLO_RESULT_SHAPE
from stablehlo_tools.hlo.check.infer import result_shape
from stablehlo_tools.hlo.check.precision import CONVERTING, common_float, with_floats
from stablehlo_tools.hlo.check.site import (
    HLO_COMPUTATION,
    HLO_OPERAND_SHAPE,
    ShapeMismatch,
    agree,
    donated_alias_problem,
    donor_problem,
    plain,
)
from stablehlo_tools.hlo.ir import HloComputation, HloInstruction, HloModule
from stablehlo_tools.hlo.layout import LayoutError
from stablehlo_tools.hlo.opcodes import COMMON, OPCODES, Opcode, opcode_of, references
from stablehlo_tools.hlo.shape import ArrayShape, Shape, leaves
from stablehlo_tools.hlo.text.attribute_reader import HLO_ATTRIBUTE, HLO_VALUE
from stablehlo_tools.hlo.text.parser import HLO_PARAMETER
from stablehlo_tools.hlo.text.shape_text import HLO_SHAPE
from stablehlo_tools.verifier.notes import ELIDED_LITERAL


def verify(module: HloModule, *, strict: bool = False) -> list[Diagnostic]:
    """The diagnostics of a module, in source order.

    `strict` makes elided constants errors instead of warnings.
    """
    diagnostics = [*_module(module), *_elided(module, Severity.ERROR if strict else Severity.WARNING)]
    return in_order(diagnostics)


def _elided(module: HloModule, severity: Severity) -> Iterator[Diagnostic]:
    for computation in module.computations:
        for instruction in computation.instructions:
            if instruction.literal is not None and instruction.literal.is_elided:
                message = "the elements of this constant were elided when the program was printed"
                span = instruction.span("literal") or instruction.span("opcode")
                help = "print it again with `print_large_constants`, or `--xla_dump_large_constants`"
                yield Diagnostic(ELIDED_LITERAL, message, span, severity, helps=(help,))


_HLO_NAME = Code(
    "hlo_name",
    "Two instructions of a computation, or two computations, have the same name.",
    "Rename one of them.",
)


def _module(module: HloModule) -> Iterator[Diagnostic]:
    known: dict[str, HloComputation] = {}
    for computation in module.computations:
        if computation.name in known:
            message = f"redefinition of computation `{computation.name}`"
            yield _diagnostic(_HLO_NAME, computation.span, message, defined=known[computation.name].span)
        yield from _computation(_Scope(module, known, computation, {}))
        known[computation.name] = computation
    yield from _entry(module)
    yield from _donations(module)


_HLO_SIGNATURE = Code(
    "hlo_signature",
    "A signature, `(a: f32[2]) -> f32[2]`, or `entry_computation_layout` does not match its computation.",
    "Correct it, or omit it: it is optional.",
)


def _entry(module: HloModule) -> Iterator[Diagnostic]:
    entry, layout = module.entry_computation, module.attributes.get("entry_computation_layout")
    if entry is None or layout is None or not entry.is_complete:
        return
    parameters = [parameter.shape for parameter in entry.parameter_instructions]
    declared = [*layout[0], layout[1]]
    actual = [*parameters, entry.root_instruction.shape]
    same = len(declared) == len(actual) and all(
        own is None or agree(shape, own) for shape, own in zip(declared, actual, strict=True)
    )
    if not same:
        shapes = f"({', '.join(map(plain, parameters))})->{plain(entry.root_instruction.shape)}"
        message = f"`entry_computation_layout` does not match the entry computation: {shapes}"
        yield _diagnostic(_HLO_SIGNATURE, entry.span, message)
    problem = next(filter(None, map(_layout_problem, declared)), "")
    if problem:
        yield _diagnostic(_HLO_SIGNATURE, entry.span, f"`entry_computation_layout`: {problem}")


def _donations(module: HloModule) -> Iterator[Diagnostic]:
    """Check that aliased results and parameters are arrays of equal sizes, and donors other arrays."""
    entry = module.entry_computation
    if entry is None or not entry.is_complete:
        return
    parameters = [parameter.shape for parameter in entry.parameter_instructions]
    aliased = set[Donor]()
    for alias in module.attributes.get("input_output_alias", ()):
        part = Donor(alias.operand, alias.index)
        message = donated_alias_problem(alias, parameters, entry.root_instruction.shape)
        if message or part in aliased:
            message = message or f"parameter {part.parameter} is aliased twice"
            yield _diagnostic(_HLO_SIGNATURE, entry.span, f"`input_output_alias`: {message}")
        aliased.add(part)
    for donor in module.attributes.get("buffer_donor", ()):
        message = donor_problem(donor, parameters)
        if message or donor in aliased:
            message = message or f"parameter {donor.parameter} is also in `input_output_alias`"
            yield _diagnostic(_HLO_SIGNATURE, entry.span, f"`buffer_donor`: {message}")


# -- computations -------------------------------------------------------------------------------


class _Scope(NamedTuple):
    """A computation whose instructions are checked, with the preceding computations and instructions."""

    module: HloModule
    known: dict[str, HloComputation]
    computation: HloComputation
    defined: dict[str, HloInstruction]


def _computation(scope: _Scope) -> Iterator[Diagnostic]:
    defined, computation = scope.defined, scope.computation
    for instruction in computation.instructions:
        if instruction.name in defined:
            message, first = f"redefinition of instruction `{instruction.name}`", defined[instruction.name]
            yield _diagnostic(_HLO_NAME, instruction.span(), message, defined=first.span())
        yield from _instruction(instruction, scope)
        defined.setdefault(instruction.name, instruction)
    if computation.is_complete:
        yield from _parameters(computation)
        yield from _signature(computation)


def _parameters(computation: HloComputation) -> Iterator[Diagnostic]:
    seen: dict[int, HloInstruction] = {}
    parameters = computation.parameter_instructions
    for parameter in parameters:
        number = parameter.parameter_number
        assert number is not None
        span = parameter.span("literal")
        if number in seen:
            first = seen[number].span()
            yield _diagnostic(HLO_PARAMETER, span, f"duplicate parameter {number}", defined=first)
        elif number >= len(parameters):
            message = f"parameters of this computation must be numbered 0 to {len(parameters) - 1}"
            yield _diagnostic(HLO_PARAMETER, span, message)
        seen.setdefault(number, parameter)


def _signature(computation: HloComputation) -> Iterator[Diagnostic]:
    root = computation.root_instruction
    if computation.result and root.shape and not agree(computation.result, root.shape):
        message = (
            f"`{computation.name}` returns {plain(computation.result)} by its signature, but its root "
            f"`{root.name}` is {plain(root.shape)}"
        )
        yield _diagnostic(_HLO_SIGNATURE, computation.span, message, defined=root.span("shape"))


# -- instructions -------------------------------------------------------------------------------


_HLO_OPCODE = Code(
    "hlo_opcode",
    "This opcode does not exist in HLO.",
    "Check the spelling. HLO writes `-` where StableHLO has `_`, and some names differ: `dot`, `sine`, "
    "`rng`.",
)


def _instruction(instruction: HloInstruction, scope: _Scope) -> Iterator[Diagnostic]:
    opcode = opcode_of(instruction.opcode)
    if opcode is None:
        helps = did_you_mean(closest(instruction.opcode, OPCODES))
        message = f"unknown opcode `{instruction.opcode}`"
        yield _diagnostic(_HLO_OPCODE, instruction.span("opcode"), message, *helps)
        return
    before = [
        *_operands(instruction, scope), *_attributes(instruction, opcode), *_called(instruction, scope),
    ]  # fmt: skip
    if instruction.shape is not None and (problem := _layout_problem(instruction.shape)):
        before.append(_diagnostic(HLO_SHAPE, instruction.span("shape"), problem))
    yield from before
    if not before:
        yield from _shape(instruction, scope)


@functools.lru_cache(maxsize=1 << 12)
def _layout_problem(shape: Shape) -> str:
    """The error in the layouts of a shape; empty if they are valid."""
    for leaf in leaves(shape):
        if isinstance(leaf, ArrayShape):
            try:
                leaf.order.check([0] * leaf.rank)
            except LayoutError as error:
                return str(error)
    return ""


_HLO_ORDER = Code(
    "hlo_order",
    "An instruction or a computation is used before its definition.",
    "Move the definition before its first use.",
)
_HLO_OPERAND = Code(
    "hlo_operand",
    "The computation has no instruction of this name.",
    "Check the spelling. A computation cannot refer to values of its caller: pass them as parameters.",
)


def _operands(instruction: HloInstruction, scope: _Scope) -> Iterator[Diagnostic]:
    names: list[tuple[int | str, str]] = list(enumerate(instruction.operands))
    control = "control-predecessors"
    names += [(control, name) for name in instruction.attributes.get(control, ())]
    for place, name in names:
        span, later = instruction.span(place), scope.computation.named.get(name)
        if name in scope.defined:
            yield from _operand_shape(instruction, place, scope.defined[name])
        elif later is not None:
            message = f"`{name}` is used before it is defined"
            yield _diagnostic(_HLO_ORDER, span, message, defined=later.span())
        elif scope.computation.is_complete:
            message = f"use of undefined instruction `{name}` in `{scope.computation.name}`"
            yield _diagnostic(_HLO_OPERAND, span, message, *did_you_mean(closest(name, scope.defined)))


def _operand_shape(instruction: HloInstruction, place: Any, operand: HloInstruction) -> Iterator[Diagnostic]:
    written = instruction.operand_shapes.get(place)
    if written is not None and operand.shape is not None and not agree(written, operand.shape):
        message = f"`{operand.name}` has shape {plain(operand.shape)}, not {plain(written)}"
        span = instruction.span(place)
        yield _diagnostic(HLO_OPERAND_SHAPE, span, message, defined=operand.span("shape"))


def _attributes(instruction: HloInstruction, opcode: Opcode) -> Iterator[Diagnostic]:
    count = len(instruction.operands)
    if count < opcode.min_operands or (opcode.max_operands is not None and count > opcode.max_operands):
        expected = f"at least {opcode.min_operands}" if opcode.max_operands is None else opcode.min_operands
        message = f"`{opcode.name}` expects {expected} operand{'s' if expected != 1 else ''}, found {count}"
        yield _diagnostic(HLO_OPERAND_COUNT, instruction.span("opcode"), message)
    for name in instruction.attributes:
        if name not in opcode.attributes and name not in COMMON:
            helps = did_you_mean(closest(name, opcode.attributes))
            message = f"`{opcode.name}` has no attribute `{name}`"
            yield _diagnostic(HLO_ATTRIBUTE, instruction.span(name), message, *helps)
    for name in sorted(opcode.required - instruction.attributes.keys()):
        message = f"`{opcode.name}` requires the attribute `{name}`"
        yield _diagnostic(HLO_ATTRIBUTE, instruction.span("opcode"), message)
    if instruction.attributes.get(_GLOBAL) and "channel_id" not in instruction.attributes:  # as XLA has it
        message = f"`{opcode.name}` requires the attribute `channel_id` with `{_GLOBAL}`"
        yield _diagnostic(HLO_ATTRIBUTE, instruction.span(_GLOBAL), message)
    yield from _words(instruction, opcode)


_GLOBAL: Final = "use_global_device_ids"


def _words(instruction: HloInstruction, opcode: Opcode) -> Iterator[Diagnostic]:
    for field, valid in opcode.word_attributes:
        value = instruction.attributes.get(field.name, ())
        words: Iterable[str] = value if isinstance(value, tuple) else (value,)
        for word in words:
            if word not in valid and word.lower() not in valid:
                expected = f"expected one of {', '.join(sorted(valid))}"
                helps = did_you_mean(closest(word, valid)) or (expected,)
                message = f"invalid value `{word}` of `{field.name}`"
                yield _diagnostic(HLO_VALUE, instruction.span(field.name), message, *helps)


def _called(instruction: HloInstruction, scope: _Scope) -> Iterator[Diagnostic]:
    for attribute, name in references(instruction.attributes):
        if name in scope.known:
            continue
        span, later = instruction.span(attribute), scope.module.computation(name)
        if name == scope.computation.name:
            message = f"`{name}` calls itself; recursion is not supported in HLO"
            yield _diagnostic(HLO_COMPUTATION, span, message)
        elif later is not None:
            message = f"the computation `{name}` is used before it is defined"
            yield _diagnostic(_HLO_ORDER, span, message, defined=later.span)
        elif scope.module.is_complete:
            helps = did_you_mean(closest(name, scope.known))
            yield _diagnostic(HLO_COMPUTATION, span, f"use of undefined computation `{name}`", *helps)


HLO_PRECISION = Code(
    "hlo_precision",
    "Operands or results are floats of several types, which only XLA for TPU converts implicitly.",
    "Insert `convert`; a program that XLA has compiled for TPU may stay as it is.",
)


def _shape(instruction: HloInstruction, scope: _Scope) -> Iterator[Diagnostic]:
    operands = [scope.defined[name] for name in instruction.operands if name in scope.defined]
    shapes = [operand.shape for operand in operands if operand.shape is not None]
    if len(shapes) < len(instruction.operands):
        return
    problems = list(_shape_problems(instruction, operands, shapes, scope))
    if not problems or instruction.shape is None or instruction.opcode not in CONVERTING:
        yield from problems
        return
    common = common_float([*shapes, instruction.shape])
    if common is not None:
        wide = replace(instruction, shape=with_floats(instruction.shape, common))
        inputs = [with_floats(shape, common) for shape in shapes]
        if not any(_shape_problems(wide, operands, inputs, scope)):
            message = f"`{instruction.opcode}` mixes floats of several types, as only XLA for TPU does"
            mixed = _diagnostic(HLO_PRECISION, instruction.span("shape"), message)
            problems = [replace(mixed, severity=Severity.WARNING, related=_shape_labels(operands))]
    yield from problems


def _shape_problems(
    instruction: HloInstruction, operands: Sequence[HloInstruction], shapes: Sequence[Shape], scope: _Scope
) -> Iterator[Diagnostic]:
    """The problems of the shape of an instruction whose operands have these shapes."""
    try:
        inferred = result_shape(instruction, shapes, scope.known)
    except ShapeMismatch as mismatch:
        yield _mismatch_diagnostic(instruction, mismatch)
        return
    if instruction.shape is None:
        if inferred is None:
            message = f"the shape of `{instruction.opcode}` is required: it cannot be inferred from operands"
            yield _diagnostic(HLO_SHAPE, instruction.span("opcode"), message)
    elif inferred is not None and not agree(inferred, instruction.shape):
        difference = f"{plain(inferred)}, not {plain(instruction.shape)}"
        message = f"`{instruction.opcode}` of these operands returns {difference}"
        found = _diagnostic(HLO_RESULT_SHAPE, instruction.span("shape"), message)
        yield replace(found, related=_shape_labels(operands))


def _shape_labels(operands: Sequence[HloInstruction]) -> tuple[Label, ...]:
    """The shapes of the first operands, where they are defined."""
    return tuple(
        Label(span, f"`{operand.name}` has shape {plain(operand.shape)}")
        for operand in {operand.name: operand for operand in operands[:4]}.values()
        if (span := operand.span("shape")) is not None
    )


def _mismatch_diagnostic(instruction: HloInstruction, mismatch: ShapeMismatch) -> Diagnostic:
    span = instruction.span(mismatch.place) or instruction.span("opcode")
    diagnostic = _diagnostic(mismatch.code, span, str(mismatch))
    if mismatch.broken is None:
        return diagnostic
    code, formula, values = mismatch.broken
    note = f"`{instruction.opcode}` is subject to this constraint of StableHLO; see `shlo explain {code}`"
    return replace(diagnostic, formula=formula, values=values, notes=(note,))


def _diagnostic(
    code: str, span: Span | None, message: str, *helps: str, defined: Span | None = None
) -> Diagnostic:
    """An error; `defined` is where the definition is that it is about."""
    labels = () if defined is None else (Label(defined, "defined here"),)
    return Diagnostic(code, message, span, related=labels, helps=helps)
