"""What XLA writes and reads since jaxlib 0.12: elements of tuples, orders of comparisons, other opcodes.

Expected texts are those that `hlo_module_from_text(text).to_string()` of jaxlib 0.12.0 gives.
"""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import hlo
from stablehlo_tools.diagnostics.diagnostic import ConversionError

_MODULE = """HloModule m

add {{
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}}

ENTRY e {{
  p = (f32[4]{{0}}, (f32[2]{{0}}, s32[])) parameter(0)
  q = f32[4]{{0}} parameter(1)
  i = s32[1]{{0}} parameter(2)
  {}
}}
"""


_DOT = "dot(q, q), lhs_contracting_dims={0}, rhs_contracting_dims={0}"


def instructions(text: str) -> list[str]:
    """The instructions after the parameters, as they are printed."""
    printed = stablehlo_tools.format(_MODULE.format(text))
    lines = printed.partition("ENTRY")[2].splitlines()
    return [line.strip() for line in lines if "=" in line and "parameter(" not in line]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ROOT a = f32[4] negate(p#0)", ["p_0 = f32[4]{0} get-tuple-element(p), index=0"]),
        ("ROOT a = f32[4] negate(f32[4] p #/**/ 0)", ["p_0 = f32[4]{0} get-tuple-element(p), index=0"]),
        (
            "b = f32[2] negate(p#1#0)\n  c = f32[2] add(p#1#0, b)\n  ROOT d = s32[] negate(p#1#1)",
            [
                "p_1 = (f32[2]{0}, s32[]) get-tuple-element(p), index=1",
                "p_1_0 = f32[2]{0} get-tuple-element(p_1), index=0",
                "b = f32[2]{0} negate(p_1_0)",
                "c = f32[2]{0} add(p_1_0, b)",
                "p_1_1 = s32[] get-tuple-element(p_1), index=1",
            ],
        ),
        (
            "p_0 = f32[4] negate(q)\n  ROOT a = f32[4] add(p#0, p_0)",
            ["p_0 = f32[4]{0} negate(q)", "p_0.1 = f32[4]{0} get-tuple-element(p), index=0"],
        ),
    ],
)  # fmt: skip
def test_elements_of_tuples_are_instructions(text: str, expected: list[str]) -> None:
    assert instructions(text)[:-1] == expected


@pytest.mark.parametrize(
    ("operand", "message", "place"),
    [
        ("p#2", "the tuple has 2 elements", "2"),
        ("q#0", "expected a tuple, found f32[4]", "q"),
        ("z#0", "use of undefined instruction `z` in `e`", "z"),
        ("p#-1", "expected `,`, found `#`", "#"),
        ("f32[3] p#0", "`p_0` has shape f32[4], not f32[3]", "p"),
    ],
)
def test_an_element_that_is_not_there_is_an_error(operand: str, message: str, place: str) -> None:
    (found,) = stablehlo_tools.verify(_MODULE.format(f"ROOT a = f32[4] negate({operand})"))
    assert found.span is not None
    assert (found.message, found.span.text) == (message, place)


def test_elements_in_two_computations_are_two_instructions() -> None:
    body = "{ t = (f32[]) parameter(0) ROOT n = f32[] negate(t#0) }"
    module = hlo.parse(f"f {body} ENTRY g {body}")
    assert [len(each.instructions) for each in module.computations] == [3, 3]


@pytest.mark.parametrize(
    ("order", "expected"),
    [("order=TOTAL", [True, False]), ("order=PARTIAL", [False, False]), ("type=TOTALORDER", [True, False])],
)
def test_the_order_of_a_comparison(order: str, expected: list[bool]) -> None:
    text = f"""ENTRY e {{
      a = f32[2] parameter(0)
      b = f32[2] parameter(1)
      ROOT c = pred[2] compare(a, b), direction=LT, {order}
    }}"""
    zeros = np.array([-0.0, 0.0], np.float32)
    (found,) = stablehlo_tools.run(text, [zeros, -zeros])
    assert found.tolist() == expected
    assert order in stablehlo_tools.format(text)


