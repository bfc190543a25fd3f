"""`shlo stats`."""

from __future__ import annotations

import json
from typing import Any

from stablehlo_tools.cli import outcome

PROGRAM = """\
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %c = stablehlo.constant dense<2.0> : tensor<8x8xf32>
  %0 = stablehlo.multiply %w, %c : tensor<8x8xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
"""  # noqa: E501


def test_text(shlo: Any) -> None:
    status, out, _ = shlo("stats", "-", stdin=PROGRAM)
    assert status == outcome.CLEAN
    assert (
        out
        == """\
@main: 3 ops, in 1 function

arguments     2 with 96 elements, 384 B
results       1 with 32 elements, 128 B
constants     1 with 64 elements, 256 B
FLOPs         512
bytes moved   1.28 kB
peak memory   772 B: inputs 384 B, constants 4 B, live arrays 384 B

count  executed  FLOPs  bytes  op
    1         1           0 B  stablehlo.constant
    1         1    512  512 B  stablehlo.dot_general
    1         1         768 B  stablehlo.multiply

 size  largest constants
256 B  %c: tensor<8x8xf32> at line 2
"""
    )


def test_json(shlo: Any) -> None:
    status, out, _ = shlo("stats", "-", "--format", "json", stdin=PROGRAM)
    found = json.loads(out)
    assert status == outcome.CLEAN
    assert (found["schema"], found["function"], found["total"]["flops"]) == (2, "main", 512)
    assert found["arguments"][1] == {"name": "w", "type": "tensor<8x8xf32>", "elements": 64, "bytes": 256}
    assert found["memory"]["inputs"] == 384


def test_a_function_that_is_not_there_is_wrong_usage(shlo: Any) -> None:
    status, out, _ = shlo("stats", "-", "--entry", "@other", stdin=PROGRAM)
    assert status == outcome.USAGE
    assert "cannot find function `@other`" in out


def test_a_program_with_errors_is_reported(shlo: Any) -> None:
    status, out, _ = shlo("stats", "-", stdin=PROGRAM.replace("[1] x [0]", "[1] x [5]"))
    assert status == outcome.FINDINGS
    assert "dot_general_c" in out


def test_what_is_not_known_is_said(shlo: Any) -> None:
    program = """
    func.func @"a\\0Ab\\1B[1m"(%x: tensor<?xf32>, %y: tensor<2xf32>) -> tensor<?xf32> {
      return %x : tensor<?xf32>
    }"""
    _, out, _ = shlo("stats", "-", stdin=program)
    assert out.startswith('@"a\\0Ab\\1B[1m": ')
    assert "\x1b" not in out  # which a terminal would act upon
    assert "arguments     2 with 2 elements, 8 B; the size of 1 is unknown\n" in out
    assert "peak memory   at least 8 B: " in out
    found = json.loads(shlo("stats", "-", "--format", "json", stdin=program).out)
    assert found["arguments"][0] == {"name": "x", "type": "tensor<?xf32>", "elements": None, "bytes": None}
