"""The declaration of an op: a kernel whose decorator has the specification's constraints.

    @op(\"\"\"
    C1  0 <= iota_dimension < rank(output)
    \"\"\", outputs="output")
    def iota(*, iota_dimension: Integer, output: ResultType) -> Array:
        \"\"\"Values that count up from zero along iota_dimension.\"\"\"

* Positional parameters are operands, in the order of the specification's input table. A `Tensors`
  parameter is variadic; if there are several, each takes the same number of operands.
* Keyword-only parameters are attributes (`Integer`, `Integers`, `Choice`, ...) and regions (`Region`). A
  default is a value or, if it depends on the rank, a function from the op's names to a value.
* A keyword-only `ResultType` parameter, named as an output, receives that output's type.
* A keyword-only parameter `process: processes.ThisProcess` receives the process that executes the op.
* The annotation is the type rule of the specification's input table: `FloatTensor`, `PredicateTensor`, ...
* The rule block has a line `C<n>  formula` per constraint, `name := formula` for definitions and `when
  formula:` before an indented block of conditional rules. A line that is indented deeper than its rule
  continues it. `when strict:` introduces rules that only `verify --strict` checks, since exporters violate
  them: `deviations.STRICT` gives the reasons.
* `shlo explain` prints the docstring.
"""

from __future__ import annotations

import functools
import inspect
import math
import re
import textwrap
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Protocol, TypeVar

import numpy as np

from stablehlo_tools.ir.arrays import Array as Array  # noqa: PLC0414 - kernels take it from here
from stablehlo_tools.ir.operations import Block, Value
from stablehlo_tools.ir.types import (
    ELEMENT_TYPES,
    Dim,
    ElementType,
    FunctionType,
    FutureType,
    OpaqueType,
    QuantizedType,
    TensorType,
    TokenType,
    TupleType,
    Type,
)
from stablehlo_tools.ops.model.choices import ACCURACY, QUANTIZED_ROUNDING, Choice
from stablehlo_tools.ops.model.facts import ALL_VERSIONS, NEW_ARRAYS, ROUNDED, Execution, History, Numerics

BOOLEAN = frozenset({"boolean"})
SIGNED = frozenset({"signed"})
UNSIGNED = frozenset({"unsigned"})
INTEGER = SIGNED | UNSIGNED
FLOAT = frozenset({"float"})
COMPLEX = frozenset({"complex"})
PER_TENSOR = frozenset({"per-tensor quantized"})
PER_AXIS = frozenset({"per-axis quantized"})
QUANTIZED = PER_TENSOR | PER_AXIS
ANY = BOOLEAN | INTEGER | FLOAT | COMPLEX | QUANTIZED
INDEX = frozenset({"index"})
NOTHING = frozenset[str]()


@dataclass(frozen=True)
class OperandRule:
    """The type rule of an operand: a tensor with an element type of `kinds`, of rank `rank` if given.

    A kind may also be the name of an element type: `f32`. `token`, `tuple`, `future` and `buffer` admit types
    other than tensors (`buffer`: memrefs), `value` any type. `dynamic_dimensions` limits the number of
    dynamic dimensions, each of which must be bounded. In formulas, an operand that `is_read` is the list of
    its elements, which are unknown unless it is a constant, and not its type.
    """

    kinds: frozenset[str] = ANY
    rank: int | None = None
    variadic: bool = False
    token: bool = False
    tuple: bool = False
    future: bool = False
    buffer: bool = False
    value: bool = False
    dynamic_dimensions: int | None = None
    is_read: bool = False

    def admits(self, type: Type) -> bool:
        """Whether an operand may be of this type. An unranked tensor is admitted unless sizes matter."""
        if self.value:
            return _is_value(type)
        if isinstance(type, TensorType):
            return self._admits_element_type(type.element_type) and self._admits_shape(type)
        return (
            (self.token and isinstance(type, TokenType))
            or (self.tuple and isinstance(type, TupleType) and _is_value(type))
            or (self.future and isinstance(type, FutureType))
            or (self.buffer and is_buffer(type))
        )

    def _admits_element_type(self, type: ElementType | QuantizedType) -> bool:
        return _kind(type) in self.kinds or str(type) in self.kinds

    def _admits_shape(self, type: TensorType) -> bool:
        if type.shape is None:
            return self.dynamic_dimensions is None
        dynamic = [size for size in type.shape if isinstance(size, Dim)]
        return self.rank in (None, type.rank) and (
            self.dynamic_dimensions is None
            or (len(dynamic) <= self.dynamic_dimensions and all(size.high < math.inf for size in dynamic))
        )


