"""How an op is declared: one function whose decorator holds the specification's constraints.

    @op(\"\"\"
    C1  0 <= iota_dimension < rank(output)
    \"\"\", outputs="output")
    def iota(*, iota_dimension: Integer, output: ResultType) -> Array:
        \"\"\"Fill output with values counting up along iota_dimension.\"\"\"

* Positional parameters are operands, in the order of the specification's input table. A `Tensors`
  parameter is variadic; where several are, each takes the same number of operands.
* Keyword-only parameters are attributes (`Integer`, `Integers`, `Choice`, ...) and regions (`Region`). A
  default is a value, or a function from the op's names to a value where it depends on the rank.
* A keyword-only `ResultType` parameter, named as an output, receives that output's type.
* A keyword-only parameter `process: processes.ThisProcess` receives the process that executes the op.
* The annotation is the type rule of the specification's input table: `FloatTensor`, `PredicateTensor`, ...
* The rule block has a line `C<n>  formula` per constraint, `name := formula` for local names and
  `when formula:` over an indented block of rules that hold only then. A line that starts deeper than the
  rule it belongs to continues it. `when strict:` is over the rules that only `verify --strict` checks, since
  programs that run elsewhere break them: `ledger.STRICT` says which programs.
* The docstring's first sentence is what `shlo explain` says first.
"""

from __future__ import annotations

