"""Programs that JAX traces; `operations` implements their operations."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

import numpy as np

from stablehlo_tools.interpret.plans.kernels import named_arguments
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.operations import Block, Function, Module, Operation, Region, Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.extract import Extract, extract
from stablehlo_tools.rewrite.outline import used_values

Arrays = Sequence[Any]
Environment = dict[Value, Any]
# The export of a program, as a function of arrays that returns a list.
Export = Callable[[Module], Callable[..., Arrays]]
# The rules of ops in JAX, by name: functions of a step and of the arrays of its operands. They return an
# array or a list of them, or None if JAX has no equivalent.
RuleOf = Callable[[str], Callable[..., Any]]


@dataclass(frozen=True)
class TracedProgram:
    """A module that JAX's operations compute. `export` exports parts of it, which become calls."""

    module: Module
    rule_of: RuleOf
    export: Export
    functions: dict[Function, Callable[[Arrays], Arrays]] = field(default_factory=dict)
    parts: dict[Operation, tuple[Callable[..., Arrays], list[Value]]] = field(default_factory=dict)

    def compiled(self, function: Function) -> Callable[[Arrays], Arrays]:
        """The function, as JAX compiles it: the same each time, so that it is traced once."""
        import jax

        if function not in self.functions:
            (block,) = function.regions[0].blocks
            self.functions[function] = jax.jit(lambda arguments: self.execute(block, arguments, {}))
        return self.functions[function]

    def execute(self, block: Block, arguments: Arrays, outer: Environment) -> Arrays:
        """Execute the operations of a block; return the operands of its terminator."""
        values = {**outer, **dict(zip(block.arguments, arguments, strict=True))}
        for operation in block.operations[:-1]:
            step = Step(self, operation, values)
            results = self.rule_of(operation.name)(step, *step.operands)
            results = step.exported() if results is None else results
            if not isinstance(results, (list, tuple)):
                results = [results]
            values.update(zip(operation.results, results, strict=True))
        return [values[value] for value in block.operations[-1].operands]

    @functools.cached_property
    def used(self) -> frozenset[Value]:
        """The values that an operation uses."""
        return frozenset(value for operation in self.module.walk() for value in operation.operands)

    def part(
        self, operation: Operation, change: Callable[[Extract], None] | None
    ) -> tuple[Callable[..., Arrays], list[Value]]:
        """An operation as an exported function of values; see `Step.exported`."""
        import jax

        part = extract(self.module, operation.results, list(dict.fromkeys(used_values(operation))))
        has_tangent = change is None and any(map(is_inexact, self.used.intersection(operation.results)))
        if change is not None:
            change(part)
        compute = jax.custom_batching.sequential_vmap(self.export(part.module))
        call = _without_derivative(compute, operation) if has_tangent else _stop_gradient(compute)
        return call, part.arguments


@dataclass(frozen=True)
class Step:
    """An operation, and the arrays that the values before it are."""

    program: TracedProgram
    operation: Operation
    values: Environment

    @property
    def lax(self) -> Any:
        """JAX's operations."""
        from jax import lax

        return lax

    @property
    def jnp(self) -> Any:
        """JAX's functions of arrays."""
        from jax import numpy as jnp

        return jnp

    @property
    def operands(self) -> list[Any]:
        """The arrays that the operands are."""
        return [self.values[value] for value in self.operation.operands]

    @functools.cached_property
    def attributes(self) -> dict[str, Any]:
        """The attributes under the specification's names, as kernels take them. Raises RunError."""
        return named_arguments(OPS[self.operation.name], self.operation)

    @property
    def type(self) -> TensorType:
        """The type of the first result."""
        type = self.operation.results[0].type
        assert isinstance(type, TensorType)
        return type

    @property
    def dtype(self) -> np.dtype[Any]:
        """The dtype of the first result."""
        return dtype_of(self.type.element_type)

    def region(self, region: Region) -> Callable[..., Arrays]:
        """A region as a function of arrays."""
        (block,) = region.blocks
        return lambda *arguments: self.program.execute(block, arguments, self.values)

    def exported(self, change: Callable[[Extract], None] | None = None) -> Arrays:
        """The results of the operation by itself, exported, or of a `change` of it that returns integers."""
        parts = self.program.parts
        if self.operation not in parts:
            parts[self.operation] = self.program.part(self.operation, change)
        call, arguments = parts[self.operation]
        return call(*(self.values[value] for value in arguments))


def is_inexact(value: Value) -> bool:
    """Whether a value is of floats or complex numbers."""
    return isinstance(value.type, TensorType) and value.type.element_type.kind in ("float", "complex")


def _stop_gradient(call: Callable[..., Arrays]) -> Callable[..., Arrays]:
    from jax import lax

    return lambda *arrays: call(*map(lax.stop_gradient, arrays))


def _without_derivative(call: Callable[..., Arrays], operation: Operation) -> Callable[..., Arrays]:
    import jax

    def differentiate(primals: Arrays, tangents: Arrays) -> NoReturn:
        raise NotImplementedError(f"JAX has no derivative of {operation.name}: {operation}")

    compute: Any = jax.custom_jvp(call)
    compute.defjvp(differentiate)
    return lambda *arrays: compute(*arrays)
