"""Fixes: what they make of a text, that it is the same program, and that a wrong one is not applied."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Edit, Fix
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.linter.check import settings_of_example
from stablehlo_tools.linter.fixes import FixResult, apply_fixes
from stablehlo_tools.linter.registry import RULES
from stablehlo_tools.linter.rule import Rule
from stablehlo_tools.linter.selection import Layer
from stablehlo_tools.linter.settings import Settings
from stablehlo_tools.ops.examples import examples
from tests import oracle
from tests.agreement.mlir import Mlir
from tests.rewrite.corners import turned

MODELS = Path(__file__).resolve().parents[2] / "testdata" / "models"
FIXABLE = [rule for rule in RULES.values() if rule.fix]


def mended(text: str, *codes: str) -> FixResult:
    settings = Settings(layers=(Layer(select=codes or ("ALL",)),))
    return apply_fixes(Source(text), functools.partial(stablehlo_tools.lint, settings=settings), unsafe=False)


@pytest.mark.parametrize("rule", FIXABLE, ids=lambda rule: rule.code)
def test_the_fix_of_a_rule_mends_its_example(rule: Rule) -> None:
    lint = functools.partial(stablehlo_tools.lint, settings=settings_of_example(rule))
    done = apply_fixes(Source(rule.bad), lint, unsafe=rule.fix == "unsafe")
    assert done.applied
    assert rule.code not in {each.code for each in done.remaining}
    assert stablehlo_tools.verify(done.text) == []


@pytest.mark.parametrize("rule", FIXABLE, ids=lambda rule: rule.code)
def test_what_a_fix_makes_computes_the_same(rule: Rule) -> None:
    """From infinities, NaN, zeros of either sign, subnormals and the greatest numbers, too."""
    lint = functools.partial(stablehlo_tools.lint, settings=settings_of_example(rule))
    done = apply_fixes(Source(rule.bad), lint, unsafe=False)
    assert done.applied
    modules = [stablehlo_tools.parse(text) for text in (rule.bad, done.text)]
    types = [each.type for each in modules[0].functions[0].arguments]
    tensors = [each for each in types if isinstance(each, TensorType)]
    for arrays in turned(tensors) if len(tensors) == len(types) else ():
        results = [stablehlo_tools.run(each, arrays, entry=each.functions[0].symbol) for each in modules]
        for before, after in zip(*results, strict=True):
            np.testing.assert_array_equal(to_bits_or_nan(after), to_bits_or_nan(before))


def to_bits_or_nan(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The bits of an array, of which those of a NaN do not matter."""
    data = np.where(np.isnan(array), np.nan, array) if array.dtype.kind in "fc" else array
    return np.ascontiguousarray(data).view(np.uint8)


def test_rules_without_a_fix_offer_none() -> None:
    for rule in RULES.values():
        found = stablehlo_tools.lint(rule.bad, settings=settings_of_example(rule))
        offered = [each for each in found if each.code == rule.code and each.fix]
        assert bool(offered) is bool(rule.fix), rule.code


def test_what_only_dead_code_reads_is_dead_code() -> None:
    text = """\
func.func private @twice(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// the entry
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @twice(%x) : (tensor<8xf32>) -> tensor<8xf32>
  // a comment that stays
  %1 = stablehlo.negate %0 : tensor<8xf32>  // one that goes
  return %x : tensor<8xf32>
}
"""
    assert (
        mended(text, "HYG").text
        == """\

// the entry
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // a comment that stays
  return %x : tensor<8xf32>
}
"""
    )


