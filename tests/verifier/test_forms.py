"""What holds for an operation holds for all that differ from it in sizes which no rule reads."""

import dataclasses

import pytest

from stablehlo_tools.formula.sizes import NamedSize, SizeIsRead
from stablehlo_tools.ir.operations import Block, Operation, Region, Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, TensorType, Type
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verifier.forms import OperationForm, form_of, plain_part

ADD = OPS["stablehlo.add"]


def types(*shapes: tuple[int, ...]) -> list[Type]:
    """Tensor types of f32."""
    return [TensorType(shape, ELEMENT_TYPES["f32"]) for shape in shapes]


def form(types: list[Type], attributes: dict[str, object] | None = None) -> OperationForm | None:
    """The form of an addition of values of these types."""
    block = Block(Region(Operation("", [], {})))
    operands = [Value(type, "", block, index) for index, type in enumerate(types[:-1])]
    operation = Operation("stablehlo.add", operands, attributes or {})  # type: ignore[arg-type]
    plain = plain_part(operation)
    return form_of(ADD, plain, types, (), set()) if plain else None


@pytest.mark.parametrize(
    ("rule", "holds"),
    [
        ("shape(lhs) = shape(rhs)", True),
        ("dim(lhs, 0) != 1", True),
        ("dim(lhs, 0) = dim(rhs, 0) or dim(lhs, 0) = 1", True),
        ("is_unique(shape(lhs))", True),
        ("rank(lhs) = 2", True),
        ("size(shape(lhs)) = 2", True),
        ("dim(lhs, 0) = 4", False),
        ("dim(lhs, 0) != 5", False),
        ("shape(lhs) = [4, 8]", False),
        ("dim(lhs, 0) < 5", False),
        ("size(lhs) = 32", False),
        ("dim(lhs, 0) + 4 = dim(lhs, 1)", False),
        ("dim(lhs, 1) % dim(lhs, 0) = 0", False),
        ("dim(lhs, 0) in [4, 5]", False),
        ("max(dim(lhs, 0), 3) = 4", False),
        ("dim(lhs, 0) = dim(lhs, 1)", False),
    ],
)
def test_a_rule_holds_for_all_sizes_if_it_asks_only_which_are_equal(rule: str, *, holds: bool) -> None:
    """All of these hold for 4x8 but the last."""
    op = dataclasses.replace(ADD, rules=(dataclasses.replace(ADD.rules[0], text=rule, guards=()),))
    given = types((4, 8), (4, 8), (4, 8))
    found = form(given)
    assert found is not None
    names = dict(zip(("lhs", "rhs", "result"), given, strict=True))
    assert found.is_valid_for_all_sizes(op, names) is holds


def test_forms_are_equal_where_the_same_sizes_are() -> None:
    """Sizes of 0 and 1 are what they are."""
    known = form(types((4, 8), (4, 8), (4, 8)))
    assert known is not None
    names = dict(zip(("lhs", "rhs", "result"), types((4, 8), (4, 8), (4, 8)), strict=True))
    assert known.is_valid_for_all_sizes(ADD, names)
    known.keep()
    block = Block(Region(Operation("", [], {})))
    for shapes, is_known in [
        (((3, 2),) * 3, True),
        (((8, 4),) * 3, True),
        (((4, 4),) * 3, False),
        (((1, 8),) * 3, False),
        (((0, 8),) * 3, False),
        (((4, 8, 9),) * 3, False),
        (((4, 8), (4, 8), (8, 4)), False),
    ]:
        given = types(*shapes)
        operands = [Value(type, "", block, index) for index, type in enumerate(given[:-1])]
        plain = plain_part(Operation(ADD.name, operands, {}))
        other = form_of(ADD, plain, given, (), known._known)
        assert other.is_known is is_known, shapes


def test_a_named_size_answers_nothing_else() -> None:
    """A comparison with a number that it may stand for raises."""
    size, other = NamedSize(), NamedSize()
    assert size == size
    assert size not in (other, 0, 1)
    for number in (2, -1, None, "2"):
        with pytest.raises(SizeIsRead):
            assert size == number
    with pytest.raises(TypeError):
        assert size < other  # type: ignore[operator]
    with pytest.raises(TypeError):
        assert size + 1  # type: ignore[operator]
