"""The verifier of one operation: its signature, its types and its constraints.

The result does not depend on the names or the position of the operation, so equal operations share it. For
a few ops it depends on operands that are constants, and on functions that they refer to.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.spelling import closest, did_you_mean
from stablehlo_tools.formula.check import Violation, check
from stablehlo_tools.formula.functions import RegionType
from stablehlo_tools.formula.logic import NUMBER
from stablehlo_tools.formula.sizes import as_written
from stablehlo_tools.host.records import NamedTuple, record
from stablehlo_tools.ir.attributes import UNIT, Attribute, TypeAttribute, TypedString, parts_of
from stablehlo_tools.ir.constants import Dense, DenseResource, DenseVector, literals_in
from stablehlo_tools.ir.dense_literals import ElementFault
from stablehlo_tools.ir.edit import is_outdated
from stablehlo_tools.ir.operations import UNREADABLE, Function, Operation, Region, Value, symbol_of
from stablehlo_tools.ir.types import FunctionType, QuantizedType, TensorType, TupleType, Type
from stablehlo_tools.ops.attribute_values import findings, judged_by_rules
from stablehlo_tools.ops.model import signature
from stablehlo_tools.ops.model.attributes import AttributeMismatch, holder_of, spec_attributes
from stablehlo_tools.ops.model.schema import Op, Operand, OperandRule, ResultRule
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.build_literals import INVALID_ATTRIBUTE
from stablehlo_tools.text.dialects import OP_SYNTAX
from stablehlo_tools.text.locate import DICTIONARY
from stablehlo_tools.text.statement_cache import TemplateMap
from stablehlo_tools.text.statement_parser import UNKNOWN_OP
from stablehlo_tools.text.template import Template
from stablehlo_tools.verifier.foreign_types import attribute_fault, expected_types
from stablehlo_tools.verifier.forms import OperationForm, form_of
from stablehlo_tools.verifier.quantized_types import violations

if TYPE_CHECKING:
    from stablehlo_tools.formula.failure import Link

VERIFIED = frozenset({"check", "chlo", "func", "interpreter", "stablehlo"})
TERMINATORS = frozenset({"func.return", "stablehlo.return", "sdy.return", "cf.br", "cf.cond_br"})


# A part of an operation: ("operand_type", 2), ("attribute", "dimension"), ("region_input", (0, 1)).
Place = tuple[str, int | str | tuple[int, int]]


@record(frozen=True)
class Problem:
    """A diagnostic of an operation without spans, shared by equal operations.

    The caret is at the first of `places` that the text contains. `about_type` is the type that is invalid in
    itself: within a function, it is reported at its first use only. `part` is the part of the text that is
    reported in place of the op's name, for attributes that are invalid in themselves. The caret is at `word`
    alone where the text at its place has it once.
    """

    code: str
    message: str
    places: tuple[Place, ...] = ()
    label: str = ""
    formula: str | None = None
    values: tuple[tuple[str, str], ...] = ()
    helps: tuple[str, ...] = ()
    about_type: Type | None = None
    part: Place | None = None
    word: str = ""


# Cached problems per text of an operation, one for each combination of functions and region types: bounds
# the memory where equal operations have ever different regions.
_MAX_PROBLEMS = 1 << 8


class CachedProblems:
    """The problems of equal operations, by their context.

    Operations with these operand and result types, and this very mapping of attributes, are valid in every
    context, with everything in their regions, and nothing is to be noted of them; None if there are none.
    """

    __slots__ = ("attributes", "notes", "operand_types", "problems", "result_types")

    def __init__(self) -> None:
        self.problems: dict[Any, Sequence[Problem]] = {}
        self.notes: Notes | None = None
        self.operand_types: tuple[Type, ...] | None = None
        self.result_types: tuple[Type, ...] = ()
        self.attributes: Mapping[str, Attribute] = {}

    def mark_valid(self, template: Template) -> None:
        """Have the operations of a template valid in every context."""
        self.operand_types, self.result_types = template.operand_types, template.result_types
        self.attributes = template.attributes


KnownProblems = TemplateMap[CachedProblems]


class Notes(NamedTuple):
    """The notes on an operation, valid or not: its departures, and what is said once for all such."""

    departures: Sequence[Problem]
    is_verified: bool
    is_elided: bool


def notes_of(operation: Operation, known: KnownProblems) -> Notes:
    """The notes on an operation, which equal operations share."""
    template = operation.template
    cached = None if template is None else known_of(template, known)
    if cached is not None and cached.notes is not None:
        return cached.notes
    values = operation.attributes.values()
    is_elided = any(isinstance(each, DenseResource) and each.is_elided for each in values)
    notes = Notes(tuple(departures(operation)), is_verified(operation.name), is_elided)
    if cached is not None:
        cached.notes = notes
    return notes


def known_of(template: Template, known: KnownProblems) -> CachedProblems:
    """What is known of the operations of a template."""
    return known.get(id(template)) or known.keep(template, CachedProblems())


def is_verified(name: str) -> bool:
    """Whether an op is declared, or would be if it existed."""
    return name in OPS or name.partition(".")[0] in VERIFIED


def own_problems(operation: Operation, known: KnownProblems) -> Sequence[Problem]:
    """The problems of literals and attributes of an op that is not declared, which equal operations share."""
    template = operation.template
    cached = {} if template is None else known_of(template, known).problems
    if None not in cached:
        cached[None] = (*literal_problems(operation), *attribute_problems(operation))
    return cached[None]


def problems_of(
    operation: Operation,
    functions: Mapping[str, Function],
    *,
    strict: bool = False,
    known: KnownProblems | None = None,
) -> Sequence[Problem]:
    """The problems of an operation.

    `functions` are those that it can refer to. `known` caches the problems of equal operations, unless
    `strict`.
    """
    op, template = OPS.get(operation.name), operation.template
    context = {} if op is None else context_of(op, operation, functions)
    if template is None or strict or known is None:
        return tuple(_check_operation(operation, context, strict=strict))
    regions = tuple(map(region_type, operation.regions)) if operation.regions else None
    key = (regions, *context.items()) if context else regions
    cached = known_of(template, known)
    problems = cached.problems.get(key)
    if problems is None:
        types = operation.types
        form = None if op is None or context else form_of(op, operation, types, regions or (), known.forms)
        problems = ()
        if form is None or not form.is_known:
            problems = tuple(_check_operation(operation, context, form))
            if form is not None and not problems:
                form.keep()
        is_as_written = tuple(types) == template.operand_types + template.result_types
        if is_as_written and len(cached.problems) < _MAX_PROBLEMS:
            cached.problems[key] = problems
            depends = operation.regions or template.successors or (op and op.depends_on_context)
            notes = notes_of(operation, known)
            is_noted = notes.departures or notes.is_elided or not notes.is_verified
            if not (problems or depends or is_noted):
                cached.mark_valid(template)
    elif template.applied is not None and not problems:  # not the first, so the applied op has been checked
        applied = known.get(id(template.applied))
        if applied is not None and applied.operand_types is not None and is_as_applied(operation):
            cached.mark_valid(template)
    return problems


def is_as_applied(operation: Operation) -> bool:
    """Whether the region of a reduction is the one that `applies` stands for, as it was made."""
    template = operation.template
    blocks = operation.regions[0].blocks
    if template is None or template.applied is None or len(blocks) != 1 or len(blocks[0].operations) != 2:
        return False
    applied, returned = blocks[0].operations
    is_same = applied.template is template.applied and not is_outdated(applied)
    is_same = is_same and applied.operands == blocks[0].arguments and returned.operands == applied.results
    return is_same and returned.name == "stablehlo.return"


def problems_on_grid(operation: Operation, num_replicas: int, num_partitions: int) -> Sequence[Problem]:
    """The problems of an operation of a known op on a process grid of this size."""
    context = context_of(OPS[operation.name], operation, {})
    grid = {"num_replicas": num_replicas, "num_partitions": num_partitions}
    return tuple(_check_operation(operation, {**context, **grid}))


def region_type(region: Region) -> RegionType:
    """The argument and result types of a region; without a block or a terminator, it has no results."""
    entry = region.entry
    if entry is None:
        return RegionType((), ())
    last = entry.operations[-1] if entry.operations else None
    returned = [value.type for value in last.operands] if last and last.name in TERMINATORS else []
    if any(inner.name == UNREADABLE.text for inner in entry.operations):
        returned = [UNREADABLE]
    return RegionType(
        tuple(argument.type for argument in entry.arguments),
        tuple(returned),
        entry.operations[0].name if len(entry.operations) == 2 else None,
    )


def _is_unreadable(region: Region) -> bool:
    type = region_type(region)
    return UNREADABLE in (*type.input_types, *type.output_types)


# Constraints read the elements of operands that are shapes or paddings, of rank 2 at most. The elements of
# larger operands are not read: no shape has as many.
_MAX_ELEMENTS = 1 << 10
_MAX_RANK = 2
_WHOLE = ("signed", "unsigned", "index")


def context_of(op: Op, operation: Operation, functions: Mapping[str, Function]) -> dict[str, Any]:
    """The values that constraints read from the context, by operand and attribute: constants, functions."""
    if not op.depends_on_context:
        return {}
    try:
        groups = signature.operand_groups(op, operation, operation.operands)
    except signature.CountMismatch:
        return {}
    pairs = zip(op.operands, groups, strict=True)
    context = {
        operand.name: _elements(value)
        for operand, value in pairs
        if operand.rule.is_read and isinstance(value, Value)
    }
    for field in op.attributes:
        given = operation.attributes.get(field.name)
        found = _resolve(given, functions) if field.rule.kind.startswith("function") else None
        if isinstance(found, RegionType | tuple):
            context[field.name] = found
    return context


def _resolve(attribute: Attribute | None, functions: Mapping[str, Function]) -> Any:
    """The type of the function that a symbol refers to, else the attribute itself; elementwise for lists."""
    if isinstance(attribute, tuple):
        return tuple(_resolve(each, functions) for each in attribute)
    function = functions.get(symbol_of(attribute) or "")
    if isinstance(attribute, Mapping):
        return UNIT  # not a function; hashable, so that it can be part of a key
    return attribute if function is None else RegionType(function.type.inputs, function.type.results)


def _elements(value: Value) -> Any:
    """The elements of a constant as nested tuples; unknown numbers if the value is not a constant."""
    type = value.type
    if not isinstance(type, TensorType) or not type.is_static:
        return None
    is_large = type.rank > _MAX_RANK or type.claimed > _MAX_ELEMENTS
    if is_large or type.element_type.kind not in _WHOLE:
        return None
    constant = constant_of(value)
    elements = map(int, constant.flat()) if constant is not None else itertools.repeat(NUMBER)
    return _nested(elements, type.static_shape)


def constant_of(value: Value) -> Dense | None:
    """The constant that defines a value; None if it is not a well-formed constant."""
    owner = value.owner
    if not isinstance(owner, Operation) or not owner.name.endswith(".constant"):  # of any dialect
        return None
    constant = owner.attributes.get("value")
    if isinstance(constant, Dense) and constant.type == value.type and constant.check() is None:
        return constant
    return None


def _nested(elements: Iterator[Any], shape: Sequence[int]) -> Any:
    if not shape:
        return next(elements)
    return tuple(_nested(elements, shape[1:]) for _ in range(shape[0]))


def _check_operation(
    operation: Operation,
    context: Mapping[str, Any],
    form: OperationForm | None = None,
    *,
    strict: bool = False,
) -> Iterator[Problem]:
    op = OPS.get(operation.name)
    if op is None:
        yield from _unknown_op(operation)
        yield from literal_problems(operation)
        yield from attribute_problems(operation)
        yield from _foreign_types(operation)
        return
    types = operation.types
    if UNREADABLE in types or any(map(_is_unreadable, operation.regions)):
        return
    unsound = [*literal_problems(operation), *attribute_problems(operation, op)]
    if strict:
        unsound += departures(operation)
    count = len(operation.operands)
    unsound += type_problems(types[:count], "operand_type")
    unsound += type_problems(types[count:], "result_type", types[:count])
    yield from unsound
    if unsound:
        return
    yield from rule_problems(op, operation, context, _without_type(op, operation), form=form, strict=strict)


def _without_type(op: Op, operation: Operation) -> Collection[str]:
    """The regions that rules cannot read: where some have not the one block that all have (`structure`)."""
    is_well_formed = all(len(region.blocks) == 1 for region in operation.regions)
    return () if is_well_formed else [name for name, rule in op.regions if not rule.any_blocks]


def rule_problems(
    op: Op,
    operation: Operation,
    context: Mapping[str, Any],
    unknown: Collection[str] = (),
    *,
    form: OperationForm | None = None,
    strict: bool = False,
) -> Iterator[Problem]:
    """The violations of the op's signature and constraints, except those about results or regions `unknown`.

    `context` holds the values that constraints read from the context.
    """
    try:
        operands = signature.operand_groups(op, operation, [value.type for value in operation.operands])
        results = signature.result_groups(op, operation, [value.type for value in operation.results])
        regions = _region_groups(op, operation)
    except signature.CountMismatch as mismatch:
        what = mismatch.what.removesuffix("s") if mismatch.expected == "1" else mismatch.what
        message = f"`{op.name}` expects {mismatch.expected} {what}, found {mismatch.got}"
        yield Problem(f"{op.mnemonic}_{mismatch.what}", message)
        return
    # a result of an invalid type mostly follows from an operand of that type
    kinds = list(_signature_problems(op, "operand", op.operands, operands))
    if not kinds and not unknown:
        kinds = list(_signature_problems(op, "result", op.outputs, results))
    if not kinds and op.regions:
        kinds = list(_argument_problems(op, operation))
    yield from kinds
    if kinds:
        return
    try:
        attributes = spec_attributes(op, operation)
    except AttributeMismatch as mismatch:
        yield _attribute_problem(op, operation, mismatch)
        return
    names = {
        **{operand.name: group for operand, group in zip(op.operands, operands, strict=True)},
        **{output.name: group for output, group in zip(op.outputs, results, strict=True)},
        **attributes,
        **regions,
        **context,
        **dict.fromkeys(unknown),
    }
    if op.takes_equal_types:
        names = {name: as_written(value) for name, value in names.items()}
    if form is not None and form.is_valid_for_all_sizes(op, names):
        return
    checked = check(op, names, unknown, strict=strict)
    violations = checked.violations
    if checked.unknown and not violations:
        from stablehlo_tools.formula.contradictions import contradiction  # of unknown sizes

        together = contradiction(op, names, checked.unknown)
        violations = [] if together is None else [together]
    for violation in violations:
        yield _violation_problem(op, violation, operands, results)


def admits_operands(op: Op, operation: Operation) -> bool:
    """Whether the op accepts the operand types, as constraints assume. Raises CountMismatch."""
    groups = signature.operand_groups(op, operation, [value.type for value in operation.operands])
    return not any(_signature_problems(op, "operand", op.operands, groups))


def names_of(op: Op, operation: Operation, functions: Mapping[str, Function]) -> dict[str, Any]:
    """The values of all names that constraints read, for an operation whose operand types are accepted.

    `functions` are those that the operation can refer to. Raises CountMismatch, AttributeMismatch.
    """
    return {
        **signature.operand_types(op, operation),
        **signature.result_types(op, operation),
        **spec_attributes(op, operation),
        **_region_groups(op, operation),
        **context_of(op, operation, functions),
    }


def type_problems(types: Sequence[Type], what: str, known: Iterable[Type] = ()) -> Iterator[Problem]:
    """The problems of types that are invalid in themselves, except those in `known`."""
    reported: set[Type] = set()
    for index, type in enumerate(types):
        found = violations(type)  # first, as nearly all types are valid
        if not found or type in (reported := reported or set(known)):
            continue
        reported.add(type)
        for violation in found:
            yield Problem(
                f"quantized_{violation.rule.id.lower()}",
                f"invalid type {type}: {violation_message(violation)}",
                ((what, index),),
                formula=violation.rule.text,
                values=violation.values,
                about_type=type,
            )


def _unknown_op(operation: Operation) -> Iterator[Problem]:
    dialect, _, mnemonic = operation.name.partition(".")
    if dialect in VERIFIED or (dialect == "sdy" and operation.name not in OP_SYNTAX):
        match = closest(operation.name, [*OPS, *OP_SYNTAX] if dialect == "sdy" else OPS, likeness=0.7)
        yield Problem(
            UNKNOWN_OP, f"the {dialect} dialect has no op `{mnemonic}`",
            helps=did_you_mean(match),
        )  # fmt: skip


_FOREIGN_TYPES = Code(
    "foreign_types",
    "The operand and result types of an op of another dialect, such as arith or tensor, are incompatible, or "
    "an attribute is missing or not of the kind that its assembly format writes.",
    "Correct the types, or the attribute that the message names. arith.index_cast, arith.extsi and similar "
    "ops convert scalars.",
)


def _foreign_types(operation: Operation) -> Iterator[Problem]:
    """The problems of the types of an op of another dialect, as its assembly format constrains them."""
    values = (*operation.operands, *operation.results)
    wanted = None if any(value.type is UNREADABLE for value in values) else expected_types(operation)
    if wanted is not None:
        count = len(operation.operands)
        types = tuple(value.type for value in values)
        given = FunctionType(types[:count], types[count:])
        message = f"mismatched types for `{operation.name}`: expected {wanted}, found {given}"
        places: tuple[Place, ...] = (("operand_type", 0), ("result_type", 0))
        yield Problem(_FOREIGN_TYPES, message, places, helps=("use the same type for equal letters",))
    fault = attribute_fault(operation)
    if fault:
        yield Problem(_FOREIGN_TYPES, f"`{operation.name}`: {fault}")


def _attributes(operation: Operation) -> Iterator[tuple[str, Attribute]]:
    """The attributes of an operation and, of an op that is not declared, the properties apart from them."""
    yield from operation.attributes.items()
    properties = operation.properties
    if properties is not None:
        yield from properties.items() if isinstance(properties, Mapping) else [("properties", properties)]


def literal_problems(operation: Operation) -> Iterator[Problem]:
    """The problems of literals in the attributes of an operation.

    An element of a known op whose bits lack digits is one, although MLIR fills in zeros.
    """
    is_known = operation.name in OPS
    for name, attribute in _attributes(operation):
        for literal in literals_in(attribute):
            error = literal.check() or (literal.departure if is_known else None)
            if error is not None and not (isinstance(error, ElementFault) and error.is_read):
                yield _literal_problem(error.code, error.message, ("attribute", name))


def departures(operation: Operation) -> Iterator[Problem]:
    """The literals in the attributes of an operation that MLIR takes and the specification forbids."""
    if operation.template is not None:
        for fault in operation.template.departures:
            yield _literal_problem(fault.code, fault.message)
    for name, attribute in _attributes(operation):
        for literal in literals_in(attribute):
            found = literal.departure
            if found is not None and (found.is_read or operation.name not in OPS):
                yield _literal_problem(found.code, found.message, ("attribute", name))


def _literal_problem(code: str, message: str, *places: Place) -> Problem:
    from stablehlo_tools.ops.model.constructs import rule_of  # for findings only

    rule = rule_of(code)
    part = places[0] if places else None
    return Problem(code, message, places, formula=rule.text if rule else None, part=part)


def attribute_problems(operation: Operation, op: Op | None = None) -> Iterator[Problem]:
    """The problems of attributes, and of types in them, that no rule of the op reports."""
    judged = frozenset[str]() if op is None else judged_by_rules(op)
    for name, attribute in _attributes(operation):
        for message, helps, word in findings(attribute) if name not in judged else ():
            place = ("attribute", name)
            yield Problem(INVALID_ATTRIBUTE, message, (place,), helps=helps, part=place, word=word)
    for name, attribute in _attributes(operation):
        parts = parts_of(attribute) if name != "function_type" else ()
        types = {part.type: None for part in parts if isinstance(part, _TYPED)}
        if types:
            for problem in type_problems([_as_tensor(type) for type in types], "attribute"):
                yield replace(problem, places=(("attribute", name),), about_type=None)


_TYPED = (TypeAttribute, TypedString, Dense, DenseResource, DenseVector)


def _as_tensor(type: Type) -> Type:
    """The type, with tensors of the quantized types in it."""
    if isinstance(type, TupleType):
        return TupleType(tuple(map(_as_tensor, type.types)))
    return TensorType(None, type) if isinstance(type, QuantizedType) else type


def _region_groups(op: Op, operation: Operation) -> Mapping[str, Any]:
    """The types of the regions by declared name; a variadic region takes all remaining ones."""
    types = list(map(region_type, operation.regions))
    variadic = any(rule.variadic for _, rule in op.regions)
    if len(types) != len(op.regions) and not variadic:
        raise signature.CountMismatch("regions", str(len(op.regions)), len(types))
    return {
        name: tuple(types[position:]) if rule.variadic else types[position]
        for position, (name, rule) in enumerate(op.regions)
    }


def _attribute_problem(op: Op, operation: Operation, mismatch: AttributeMismatch) -> Problem:
    name = mismatch.attribute
    code = f"{op.mnemonic}_i{op.inputs.index(mismatch.field) + 1}"
    if mismatch.got is not None:
        message = f"expected {mismatch.expected} for attribute `{name}`, found {mismatch.got}"
        places = (("attribute", name), ("attribute", holder_of(op, name)))
        part = places[0] if mismatch.is_unknown_word else _BRACES
        helps = did_you_mean(mismatch.meant)
        return Problem(code, message, places, part=part, helps=helps)
    unused = [given for given in operation.attributes if given not in {field.name for field in op.attributes}]
    match = closest(name, unused)
    return Problem(
        code, f"missing attribute `{name}` of `{op.name}`: expected {mismatch.expected}",
        (("attribute", match),) if match else (),
        helps=(f"did you mean `{name}` instead of `{match}`?",) if match else (),
    )  # fmt: skip


# -- the type rules of the input and output tables --------------------------------------------------

_KIND_WORDS = {
    "boolean": "boolean",
    "signed": "signed integer",
    "unsigned": "unsigned integer",
    "float": "floating-point",
    "complex": "complex",
    "per-tensor quantized": "per-tensor quantized",
    "per-axis quantized": "per-axis quantized",
}


def _signature_problems(
    op: Op, what: str, declared: Sequence[Operand | ResultRule], groups: Sequence[Any]
) -> Iterator[Problem]:
    index, reported = 0, set[object]()  # each element type, or other type, is reported once
    letter, numbered = ("i", op.inputs) if what == "operand" else ("o", [entry.name for entry in declared])
    for entry, group in zip(declared, groups, strict=True):
        for type in group if entry.rule.variadic else (group,):
            what_it_is = type.element_type if isinstance(type, TensorType) else type
            if not is_admitted(op.name, entry.rule, type) and what_it_is not in reported:
                reported.add(what_it_is)
                yield Problem(
                    f"{op.mnemonic}_{letter}{numbered.index(entry.name) + 1}",
                    f"{what} `{entry.name}` must be {rule_words(entry.rule)}, found {type}",
                    ((f"{what}_type", index),),
                )
            index += 1


def _argument_problems(op: Op, operation: Operation) -> Iterator[Problem]:
    """The arguments of regions that have no rank; only CHLO accepts them."""
    for number, region in enumerate(() if op.name.startswith("chlo.") else operation.regions):
        name = op.regions[min(number, len(op.regions) - 1)][0]
        types = region_type(region).input_types
        unranked = [type for type in types if isinstance(type, TensorType) and type.shape is None]
        if unranked:
            yield Problem(
                f"{op.mnemonic}_i{op.inputs.index(name) + 1}",
                f"the arguments of `{name}` must be ranked tensors, found {unranked[0]}",
                (("region_input", (number, types.index(unranked[0]))),),
            )


def is_admitted(op: str, rule: OperandRule, type: Type) -> bool:
    """Whether a rule of the op accepts this type; only CHLO accepts unranked tensors."""
    is_unranked = isinstance(type, TensorType) and type.shape is None
    return rule.admits(type) and (not is_unranked or rule.value or op.startswith("chlo."))


def rule_words(rule: OperandRule) -> str:
    """The types that a rule accepts, in the words of the specification's tables of inputs and outputs."""
    if rule.value:
        return "a tensor of a StableHLO element type, a token, a tuple of these, a future or a memref"
    kinds = [words for kind, words in _KIND_WORDS.items() if kind in rule.kinds]
    kinds += sorted(rule.kinds - _KIND_WORDS.keys())
    if len(kinds) == len(_KIND_WORDS):
        of = "a ranked tensor of a StableHLO element type"
    else:
        of = f"a tensor of {' or '.join(filter(None, [', '.join(kinds[:-1]), *kinds[-1:]]))} type"
    if rule.rank is not None:
        of += f" and rank {rule.rank}"
    if rule.dynamic_dimensions is not None:
        of += f" and static shape{', except for one bounded dimension' * rule.dynamic_dimensions}"
    ways = [of] if rule.kinds else []
    ways += ["a token"] * rule.token + ["a tuple"] * rule.tuple
    ways += ["a future"] * rule.future + ["a memref"] * rule.buffer
    return " or ".join(ways)


