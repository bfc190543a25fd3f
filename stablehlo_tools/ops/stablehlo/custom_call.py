"""custom_call, and the registry of its targets.

`@custom_call_target("name")` registers a function in `CUSTOM_CALLS`. It takes the operands, the attributes of
the call under the specification's names (called_computations as callable functions) and the types of the
results, and returns the results. `@partition_call_target("name")` registers one in `PARTITION_CALLS` that
also takes the process. `register_targets` registers the functions of users (plugins.py) for the duration of a
`scope`.
"""

from __future__ import annotations

import contextlib
import re
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from typing import Annotated, Any, Final

import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.ir.arrays import admits, described, dtype_of, is_of
from stablehlo_tools.ir.types import TensorType, TupleType, Type, element_type_named
from stablehlo_tools.ops.model import workspace
from stablehlo_tools.ops.model.declare import (
    AllValues,
    Anything,
    Boolean,
    Discardable,
    ResultTypes,
    ShortInteger,
    Text,
    op,
)
from stablehlo_tools.ops.model.facts import NORM, Execution, History, Terms
from stablehlo_tools.ops.model.processes import MaybeProcess, Process
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.model.schema import AttributeRule, Failed, UnknownTarget, Unsupported
from stablehlo_tools.ops.stablehlo import custom_call_rules as rules

Attributes = Mapping[str, Any]
Target = Callable[[Sequence[Any], Attributes, Sequence[Type]], Sequence[Any]]
PartitionTarget = Callable[[Sequence[Any], Attributes, Sequence[Type], Process], Sequence[Any]]
Indices = Annotated[tuple[int, ...] | None, AttributeRule("integers", is_discardable=True)]

CUSTOM_CALLS: Final = Registry[Target]()
# The unique part of results that vary in signs, phases or order, such as the product of factors: a
# function of the attributes and the results.
Unique = Callable[[Attributes, Sequence[Any]], Sequence[Any]]
UNIQUE_PARTS: Final[dict[str, Unique]] = {}
PARTITION_CALLS: Final = Registry[PartitionTarget]()  # collectives of all partitions
partition_call_target: Final = PARTITION_CALLS.register
IDENTITIES: Final[set[str]] = set()  # the targets that return their operands
TERMS: Final[dict[str, Terms]] = {}  # of those whose first operand is factored or solved with, `terms`
ITERATIVE: Final[dict[str, int]] = {}  # of those that find spectra by iteration, `iterates`
_USER_TARGETS: ContextVar[ChainMap[str, Target]] = ContextVar("custom calls", default=ChainMap())  # noqa: B039


def custom_call_target(
    *names: str,
    unique: Unique | None = None,
    is_identity: bool = False,
    iterates: int = 0,
    terms: Terms | None = None,
) -> Callable[[Target], Target]:
    """Register the decorated function as the implementation of the targets `names`.

    `unique` computes values of the results in which all correct implementations agree, if the results are not
    unique. `is_identity`: the results are the operands. `iterates` is the number of roundings of the matrix
    for each dimension, for algorithms without a fixed number of steps, which have larger errors.
    `terms` is that of `Numerics`.
    """

    def register(target: Target) -> Target:
        UNIQUE_PARTS.update(dict.fromkeys(names, unique) if unique is not None else {})
        IDENTITIES.update(names if is_identity else ())
        ITERATIVE.update(dict.fromkeys(names, iterates) if iterates else {})
        TERMS.update(dict.fromkeys(names, terms) if terms is not None else {})
        return CUSTOM_CALLS.register(*names)(target)

    return register


def register_targets(names: Sequence[str], target: Target, *, override: bool = False) -> None:
    """Register a user's function as the implementation of the targets `names`, in the current `scope`.

    Raises ValueError if one of them is built in, unless `override` is set.
    """
    taken = next(filter(is_builtin, names), None)
    if taken is not None and not override:
        message = f"custom call @{taken} is built in; pass override=True to replace it"
        raise ValueError(message)
    _USER_TARGETS.get().update(dict.fromkeys(names, target))


@contextlib.contextmanager
def scope() -> Iterator[None]:
    """Forget the targets entered within this context when it exits."""
    token = _USER_TARGETS.set(_USER_TARGETS.get().new_child())
    try:
        yield
    finally:
        _USER_TARGETS.reset(token)


def user_targets() -> Mapping[str, Target]:
    """The targets that users have registered, in the current scope."""
    return _USER_TARGETS.get()


def is_known(name: object) -> bool:
    """Whether custom calls of this target can be executed."""
    return name in _USER_TARGETS.get() or is_builtin(name)


def is_builtin(name: object) -> bool:
    """Whether a target is built in."""
    return name in CUSTOM_CALLS or name in PARTITION_CALLS


