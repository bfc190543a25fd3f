"""An instruction whose shape is inferred, and the errors of its operands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.hlo.attributes import Donor, InputOutputAlias
from stablehlo_tools.hlo.ir import HloComputation, HloInstruction
from stablehlo_tools.hlo.layout import LayoutError
from stablehlo_tools.hlo.shape import ArrayShape, BufferShape, Shape, TupleShape, subshape
from stablehlo_tools.ir.types import Dim
from stablehlo_tools.ops.model.registration import Registry


class BrokenRule(NamedTuple):
    """A violated constraint of a StableHLO op: its code for `shlo explain`, its formula, and its terms."""

    code: str
    formula: str
    values: tuple[tuple[str, str], ...]


HLO_OPERAND_SHAPE = Code(
    "hlo_operand_shape",
    "The shape of an operand, or an attribute, is incompatible with the opcode or the other operands.",
    "Convert, reshape or broadcast the operand first: HLO has no implicit conversions.",
)


class ShapeMismatch(ValueError):
    """Mismatched operands or attributes: the message, and the part of the instruction at fault.

    `broken` is the violated constraint of an op, with the values of its terms.
    """

    def __init__(
        self,
        message: str,
        place: int | str = "opcode",
        code: str = HLO_OPERAND_SHAPE,
        broken: BrokenRule | None = None,
    ) -> None:
        super().__init__(message)
        self.place = place
        self.code = code
        self.broken = broken


HLO_COMPUTATION = Code(
    "hlo_computation",
    "An attribute refers to an undefined computation, or to one whose parameters or root do not match its "
    "use.",
    "Check the name, or correct the parameters and the root of the computation.",
)


class InferenceSite:
    """An instruction, the shapes of its operands, and the computations that it may call.

    All methods raise ShapeMismatch. Sizes that are bounded or unknown are assumed to match.
    """

    def __init__(
        self,
        instruction: HloInstruction,
        operands: Sequence[Shape],
        computations: Mapping[str, HloComputation],
    ) -> None:
        self.instruction = instruction
        self.operands = operands
        self.computations = computations
        self.opcode = instruction.opcode
        self.attributes: Mapping[str, Any] = instruction.attributes
        self.written = instruction.shape

    # -- operands and attributes ----------------------------------------------------------------

    def array(self, place: int) -> ArrayShape:
        """The shape of an operand that must be an array."""
        return array(self.operands[place], place)

    def arrays(self) -> list[ArrayShape]:
        """The shapes of the operands, which must all be arrays."""
        return list(map(self.array, range(len(self.operands))))

    def scalars(self) -> list[Shape]:
        """A scalar of the element type of each operand."""
        return [ArrayShape(shape.element_type) for shape in self.arrays()]

    def axis(self, rank: int) -> int:
        """The only dimension in `dimensions`, of an array of the given rank."""
        axes: Sequence[int] = self.attributes.get("dimensions", ())
        for dimension in axes:
            if not 0 <= dimension < rank:
                raise ShapeMismatch(f"dimension {dimension} is out of bounds for rank {rank}", "dimensions")
        if len(set(axes)) < len(axes):
            raise ShapeMismatch("duplicate dimension in `dimensions`", "dimensions")
        if len(axes) != 1:
            raise ShapeMismatch(f"`{self.opcode}` expects one dimension, found {len(axes)}", "dimensions")
        return axes[0]

    # -- computations ---------------------------------------------------------------------------

    def called(
        self, attribute: str, arguments: Sequence[Shape], returns: Shape | None = None
    ) -> Shape | None:
        """The result of a computation for these arguments, which must be `returns`; None if it is unknown."""
        name = self.attributes.get(attribute)
        result = self.result_of(name, attribute, arguments)
        if returns is not None and result is not None and not agree(result, returns):
            message = f"`{name}` returns {plain(result)}, but `{self.opcode}` expects {plain(returns)}"
            raise ShapeMismatch(message, attribute, HLO_COMPUTATION)
        return result

    def result_of(self, name: object, attribute: str, arguments: Sequence[Shape]) -> Shape | None:
        """The result of the computation with a name; None if it is unknown."""
        computation = self.computations.get(name) if isinstance(name, str) else None
        if computation is None or not computation.is_complete:
            return None
        parameters = [parameter.shape for parameter in computation.parameter_instructions]
        if len(parameters) != len(arguments) or not all(
            own is None or agree(own, shape) for own, shape in zip(parameters, arguments, strict=True)
        ):
            expected, found = (", ".join(map(plain, shapes)) for shapes in (parameters, arguments))
            message = f"`{name}` expects ({expected}), but is called with ({found})"
            raise ShapeMismatch(message, attribute, HLO_COMPUTATION)
        return computation.root_instruction.shape


SHAPE_RULES: Final = Registry[Callable[[InferenceSite], Shape | None]]()


# -- shapes -------------------------------------------------------------------------------------


def plain(shape: Shape | None) -> str:
    """A shape without layout, for messages."""
    return "?" if shape is None else shape.without_layout


def array(shape: Shape, place: int) -> ArrayShape:
    """The shape as that of an array. Raises ShapeMismatch for other shapes."""
    if not isinstance(shape, ArrayShape):
        raise ShapeMismatch(f"expected an array, found {plain(shape)}", place)
    return shape


def same_size(size: int | Dim, other: int | Dim) -> bool:
    """Whether two sizes may be equal; an unknown size may have any value up to its bound."""
    return isinstance(size, Dim) or isinstance(other, Dim) or size == other


def same_dimensions(shape: ArrayShape, other: ArrayShape) -> bool:
    """Whether two arrays may have the same sizes."""
    return shape.rank == other.rank and all(map(same_size, shape.dimensions, other.dimensions))


def agree(shape: Shape, other: Shape) -> bool:
    """Whether two shapes may be equal, ignoring layouts."""
    if isinstance(shape, TupleShape) and isinstance(other, TupleShape):
        same_count = len(shape.elements) == len(other.elements)
        return same_count and all(map(agree, shape.elements, other.elements))
    if isinstance(shape, ArrayShape) and isinstance(other, ArrayShape):
        return shape.element_type == other.element_type and same_dimensions(shape, other)
    return shape.without_layout == other.without_layout


def donor_problem(donor: Donor, parameters: Sequence[Shape | None]) -> str:
    """The error in a donated parameter, or in a part of one; empty if it is an array."""
    problem = _part_problem(parameters, donor.parameter, donor.index, "parameter")
    return problem or _array_problem(parameters[donor.parameter], donor.index)


def donated_alias_problem(
    alias: InputOutputAlias, parameters: Sequence[Shape | None], whole: Shape | None
) -> str:
    """The error in an alias of a result and a parameter; empty if they are arrays of the same size."""
    problem = donor_problem(Donor(alias.operand, alias.index), parameters)
    return problem or alias_problem(alias, parameters, whole) or _array_problem(whole, alias.output)


def alias_problem(alias: InputOutputAlias, operands: Sequence[Shape | None], whole: Shape | None) -> str:
    """The error in an alias of a result and an operand; empty if it is valid."""
    problem = _part_problem(operands, alias.operand, alias.index, "operand") or _index_problem(
        whole, alias.output
    )
    operand = None if problem else operands[alias.operand]
    if operand is None or whole is None:
        return problem
    own, result = subshape(operand, alias.index), subshape(whole, alias.output)
    return "" if _bits(own) == _bits(result) else f"{plain(own)} and {plain(result)} have different sizes"


def _part_problem(shapes: Sequence[Shape | None], number: int, index: Sequence[int], kind: str) -> str:
    """The error in the number of an operand or parameter, or in a part of it; empty if it exists."""
    if not 0 <= number < len(shapes):
        return f"{kind} {number} does not exist"
    return _index_problem(shapes[number], index)


def _index_problem(shape: Shape | None, index: Sequence[int]) -> str:
    try:
        if shape is not None:
            subshape(shape, index)
    except LayoutError as error:
        return str(error)
    return ""


def _array_problem(shape: Shape | None, index: Sequence[int]) -> str:
    """The error in a part of a shape that exists; empty if it is an array."""
    part = None if shape is None else subshape(shape, index)
    return "" if part is None or isinstance(part, ArrayShape) else f"expected an array, found {plain(part)}"


def _bits(shape: Shape) -> int | None:
    shape = shape.array if isinstance(shape, BufferShape) else shape
    if not isinstance(shape, ArrayShape) or not shape.is_static:
        return None
    return shape.element_count * shape.element_type.bits


def with_sizes(shape: ArrayShape, sizes: Sequence[int | Dim]) -> ArrayShape:
    """The shape with other sizes and the default layout."""
    return ArrayShape(shape.element_type, tuple(sizes))


def bundled(shapes: Sequence[Shape]) -> Shape:
    """The only shape, or the tuple of several."""
    return shapes[0] if len(shapes) == 1 else TupleShape(tuple(shapes))


def parts(shape: Shape) -> tuple[Shape, ...]:
    """The elements of a tuple, or the only shape."""
    return shape.elements if isinstance(shape, TupleShape) else (shape,)