# -- violated constraints ---------------------------------------------------------------------------


def _violation_problem(
    op: Op, violation: Violation, operands: Sequence[Any], results: Sequence[Any]
) -> Problem:
    rule = violation.rule
    places: list[Place] = []
    for name in violation.names:
        places += places_of(op, name, violation.link, operands, results)
    return Problem(
        f"{op.mnemonic}_{rule.id.lower()}",
        violation_message(violation),
        tuple(places),
        formula=rule.text,
        values=violation.values,
        part=_part_of(op, violation.names),
    )


# Attributes that have constraints of their own, whatever op has them.
_CHECKED_ALONE = ("algorithm", "result_accuracy")
_BRACES: Place = ("attribute", DICTIONARY)


def _part_of(op: Op, names: Sequence[str]) -> Place | None:
    """The part that MLIR reports for violations about attributes alone: it verifies them while parsing."""
    holders = {holder_of(op, name) for name in names}
    if len(holders) != 1:
        return None
    (holder,) = holders
    if holder in _CHECKED_ALONE:
        return "attribute", holder
    is_number = any(field.name == holder and field.rule.kind == "integer" for field in op.attributes)
    return _BRACES if is_number else None


def violation_message(violation: Violation) -> str:
    """The message of a violation: the comparison or constraint that does not hold, with its values."""
    where = f" where {violation.where}" if violation.where else ""
    if violation.link is not None:
        return f"`{violation.link.text}` does not hold{where}: {violation.link}"
    if violation.rule.kind != "formula":
        return f"constraint does not hold{where}: {violation.rule.text}"
    term, value = violation.values[0] if violation.values else ("", "")
    return f"`{term if value == 'false' else violation.rule.text}` does not hold{where}"


