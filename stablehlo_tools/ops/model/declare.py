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
* The annotation is the type rule of the specification's input table: `FloatTensor`, `BooleanTensor`, ...
* The rule block has a line `C<n>  formula` per constraint, `name := formula` for definitions and `when
  formula:` before an indented block of conditional rules. A line that is indented deeper than its rule
  continues it. `when strict:` introduces rules that only `verify --strict` checks, since exporters violate
  them: `deviations.STRICT` gives the reasons.
* `shlo explain` prints the docstring.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Protocol, TypeVar

import numpy as np

from stablehlo_tools.ir.arrays import Array as Array  # noqa: PLC0414 - kernels take it from here
from stablehlo_tools.ir.operations import Block, Value
from stablehlo_tools.ir.types import FunctionType, TensorType, Type
from stablehlo_tools.ops.model.facts import ALL_VERSIONS, NEW_ARRAYS, ROUNDED, Execution, History, Numerics
from stablehlo_tools.ops.model.rule_blocks import declaration_place
from stablehlo_tools.ops.model.schema import (
    ANY,
    BOOLEAN,
    COMPLEX,
    DECLARED,
    FLOAT,
    INDEX,
    INTEGER,
    NOTHING,
    PER_AXIS,
    PER_TENSOR,
    SAME,
    AttributeField,
    AttributeRule,
    Declaration,
    OperandRule,
    Predicate,
    RegionField,
    RegionRule,
    ValueField,
)


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

    def evaluate(self, values: Sequence[Value], known: Mapping[Value, Array]) -> tuple[Array, ...]:
        """The arrays of `values` of the body, given those `known`; vectorizes as a call does."""


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
IntegerTensor = Annotated[Array, OperandRule(INTEGER)]
FloatTensor = Annotated[Array, OperandRule(FLOAT)]
FloatOrQuantizedTensor = Annotated[Array, OperandRule(FLOAT | PER_TENSOR)]
ComplexTensor = Annotated[Array, OperandRule(COMPLEX)]
FloatOrComplexTensor = Annotated[Array, OperandRule(FLOAT | COMPLEX)]
FloatComplexOrQuantizedTensor = Annotated[Array, OperandRule(FLOAT | COMPLEX | PER_TENSOR)]
IntegerScalars = Annotated[Sequence[Array], OperandRule(INTEGER, rank=0, variadic=True)]
PredicateScalar = Annotated[Array, OperandRule(BOOLEAN, rank=0)]
ShapeTensor = Annotated[Array, OperandRule(INTEGER | INDEX, rank=1, dynamic_dimensions=0, is_read=True)]
Token = Annotated[None, OperandRule(NOTHING, token=True)]
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
Discardable = Annotated[Any, AttributeRule("anything", is_discardable=True)]
Region = Annotated[RegionCall, RegionRule()]
Regions = Annotated[Sequence[RegionCall], RegionRule(variadic=True)]
AnyRegions = Annotated[Sequence[RegionCall], RegionRule(variadic=True, any_blocks=True)]
ResultType = Annotated[TensorType, "result type"]
ResultTypes = Annotated[tuple[TensorType, ...], "result types"]

# An argument of a kernel by name: an attribute, the body of a region, the type of a result, or `out`.
Argument = int | float | str | Array | Sequence[Any] | Mapping[str, Any] | RegionCall | Type | None

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
    static: str = "",
    numerics: Numerics = ROUNDED,
    execution: Execution = NEW_ARRAYS,
    history: History = ALL_VERSIONS,
) -> Callable[[Kernel], Kernel]:
    """Declare the op that the decorated kernel computes, which joins `DECLARED`.

    `inputs` lists the names of the specification's input table if an attribute precedes an operand. `outputs`
    lists the result names of its output table, `...` after a variadic one, or maps them to annotations if
    their type rules are narrower than Tensor. By default, the result of an `elementwise` op has the kinds of
    its last operand, and its `format` is that of its dialect. The other parameters are documented in `Op`
    and in `facts`.
    """

    def register(kernel: Kernel) -> Kernel:
        declared = Declaration(
            f"{dialect}.{name or kernel.__name__}",
            kernel,
            declaration_place(),
            rules,
            predicates or {},
            inputs,
            outputs,
            takes_equal_types,
            format or (_ELEMENTWISE[dialect] if elementwise else ""),
            elementwise,
            has_effects,
            base,
            static,
            numerics,
            execution,
            history,
        )
        assert declared.name not in DECLARED, declared.name
        DECLARED[declared.name] = declared
        return kernel

    return register


def signature_of(declared: Declaration) -> dict[str, Any]:
    """The fields of `Op` that follow from the parameters of the kernel, and the outputs."""
    inputs, operands, attributes, regions, result_types = [], [], [], [], []
    parameters = inspect.signature(declared.kernel).parameters
    for parameter in parameters.values():
        if parameter.name == "out":
            continue
        rule = _rule_of(declared.kernel, parameter)
        if isinstance(rule, OperandRule):
            operands.append(ValueField(parameter.name, rule))
        elif isinstance(rule, AttributeRule):
            attributes.append(AttributeField(parameter.name, rule, parameter.default))
        elif isinstance(rule, RegionRule):
            regions.append(RegionField(parameter.name, rule))
        else:
            result_types += [parameter.name] * (rule != "process")
            continue
        inputs.append(parameter.name)
    kinds = operands[-1].rule.kinds if declared.elementwise else ANY
    return {
        "inputs": tuple(declared.inputs.split() or inputs),
        "operands": tuple(operands),
        "attributes": tuple(attributes),
        "regions": tuple(regions),
        "outputs": tuple(_outputs(declared.outputs, kinds)),
        "result_type_parameters": tuple(result_types),
        "takes_process": "process" in parameters,
    }


def _rule_of(kernel: Callable[..., Any], parameter: inspect.Parameter) -> Any:
    """The rule in a parameter's annotation, which is nearly always the name of an alias."""
    annotation = parameter.annotation
    if isinstance(annotation, str) and annotation in kernel.__globals__:
        annotation = kernel.__globals__[annotation]
    elif isinstance(annotation, str):
        annotation = typing.get_type_hints(kernel, include_extras=True)[parameter.name]
    return annotation.__metadata__[0]


def _outputs(outputs: str | Mapping[str, Any], kinds: frozenset[str]) -> list[ValueField]:
    if isinstance(outputs, str):
        variadic = OperandRule(variadic=True, token=True, tuple=True)
        return [
            ValueField(word[:-3], variadic) if word.endswith("...") else ValueField(word, OperandRule(kinds))
            for word in outputs.split()
        ]
    return [ValueField(name, annotation.__metadata__[0]) for name, annotation in outputs.items()]
