"""Random valid programs of one operation, a family of them for each op."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from stablehlo_tools.diagnostics.diagnostic import InferenceError
from stablehlo_tools.ir.arrays import element_type_of
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import ElementType, FunctionType, TensorType
from stablehlo_tools.verifier.builder import OpBuilder
from stablehlo_tools.verifier.module import verify
from tests.differential.draw import Array, Draw


class Program(NamedTuple):
    """An operation of `element_type`, what it is computed of, and how to add it to a module."""

    op: str
    element_type: ElementType
    inputs: Sequence[Array]
    add: Callable[..., Sequence[Value]]  # (builder, *values)
    detail: str = ""
    attributes: Mapping[str, Any] = MappingProxyType({})
    theirs: Callable[..., Sequence[Value]] | None = None  # the same of other ops, where XLA lacks this one

    @property
    def mnemonic(self) -> str:
        """The op without its dialect; what CHLO's broadcasts compute when they have broadcast."""
        dialect, _, name = self.op.partition(".")
        return name.removeprefix("broadcast_") if dialect == "chlo" else name

    @property
    def types(self) -> list[TensorType]:
        """The types of its inputs."""
        return [TensorType(array.shape, element_type_of(array.dtype)) for array in self.inputs]

    def builder(self) -> OpBuilder:
        """A module with this program alone as `main`."""
        return merged([self], lambda program: program.add)


Family = Callable[[Draw], Program]
FAMILIES: Final[dict[str, list[Family]]] = {}  # of each op


def family(*names: str) -> Callable[[Callable[[Draw, str], Program]], Callable[[Draw, str], Program]]:
    """Declare what draws programs of these ops; of several for one op, any is taken."""

    def declare(function: Callable[[Draw, str], Program]) -> Callable[[Draw, str], Program]:
        for name in names:
            FAMILIES.setdefault(name, []).append(lambda draw, name=name: function(draw, name))  # type: ignore[misc]
        return function

    return declare


def of_family(op: str, draw: Draw) -> Program:
    """A program of an op, which may not be valid."""
    return draw.choice(FAMILIES[op])(draw)


def simple(
    op: str,
    inputs: Sequence[Array],
    *,
    variadic: bool = False,
    element_type: ElementType | None = None,
    results: Sequence[Any] = (),
    detail: str = "",
    **attributes: Any,
) -> Program:
    """A program of an op without regions."""

    def add(builder: OpBuilder, *values: Value) -> Sequence[Value]:
        operands = [list(values)] if variadic else values
        return builder.add(op, operands, attributes, results=results)

    shown = ", ".join(f"{name}={value}" for name, value in attributes.items())
    type = element_type or element_type_of(inputs[0].dtype)
    return Program(op, type, inputs, add, detail or shown, attributes)


def merged(
    programs: Sequence[Program], way: Callable[[Program], Callable[..., Sequence[Value]]]
) -> OpBuilder:
    """One module whose `main` computes all programs in that way, of all their inputs in turn."""
    builder = OpBuilder()

    def body(*arguments: Value) -> list[Value]:
        rest = list(arguments)
        results: list[Value] = []
        for program in programs:
            count = len(program.inputs)
            results += way(program)(builder, *rest[:count])
            rest = rest[count:]
        return results

    builder.function("main", [type for program in programs for type in program.types], body)
    return builder


def type_of_main(program: Program) -> FunctionType:
    """The type of the function that is the program."""
    main = program.builder().module.function("main")
    assert main is not None
    return main.type


_ATTEMPTS = 200


def program(op: str, seed: str, source: type[Draw] = Draw) -> Program:
    """A valid program of an op, its parts drawn from such a source: what the rules do not allow, anew."""
    for attempt in range(_ATTEMPTS):
        try:
            drawn = of_family(op, source(f"{op} {seed} {attempt}"))
            module = drawn.builder().module
        except InferenceError:
            continue
        if not verify(module):
            return drawn
    raise AssertionError(f"no valid program of {op} was drawn")


def scalar(type: ElementType) -> TensorType:
    """The type of one element."""
    return TensorType((), type)
