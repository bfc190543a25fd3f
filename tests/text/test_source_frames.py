"""The user's own line, out of the locations of an operation."""

from __future__ import annotations

import pytest

import stablehlo_tools
from stablehlo_tools.text.source_frames import SourceFrames

LIBRARY = '"/venv/lib/python3.12/site-packages/flax/linen/linear.py":271:4 to :9'


def note(location: str, around: str = "unknown", callee: str = "unknown", call: str = "unknown") -> str:
    """What is said of a negate at `location` in a private function, given the locations around it."""
    program = f"""\
#loc1 = loc("model.py":42:11 to :30)
#loc2 = loc("attention"(#loc1))
#loc3 = loc({LIBRARY})
module {{
  func.func public @main(%a: tensor<2xf32>) -> tensor<3xf32> {{
    %0 = call @inner(%a) : (tensor<2xf32>) -> tensor<3xf32> loc({call})
    return %0 : tensor<3xf32>
  }}
  func.func private @inner(%a: tensor<2xf32>) -> tensor<3xf32> {{
    %0 = "stablehlo.case"(%a) ({{
      %1 = stablehlo.negate %a : (tensor<2xf32>) -> tensor<3xf32> loc({location})
      stablehlo.return %1 : tensor<3xf32>
    }}) : (tensor<2xf32>) -> tensor<3xf32> loc({around})
    return %0 : tensor<3xf32>
  }} loc({callee})
}}
"""
    found = [each for each in stablehlo_tools.verify(program) if each.span.begin[0] == 11]  # type: ignore[union-attr]
    (diagnostic,) = found
    return " ".join(diagnostic.notes)


@pytest.mark.parametrize(
    ("location", "said"),
    [
        ("unknown", ""),
        ('"x"', "named `x`"),
        ('callsite(fused["x"] at "y")', "named `x`"),
        ('"model.py":1:2', "written at model.py:1:2"),
        ('"f"("in use/a in b.py":1:2)', "written at in use/a in b.py:1:2 in f"),
        ("#loc2", "written at model.py:42:11 in attention"),
        ('"jit(f)/neg"("model.py":1:2)', "written at model.py:1:2 in jit(f)/neg"),
        ('"jit(f)/neg"(callsite(#loc2 at "train.py":7:4))', "written at model.py:42:11 in attention"),
        ("callsite(#loc3 at #loc2)", "written at model.py:42:11 in attention"),
        ('callsite("dot"(#loc3) at callsite(#loc3 at #loc1))', "written at model.py:42:11"),
        ('fused[unknown, #loc3, "f"("a.py":3:4)]', "written at a.py:3:4 in f"),
        ('"dot"(#loc3)', "written at /venv/lib/python3.12/site-packages/flax/linen/linear.py:271:4 in dot"),
    ],
)
def test_the_innermost_frame_that_is_none_of_a_library(location: str, said: str) -> None:
    assert note(location) == said


def test_an_operation_without_a_frame_has_that_of_what_is_around_it() -> None:
    place = '"model.py":1:2'
    assert note("unknown", around=place, callee='"a.py":3:4') == "written at model.py:1:2"
    assert note("unknown", callee=place, call='"a.py":3:4') == "written at model.py:1:2"
    assert note('"neg"', call='"g"(#loc1)') == "written at model.py:42:11 in g, which calls @inner"


def test_a_decomposition_without_a_frame_has_that_of_its_composite() -> None:
    program = """\
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.composite "x.y" %a {decomposition = @f} : (tensor<2xf32>) -> tensor<2xf32> loc("a.py":3:4)
  return %0 : tensor<2xf32>
}
func.func private @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.negate %a : (tensor<2xf32>) -> tensor<3xf32>
  return %a : tensor<2xf32>
}
"""
    (diagnostic,) = stablehlo_tools.verify(program)
    assert diagnostic.notes == ("written at a.py:3:4, which calls @f",)


@pytest.mark.parametrize("depth", [50, 100])
def test_a_chain_of_calls_is_gone_through_once(depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["func.func @f0(%a: tensor<2xf32>) -> tensor<2xf32> {\n  return %a : tensor<2xf32>\n}"]
    lines += [
        f"""\
func.func @f{n}(%a: tensor<2xf32>) -> tensor<2xf32> {{
  %0 = call @f{n - 1}(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.negate %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}}"""
        for n in range(1, depth)
    ]
    module = stablehlo_tools.parse("\n".join(lines))
    frames = SourceFrames(module)
    looked = []
    monkeypatch.setattr(frames, "_innermost", lambda location: looked.append(location))
    operations = [each for each in module.walk() if each.results]
    assert {str(frames.origin(each)) for each in operations} == {""}
    assert len(looked) < 6 * depth


def test_calls_in_a_circle_lead_nowhere() -> None:
    program = """\
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @f(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.negate %0 : (tensor<2xf32>) -> tensor<3xf32>
  return %0 : tensor<2xf32>
}
"""
    (diagnostic,) = stablehlo_tools.verify(program)
    assert diagnostic.notes == ()
