"""HLO computations under construction: instructions, and the values that they define."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.hlo.check.infer import result_shape
from stablehlo_tools.hlo.ir import HloComputation, HloInstruction
from stablehlo_tools.hlo.shape import ArrayShape, Shape, TupleShape
from stablehlo_tools.hlo.text.cursor import KEYWORDS
from stablehlo_tools.hlo.text.literals import Literal
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import ElementType


class NameUniquer:
    """Generates unique HLO names."""

    def __init__(self) -> None:
        self._taken: dict[str, int] = {}

    def unused(self, hint: str) -> str:
        """`hint` as a valid HLO name, made unique by a number."""
        name = stem = sanitized(hint)
        while name in self._taken or name in KEYWORDS:
            self._taken[stem] = self._taken.get(stem, 0) + 1
            name = f"{stem}.{self._taken[stem]}"
        self._taken.setdefault(name, 0)
        return name


def sanitized(text: str) -> str:
    """`text` with invalid characters replaced."""
    name = re.sub(r"[^\w.-]", "_", text, flags=re.ASCII)
    return name if re.match(r"[A-Za-z_]", name) else f"_{name}"


_NUMBERED = re.compile(r"%?(?:\d+(?:[#:]\d+)?)?\Z")


def hint_of(value: Value) -> str:
    """The name of a value in the text, unless it is a number."""
    return "" if _NUMBERED.match(value.name) else value.name.removeprefix("%")


class ComputationScope:
    """The instructions of a computation, and the names of StableHLO values in its scope.

    `parts` are values that are elements of a tuple, extracted on first use. `metadata` and `origin` are those
    of the instructions that are added next.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.names: dict[Value, str] = {}
        self.parts: dict[Value, tuple[str, int]] = {}
        self.metadata: Mapping[str, Any] = {}
        self.origin: Span | None = None
        self._instructions: dict[str, HloInstruction] = {}
        self._unused = NameUniquer()

    @property
    def count(self) -> int:
        """The number of instructions."""
        return len(self._instructions)

    @property
    def last(self) -> HloInstruction:
        """The instruction that was added last."""
        return next(reversed(self._instructions.values()))

    def shape(self, name: str) -> Shape:
        """The shape of an instruction."""
        shape = self._instructions[name].shape
        assert shape is not None
        return shape

    def array(self, name: str) -> ArrayShape:
        """The shape of an instruction that returns an array."""
        shape = self.shape(name)
        assert isinstance(shape, ArrayShape)
        return shape

    def instruction(self, name: str) -> HloInstruction:
        """The instruction with this name."""
        return self._instructions[name]

    def add(
        self,
        opcode: str,
        operands: Sequence[str],
        shape: Shape,
        attributes: Mapping[str, Any] | None = None,
        *,
        hint: str = "",
        literal: Literal | None = None,
        parameter_number: int | None = None,
    ) -> str:
        """Append an instruction; return its name."""
        name = self._unused.unused(hint or opcode)
        instruction = HloInstruction(
            name,
            shape,
            opcode,
            tuple(operands),
            dict(attributes or {}),
            literal=literal,
            parameter_number=parameter_number,
        )
        if self.metadata:
            instruction.attributes.setdefault("metadata", dict(self.metadata))
        if self.origin is not None:
            instruction.source = self.origin.source
            places: dict[int | str, tuple[int, int]] = {"name": (self.origin.start, self.origin.end)}
            instruction.locate = places.get
        self._instructions[name] = instruction
        return name

    def inferred(self, opcode: str, operands: Sequence[str], attributes: Mapping[str, Any]) -> str:
        """Append an instruction whose shape follows from its operands."""
        stub = HloInstruction("", None, opcode, tuple(operands), dict(attributes))
        shape = result_shape(stub, list(map(self.shape, operands)), {})
        assert shape is not None, opcode
        return self.add(opcode, operands, shape, attributes)

    def parameter(self, shape: Shape, hint: str, number: int) -> str:
        """Append a parameter."""
        return self.add("parameter", (), shape, hint=hint, parameter_number=number)

    def element(self, name: str, index: int, hint: str = "") -> str:
        """Append the extraction of a tuple element."""
        whole = self.shape(name)
        assert isinstance(whole, TupleShape)
        return self.add("get-tuple-element", (name,), whole.elements[index], {"index": index}, hint=hint)

    def elements(self, name: str, hints: Sequence[str] | None = None) -> list[str]:
        """All elements of a tuple."""
        shape = self.shape(name)
        assert isinstance(shape, TupleShape)
        names = [""] * len(shape.elements) if hints is None else hints
        return [self.element(name, index, hint) for index, hint in enumerate(names)]

    def tuple(self, names: Sequence[str]) -> str:
        """Append the tuple of instructions."""
        return self.add("tuple", names, TupleShape(tuple(map(self.shape, names))))

    def bundle(self, names: Sequence[str]) -> str:
        """The only name, or the tuple of all."""
        return names[0] if len(names) == 1 else self.tuple(names)

    def constant(self, number: object, element_type: ElementType, dtype: np.dtype[Any]) -> str:
        """Append a scalar."""
        shape = ArrayShape(element_type)
        return self.add(
            "constant", (), shape, literal=Literal.from_value(shape, np.asarray(number).astype(dtype))
        )

    def broadcast(self, name: str, shape: ArrayShape) -> str:
        """A scalar broadcast to a shape."""
        own = self.array(name)
        if own.rank == shape.rank:
            return name
        wide = ArrayShape(own.element_type, shape.dimensions)
        return self.add("broadcast", (name,), wide, {"dimensions": ()})

    def finish(self, root: str) -> HloComputation:
        """The computation."""
        return HloComputation(self.name, list(self._instructions.values()), root)