# The specification has no numbered constraints for custom_call: these are MLIR's, with numbers of our own.
@op(
    """
    C1  operand_layouts and result_layouts are both given, or neither
    C2  operand_layouts and result_layouts have a permutation of the dimensions for each of inputs and results
    C3  output_operand_aliases name a part of inputs and a part of results that have the same type
    C4  backend_config is a dictionary if api_version is 4, else a string
    C5  by call_target_name, CreateBuffer makes a memref of no inputs, Pin one of a tensor, and Unpin a tensor
        of one; results have the shape and element type of inputs
    C6  output_operand_aliases name each memref of results once, and none of inputs more often
    C7  0 <= api_version <= 4
    """,
    outputs={"results": AllValues},
    predicates={
        "C1": rules.layouts_are_paired,
        "C2": rules.layouts_are_permutations,
        "C3": rules.aliases_have_one_type,
        "C4": rules.backend_config_fits,
        "C5": rules.buffer_fits,
        "C6": rules.buffers_are_passed_on,
    },
    numerics=NORM,
    execution=Execution(aliases="usually", workspace=workspace.times_all(2)),
    has_effects=True,
    history=History(revised=(1, 18), added=("result_tilings",)),
    format="$call_target_name:symbol_name($operands*){attrs} : {signature}",
)
def custom_call(
    inputs: AllValues,
    *,
    call_target_name: Text,
    has_side_effect: Boolean = False,
    backend_config: Anything = None,
    api_version: ShortInteger = 1,
    called_computations: Anything = (),
    output_operand_aliases: Anything = (),
    mhlo_backend_config: Discardable = None,
    mhlo_attributes: Discardable = None,
    mhlo_sharding: Discardable = None,
    operand_layouts: Anything = None,
    result_layouts: Anything = None,
    result_tilings: Anything = None,
    indices_of_shape_operands: Indices = None,
    rng_algorithm: Discardable = None,
    error_message: Discardable = None,
    results: ResultTypes,
    process: MaybeProcess = None,
) -> tuple[Any, ...]:
    """The results of the implementation named call_target_name. Layouts and aliases do not affect values.

    The operands at indices_of_shape_operands are the shapes of the results, which JAX exports if they are
    dynamic.
    """
    target = _target(call_target_name, process)
    attributes = {
        "call_target_name": call_target_name,
        "has_side_effect": has_side_effect,
        "backend_config": backend_config if mhlo_backend_config is None else mhlo_backend_config,
        "api_version": api_version,
        "called_computations": called_computations,
        "mhlo.attributes": mhlo_attributes or {},
        "mhlo.sharding": mhlo_sharding,
        "rng_algorithm": rng_algorithm,
        "error_message": error_message,
    }
    if len(results) == 1 and isinstance(results[0], TupleType):
        return (_call_target(target, inputs, attributes, results[0].types),)
    if indices_of_shape_operands is None:
        return _call_target(target, inputs, attributes, results)
    types = _with_shapes(results, [inputs[index] for index in indices_of_shape_operands])
    values = [value for index, value in enumerate(inputs) if index not in indices_of_shape_operands]
    return _call_target(target, values, attributes, types)


def unique_part(attributes: Attributes) -> Callable[[Sequence[Any]], Sequence[Any]] | None:
    """The parts of the results of a call with these attributes that are unique; None if all are."""
    unique, merged = UNIQUE_PARTS.get(attributes["call_target_name"]), _merged(attributes)
    return None if unique is None else lambda results: unique(merged, results)


def terms_of_call(attributes: Attributes) -> Callable[[int], Any] | None:
    """The `terms` of the target of a call with these attributes, given a size; None if it has none."""
    terms, merged = TERMS.get(attributes["call_target_name"]), _merged(attributes)
    if terms is None:
        return None
    try:
        terms(0, merged)
    except (*_OPERAND_ERRORS, Unsupported):  # the call fails when it is executed
        return None
    return lambda size: terms(size, merged)


# Attributes of a call that say how it is made or where its arrays lie, not what it computes.
_OF_THE_CALL: Final = frozenset({
    "has_side_effect", "api_version", "output_operand_aliases", "operand_layouts", "result_layouts",
    "result_tilings", "mhlo_backend_config", "mhlo_sharding", "error_message",
})  # fmt: skip


def deciding_attributes(attributes: Attributes) -> Attributes:
    """The attributes on which the results of a call depend, equal in all ways of writing the call."""
    merged = _merged(attributes)
    return {name: value or None for name, value in merged.items() if name not in _OF_THE_CALL}


def _merged(attributes: Attributes) -> Attributes:
    """The attributes of a call, with the configuration that JAX writes as another attribute."""
    config = attributes["mhlo_backend_config"]
    return attributes if config is None else {**attributes, "backend_config": config}