def test_uses_in_regions_and_of_several_results_are_replaced() -> None:
    text = """\
func.func @main(%p: tensor<i1>, %x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0:2 = stablehlo.optimization_barrier %x, %x : tensor<2x3xf32>, tensor<2x3xf32>
  %1 = stablehlo.transpose %0#1, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = "stablehlo.if"(%p) ({
    %3 = stablehlo.add %1, %1 : tensor<2x3xf32>
    stablehlo.return %3 : tensor<2x3xf32>
  }, {
    stablehlo.return %1 : tensor<2x3xf32>
  }) : (tensor<i1>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}
"""
    done = mended(text, "PERF002")
    assert done.applied == 1
    assert "%3 = stablehlo.add %0#1, %0#1 :" in done.text
    assert "    stablehlo.return %0#1 :" in done.text
    assert "transpose" not in done.text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "stablehlo.dot %x, %y, precision = [HIGH, HIGH] : "
            "(tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>",
            "stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [HIGH, HIGH] : "
            "(tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>",
        ),
        (
            "stablehlo.broadcast %y, sizes = [2, 4] : (tensor<3xf32>) -> tensor<2x4x3xf32>",
            "stablehlo.broadcast_in_dim %y, dims = [2] : (tensor<3xf32>) -> tensor<2x4x3xf32>",
        ),
        (
            '"stablehlo.einsum"(%x, %y) {einsum_config = "ab,b->a"} : '
            "(tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>",
            "stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : "
            "(tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>",
        ),
        (
            '"stablehlo.einsum"(%x, %y) {einsum_config = "ab,b->ba"} : '
            "(tensor<2x3xf32>, tensor<3xf32>) -> tensor<3x2xf32>",
            "stablehlo.dot_general %x, %y, batching_dims = [1] x [0], contracting_dims = [] x [] : "
            "(tensor<2x3xf32>, tensor<3xf32>) -> tensor<3x2xf32>",
        ),
        (
            '"stablehlo.unary_einsum"(%x) {einsum_config = "ab->ba"} : (tensor<2x3xf32>) -> tensor<3x2xf32>',
            "stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
        ),
    ],
)
def test_deprecated_ops_become_those_of_today(old: str, new: str) -> None:
    shape = old.rpartition(" ")[2]
    text = f"func.func @main(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> {shape} {{\n  %0 = {old}\n"
    text += f"  return %0 : {shape}\n}}\n"
    assert mended(text, "PORT001").text == text.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("dense<[true, false]> : tensor<2xi1>", "array<i1: true, false>"),
        ("dense<true> : tensor<2xi1>", "array<i1: true, true>"),
    ],
)
def test_lists_that_are_tensors_become_arrays(old: str, new: str) -> None:
    text = """\
func.func @main(%x: tensor<1x4x4x1xf32>, %w: tensor<2x2x1x1xf32>) -> tensor<1x3x3x1xf32> {
  %0 = "stablehlo.convolution"(%x, %w) {window_reversal = REVERSAL, batch_group_count = 1 : i64,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x3x3x1xf32>
  return %0 : tensor<1x3x3x1xf32>
}
"""
    assert mended(text.replace("REVERSAL", old), "PORT009").text == text.replace("REVERSAL", new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("func @main", "func.func @main"),
        ('#stablehlo<"comparison_direction LT">', "#stablehlo<comparison_direction LT>"),
        ("#stablehlo.type_extensions<bounds = [?, 5]>", "#stablehlo.bounds<?, 5>"),
    ],
)
def test_old_spellings_become_those_of_today(old: str, new: str) -> None:
    text = """\
// as func @main was written
func.func @main(%x: tensor<8x?xf32, #stablehlo.bounds<?, 5>>, %y: tensor<8xf32>) -> tensor<8xi1> {
  %0 = "stablehlo.compare"(%y, %y) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %1 = stablehlo.abs %x : tensor<8x?xf32, #stablehlo.bounds<?, 5>>
  return %0 : tensor<8xi1>
}
"""  # noqa: E501
    done = mended(text.replace(new, old), "PORT009")
    assert (done.text, done.remaining) == (text, [])


@pytest.mark.parametrize(
    ("config", "type", "zero"),
    [("abc->ca", "f32", "0."), ("abc->b", "i32", "0"), ("abc->", "f64", "0.")],
)
def test_a_sum_of_letters_becomes_a_reduction(config: str, type: str, zero: str) -> None:
    kept = "".join(f"{'234'['abc'.index(letter)]}x" for letter in config.partition("->")[2])
    text = f"""\
func.func @main(%x: tensor<2x3x4x{type}>) -> tensor<{kept}{type}> {{
  %0 = "stablehlo.unary_einsum"(%x) {{einsum_config = "{config}"}} : (tensor<2x3x4x{type}>) -> tensor<{kept}{type}>
  return %0 : tensor<{kept}{type}>
}}
"""  # noqa: E501
    done = mended(text, "PORT001")
    assert (done.applied, done.remaining) == (1, [])
    assert f"stablehlo.constant dense<{zero}> : tensor<{type}>" in done.text.replace("000000e+00", "")
    x = np.arange(24).reshape(2, 3, 4).astype({"f32": "f4", "i32": "i4", "f64": "f8"}[type])
    np.testing.assert_array_equal(stablehlo_tools.run(done.text, [x])[0], np.einsum(config, x))


