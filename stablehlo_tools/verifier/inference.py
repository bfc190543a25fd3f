"""Type inference: the constraints of an op, solved for its result types."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, InferenceError
from stablehlo_tools.diagnostics.spelling import closest, with_suggestion
from stablehlo_tools.formula.solve import Incomplete, is_complete, meet_sizes, solve
from stablehlo_tools.ir.attributes import Attribute, Opaque
from stablehlo_tools.ir.clone import bare, new_body, new_values
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.edit import set_type
from stablehlo_tools.ir.operations import UNREADABLE, Block, Function, Operation, Region, Value
from stablehlo_tools.ir.types import DYNAMIC, Dim, FunctionType, TensorType, TupleType, Type
from stablehlo_tools.ops.model.attributes import AttributeMismatch
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.model.signature import CountMismatch
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.statement.statement_parser import UNKNOWN_OP, parse_attributes, parse_type
from stablehlo_tools.verifier.attributes import type_problems
from stablehlo_tools.verifier.named_values import context_of, names_of, region_type
from stablehlo_tools.verifier.problem import Problem
from stablehlo_tools.verifier.rules import admits_operands, rule_problems

BOUNDS = "#stablehlo.bounds"


def infer(
    name: str,
    operands: Sequence[Type | Dense | str],
    attributes: Mapping[str, Attribute | str] | None = None,
    *,
    regions: Sequence[FunctionType | str] = (),
    results: Sequence[Type | str] = (),
) -> list[Type]:
    """The result types of the op `name`, inferred from the constraints of the specification.

    Types are objects or text. An attribute given as `str` is MLIR text (`"array<i64: 0>"`, `"1 : i64"`);
    its name is that of the generic form. An operand can be a constant, whose elements the constraints may
    read: `"dense<[2, 3]> : tensor<2xi64>"`. `regions` are their types: `"(tensor<f32>) -> tensor<i1>"`.
    Dynamic and bounded dimensions are of type `Dim`. `results` supply types that the constraints do not
    determine, such as the element type of `convert`: `tensor<*xf64>` specifies only the element type.

    Raises `InferenceError` if the operands violate constraints or a result type is not determined, and
    `ParseError` for an invalid type or attribute.
    """
    op = OPS.get(name)
    if op is None:
        with_dialect = f"stablehlo.{name}"
        match = with_dialect if with_dialect in OPS else closest(name, OPS, likeness=0.7)
        message = with_suggestion(f"unknown op `{name}`", match)
        raise InferenceError(Diagnostic(UNKNOWN_OP, message, None))
    return infer_operation(op, _operation(op, operands, attributes or {}, regions, results))


def infer_operation(
    op: Op, operation: Operation, functions: Mapping[str, Function] = MappingProxyType({})
) -> list[Type]:
    """The inferred result types of an operation, whose results have the types known so far.

    `functions` are the ones it may refer to. Raises `InferenceError` if it violates constraints or a result
    type is not determined.
    """
    solution: Mapping[str, Any] = dict.fromkeys(output.name for output in op.outputs)
    with contextlib.suppress(CountMismatch, AttributeMismatch):  # which are reported with the rest
        if admits_operands(op, operation):
            solution = solve(op, names_of(op, operation, functions))
    unknown = [name for name, type in solution.items() if not is_complete(type)]
    if not unknown:
        operation.results = [Value(_normalize(type), "", operation, 0) for type in flatten_types(solution)]
    errors = [_diagnostic(problem) for problem in _problems(op, operation, functions, unknown)]
    errors = errors or [_undetermined(op, name, solution[name]) for name in unknown]
    if errors:
        raise InferenceError(*errors)
    return [value.type for value in operation.results]


def infer_results(op: Op, operation: Operation, functions: Mapping[str, Function]) -> list[Type]:
    """The result types of an operation, from its constraints and its declared types; parts may be unknown.

    If the two contradict each other in a size or element type, the declared one is returned.
    """
    declared = [value.type for value in operation.results]
    try:
        if not admits_operands(op, operation):
            return declared
        inferred = list(flatten_types(solve(op, names_of(op, operation, functions))))
    except (CountMismatch, AttributeMismatch):
        return declared
    if len(inferred) != len(declared):
        return declared
    return [merge_types(a, b) for a, b in zip(declared, inferred, strict=True)]


def infer_types(operation: Operation) -> bool:
    """Give the results of an operation the types that follow from those of its operands, and its attributes.

    False if the constraints do not determine the shape of a result, which keeps its type, as do results of
    calls and of ops that are not declared.
    """
    op = OPS.get(operation.name)
    if op is None or not operation.results:
        return not operation.results
    probe = bare(operation)
    probe.operands, probe.regions = operation.operands, operation.regions
    previous = [value.type for value in operation.results]
    for value in probe.results:
        if isinstance(value.type, TensorType):
            value.type = TensorType(None, value.type.element_type)
    inferred = infer_results(op, probe, {})
    is_known = [not isinstance(type, TensorType) or type.shape is not None for type in inferred]
    for value, type, old, has_shape in zip(operation.results, inferred, previous, is_known, strict=True):
        if has_shape and type != old:
            set_type(value, type)
    return all(is_known)


def problems_of_values(op: Op, operation: Operation, operands: Sequence[Type | Dense]) -> list[Problem]:
    """The violations of an operation if its operands had other types than declared, or were constants.

    Result sizes that are not declared are inferred.
    """
    actual = operation_of_values(op, operation, operands)
    return list(rule_problems(op, actual, context_of(op, actual, {})))


def operation_of_values(op: Op, operation: Operation, operands: Sequence[Type | Dense]) -> Operation:
    """The operation as it would be if its operands had other types than declared, or were constants.

    Its regions have the same types, and no operations.
    """
    types = map(region_type, operation.regions)
    regions = [FunctionType(type.input_types, type.output_types) for type in types]
    actual = _operation(op, operands, {}, regions, [value.type for value in operation.results])
    actual.attributes = operation.attributes
    actual.results = new_values(map(_normalize, infer_results(op, actual, {})), actual)
    return actual


def merge_types(declared: Type, inferred: Any) -> Type:
    """The type `declared`, with sizes that only `inferred`, another type of the same value, specifies."""
    if (
        isinstance(declared, TupleType)
        and isinstance(inferred, TupleType)
        and len(declared.types) == len(inferred.types)
    ):
        return TupleType(tuple(map(merge_types, declared.types, inferred.types)))
    if not isinstance(declared, TensorType) or not isinstance(inferred, TensorType | Incomplete):
        return declared
    if inferred.shape is None or (declared.shape is not None and len(declared.shape) != len(inferred.shape)):
        return declared
    if declared.shape is None:
        return with_shape(declared, inferred.shape)
    return with_shape(declared, tuple(map(meet_sizes, declared.shape, inferred.shape)))


def with_shape(type: TensorType, shape: Sequence[int | Dim]) -> TensorType:
    """The type with another shape, and the bounds of that shape in its encoding."""
    sizes = tuple(Dim(0, size.high) if isinstance(size, Dim) else size for size in shape)
    if sizes == type.shape:
        return type
    encoding = type.encoding
    if any(isinstance(size, Dim) and size.high < math.inf for size in sizes):
        encoding = Opaque(f"{BOUNDS}<{', '.join(map(_bound, sizes))}>")
    elif isinstance(encoding, Opaque) and encoding.text.startswith(BOUNDS):
        encoding = None
    return TensorType(sizes, type.element_type, encoding)


def _bound(size: int | Dim) -> str:
    return "?" if not isinstance(size, Dim) or size.high == math.inf else str(int(size.high))


def _normalize(type: Type) -> Type:
    """The type as MLIR can express it: no lower bounds of sizes, and upper bounds in the encoding."""
    if not isinstance(type, TensorType) or type.shape is None:
        return type
    plain = TensorType((DYNAMIC,) * type.rank, type.element_type, None if type.is_static else type.encoding)
    return with_shape(plain, type.shape)


def flatten_types(results: Mapping[str, Any]) -> Iterator[Any]:
    """The types of all results in order; none for a variadic result of unknown length."""
    for types in results.values():
        yield from types if type(types) is tuple else () if types is None else (types,)


# -- an operation built from types ------------------------------------------------------------------


def _operation(
    op: Op,
    operands: Sequence[Type | Dense | str],
    attributes: Mapping[str, Attribute | str],
    regions: Sequence[FunctionType | str],
    results: Sequence[Type | str],
) -> Operation:
    texts = {name: attribute for name, attribute in attributes.items() if isinstance(attribute, str)}
    objects = {name: attribute for name, attribute in attributes.items() if not isinstance(attribute, str)}
    operation = Operation(op.name, [], {**objects, **parse_attributes(op.name, texts)})
    operation.operands = [_operand(operand) for operand in operands]
    operation.results = new_values([*map(_type, results)] or unknown_results(op), operation)
    operation.regions = tuple(_region(_type(region), operation) for region in regions)
    return operation


def unknown_results(op: Op) -> list[Type]:
    """A placeholder type for each result of an op, for results of unknown types."""
    return [UNREADABLE for output in op.outputs if not output.rule.variadic]


def _operand(operand: Type | Dense | str) -> Value:
    """A value of this type, or the result of this constant."""
    constant = operand
    if isinstance(operand, str) and operand.lstrip().startswith("dense<"):
        constant = parse_attributes(_CONSTANT, {"value": operand})["value"]  # type: ignore[assignment]
    if not isinstance(constant, Dense):
        return Value(_type(constant), "", Block(Region(Operation("", [], {}))), 0)
    return Value(constant.type, "", Operation(_CONSTANT, [], {"value": constant}), 0)


_CONSTANT = "stablehlo.constant"


def _type(type: Type | str) -> Type:
    return parse_type(type) if isinstance(type, str) else type


def _region(type: Type, operation: Operation) -> Region:
    """A region of this type, with only a terminator: constraints read nothing else of a region."""
    assert isinstance(type, FunctionType)
    block = new_body(operation, type.inputs)
    end = Operation("stablehlo.return", [], {})
    end.operands = new_values(type.results, end)
    block.operations.append(end)
    return block.region


# -- diagnostics ------------------------------------------------------------------------------------


def _problems(
    op: Op, operation: Operation, functions: Mapping[str, Function], unknown: Sequence[str]
) -> Iterator[Problem]:
    problems = list(type_problems([value.type for value in operation.operands], "operand_type"))
    yield from problems or rule_problems(op, operation, context_of(op, operation, functions), unknown)


def _diagnostic(problem: Problem) -> Diagnostic:
    return Diagnostic(
        problem.code,
        problem.message,
        None,
        formula=problem.formula,
        values=problem.values,
        helps=problem.helps,
    )


def _undetermined(op: Op, result: str, type: Any) -> Diagnostic:
    missing = next((str(part) for part in flatten_types({result: type}) if isinstance(part, Incomplete)), "")
    subject = f"the {missing} of `{result}`" if missing else f"the number of `{result}`"
    return Diagnostic(
        f"{op.mnemonic}_undetermined",
        f"the constraints of `{op.name}` do not determine {subject}",
        None,
        helps=("provide the result types, as far as they are known: `results=[...]`",),
    )