def _target(name: str, process: Process | None) -> Target:
    if name in _USER_TARGETS.get():
        return _USER_TARGETS.get()[name]
    if process is not None and name in PARTITION_CALLS:
        of_partitions = PARTITION_CALLS[name]
        return lambda inputs, attributes, results: of_partitions(inputs, attributes, results, process)
    if name not in CUSTOM_CALLS:
        raise UnknownTarget(f"custom_call @{name} is not supported")
    return CUSTOM_CALLS[name]


def _with_shapes(results: Sequence[Type], shapes: Sequence[Any]) -> list[Type]:
    return [
        TensorType(tuple(map(int, shape)), type.element_type) if isinstance(type, TensorType) else type
        for type, shape in zip(results, shapes, strict=True)
    ]


# Targets declare no signatures: for unsuitable operands, numpy raises one of these.
_OPERAND_ERRORS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


_CUSTOM_CALL_SHAPE = Code(
    "custom_call_shape",
    "A result of a custom call does not have the declared type, or not the shape given by an operand listed "
    "in indices_of_shape_operands.",
    "Correct the type, or the operand.",
    command="run --random",
)
_CUSTOM_CALL_OPERANDS = Code(
    "custom_call_operands",
    "The number or types of a custom call's operands or results do not match its target.",
    "Pass the operands that the target expects, as documented by its compiler.",
    command="run --random",
)


def _call_target(
    target: Target, inputs: Sequence[Any], attributes: Attributes, types: Sequence[Type]
) -> tuple[Any, ...]:
    """The results of a target. Raises Failed for unsuitable operands and for results of other types."""
    name = f"@{attributes['call_target_name']}"
    try:
        values = tuple(target(inputs, attributes, types))
    except _OPERAND_ERRORS as error:
        operands, expected = ", ".join(map(_describe, inputs)), ", ".join(map(str, types))
        message = f"{name} cannot be executed with operands ({operands}) and results ({expected}): {error}"
        raise Failed(_CUSTOM_CALL_OPERANDS, message) from error
    if len(values) != len(types):
        raise Failed(
            _CUSTOM_CALL_SHAPE, f"{name}: expected {plural(len(types), 'result')}, found {len(values)}"
        )
    for number, (value, type) in enumerate(zip(values, types, strict=True)):
        if isinstance(type, TensorType) and not (isinstance(value, np.ndarray) and is_of(value, type)):
            message = f"result {number} of {name}: expected {type}, found {_describe(value)}"
            raise Failed(_CUSTOM_CALL_SHAPE, message)
    return values


def _describe(value: Any) -> str:
    return described(value) if isinstance(value, np.ndarray) else type(value).__name__


# --- targets ----------------------------------------------------------------------------------------


@custom_call_target(
    "Sharding", "xla.sdy.FuncResultSharding", "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape",
    "xla.sdy.PropagationBarrier", "annotate_device_placement", "LayoutConstraint", "MoveToDevice",
    "MoveToHost", is_identity=True,
)  # fmt: skip
def _annotation(inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type]) -> Sequence[Any]:
    """The operands: annotations for partitioners and memory placement have no effect on one device."""
    for value, type in zip(inputs, results, strict=True):
        if isinstance(type, TensorType) and not admits(type, value.shape):
            raise Unsupported("a value that Shardy splits among devices is not supported on a single device")
    return inputs


@custom_call_target("Pin", "Unpin")
def _pinned(inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type]) -> Sequence[Any]:
    """A tensor as a buffer, or the other way round."""
    return inputs


_BUFFER = re.compile(r"memref<((?:\d+x)*)([\w<>]+)>")


@custom_call_target("CreateBuffer")
def _buffer(inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type]) -> Sequence[Any]:
    """An uninitialized buffer; its elements are zeros."""
    match = _BUFFER.fullmatch(f"{results[0]}")
    if match is None:
        raise Unsupported(f"a buffer of type {results[0]} is not supported")
    shape = tuple(map(int, match[1].split("x")[:-1]))
    return (np.zeros(shape, dtype_of(element_type_named(match[2]))),)


@custom_call_target("stablehlo.shape_refinement_operand_wrapper", is_identity=True)
def _refined_operand(inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type]) -> Sequence[Any]:
    """An argument, whose shape must be that of the result."""
    return inputs


SHAPE_ASSERTION = Code(
    "shape_assertion",
    "A shape assertion, which JAX exports as a custom call, failed.",
    "Choose shapes that satisfy the condition in the message.",
    command="infer --shapes x=3",
)


@custom_call_target("shape_assertion")
def _shape_assertion(inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type]) -> Sequence[Any]:
    """Raise Failed unless JAX's assertion on argument sizes holds; its message contains the sizes."""
    holds, *sizes = inputs
    if not holds:
        message = str(attributes["error_message"] or "shape assertion failed")
        for index, size in enumerate(sizes):
            message = message.replace(f"{{{index}}}", str(size))
        raise Failed(SHAPE_ASSERTION, message)
    return ()