import functools
import inspect
import math
import re
import textwrap
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from stablehlo_tools.docstrings import docstring
from stablehlo_tools.ir import Block, Value
from stablehlo_tools.types import (
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

Array = npt.NDArray[Any]

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
    """What an operand may be: a tensor whose element type is of one of `kinds`, of rank `rank` if given.

    A kind may be the name of an element type: `f32`. `token` admits `!stablehlo.token`, `tuple` admits
    tuples, `future` futures, `buffer` memrefs, `value` values of every type. `dynamic_dimensions`, if
    given, is how many sizes may be unknown; each of them must be bounded. An operand that `is_read` stands in
    formulas for the list of its elements, which are unknown unless it is a constant, and not for its type.
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
        """Whether an operand may be of this type. Of an unranked tensor nothing is known."""
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
    """Whether programs of StableHLO have values of this type. A scalar, `i32`, is a tensor there."""
    if isinstance(type, TupleType):
        return all(map(_is_value, type.types))
    if isinstance(type, TensorType):
        return _kind(type.element_type) in ANY
    return isinstance(type, (TokenType, FutureType)) or is_buffer(type)


def is_buffer(type: Type) -> bool:
    """Whether values of this type are places in memory: `memref<2xf32>`."""
    return isinstance(type, OpaqueType) and type.text.startswith("memref<")


def _kind(element_type: ElementType | QuantizedType) -> str:
    if isinstance(element_type, QuantizedType):
        return f"per-{'tensor' if element_type.quantization_dimension is None else 'axis'} quantized"
    is_ours = element_type.name in ELEMENT_TYPES and element_type.name not in _FOREIGN
    return element_type.kind if is_ours else "other"


# Floating-point types of MLIR that no tensor of StableHLO has.
_FOREIGN = frozenset({"tf32", "f80", "f128"})


@dataclass(frozen=True)
class AttributeRule:
    """What an attribute may be: `kind` names its Python form, `choices` the words of an enum.

    `element_type` is the name of the type that its numbers have, empty where they may have any.
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

    Where it `is_liftable` it takes arrays of any one shape and gives arrays of that shape.
    """

    @property
    def operation(self) -> str | None:
        """The op's name when the body is one binary op on its two arguments in order, else None."""

    @property
    def ufunc(self) -> np.ufunc | None:
        """The numpy ufunc of `operation`, where it has one."""

    @property
    def is_liftable(self) -> bool:
        """Whether the body, written for scalars, may be called once on whole arrays of equal shape."""

    @property
    def block(self) -> Block:
        """The body itself, for a kernel that analyses it."""

    def __call__(self, *arguments: Array) -> tuple[Array, ...]:
        """Run the body."""

    def evaluate(self, wanted: Sequence[Value], known: Mapping[Value, Array]) -> tuple[Array, ...]:
        """The values `wanted` of the body, from those `known` and from outside; lifts as a call does."""


class FunctionCall(Protocol):
    """A function of the module as a kernel sees it, which gives arrays that nobody else has."""

    @property
    def symbol(self) -> str:
        """Its name."""

    @property
    def body(self) -> RegionCall:
        """Its body, as that of a reduction, say."""

    @property
    def type(self) -> FunctionType:
        """What it takes and returns."""

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
BooleanOrIntegerTensor = Annotated[Array, OperandRule(BOOLEAN | INTEGER)]
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
Flag = Annotated[bool, AttributeRule("flag")]  # true where only its name is written
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

Environment = Mapping[str, Any]
Default = Any  # a value, or a function from the op's Environment to one
Predicate = Callable[..., bool | None]


@dataclass(frozen=True)
class PerDimension:
    """The default of an attribute that has the same `value` for each dimension, of which there are `rank`."""

    value: object
    rank: Callable[[Environment], int]

    def __call__(self, names: Environment) -> tuple[object, ...]:
        """The default, for an operation with these names."""
        return (self.value,) * self.rank(names)


@dataclass(frozen=True)
class Rule:
    """Constraint (Cn) of an op. It is checked only where all of `guards` hold.

    `text` is a formula of `grammar/formula.lark`; with `predicate`, it is the specification's prose and
    the predicate says True, False or None (unknown). Its parameters are the operands, attributes, regions
    and results that it reads; the caret goes to the first that is written. A rule that `is_strict` is one
    that only `verify --strict` checks.
    """

    id: str
    text: str
    guards: tuple[str, ...] = ()
    predicate: Predicate | None = None
    is_strict: bool = False

    @property
    def reads(self) -> tuple[str, ...]:
        """The names that the predicate reads; none for a formula, which says it itself."""
        return () if self.predicate is None else tuple(inspect.signature(self.predicate).parameters)

    @property
    def kind(self) -> str:
        """How it is checked, one of `coverage.KINDS`."""
        if self.predicate is None:
            return "formula"
        return "run time" if self.predicate is by_the_kernel else "python"


def by_the_kernel() -> None:
    """The predicate of a rule about values that only the kernel can check."""


@dataclass(frozen=True)
class Operand:
    """An operand of an op, with its type rule."""

    name: str
    rule: OperandRule


@dataclass(frozen=True)
class AttributeField:
    """An attribute of an op. `default` is `REQUIRED` for one that must be written."""

    name: str
    rule: AttributeRule
    default: Default


@dataclass(frozen=True)
class Output:
    """A result of an op; a variadic one stands for all the rest."""

    name: str
    rule: OperandRule


REQUIRED = inspect.Parameter.empty


class Unsupported(Exception):
    """What an op asks for is legal but not implemented; the message says what, without a full stop."""


class CheckFailed(Exception):
    """A program's check of its own values does not hold; the message says where, without a full stop."""


class Failed(Exception):
    """An op cannot do what it is asked to do with these values, for the reason that the message gives.

    `code` is that of the diagnostic: the rule that the values break, or a phrase.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


Version = tuple[int, int]  # of StableHLO


@dataclass(frozen=True, eq=False)
class Op:
    """An op as declared.

    `kernel` takes operands positionally (a sequence for a variadic one) and attributes, regions and
    result types by keyword, and returns an array, or a tuple of arrays where there are several results.
    `inputs` are the names of operands, attributes and regions, (I1) first.
    `declared_at` is the file and the line of the declaration.
    `elementwise`: the kernel maps elements one by one, so it serves arrays of any one shape. `ufunc` is
    the numpy ufunc that computes the op on the element types that `ufunc_for` admits: there it can fold
    a dimension, and stand for the kernel unless the kernel itself works `in_place`. `in_place` names the
    operand whose buffer the kernel can turn into the result when passed as keyword `out`. `is_view`: the
    result may share the memory of an operand. `is_numeric`: the kernel computes with elements, and does not
    only move them; of quantized ones it gets, and gives, the floats that they stand for. `takes_process`:
    the kernel gets the process that executes it as keyword `process`. `format` is the assembly format
    (syntax/formats.py), empty where the op is only written in the generic form. `since` is the version of
    StableHLO in which the op came in, None if it is older than 0.9. `instead` says what to write in the place
    of an op that the specification lists as deprecated.
    """

    name: str
    kernel: Callable[..., Any]
    rules: tuple[Rule, ...]
    definitions: Mapping[str, str]
    inputs: tuple[str, ...]
    operands: tuple[Operand, ...]
    attributes: tuple[AttributeField, ...]
    regions: tuple[tuple[str, RegionRule], ...]
    outputs: tuple[Output, ...]
    result_type_parameters: tuple[str, ...]
    takes_process: bool = False
    declared_at: tuple[str, int] = ("", 0)
    elementwise: bool = False
    ufunc: np.ufunc | None = None
    ufunc_kinds: frozenset[str] = ANY
    in_place: str | None = None
    is_view: bool = False
    has_effects: bool = False
    is_numeric: bool = False
    format: str = ""
    since: Version | None = None
    instead: str = ""

    def ufunc_for(self, element_type: ElementType | QuantizedType) -> np.ufunc | None:
        """`ufunc`, where numpy has `element_type` itself and computes it as the specification says."""
        narrowest = 32 if element_type.kind == "float" else 1 if element_type.kind == "boolean" else 8
        serves = element_type.kind in self.ufunc_kinds and element_type.bits >= narrowest
        return self.ufunc if serves else None

    @functools.cached_property
    def looks_around(self) -> bool:
        """Whether the rules read more than the statement says: constants, or functions that it names."""
        reads_constants = any(operand.rule.is_read for operand in self.operands)
        return reads_constants or any(field.rule.kind.startswith("function") for field in self.attributes)

    @property
    def gives_several(self) -> bool:
        """Whether the kernel returns a tuple of results."""
        return len(self.outputs) != 1 or self.outputs[0].rule.variadic

    @property
    def mnemonic(self) -> str:
        """The name behind the dialect, as a word: `dot_general`, `cross_replica_sum`."""
        return self.name.partition(".")[2].replace("-", "_").replace(".", "_")

    @property
    def documentation(self) -> str:
        """The docstring."""
        return docstring(self.kernel)


OPS: dict[str, Op] = {}

# Formats that many ops have.
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
    elementwise: bool = False,
    ufunc: np.ufunc | None = None,
    ufunc_kinds: frozenset[str] = ANY,
    in_place: str | None = None,
    is_view: bool = False,
    has_effects: bool = False,
    is_numeric: bool = False,
    format: str = "",
    since: Version | None = None,
    instead: str = "",
) -> Callable[[Kernel], Kernel]:
    """Declare the op that the decorated kernel computes and enter it in `OPS`.

    `inputs` lists the names of the specification's input table where an attribute comes before an operand.
    `outputs` lists the result names of the specification's output table, separated by spaces, `...`
    behind a variadic one, or maps them to annotations where their type rule is narrower than Tensor. The
    result of an `elementwise` op is of the kinds of its last operand, unless it is mapped to others. `format`
    is how it is written (syntax/formats.py); an `elementwise` op is written as others of its dialect. The
    rest is what `Op` says of it.
    """

    def register(kernel: Kernel) -> Kernel:
        declared = _declare(
            f"{dialect}.{name or kernel.__name__}", kernel, rules, outputs, predicates or {}, elementwise
        )  # fmt: skip
        declared |= {
            "inputs": tuple(inputs.split()) or declared["inputs"],
            "declared_at": _where(),
            "elementwise": elementwise,
            "ufunc": ufunc,
            "ufunc_kinds": ufunc_kinds,
            "in_place": in_place,
            "is_view": is_view,
            "has_effects": has_effects,
            "is_numeric": is_numeric or elementwise,
            "format": format or (_ELEMENTWISE[dialect] if elementwise else ""),
            "since": since,
            "instead": instead,
        }
        assert declared["name"] not in OPS, declared["name"]
        OPS[declared["name"]] = Op(**declared)
        return kernel

    return register


def _where() -> tuple[str, int]:
    """The file and the line of the statement that is being executed of a module."""
    frame = inspect.currentframe()
    while frame is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return ("", 0) if frame is None else (frame.f_code.co_filename, frame.f_lineno)


def _declare(
    name: str,
    kernel: Callable[..., Any],
    text: str,
    outputs: str | Mapping[str, Any],
    predicates: Mapping[str, Predicate],
    elementwise: bool,
) -> dict[str, Any]:
    rules, definitions = read_rules(text, predicates)
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
        "name": name,
        "kernel": kernel,
        "rules": rules,
        "definitions": definitions,
        "inputs": tuple(inputs),
        "operands": tuple(operands),
        "attributes": tuple(attributes),
        "regions": tuple(regions),
        "outputs": tuple(_outputs(outputs, operands[-1].rule.kinds if elementwise else ANY)),
        "result_type_parameters": tuple(result_types),
        "takes_process": "process" in parameters,
    }


def _rule_of(kernel: Callable[..., Any], parameter: inspect.Parameter) -> Any:
    """The rule in a parameter's annotation: nearly always the name of an alias.

    Those are looked up rather than evaluated, since there are some 700 of them, all at start-up.
    """
    annotation = parameter.annotation
    if isinstance(annotation, str) and annotation in kernel.__globals__:
        annotation = kernel.__globals__[annotation]
    elif isinstance(annotation, str):
        annotation = typing.get_type_hints(kernel, include_extras=True)[parameter.name]
    return annotation.__metadata__[0]


def _outputs(outputs: str | Mapping[str, Any], kinds: frozenset[str]) -> list[Output]:
    if isinstance(outputs, str):
        variadic = OperandRule(variadic=True, token=True, tuple=True)
        return [
            Output(word[:-3], variadic) if word.endswith("...") else Output(word, OperandRule(kinds))
            for word in outputs.split()
        ]
    return [Output(name, annotation.__metadata__[0]) for name, annotation in outputs.items()]


_STRICT = "strict"
_LINE = re.compile(r"(?P<id>[CI]\d+)\s+(?P<rule>.*)|when (?P<guard>.*):$|(?P<name>\w+'?) := (?P<value>.*)")


def read_rules(text: str, predicates: Mapping[str, Predicate]) -> tuple[tuple[Rule, ...], dict[str, str]]:
    """The rules and local definitions of a rule block, in order."""
    rules: list[Rule] = []
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
            rules.append(Rule(match["id"], match["rule"], kept, predicate, kept != tuple(conditions)))
    return tuple(rules), definitions


def _logical_lines(text: str) -> list[tuple[int, str]]:
    """(indentation, line) of each line of a rule block, continuation lines joined to theirs."""
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