def _is_value(type: Type) -> bool:
    """Whether StableHLO has values of this type. A scalar such as `i32` is written as a tensor."""
    if isinstance(type, TupleType):
        return all(map(_is_value, type.types))
    if isinstance(type, TensorType):
        return _kind(type.element_type) in ANY
    return isinstance(type, (TokenType, FutureType)) or is_buffer(type)


def is_buffer(type: Type) -> bool:
    """Whether the type is a memref, such as `memref<2xf32>`."""
    return isinstance(type, OpaqueType) and type.text.startswith("memref<")


def _kind(element_type: ElementType | QuantizedType) -> str:
    if isinstance(element_type, QuantizedType):
        return f"per-{'tensor' if element_type.quantization_dimension is None else 'axis'} quantized"
    is_ours = element_type.name in ELEMENT_TYPES and element_type.name not in _FOREIGN
    return element_type.kind if is_ours else "other"


# Floating-point types of MLIR that are not element types of StableHLO.
_FOREIGN = frozenset({"tf32", "f80", "f128"})


@dataclass(frozen=True)
class AttributeRule:
    """The form of an attribute: `kind` names its Python form, `choices` the cases of an enum.

    `element_type` is the name of the type of its numbers, empty if they may have any.
    """

    kind: str
    choices: tuple[str, ...] = ()
    element_type: str = ""


@dataclass(frozen=True)
class RegionRule:
    """A region of the op."""

    variadic: bool = False


class RegionCall(Protocol):
    """A region as a kernel sees it: a function from arrays to a tuple of arrays.

    If it `is_vectorizable`, it maps arrays of any one shape to arrays of that shape.
    """

    @property
    def operation(self) -> str | None:
        """The name of the op if the body is one binary op on its two arguments in order, else None."""

    @property
    def ufunc(self) -> np.ufunc | None:
        """The numpy ufunc of `operation`, if it has one."""

    @property
    def is_vectorizable(self) -> bool:
        """Whether the body, written for scalars, may be called once on whole arrays of equal shape."""

    @property
    def block(self) -> Block:
        """The body itself, for kernels that analyze it."""

    def __call__(self, *arguments: Array) -> tuple[Array, ...]:
        """Execute the body."""

    def evaluate(self, wanted: Sequence[Value], known: Mapping[Value, Array]) -> tuple[Array, ...]:
        """The values `wanted` of the body, given those `known`; vectorizes as a call does."""


class FunctionCall(Protocol):
    """A function of the module as a kernel sees it; the arrays it returns are not shared."""

    @property
    def symbol(self) -> str:
        """Its name."""

    @property
    def body(self) -> RegionCall:
        """Its body as a region, e.g. for a reduction."""

    @property
    def type(self) -> FunctionType:
        """Its type."""

    def __call__(self, *arguments: Any) -> tuple[Any, ...]:
        """Execute it."""