@pytest.mark.parametrize("type", ["complex<f32>", "bf16"])
def test_a_sum_that_may_round_otherwise_is_left(type: str) -> None:
    text = """\
func.func @main(%x: tensor<2x3xT>) -> tensor<3xT> {
  %0 = "stablehlo.unary_einsum"(%x) {einsum_config = "ab->b"} : (tensor<2x3xT>) -> tensor<3xT>
  return %0 : tensor<3xT>
}
""".replace("xT>", f"x{type}>")
    done = mended(text, "PORT001")
    assert (done.applied, [each.code for each in done.remaining]) == (0, ["PORT001"])


MAP = """\
func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xi1> {
  %0 = "stablehlo.map"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.constant dense<2.0> : tensor<f32>
    %1 = stablehlo.multiply %a, %c : tensor<f32>
    %2 = "stablehlo.add"(%1, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("sum")
    %3 = stablehlo.compare LT, %2, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1> loc("map")
  return %0 : tensor<2x3xi1>
}
"""


def test_a_map_becomes_the_ops_of_its_body() -> None:
    done = mended(MAP, "PORT001")
    scalar, wide, decided = "tensor<f32>", "tensor<2x3xf32>", "tensor<2x3xi1>"
    assert [line.strip() for line in done.text.splitlines()[1:-2]] == [
        f'{each} loc("map")'
        for each in (
            f"%constant_2 = stablehlo.constant dense<2.000000e+00> : {scalar}",
            f"%broadcast_in_dim_2 = stablehlo.broadcast_in_dim %constant_2, dims = [] : ({scalar}) -> {wide}",
            f"%multiply_2 = stablehlo.multiply %x, %broadcast_in_dim_2 : {wide}",
            f"%add_2 = stablehlo.add %multiply_2, %y : {wide}",
            f"%0 = stablehlo.compare LT, %add_2, %x : ({wide}, {wide}) -> {decided}",
        )
    ]
    x, y = np.array([[1, 2, 3], [4, 5, 6]], np.float32), np.array([[-2, 0, -3], [-5, -4, -6]], np.float32)
    np.testing.assert_array_equal(stablehlo_tools.run(done.text, [x, y])[0], 2 * x + y < x)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("stablehlo.multiply %a, %c", "stablehlo.multiply %a, %outer"),
        ("return %3 : tensor<i1>\n", "return %p : tensor<i1>\n"),
    ],
)
def test_a_map_that_reads_what_is_around_it_has_no_fix(old: str, new: str) -> None:
    text = MAP.replace(old, new).replace("2x3xf32>) -> tensor<2x3xi1> {", "2x3xf32>, %outer: tensor<f32>, %p: tensor<i1>) -> tensor<2x3xi1> {")  # fmt: skip  # noqa: E501
    assert mended(text, "PORT001").text == text


def test_several_ops_are_mended_at_once_in_names_of_their_own() -> None:
    start, end = MAP.index("  %0"), MAP.index("  return")
    text = MAP[:start] + "".join(MAP[start:end].replace("%0 =", f"%{n} =") for n in (7, 8, 0)) + MAP[end:]
    done = mended(text, "PORT001")
    assert (done.applied, done.rejected) == (3, 0)


def test_a_sum_of_replicas_becomes_an_all_reduce() -> None:
    text = """\
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""  # noqa: E501
    done = mended(text, "PORT001")
    assert '"stablehlo.all_reduce"(%x)' in done.text
    assert "{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}" in done.text
    assert stablehlo_tools.verify(done.text) == []


def test_fixes_that_hold_only_apart_are_applied_one_after_the_other() -> None:
    text = ADD.replace("  return", "  %1 = stablehlo.abs %0 : tensor<8xf32>\n  %2 = stablehlo.abs %0 : tensor<8xf32>\n  return")  # fmt: skip  # noqa: E501

    def lint(source: Source) -> list[Diagnostic]:
        """Each fix takes the same new name."""
        return [
            Diagnostic(code, "m", span, fix=Fix("fix", (Edit(span, "%new"),)))
            for code in ("%1", "%2")
            if "%new" not in source.text and (start := source.text.find(code)) > 0
            for span in [Span(source, start, start + 2)]
        ]

    done = apply_fixes(Source(text), lint, unsafe=True)
    assert (done.applied, done.rejected) == (1, 0)


def test_an_einsum_whose_result_is_in_another_order_is_transposed() -> None:
    text = """\