def test_an_unknown_order_is_an_error() -> None:
    text = "ROOT c = pred[4] compare(q, q), direction=LT, order=SOME"
    (found,) = stablehlo_tools.verify(_MODULE.format(text))
    assert found.message == "invalid value `SOME` of `order`"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pred[4] compare(q, q), direction=LT, order=TOTAL, type=FLOAT", "a comparison has a `type` or an"),
        ("s32[1] exp2(i)", "expected an array of floats or complex numbers, found s32[1]"),
        ("s32[1] log2(i)", "expected an array of floats or complex numbers, found s32[1]"),
        (
            "f32[4] shuffle(q), dimensions={0}, mode=rotate, shifts={1,2}",
            "expected a shift for each dimension",
        ),
        ("f32[4] shuffle(q), dimensions={}, mode=rotate, shifts={}", "expected a shift for each dimension"),
        ("f32[4] shuffle(q), dimensions={1}, mode=rotate, shifts={1}", "`"),
    ],
)
def test_what_xla_refuses_is_an_error(text: str, message: str) -> None:
    (found,) = stablehlo_tools.verify(_MODULE.format(f"ROOT a = {text}"))
    assert found.message.startswith(message)


def test_powers_and_logarithms_of_two() -> None:
    text = """ENTRY e {
      x = f64[3] parameter(0)
      ROOT t = (f64[3], f64[3]) tuple(exp2(x), log2(x))
    }"""
    x = np.array([0.5, 3.0, 10.0])
    powers, logarithms = stablehlo_tools.run(text, [x])
    np.testing.assert_allclose(powers, np.exp2(x), rtol=1e-15)
    np.testing.assert_allclose(logarithms, np.log2(x), rtol=1e-15)


@pytest.mark.parametrize(
    ("given", "kept"), [("", True), (", is_stable=true", True), (", is_stable=false", False)]
)
def test_whether_topk_is_stable_is_kept(given: str, kept: bool) -> None:
    text = _MODULE.format(f"ROOT t = (f32[2], s32[2]) topk(q), k=2, largest=true{given}")
    converted = stablehlo_tools.format(hlo.to_stablehlo(hlo.parse(text)))
    assert ("is_stable = false" in converted) is not kept
    again = str(hlo.to_hlo(stablehlo_tools.parse(converted)))
    assert ("is_stable=false" in again) is not kept


@pytest.mark.parametrize(
    "text",
    [
        "ROOT a = f32[4]{0} collective-broadcast(q, i), replica_groups={{0,1}}, has_dynamic_root=true",
        "ROOT a = f32[4]{0} collective-reduce(q), replica_groups={{0,1}}, to_apply=add",
        "ROOT a = f32[4]{0} collective-reduce(q, i), replica_groups={}, has_dynamic_root=true, to_apply=add",
        "ROOT a = f32[4]{0} shuffle(q), dimensions={0}, mode=rotate, shifts={1}",
        "ROOT a = f32[4]{0} ragged-all-to-all(q, q, i, i, i, i), replica_groups={{0,1}}, dimensions={0}",
        f"ROOT a = f32[] {_DOT}, block_scaling_config={{}}",
        "ROOT a = f32[4]{0} negate(q), sharding={single_device[device_id=0]}",
        "ROOT a = f32[4]{0} negate(q), sharding={mesh['x'=2], [{}], unreduced=max{'x'}}",
    ],
)
def test_other_instructions_are_read_and_written(text: str) -> None:
    assert stablehlo_tools.verify(_MODULE.format(text)) == []
    assert instructions(text) == [text]


@pytest.mark.parametrize("root", [0, 1])
def test_a_collective_reduce_has_a_root(root: int) -> None:
    text = _MODULE.format(
        "ROOT a = f32[4] collective-reduce(q, i), replica_groups={{0,1}}, has_dynamic_root=true, to_apply=add"
    )
    module = hlo.to_stablehlo(hlo.parse(text))
    others = (np.zeros(4, np.float32), np.zeros(2, np.float32), np.array(0, np.int32))
    inputs = [[*others, np.full(4, each, np.float32), np.array([root], np.int32)] for each in (2, 5)]
    results = stablehlo_tools.run_parallel(module, inputs, num_replicas=2)
    assert [found[0].tolist() for found in results] == [[7.0 * (each == root)] * 4 for each in (0, 1)]
    assert "collective-reduce" in str(hlo.to_hlo(module))


def test_a_product_of_scaled_blocks_is_not_converted() -> None:
    module = hlo.parse(_MODULE.format(f"ROOT a = f32[] {_DOT}, block_scaling_config={{size=2}}"))
    with pytest.raises(ConversionError, match="`block_scaling_config` has no counterpart in StableHLO"):
        hlo.to_stablehlo(module)
