"""The declaration of an op: its signature, its constraints, its text form, and its kernel.

`declare` makes declarations, `ops/build.py` writes their data to `ops/declarations.json`, and
`ops/registry.py` reads it. Nothing here needs numpy.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Any, Final, TypeVar

from stablehlo_tools.host.records import NamedTuple, record
from stablehlo_tools.ir.types import (
    ELEMENT_TYPES,
    FOREIGN_FLOATS,
    Dim,
    ElementType,
    FutureType,
    OpaqueType,
    QuantizedType,
    TensorType,
    TokenType,
    TupleType,
    Type,
)
from stablehlo_tools.ops.model.facts import ALL_VERSIONS, Execution, History, Numerics

T = TypeVar("T")

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


@record(frozen=True)
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
    is_ours = element_type.name in ELEMENT_TYPES and element_type.name not in FOREIGN_FLOATS
    return element_type.kind if is_ours else "other"


@record(frozen=True)
class AttributeRule:
    """The form of an attribute: `kind` names its Python form, `choices` the cases of an enum.

    `element_type` is the name of the type of its numbers, empty if they may have any. An attribute that
    `is_discardable` may be on any op: it is no property of this one.
    """

    kind: str
    choices: tuple[str, ...] = ()
    element_type: str = ""
    is_discardable: bool = False


@record(frozen=True)
class RegionRule:
    """A region of the op, of one block; `any_blocks`: of any number of them, also none."""

    variadic: bool = False
    any_blocks: bool = False


Environment = Mapping[str, Any]
Default = Any  # a value, or a function from the op's Environment to one
Predicate = Callable[..., bool | None]

REQUIRED: Final = inspect.Parameter.empty


@record(frozen=True)
class PerDimension:
    """The default of an attribute that has the same `value` for each dimension of an operand.

    Of a variadic operand, the first one counts; `besides` is the number of dimensions without a value.
    """

    value: object
    operand: str
    besides: int = 0

    def __call__(self, names: Environment) -> tuple[object, ...]:
        """The default for an operation with these names."""
        operand = names[self.operand]
        types = operand[:1] if isinstance(operand, tuple) else (operand,)
        dimensions: int = sum(type.rank for type in types) - self.besides
        return (self.value,) * dimensions


@record(frozen=True)
class Constraint:
    """Constraint (Cn) of an op, which is checked only if all `guards` hold.

    `kind` is the way it is checked, one of `coverage.KINDS`. `text` is a formula of `grammar/formula.lark`,
    or prose. A `predicate` that checks prose returns True, False or None (unknown); it reads the operands,
    attributes, regions and results that `reads` names, and the caret is at the first one that the text has.
    If it `is_strict`, only `verify --strict` checks it.
    """

    id: str
    text: str
    guards: tuple[str, ...] = ()
    is_strict: bool = False
    kind: str = "formula"
    reads: tuple[str, ...] = ()
    predicate: Predicate | None = None

    def code(self, mnemonic: str) -> str:
        """The code of its violations: `dot_general_c6`."""
        return f"{mnemonic}_{self.id.lower()}"


@record(frozen=True)
class ValueField:
    """An operand or a result of an op, with its type rule; a variadic result takes all that remain."""

    name: str
    rule: OperandRule = OperandRule()


@record(frozen=True)
class AttributeField:
    """An attribute of an op. `default` is `REQUIRED` if it has none."""

    name: str
    rule: AttributeRule
    default: Default = REQUIRED


class RegionField(NamedTuple):
    """A region of an op."""

    name: str
    rule: RegionRule


class Unsupported(Exception):
    """An op is valid but cannot be executed with these operands.

    The message is a sentence in lower case without a full stop.
    """


class UnknownTarget(Unsupported):
    """A custom call has no implementation."""


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


@record(frozen=True, eq=False)
class Declaration:
    """An op as a decorator declares it (`declare.op`), before its rules and its signature are read.

    `kernel` takes operands positionally (a sequence for a variadic one) and attributes, regions and result
    types by keyword, and returns an array, or a tuple of arrays for several results. `place` is the file and
    the line of the declaration.
    """

    name: str
    kernel: Callable[..., Any]
    place: tuple[str, int]
    rules: str
    predicates: Mapping[str, Predicate]
    inputs: str
    outputs: str | Mapping[str, Any]
    takes_equal_types: bool
    format: str
    elementwise: bool
    has_effects: bool
    base: str
    static: str
    numerics: Numerics
    execution: Execution
    history: History


@record(frozen=True, eq=False)
class Op:
    """An op as declared.

    The parts that are Python code are in its `declaration`, whose file is imported on demand. `base` names
    the op that computes the same on operands of one shape, without broadcasting. `static` names the op that
    has attributes of the same names in place of some operands, or the shape of its result in place of one.
    """

    name: str
    declaration: Callable[[], Declaration]

    # The signature. `inputs` are the names of operands, attributes and regions, (I1) first. `takes_process`:
    # the kernel takes the process that executes it as keyword `process`.
    inputs: tuple[str, ...] = ()
    operands: tuple[ValueField, ...] = ()
    attributes: tuple[AttributeField, ...] = ()
    regions: tuple[RegionField, ...] = ()
    outputs: tuple[ValueField, ...] = ()
    result_type_parameters: tuple[str, ...] = ()
    takes_process: bool = False

    # The constraints. `takes_equal_types`: they compare types as they are written, as in MLIR: an unknown
    # size equals no known one.
    rules: tuple[Constraint, ...] = ()
    definitions: Mapping[str, str] = field(default_factory=dict)
    takes_equal_types: bool = False

    # The assembly format (text/assembly/formats.py), empty if the op has only the generic form.
    format: str = ""

    # Its computation. `elementwise`: the kernel maps elements independently, so it works on arrays of any
    # one shape.
    elementwise: bool = False
    has_effects: bool = False
    base: str = ""
    static: str = ""
    history: History = ALL_VERSIONS

    @functools.cached_property
    def kernel(self) -> Callable[..., Any]:
        """The function that computes it, on arrays."""
        return self.declaration().kernel

    @functools.cached_property
    def numerics(self) -> Numerics:
        """The relation of the elements of its results to those of its operands."""
        return self.declaration().numerics

    @functools.cached_property
    def execution(self) -> Execution:
        """The way its kernel computes."""
        return self.declaration().execution

    @property
    def declared_at(self) -> tuple[str, int]:
        """The file and the line of its declaration."""
        return self.declaration().place

    @property
    def is_numeric(self) -> bool:
        """Whether the kernel computes with elements, on expressed values of quantized ones."""
        return self.elementwise or self.execution.is_numeric

    @functools.cached_property
    def communicates(self) -> bool:
        """Whether it exchanges arrays with other processes, over a channel or in groups."""
        names = {attribute.name for attribute in self.attributes}
        return self.takes_process and not names.isdisjoint({"channel_id", "replica_groups"})

    @functools.cached_property
    def is_selection(self) -> bool:
        """Whether the result is a tensor of elements of the first operand."""
        names = tuple(
            operand.name for operand in self.operands[:1] if not (operand.rule.tuple or operand.rule.variadic)
        )
        return bool(names) and self.numerics.moves == names and not self.communicates

    @functools.cached_property
    def is_constant(self) -> bool:
        """Whether the result is an attribute."""
        return not self.operands and any(field.rule.kind == "constant" for field in self.attributes)

    @functools.cached_property
    def is_identity(self) -> bool:
        """Whether each result is the operand of the same index."""
        moved = [operand.name for operand in self.operands if operand.rule.variadic]
        is_view = self.execution.is_view and self.outputs[0].rule.variadic
        return is_view and bool(moved) and self.numerics.moves == tuple(moved)

    @functools.cached_property
    def is_gather(self) -> bool:
        """Whether the result consists of elements of the first operand that a tensor of indices selects."""
        return self.is_selection and any(
            NOTHING < operand.rule.kinds <= INTEGER and operand.rule.rank is None
            for operand in self.operands[1:]
        )

    @functools.cached_property
    def is_reduction(self) -> bool:
        """Whether a region combines elements along dimensions, or in windows, and initial values."""
        return any(operand.name == "init_values" for operand in self.operands)

    @functools.cached_property
    def is_bounding(self) -> bool:
        """Whether each element is that of one of the operands: the least, the greatest, a clamped one."""
        names = tuple(operand.name for operand in self.operands)
        return self.elementwise and len(names) > 1 and self.numerics.moves == names

    @functools.cached_property
    def depends_on_context(self) -> bool:
        """Whether constraints read more than the operation: constants, or functions that it names."""
        reads_constants = any(operand.rule.is_read for operand in self.operands)
        return reads_constants or any(field.rule.kind.startswith("function") for field in self.attributes)

    @property
    def has_multiple_results(self) -> bool:
        """Whether the kernel returns a tuple of results."""
        return len(self.outputs) != 1 or self.outputs[0].rule.variadic

    @property
    def mnemonic(self) -> str:
        """The name without the dialect, as an identifier: `dot_general`, `cross_replica_sum`."""
        return mnemonic_of(self.name)

    def code_of(self, name: str) -> str:
        """The code of violations of an input or a result: `dot_general_i1`, `dot_general_o1`."""
        outputs = [output.name for output in self.outputs]
        table, names = ("i", self.inputs) if name in self.inputs else ("o", outputs)
        return f"{self.mnemonic}_{table}{names.index(name) + 1}"

    @property
    def documentation(self) -> str:
        """The docstring."""
        return inspect.getdoc(self.kernel) or ""


def mnemonic_of(name: str) -> str:
    """The name of an op without the dialect, as an identifier."""
    return name.partition(".")[2].replace("-", "_").replace(".", "_")


class OnDemand(Mapping[str, T]):
    """Values by name, each created when it is first looked up."""

    def __init__(self) -> None:
        self.factories: dict[str, Callable[[], T]] = {}
        self.cache: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        value = self.cache.get(name)
        if value is None:
            value = self.cache[name] = self.factories[name]()
        return value

    def get(self, name: str, default: T | None = None) -> T | None:  # type: ignore[override]
        """The value of this name; the default for a name without one."""
        value = self.cache.get(name)  # most are asked for more than once
        return value or (self[name] if name in self.factories else default)

    def __contains__(self, name: object) -> bool:
        return name in self.factories

    def __iter__(self) -> Iterator[str]:
        return iter(self.factories)

    def __len__(self) -> int:
        return len(self.factories)


DECLARED: Final[dict[str, Declaration]] = {}  # by the files that have been imported
OPS: Final = OnDemand[Op]()  # which `ops/registry.py` fills

# Formats that many ops share.
SAME = "$operands*{attrs} : {same}"
SIGNATURE = "$operands*{attrs} : {signature}"