def places_of(
    op: Op, name: str, link: Link | None, operands: Sequence[Any], results: Sequence[Any]
) -> Iterator[Place]:
    """The places of an operand, result, attribute or region in the text, the most precise first."""
    declarations: tuple[tuple[str, Sequence[Operand | ResultRule], Sequence[Any]], ...] = (
        ("operand", op.operands, operands),
        ("result", op.outputs, results),
    )
    for what, declared, groups in declarations:
        index = 0
        for entry, group in zip(declared, groups, strict=True):
            if entry.name == name:
                if group != ():
                    yield f"{what}_type", index + _number_in_group(name, group, link)
                return
            index += len(group) if entry.rule.variadic else 1
    yield from _region_places(op, name, link)
    if link is not None and link.path:
        yield "attribute", f"{name}[{link.path[0][1]}]"
    yield "attribute", name
    yield "attribute", holder_of(op, name)


def _number_in_group(name: str, group: Any, link: Link | None) -> int:
    """The index of the offending value within a variadic operand or result."""
    if link is None or not link.path or f"{name}..." not in link.text:
        return 0
    number = link.path[0][1]
    return number if number < len(group) else 0


def _region_places(op: Op, name: str, link: Link | None) -> Iterator[Place]:
    """The place of a region's offending argument or returned value."""
    regions = [region for region, _ in op.regions]
    if name not in regions:
        return
    text, path = (link.text, link.path) if link is not None else ("", ())
    kind, number = path[-1] if path else ("", 0)
    region, is_variadic = regions.index(name), f"{name}..." in text
    if is_variadic and path:
        region += path[0][1]
        number = path[1][1] if len(path) > 1 else 0
    is_input = kind == "input" or (kind != "output" and "input_types" in text)
    yield "region_input" if is_input else "region_output", (region, number)
