"""Which rules are violated, which are unknown, and what is said about them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from stablehlo_tools.formula.check import CheckResult, check
from stablehlo_tools.formula.functions import RegionType
from stablehlo_tools.formula.logic import NUMBER
from stablehlo_tools.formula.rules import rules_of
from stablehlo_tools.ir.types import (
    DYNAMIC,
    Dim,
    OpaqueType,
    QuantizedType,
    TensorType,
    TokenType,
    TupleType,
    element_type_named,
    tensor_type,
)
from stablehlo_tools.ops.model.schema import AttributeField, Op, OperandRule, ValueField
from stablehlo_tools.ops.registry import OPS

Declare = Callable[..., Op]
F32 = element_type_named("f32")
SCALAR = tensor_type((), "f32")


def violated(checked: CheckResult) -> list[str]:
    return [violation.rule.id for violation in checked.violations]


def unknown(checked: CheckResult) -> list[str]:
    return [rule.id for rule in checked.unknown]


# --- dot_general ------------------------------------------------------------------------------------

DOT_GENERAL = OPS["stablehlo.dot_general"]


def quantized(storage_type: str = "i8", zero_point: int = 0, axis: int | None = None) -> QuantizedType:
    stored, count = element_type_named(storage_type), 1 if axis is None else 5
    text = f"{storage_type}:{zero_point}:{axis}"
    return QuantizedType(stored, F32, -128, 127, (0.5,) * count, (zero_point,) * count, axis, text)


def dot(**changes: Any) -> dict[str, Any]:
    """A batch of 8 products of 3x4 and 4x5 matrices, changed."""
    names: dict[str, Any] = {
        "lhs": tensor_type((8, 3, 4), "f32"),
        "rhs": tensor_type((8, 4, 5), "f32"),
        "result": tensor_type((8, 3, 5), "f32"),
        "lhs_batching_dimensions": (0,),
        "rhs_batching_dimensions": (0,),
        "lhs_contracting_dimensions": (2,),
        "rhs_contracting_dimensions": (1,),
        "precision_config": ("DEFAULT", "DEFAULT"),
    }
    algorithm = {field.name: None for field in DOT_GENERAL.attributes if field.name not in names}
    return names | algorithm | changes


Q8 = {name: TensorType(dot()[name].shape, quantized()) for name in ("lhs", "rhs", "result")}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"lhs_batching_dimensions": ()}, ["C1"]),
        ({"lhs_contracting_dimensions": ()}, ["C2"]),
        ({"lhs_contracting_dimensions": (0,)}, ["C3"]),
        ({"rhs_contracting_dimensions": (0,)}, ["C4"]),
        ({"lhs_batching_dimensions": (-1,)}, ["C5"]),
        ({"lhs_contracting_dimensions": (3,)}, ["C6"]),
        ({"rhs_batching_dimensions": (3,)}, ["C7"]),
        ({"rhs_contracting_dimensions": (7,)}, ["C8"]),
        ({"lhs": tensor_type((7, 3, 4), "f32")}, ["C9"]),
        ({"rhs": tensor_type((8, 2, 5), "f32")}, ["C10"]),
        ({"precision_config": ("DEFAULT",) * 3}, ["C11"]),
        ({"result": tensor_type((8, 5, 3), "f32")}, ["C12"]),
        ({"rhs": tensor_type((8, 4, 5), "i1")}, ["C13"]),
        ({"result": tensor_type((8, 3, 5), "bf16")}, []),
        ({"lhs_contracting_dimensions": (3,), "precision_config": ("HIGH",) * 3}, ["C6", "C11"]),
        (Q8, []),
        (Q8 | {"result": tensor_type((8, 3, 5), "f32")}, ["C14"]),
        ({"result": Q8["result"]}, ["C14"]),
        (Q8 | {"rhs": TensorType((8, 4, 5), quantized(zero_point=3))}, ["C15"]),
        (Q8 | {"rhs": TensorType((8, 4, 5), quantized(axis=1))}, ["C16"]),
        (Q8 | {"rhs": TensorType((8, 4, 5), quantized(axis=2))}, []),
        (Q8 | {"rhs": TensorType((8, 4, 5), quantized("i4"))}, ["C17"]),
        (Q8 | {"result": TensorType((8, 3, 5), quantized(axis=2))}, ["C19"]),
        ({"rhs": Q8["rhs"]}, []),
        ({"rhs": Q8["rhs"], "result": tensor_type((8, 3, 5), "f64")}, ["C20"]),
        ({"lhs_component_count": 1, "precision_config": ("HIGH", "DEFAULT"),
          "rhs_component_count": 0, "num_primitive_operations": 1}, ["C21", "C23"]),
    ],
)  # fmt: skip
def test_dot_general(changes: dict[str, Any], expected: list[str]) -> None:
    assert violated(check(DOT_GENERAL, dot(**changes))) == expected


def test_strict_rules_are_checked_only_where_that_is_asked_for() -> None:
    mixed = dot(rhs=tensor_type((8, 4, 5), "f64"), precision_config=("HIGH",))
    assert violated(check(DOT_GENERAL, mixed)) == []
    assert violated(check(DOT_GENERAL, mixed, strict=True)) == ["C11", "C13"]


@pytest.mark.parametrize(
    ("changes", "expected_violated", "expected_unknown"),
    [
        ({"lhs": tensor_type((DYNAMIC, 3, 4), "f32")}, [], ["C9", "C12"]),
        ({"lhs": tensor_type((8, DYNAMIC, 4), "f32")}, [], ["C12"]),
        ({"lhs": tensor_type((8, Dim(0, 2), 4), "f32")}, ["C12"], []),
        ({"lhs": tensor_type((8, 3, DYNAMIC), "f32")}, [], ["C10"]),
        ({"lhs": tensor_type((8, 3, Dim(0, 3)), "f32")}, ["C10"], []),
        ({"lhs": tensor_type((DYNAMIC, 3, 4), "f32"), "lhs_contracting_dimensions": (3,)}, ["C6"], ["C9"]),
        ({"lhs": TensorType(None, F32)}, [], ["C5", "C6", "C9", "C10", "C12"]),
        ({"result": TensorType(None, F32)}, [], ["C12"]),
        ({"lhs": OpaqueType("!a.b")}, [], ["C5", "C6", "C9", "C10", "C12", "C13"]),
    ],
)
def test_dot_general_of_tensors_of_unknown_shape(
    changes: dict[str, Any], expected_violated: list[str], expected_unknown: list[str]
) -> None:
    checked = check(DOT_GENERAL, dot(**changes))
    assert violated(checked) == expected_violated
    assert [name for name in unknown(checked) if name < "C14" or len(name) == 2] == expected_unknown


def test_what_a_violation_says() -> None:
    (violation,) = check(DOT_GENERAL, dot(lhs_contracting_dimensions=(3,))).violations
    assert violation.link is not None
    assert violation.link.text == "lhs_contracting_dimensions < rank(lhs)"
    assert str(violation.link) == "3 < 3 at index 0"
    assert violation.link.path == (("index", 0),)
    assert violation.values == (
        ("lhs_contracting_dimensions", "[3]"),
        ("rank(lhs)", "3"),
        ("lhs", "tensor<8x3x4xf32>"),
    )
    assert violation.names == ("lhs_contracting_dimensions", "lhs")


def test_a_result_of_the_wrong_shape_is_itself_at_fault() -> None:
    (violation,) = check(DOT_GENERAL, dot(result=tensor_type((8, 3, 6), "f32"))).violations
    assert violation.names[0] == "result"
    assert str(violation.link) == "6 = 5 at index 2"
    assert ("lhs_result_dimensions", "[1]") in violation.values
    assert ("lhs_contracting_dimensions", "[2]") in violation.values  # through the definition


def test_literals_are_not_listed_as_values() -> None:
    changes = {"lhs_component_count": 1, "rhs_component_count": 1, "num_primitive_operations": 1}
    (violation,) = check(DOT_GENERAL, dot(**changes, precision_config=("DEFAULT", "HIGH"))).violations
    assert violation.values == (("precision_config", "[DEFAULT, HIGH]"),)
    assert str(violation.link) == "HIGH = DEFAULT at index 1"


# --- one mistake, one error -------------------------------------------------------------------------


def test_later_rules_on_a_poisoned_attribute_are_silent(declare: Declare) -> None:
    op = declare("C1 axis < rank(operand)\nC2 axis = 7\nC3 rank(operand) = 5", attributes="axis")
    assert violated(check(op, {"operand": SCALAR, "axis": 2, "result": SCALAR})) == ["C1", "C3"]


def test_a_poisoned_region_silences_what_follows_from_it(declare: Declare) -> None:
    op = declare(
        """
        C1 type(body) = (tensor<E>) -> tensor<E>
        C2 element_type(result) = E
        E := element_type(output_types(body)[0])
        """,
        regions="body",
    )
    names = {"operand": SCALAR, "result": tensor_type((), "f64")}
    assert violated(check(op, names | {"body": RegionType((SCALAR,), (SCALAR,))})) == ["C2"]
    assert violated(check(op, names | {"body": RegionType((), (SCALAR,))})) == ["C1"]


def test_rules_on_the_same_side_of_the_same_types_are_silent(declare: Declare) -> None:
    op = declare(
        """
        C1 shape(a) = shape(b)
        C2 rank(b) = 1
        C3 element_type(a) = element_type(b)
        C4 type(b) = type(result)
        C5 shape(b) = sizes
        """,
        operands="a b",
        attributes="sizes",
    )
    a, b, f64 = tensor_type((2,), "f32"), tensor_type((2, 3), "f32"), tensor_type((2, 3), "f64")
    names = {"a": a, "b": b, "result": b, "sizes": (2, 3)}
    assert violated(check(op, names)) == ["C1"]
    assert violated(check(op, names | {"sizes": ()})) == ["C1", "C5"]
    assert violated(check(op, names | {"b": f64, "result": f64})) == ["C1", "C3"]
    assert violated(check(op, names | {"b": a, "result": b})) == ["C4", "C5"]


def test_a_rule_that_cannot_be_evaluated_may_come_before_the_rule_that_is_violated(declare: Declare) -> None:
    op = declare("C1 dim(operand, axis) = 1\nC2 0 <= axis < rank(operand)", attributes="axis")
    assert violated(check(op, {"operand": SCALAR, "axis": 0, "result": SCALAR})) == ["C2"]


def test_a_rule_that_cannot_be_evaluated_is_excused_by_one_that_is_silent(declare: Declare) -> None:
    op = declare("C1 a = 0\nC2 dim(operand, b) = 1\nC3 [a, b] < rank(operand)", attributes="a b")
    assert violated(check(op, {"operand": SCALAR, "a": 1, "b": 0, "result": SCALAR})) == ["C1"]


def test_a_rule_that_cannot_be_evaluated_is_unknown_beside_one_that_is(declare: Declare) -> None:
    op = declare(
        "C1 dim(operand, axis) = 1\nC2 axis < rank(other)", operands="operand other", attributes="axis"
    )
    checked = check(op, {"operand": SCALAR, "other": TensorType(None, F32), "axis": 0, "result": SCALAR})
    assert (violated(checked), unknown(checked)) == ([], ["C2", "C1"])


def test_a_rule_that_cannot_be_evaluated_for_no_reason_is_our_mistake(declare: Declare) -> None:
    op = declare("C1 dim(operand, 0) = 1")
    with pytest.raises(RuntimeError, match=r"test.op \(C1\): dim\(operand, 0\) = 1: IndexError"):
        check(op, {"operand": SCALAR, "result": SCALAR})


def test_names_known_to_be_wrong_or_missing(declare: Declare) -> None:
    op = declare("C1 axis = 1\nC2 rank(operand) = 1", attributes="axis")
    checked = check(op, {"operand": SCALAR, "result": SCALAR}, poisoned=["axis"])
    assert violated(checked) == ["C2"]


# --- guards, regions, predicates --------------------------------------------------------------------


def test_guards(declare: Declare) -> None:
    op = declare(
        """
        when a:
            C1 b = 1
            when !c:
                C2 b = 2
        C3 b = 3
        """,
        attributes="a b c",
    )
    names: dict[str, Any] = {"operand": SCALAR, "result": SCALAR, "b": 4}
    for a, c, expected in (
        (True, True, ["C1"]), (True, False, ["C1"]), (False, False, ["C3"]), (None, False, ["C3"]),
    ):  # fmt: skip
        assert violated(check(op, names | {"a": a, "c": c})) == expected
    assert unknown(check(op, names | {"a": None, "c": False})) == ["C1", "C2"]
    assert unknown(check(op, names | {"a": None, "c": False, "b": 1})) == ["C2"]


def test_the_element_of_a_region_type_at_fault(declare: Declare) -> None:
    op = declare(
        "C1 type(body) = (T...) -> (T...)\nT := type(operand...)", operands="operand...", regions="body"
    )
    types = (SCALAR, tensor_type((2,), "f32"))
    wrong = (SCALAR, tensor_type((3,), "f32"))
    for body, expected in (
        (RegionType(wrong, types), "tensor<3xf32> = tensor<2xf32> at input 1"),
        (RegionType(types, wrong), "tensor<3xf32> = tensor<2xf32> at output 1"),
        (RegionType(types, ()), "(tensor<f32>, tensor<2xf32>) -> () = "
                                "(tensor<f32>, tensor<2xf32>) -> (tensor<f32>, tensor<2xf32>)"),
    ):  # fmt: skip
        (violation,) = check(op, {"operand": types, "body": body, "result": SCALAR}).violations
        assert str(violation.link) == expected
        assert violation.names == ("body", "operand")
        assert "body" not in dict(violation.values)


@pytest.mark.parametrize(
    ("rule", "link", "values"),
    [
        ("If rank(operand) = 2, then a = 1", "4 = 1", {"a": "4"}),
        ("a = 4 and b = a", "2 = 4 at index 0", {"b": "[2, 3]", "a": "4"}),
        ("0 < b <= 2 and a = 4", "3 <= 2 at index 1", {"b": "[2, 3]"}),
        ("dim(operand, d) = 5 or dim(operand, d) = b[d] for all d in axes(operand)", None,
         {"d": "1", "dim(operand, d)": "4", "operand": "tensor<2x4xf32>", "b[d]": "3", "b": "[2, 3]"}),
        ("(a = 4) ? b = 2 : b[9] = 1", "3 = 2 at index 1", {"b": "[2, 3]"}),
        ("a = a = 4 ? 5 : b[9]", "4 = 5", {"a": "4", "a = 4 ? 5 : b[9]": "5"}),
        ("a in [1, 2]", "4 in [1, 2]", {"a": "4"}),
        ("b in [1, 2]", "3 in [1, 2] at index 1", {"b": "[2, 3]"}),
        ("is_unique([b..., 2])", None, {"is_unique([b..., 2])": "false", "b": "[2, 3]"}),
        ("c = 1", "4 = 1 at index 1, index 0", {"c": "[[1, 1], [4, 1]]"}),
        ("c = [1, 1]", "4 = 1 at index 1, index 0", {"c": "[[1, 1], [4, 1]]"}),
        ("!(a = 4)", None, {"a": "4"}),
    ],
)  # fmt: skip
def test_the_part_of_a_formula_at_fault(
    declare: Declare, rule: str, link: str | None, values: dict[str, str]
) -> None:
    op = declare(f"C1 {rule}", attributes="a b c")
    names = {
        "operand": tensor_type((2, 4), "f32"),
        "a": 4,
        "b": (2, 3),
        "c": ((1, 1), (4, 1)),
        "result": SCALAR,
    }
    (violation,) = check(op, names).violations
    assert (violation.link and str(violation.link)) == link
    assert dict(violation.values) == values


def test_the_newcomer_of_a_chain_is_named_first(declare: Declare) -> None:
    op = declare("C1 type(a) = type(b) = type(c)", operands="a b c")
    f64 = tensor_type((), "f64")
    (violation,) = check(op, {"a": SCALAR, "b": SCALAR, "c": f64, "result": SCALAR}).violations
    assert violation.names == ("c", "b", "a")
    (violation,) = check(op, {"a": SCALAR, "b": f64, "c": f64, "result": SCALAR}).violations
    assert violation.names == ("a", "b", "c")


def test_prose_with_a_predicate(declare: Declare) -> None:
    op = declare(
        "C1 The axis is even, whatever other is.\nC2 axis = 4",
        attributes="axis other",
        C1=lambda axis, operand: None if axis is None else axis % 2 == 0,
    )
    names = {"operand": SCALAR, "result": SCALAR, "other": 1}
    (violation,) = check(op, names | {"axis": 3}).violations
    assert violation.link is None
    assert violation.names == ("axis", "operand")
    assert violation.values == (("axis", "3"), ("operand", "tensor<f32>"))
    assert violated(check(op, names | {"axis": 4})) == []
    assert unknown(check(op, names | {"axis": None})) == ["C1", "C2"]


def test_a_rule_reads_only_what_its_op_has(declare: Declare) -> None:
    op = declare("C1 axis = 1\nC2 twice = N\ntwice := axis + axes", attributes="axis")
    first, second = rules_of(op).rules
    assert first.names == ("axis",)
    with pytest.raises(NameError, match=r"test.op reads axes"):
        assert second.names


# --- all ops ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("op", OPS.values(), ids=list(OPS))
def test_the_rules_of_every_op_read_only_what_it_has(op: Op) -> None:
    for rule in rules_of(op).rules:
        assert rule.names or rule.rule.kind == "run time"


class Inputs:
    """Operations that nobody would write."""

    SIZES = (0, 1, 1, 2, 2, 3, 4)
    NUMBERS = (-3, -1, 0, 0, 1, 1, 2, 2, 3, 5)

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.elements: list[Any] = [
            element_type_named(name) for name in ("f32", "i1", "i32", "complex<f32>", "ui8")
        ]
        self.rank = self.random.randrange(4)

    def names(self, op: Op) -> dict[str, Any]:
        entries: list[ValueField] = [*op.operands, *op.outputs]
        names: dict[str, Any] = {entry.name: self.group(entry.rule) for entry in entries}
        names |= {field.name: self.attribute(field) for field in op.attributes}
        names |= {name: [self.region()] if rule.variadic else self.region() for name, rule in op.regions}
        return names

    def some(self, make: Callable[[], Any], most: int = 4) -> tuple[Any, ...]:
        return tuple(make() for _ in range(self.random.randrange(most)))

    def group(self, rule: OperandRule) -> Any:
        if rule.is_read:
            return self.numbers() if rule.rank == 1 else self.some(lambda: self.numbers(3))
        return self.some(self.type) if rule.variadic else self.type()

    def numbers(self, most: int = 4) -> tuple[int, ...]:
        return self.some(lambda: self.random.choice(self.NUMBERS), most)

    def type(self) -> Any:
        others = (TensorType(None, F32), TokenType(), TupleType(()), OpaqueType("!a.b"))
        if self.random.random() < 0.05:
            return self.random.choice(others)
        rank = self.rank if self.random.random() < 0.7 else self.random.randrange(4)
        axis = self.random.choice([None, *range(rank)])
        element = quantized(axis=axis) if self.random.random() < 0.1 else self.random.choice(self.elements)
        return TensorType(tuple(self.random.choice(self.SIZES) for _ in range(rank)), element)

    def region(self) -> RegionType:
        return RegionType(self.some(self.scalar), self.some(self.scalar, 3))

    def scalar(self) -> TensorType:
        return TensorType((), self.random.choice(self.elements))

    def attribute(self, field: AttributeField) -> Any:
        rule = field.rule
        number = self.random.choice(self.NUMBERS)
        makers: dict[str, Callable[[], Any]] = {
            "integer": lambda: self.random.choice(self.NUMBERS),
            "integers": self.numbers,
            "table": lambda: self.some(lambda: (number, self.random.choice(self.NUMBERS))),
            "groups": lambda: self.some(self.numbers),
            "equal groups": lambda: self.some(lambda: (number, self.random.choice(self.NUMBERS))),
            "function": lambda: self.random.choice(("f", self.region())),
            "boolean": lambda: number > 0,
            "booleans": lambda: self.some(lambda: number > 0),
            "flag": lambda: number > 0,
            "text": lambda: self.random.choice(("a.b", "c")),
            "type": lambda: self.random.choice(("f32", "tf32")),
            "choice": lambda: self.random.choice(rule.choices or ("NONE",)),
            "channel type": lambda: self.random.choice(rule.choices),
            "choices": lambda: self.some(lambda: self.random.choice(rule.choices)),
            "constant": self.scalar,
        }
        return makers.get(rule.kind, lambda: None if callable(field.default) else field.default)()

    def blurred(self, x: Any) -> Any:
        """`x`, with sizes forgotten."""
        if isinstance(x, tuple) and type(x) is not Dim:
            return tuple(map(self.blurred, x))
        if isinstance(x, int):
            return self.random.choice((x, NUMBER))
        if not isinstance(x, TensorType) or x.shape is None:
            return x
        if self.random.random() < 0.05:
            return TensorType(None, x.element_type)
        return TensorType(tuple(map(self.blurred_size, x.shape)), x.element_type)

    def blurred_size(self, size: Any) -> Any:
        return self.random.choice((size, size, DYNAMIC, Dim(0, max(size, 3))))


SEEDS = range(40)


@pytest.mark.parametrize("op", OPS.values(), ids=list(OPS))
def test_whatever_an_operation_says_its_rules_can_be_checked(op: Op) -> None:
    for seed in SEEDS:
        for violation in check(op, Inputs(seed).names(op)).violations:
            assert violation.values
            assert set(violation.names) <= set(Inputs(seed).names(op))
            assert str(violation.link)


@pytest.mark.parametrize("op", OPS.values(), ids=list(OPS))
def test_what_is_certain_of_unknown_sizes_is_so_whatever_they_are(op: Op) -> None:
    rules = rules_of(op)
    for seed in SEEDS:
        inputs = Inputs(seed)
        names = inputs.names(op)
        types = {entry.name for entry in op.operands} | {entry.name for entry in op.outputs}
        blurred = {name: inputs.blurred(value) if name in types else value for name, value in names.items()}
        for rule in rules.rules:
            try:
                certain = rule.holds(rules.environment(blurred))
                actual = rule.holds(rules.environment(names))
            except (LookupError, ValueError):
                continue
            assert certain is None or actual is None or certain is actual


@pytest.mark.parametrize(
    ("name", "id", "reads"),
    [
        ("stablehlo.infeed", "C4", ("layout", "results")),  # not the token of "but the token"
        ("stablehlo.unary_einsum", "C2", ("einsum_config", "operand", "result")),
        ("chlo.broadcast_add", "C2", ("lhs", "rhs", "result", "broadcast_dimensions")),
        ("chlo.broadcast_add", "C1", ()),
    ],
)
def test_a_predicate_reads_its_parameters(name: str, id: str, reads: tuple[str, ...]) -> None:
    (rule,) = (rule for rule in rules_of(OPS[name]).rules if rule.rule.id == id)
    assert rule.names == reads