func.func @main(%dot_general_2: tensor<4x2x3xf32>, %y: tensor<3x5x4xf32>) -> tensor<5x4x2xf32> {
  %0 = "stablehlo.einsum"(%dot_general_2, %y) {einsum_config = "nab,bcn->cna"} : (tensor<4x2x3xf32>, tensor<3x5x4xf32>) -> tensor<5x4x2xf32>
  return %0 : tensor<5x4x2xf32>
}
"""  # noqa: E501
    done = mended(text, "PORT001")
    assert done.text.splitlines()[1:3] == [
        "  %dot_general_2_1 = stablehlo.dot_general %dot_general_2, %y, batching_dims = [0] x [2], "
        "contracting_dims = [2] x [0] : (tensor<4x2x3xf32>, tensor<3x5x4xf32>) -> tensor<4x2x5xf32>",
        "  %0 = stablehlo.transpose %dot_general_2_1, dims = [2, 0, 1] : "
        "(tensor<4x2x5xf32>) -> tensor<5x4x2xf32>",
    ]
    x, y = np.arange(24, dtype=np.float32).reshape(4, 2, 3), np.arange(60, dtype=np.float32).reshape(3, 5, 4)
    (result,) = stablehlo_tools.run(done.text, [x, y])
    np.testing.assert_array_equal(result, np.einsum("nab,bcn->cna", x, y))


@pytest.mark.parametrize(("dim", "batch_dims", "shape"), [(0, 0, "2x3x5"), (1, 0, "4x2x3"), (1, 1, "")])
def test_an_index_select_becomes_a_gather(dim: int, batch_dims: int, shape: str) -> None:
    x, index = np.arange(20, dtype=np.float32).reshape(4, 5), np.array([[3, 1, 0], [2, 2, 1]], np.int32)
    if batch_dims:
        index, shape = np.array([[3, 1], [0, 0], [2, 4], [1, 1]], np.int32), "4x2"
        expected = np.take_along_axis(x, index, 1)
    else:
        expected = np.take(x, index, dim)
        shape = "x".join(map(str, expected.shape))
    sizes = "x".join(map(str, index.shape))
    text = f"""\
func.func @main(%x: tensor<4x5xf32>, %i: tensor<{sizes}xi32>) -> tensor<{shape}xf32> {{
  %0 = "stablehlo.torch_index_select"(%x, %i) {{dim = {dim} : i64, batch_dims = {batch_dims} : i64}} : (tensor<4x5xf32>, tensor<{sizes}xi32>) -> tensor<{shape}xf32>
  return %0 : tensor<{shape}xf32>
}}
"""  # noqa: E501
    done = mended(text, "PORT001")
    assert '"stablehlo.gather"' in done.text
    np.testing.assert_array_equal(stablehlo_tools.run(done.text, [x, index])[0], expected)


@pytest.mark.parametrize("config", ["ab,b->", "ab,c->a", "ab,bc->abc"])
def test_an_einsum_that_is_no_dot_product_has_no_fix(config: str) -> None:
    lhs, rhs, result = ("2x" * len(term) for term in config.replace("->", ",").split(","))
    types = f"(tensor<{lhs}f32>, tensor<{rhs}f32>) -> tensor<{result}f32>"
    text = f"""\
func.func @main(%x: tensor<{lhs}f32>, %y: tensor<{rhs}f32>) -> tensor<{result}f32> {{
  %0 = "stablehlo.einsum"(%x, %y) {{einsum_config = "{config}"}} : {types}
  return %0 : tensor<{result}f32>
}}
"""
    done = mended(text, "PORT001")
    assert ("dot_general" in done.text) is (config == "ab,bc->abc")


def test_programs_of_one_file_are_mended_apart() -> None:
    one = """\
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %x : tensor<8xf32>
  return %x : tensor<8xf32>
}
"""
    two = f"{one}// -----\n{one}"
    assert mended(two, "HYG002").text == two.replace("  %0 = stablehlo.negate %x : tensor<8xf32>\n", "")


def wrong(source: Source, replaced: str, text: str) -> list[Diagnostic]:
    """A rule that offers a fix that is none, wherever it can."""
    start = source.text.find(replaced)
    if start < 0:
        return []
    span = Span(source, start, start + len(replaced))
    return [Diagnostic("X", "wrong", span, fix=Fix("break it", (Edit(span, text),)))]


ADD = """\
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""