Tensor = Annotated[Array, OperandRule()]
Tensors = Annotated[Sequence[Array], OperandRule(variadic=True)]
StaticTensor = Annotated[Array, OperandRule(dynamic_dimensions=0)]
BoundedTensor = Annotated[Array, OperandRule(dynamic_dimensions=1)]
PlainTensor = Annotated[Array, OperandRule(ANY - PER_AXIS)]
PlainTensors = Annotated[Sequence[Array], OperandRule(ANY - PER_AXIS, variadic=True)]
BooleanTensor = Annotated[Array, OperandRule(BOOLEAN)]
PredicateTensor = Annotated[Array, OperandRule(BOOLEAN)]
IntegerTensor = Annotated[Array, OperandRule(INTEGER)]
FloatTensor = Annotated[Array, OperandRule(FLOAT)]
FloatOrQuantizedTensor = Annotated[Array, OperandRule(FLOAT | PER_TENSOR)]
ComplexTensor = Annotated[Array, OperandRule(COMPLEX)]
FloatOrComplexTensor = Annotated[Array, OperandRule(FLOAT | COMPLEX)]
FloatComplexOrQuantizedTensor = Annotated[Array, OperandRule(FLOAT | COMPLEX | PER_TENSOR)]
NumericTensor = Annotated[Array, OperandRule(INTEGER | FLOAT | COMPLEX | PER_TENSOR)]
IntegerScalars = Annotated[Sequence[Array], OperandRule(INTEGER, rank=0, variadic=True)]
PredicateScalar = Annotated[Array, OperandRule(BOOLEAN, rank=0)]
ShapeTensor = Annotated[Array, OperandRule(INTEGER | INDEX, rank=1, dynamic_dimensions=0, is_read=True)]
Token = Annotated[None, OperandRule(NOTHING, token=True)]
Values = Annotated[Sequence[Any], OperandRule(variadic=True, token=True, tuple=True)]
StaticValues = Annotated[
    Sequence[Any], OperandRule(variadic=True, token=True, tuple=True, dynamic_dimensions=0)
]
AllValues = Annotated[Sequence[Any], OperandRule(variadic=True, value=True)]

Integer = Annotated[int, AttributeRule("integer", element_type="i64")]
ShortInteger = Annotated[int, AttributeRule("integer", element_type="i32")]
Integers = Annotated[tuple[int, ...], AttributeRule("integers", element_type="i64")]
IntegerTable = Annotated[tuple[tuple[int, ...], ...], AttributeRule("table", element_type="i64")]
Boolean = Annotated[bool, AttributeRule("boolean")]
Flag = Annotated[bool, AttributeRule("flag")]  # a unit attribute is true
Booleans = Annotated[tuple[bool, ...], AttributeRule("booleans", element_type="i1")]
Real = Annotated[float, AttributeRule("real", element_type="f32")]
Text = Annotated[str, AttributeRule("text")]
FunctionName = Annotated[str, AttributeRule("function")]
FunctionCallTable = Annotated[Sequence[Sequence[FunctionCall]], AttributeRule("function table")]
Constant = Annotated[Array, AttributeRule("constant")]
Anything = Annotated[Any, AttributeRule("anything")]
Region = Annotated[RegionCall, RegionRule()]
Regions = Annotated[Sequence[RegionCall], RegionRule(variadic=True)]
ResultType = Annotated[TensorType, "result type"]
ResultTypes = Annotated[tuple[TensorType, ...], "result types"]

# An argument of a kernel by name: an attribute, the body of a region, the type of a result, or `out`.
Argument = int | float | str | Array | Sequence[Any] | Mapping[str, Any] | RegionCall | Type | None

Environment = Mapping[str, Any]
Default = Any  # a value, or a function from the op's Environment to one
Predicate = Callable[..., bool | None]


@dataclass(frozen=True)
class PerDimension:
    """The default of an attribute that has the same `value` for each of `rank` dimensions."""

    value: object
    rank: Callable[[Environment], int]

    def __call__(self, names: Environment) -> tuple[object, ...]:
        """The default for an operation with these names."""
        return (self.value,) * self.rank(names)


@dataclass(frozen=True)
class Constraint:
    """Constraint (Cn) of an op, which is checked only if all `guards` hold.

    `text` is a formula of `grammar/formula.lark`, or prose if there is a `predicate`, which returns True,
    False or None (unknown). The parameters of the predicate are the operands, attributes, regions and results
    that it reads; the caret is at the first one that the text has. If `is_strict`, only `verify --strict`
    checks it.
    """

    id: str
    text: str
    guards: tuple[str, ...] = ()
    predicate: Predicate | None = None
    is_strict: bool = False

    @property
    def reads(self) -> tuple[str, ...]:
        """The names that the predicate reads; empty for a formula, which contains its names."""
        return () if self.predicate is None else tuple(inspect.signature(self.predicate).parameters)

    @property
    def kind(self) -> str:
        """The way it is checked: one of `coverage.KINDS`."""
        if self.predicate is None:
            return "formula"
        return _KINDS.get(self.predicate, "python")