@pytest.mark.parametrize("text", ["subtract", "ad", "divide %x,", "and"])
def test_a_fix_that_changes_results_or_does_not_verify_is_refused(text: str) -> None:
    done = apply_fixes(Source(ADD), lambda source: wrong(source, "add", text), unsafe=True)
    assert (done.text, done.applied) == (ADD, 0)
    (left,) = done.remaining
    assert left.fix is None
    assert left.notes[-1].startswith("the fix is not applied: the program would ")


def test_one_wrong_fix_does_not_keep_others_from_being_applied_again_and_again() -> None:
    dead = "".join(f"  %{n + 1} = stablehlo.abs %{n} : tensor<8xf32>\n" for n in range(4))
    chain = ADD.replace("  return", f"{dead}  return")
    settings = Settings(layers=(Layer(select=("HYG002",)),))

    def lint(source: Source) -> list[Diagnostic]:
        return [*wrong(source, "add", "subtract"), *stablehlo_tools.lint(source, settings=settings)]

    done = apply_fixes(Source(chain), lint, unsafe=False)
    assert (done.text, done.applied) == (ADD, 4)
    assert [each.code for each in done.remaining] == ["X"]


def test_of_several_fixes_those_that_hold_are_applied() -> None:
    def lint(source: Source) -> list[Diagnostic]:
        return [*wrong(source, "add", "subtract"), *wrong(source, "@main(", "@main (")]

    done = apply_fixes(Source(ADD), lint, unsafe=True)
    assert (done.text, done.applied) == (ADD.replace("@main(", "@main ("), 1)


def test_a_program_that_draws_lots_can_be_mended() -> None:
    text = """\
func.func @main(%a: tensor<f32>, %b: tensor<f32>) -> tensor<8xf32> {
  %shape = stablehlo.constant dense<8> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""  # noqa: E501
    assert mended(text, "HYG002").applied == 1


def test_what_is_not_safe_is_applied_only_when_asked_for() -> None:
    def lint(source: Source) -> list[Diagnostic]:
        return [
            Diagnostic("X", "m", each.span, fix=Fix("fix", each.fix.edits, is_safe=False))
            for each in wrong(source, "@main(", "@main (")
            if each.fix
        ]

    assert apply_fixes(Source(ADD), lint, unsafe=False).applied == 0
    assert apply_fixes(Source(ADD), lint, unsafe=True).applied == 1


@pytest.mark.parametrize("name", ["attention_grad", "linalg", "prng", "mlp"])
def test_models_compute_the_same(name: str) -> None:
    source = Source((MODELS / f"{name}.mlir").read_text(encoding="utf-8"), name)
    done = apply_fixes(source, stablehlo_tools.lint, unsafe=False)
    assert bool(done.applied) is (name != "mlp")
    assert not [each for each in done.remaining if each.fix]
    with np.load(MODELS / f"{name}.inputs.npz") as arrays:
        inputs = [arrays[f"arg{index}"] for index in range(len(arrays.files))]
    for result, expected in zip(
        stablehlo_tools.run(done.text, inputs), stablehlo_tools.run(source, inputs), strict=True
    ):
        np.testing.assert_array_equal(result, expected)


def test_mlir_reads_what_takes_the_place_of_deprecated_ops() -> None:
    """Of a product of which no dimension is contracted, too."""
    if not oracle.is_there():
        pytest.skip("MLIR comes with jax")
    deprecated = {"stablehlo.dot", "stablehlo.broadcast", "stablehlo.einsum", "stablehlo.unary_einsum"}
    deprecated |= {"stablehlo.torch_index_select", "stablehlo.create_token", "stablehlo.map"}
    texts = [each.text for each in examples() if not each.codes and deprecated & each.ops]
    texts += [MAP, OUTER_PRODUCT]
    count = 0
    with Mlir() as mlir:
        for text in texts:
            done = mended(text, "PORT001")
            assert not done.applied or mlir.verdict(done.text) is None
            count += done.applied
    assert count > 10


OUTER_PRODUCT = """\
func.func @main(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<3x2xf32> {
  %0 = "stablehlo.einsum"(%x, %y) {einsum_config = "ab,b->ba"} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
"""  # noqa: E501