def checked_by_kernel() -> None:
    """The predicate of a constraint on values, which the kernel checks at run time."""


def checked_by_reader() -> None:
    """The predicate of a constraint on the text of a type or a constant, checked as it is read."""


_KINDS: dict[Predicate, str] = {checked_by_kernel: "run time", checked_by_reader: "syntax"}


@dataclass(frozen=True)
class Operand:
    """An operand of an op, with its type rule."""

    name: str
    rule: OperandRule


@dataclass(frozen=True)
class AttributeField:
    """An attribute of an op. `default` is `REQUIRED` if it has none."""

    name: str
    rule: AttributeRule
    default: Default


@dataclass(frozen=True)
class ResultRule:
    """A result of an op; a variadic one takes all that remain."""

    name: str
    rule: OperandRule


REQUIRED = inspect.Parameter.empty


class Unsupported(Exception):
    """An op is valid but cannot be executed with these operands.

    The message is a sentence in lower case without a full stop.
    """


class CheckFailed(Exception):
    """An assertion of the program on its own values failed.

    The message is a sentence without a full stop.
    """


class Failed(Exception):
    """An op cannot be executed with these values, for the reason in the message.

    `code` is that of the diagnostic: the violated rule, or a name.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, eq=False)
class Op:
    """An op as declared.

    `kernel` takes operands positionally (a sequence for a variadic one) and attributes, regions and
    result types by keyword, and returns an array, or a tuple of arrays for several results.
    `declared_at` is the file and the line of the declaration. `base` names the op that computes on operands
    of one shape what this one does on those that it broadcasts.
    """

    name: str
    kernel: Callable[..., Any]
    declared_at: tuple[str, int]

    # The signature. `inputs` are the names of operands, attributes and regions, (I1) first. `takes_process`:
    # the kernel takes the process that executes it as keyword `process`.
    inputs: tuple[str, ...]
    operands: tuple[Operand, ...]
    attributes: tuple[AttributeField, ...]
    regions: tuple[tuple[str, RegionRule], ...]
    outputs: tuple[ResultRule, ...]
    result_type_parameters: tuple[str, ...]
    takes_process: bool = False

    # The constraints. `takes_equal_types`: they compare types as they are written, as in MLIR: an unknown
    # size equals no known one.
    rules: tuple[Constraint, ...] = ()
    definitions: Mapping[str, str] = field(default_factory=dict)
    takes_equal_types: bool = False

    # The assembly format (text/formats.py), empty if the op has only the generic form.
    format: str = ""

    # What it computes. `elementwise`: the kernel maps elements independently, so it works on arrays of any
    # one shape.
    elementwise: bool = False
    has_effects: bool = False
    base: str = ""
    numerics: Numerics = ROUNDED
    execution: Execution = NEW_ARRAYS
    history: History = ALL_VERSIONS

    @property
    def is_numeric(self) -> bool:
        """Whether the kernel computes with elements, on expressed values of quantized ones."""
        return self.elementwise or self.execution.is_numeric

    @functools.cached_property
    def choices(self) -> tuple[Choice, ...]:
        """What the specification leaves to the implementation of the op."""
        is_of_tensors = bool(self.outputs) and not (self.outputs[0].rule.token or self.outputs[0].rule.value)
        is_inexact = bool(self.numerics.error) and not self.numerics.accumulates and is_of_tensors
        is_quantized = (
            self.is_numeric
            and not self.numerics.is_exact
            and not self.outputs[0].rule.kinds.isdisjoint(QUANTIZED)
        )
        of_many = [ACCURACY] * is_inexact + [QUANTIZED_ROUNDING] * is_quantized
        return (*self.numerics.leaves_open, *of_many)

    @functools.cached_property
    def communicates(self) -> bool:
        """Whether it exchanges arrays with other processes, over a channel or in groups."""
        names = {attribute.name for attribute in self.attributes}
        return self.takes_process and not names.isdisjoint({"channel_id", "replica_groups"})

    @functools.cached_property
    def is_selection(self) -> bool:
        """Whether the result is a tensor of elements of the first operand."""
        names = tuple(each.name for each in self.operands[:1] if not (each.rule.tuple or each.rule.variadic))
        return bool(names) and self.numerics.moves == names and not self.communicates

    @functools.cached_property
    def is_identity(self) -> bool:
        """Whether each result is the operand of the same index."""
        moved = [each.name for each in self.operands if each.rule.variadic]
        is_view = self.execution.is_view and self.outputs[0].rule.variadic
        return is_view and bool(moved) and self.numerics.moves == tuple(moved)

    @functools.cached_property
    def is_gather(self) -> bool:
        """Whether a tensor of indices says which elements of the first operand the result consists of."""
        return self.is_selection and any(
            NOTHING < each.rule.kinds <= INTEGER and each.rule.rank is None for each in self.operands[1:]
        )

    @functools.cached_property
    def depends_on_context(self) -> bool:
        """Whether constraints read more than the operation: constants, or functions that it names."""
        reads_constants = any(operand.rule.is_read for operand in self.operands)
        return reads_constants or any(each.rule.kind.startswith("function") for each in self.attributes)

    @property
    def has_multiple_results(self) -> bool:
        """Whether the kernel returns a tuple of results."""
        return len(self.outputs) != 1 or self.outputs[0].rule.variadic

    @property
    def mnemonic(self) -> str:
        """The name without the dialect, as an identifier: `dot_general`, `cross_replica_sum`."""
        return self.name.partition(".")[2].replace("-", "_").replace(".", "_")

    @property
    def documentation(self) -> str:
        """The docstring."""
        return inspect.getdoc(self.kernel) or ""


OPS: dict[str, Op] = {}

# Formats that many ops share.
SAME = "$operands*{attrs} : {same}"
SIGNATURE = "$operands*{attrs} : {signature}"
_ELEMENTWISE = {"stablehlo": SAME, "chlo": "$operands*{attrs} : {arrow}"}
Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def op(
    rules: str = "",
    *,
    name: str = "",
    dialect: str = "stablehlo",
    inputs: str = "",
    outputs: str | Mapping[str, Any] = "result",
    predicates: Mapping[str, Predicate] | None = None,
    takes_equal_types: bool = False,
    format: str = "",
    elementwise: bool = False,
    has_effects: bool = False,
    base: str = "",
    numerics: Numerics = ROUNDED,
    execution: Execution = NEW_ARRAYS,
    history: History = ALL_VERSIONS,
) -> Callable[[Kernel], Kernel]:
    """Declare the op that the decorated kernel computes, and register it in `OPS`.

    `inputs` lists the names of the specification's input table if an attribute precedes an operand. `outputs`
    lists the result names of its output table, `...` after a variadic one, or maps them to annotations if
    their type rules are narrower than Tensor. By default, the result of an `elementwise` op has the kinds of
    its last operand, and its `format` is that of its dialect. The other parameters are documented in `Op`
    and in `facts`.
    """

    def register(kernel: Kernel) -> Kernel:
        declared, definitions = read_rules(rules, predicates or {})
        signature = _signature(kernel, outputs, elementwise=elementwise)
        if inputs:
            signature["inputs"] = tuple(inputs.split())
        op = Op(
            f"{dialect}.{name or kernel.__name__}",
            kernel,
            declaration_place(),
            **signature,
            rules=declared,
            definitions=definitions,
            takes_equal_types=takes_equal_types,
            format=format or (_ELEMENTWISE[dialect] if elementwise else ""),
            elementwise=elementwise,
            has_effects=has_effects,
            base=base,
            numerics=numerics,
            execution=execution,
            history=history,
        )
        assert op.name not in OPS, op.name
        OPS[op.name] = op
        return kernel

    return register


def declaration_place() -> tuple[str, int]:
    """The file and the line of the module-level statement that is being executed."""
    frame = inspect.currentframe()
    while frame is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return ("", 0) if frame is None else (frame.f_code.co_filename, frame.f_lineno)


def _signature(
    kernel: Callable[..., Any], outputs: str | Mapping[str, Any], *, elementwise: bool
) -> dict[str, Any]:
    """The fields of `Op` that follow from the parameters of the kernel, and the outputs."""
    inputs, operands, attributes, regions, result_types = [], [], [], [], []
    parameters = inspect.signature(kernel).parameters
    for parameter in parameters.values():
        if parameter.name == "out":
            continue
        rule = _rule_of(kernel, parameter)
        if isinstance(rule, OperandRule):
            operands.append(Operand(parameter.name, rule))
        elif isinstance(rule, AttributeRule):
            attributes.append(AttributeField(parameter.name, rule, parameter.default))
        elif isinstance(rule, RegionRule):
            regions.append((parameter.name, rule))
        else:
            result_types += [parameter.name] * (rule != "process")
            continue
        inputs.append(parameter.name)
    return {
        "inputs": tuple(inputs),
        "operands": tuple(operands),
        "attributes": tuple(attributes),
        "regions": tuple(regions),
        "outputs": tuple(_outputs(outputs, operands[-1].rule.kinds if elementwise else ANY)),
        "result_type_parameters": tuple(result_types),
        "takes_process": "process" in parameters,
    }


def _rule_of(kernel: Callable[..., Any], parameter: inspect.Parameter) -> Any:
    """The rule in a parameter's annotation, which is nearly always the name of an alias.

    Aliases are looked up rather than evaluated, since there are some 700 annotations, all at start-up.
    """
    annotation = parameter.annotation
    if isinstance(annotation, str) and annotation in kernel.__globals__:
        annotation = kernel.__globals__[annotation]
    elif isinstance(annotation, str):
        annotation = typing.get_type_hints(kernel, include_extras=True)[parameter.name]
    return annotation.__metadata__[0]


def _outputs(outputs: str | Mapping[str, Any], kinds: frozenset[str]) -> list[ResultRule]:
    if isinstance(outputs, str):
        variadic = OperandRule(variadic=True, token=True, tuple=True)
        return [
            ResultRule(word[:-3], variadic) if word.endswith("...") else ResultRule(word, OperandRule(kinds))
            for word in outputs.split()
        ]
    return [ResultRule(name, annotation.__metadata__[0]) for name, annotation in outputs.items()]


_STRICT = "strict"
_LINE = re.compile(r"(?P<id>[CI]\d+)\s+(?P<rule>.*)|when (?P<guard>.*):$|(?P<name>\w+'?) := (?P<value>.*)")


def read_rules(
    text: str, predicates: Mapping[str, Predicate]
) -> tuple[tuple[Constraint, ...], dict[str, str]]:
    """The rules and local definitions of a rule block, in order."""
    rules: list[Constraint] = []
    definitions: dict[str, str] = {}
    guards: list[tuple[int, str]] = []
    for indent, line in _logical_lines(text):
        match = _LINE.match(line)
        assert match is not None, line
        guards = [guard for guard in guards if guard[0] < indent]
        if match["guard"]:
            guards.append((indent, match["guard"]))
        elif match["name"]:
            definitions[match["name"]] = match["value"]
        else:
            conditions = [condition for _, condition in guards]
            kept = tuple(condition for condition in conditions if condition != _STRICT)
            predicate = predicates.get(match["id"])
            rules.append(Constraint(match["id"], match["rule"], kept, predicate, kept != tuple(conditions)))
    return tuple(rules), definitions


def _logical_lines(text: str) -> list[tuple[int, str]]:
    """The (indentation, line) pairs of a rule block, with continuation lines joined."""
    lines: list[tuple[int, str]] = []
    for raw in textwrap.dedent(text).splitlines():
        line = raw.strip()
        if not line:
            continue
        if _LINE.match(line):
            lines.append((len(raw) - len(raw.lstrip()), line))
        else:
            indent, begun = lines.pop()
            lines.append((indent, f"{begun} {line}"))
    return lines
