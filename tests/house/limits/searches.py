"""Limits of searches, whose cost must not depend on what a program says, and of what is expanded."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

import stablehlo_tools
from stablehlo_tools.cli.running.dump import statistics
from stablehlo_tools.dataflow.fan_in import fan_ins
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.indexing.maps import IndexingMap
from stablehlo_tools.indexing.parse import parse_map
from stablehlo_tools.indexing.simplify import simplify
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.types import ELEMENT_TYPES, TensorType
from stablehlo_tools.linter.check import settings_of_example
from stablehlo_tools.linter.registry import RULES
from stablehlo_tools.text.parse import read
from stablehlo_tools.text.print import print_module
from tests.house.limits.limit import limit, messages, refusal

VERIFY = Path(__file__).resolve().parents[3] / "testdata" / "verify"


# -- rules -------------------------------------------------------------------------------------------


def accepted(file: str, pattern: str) -> list[str]:
    """The cases of a file whose name matches, in which nothing is found."""
    cases = (VERIFY / file).read_text(encoding="utf-8").split("// -----\n")
    named = {match[1]: text for text in cases if (match := re.search(rf"@({pattern})\(", text))}
    assert named
    return [name for name, text in named.items() if not messages(text)]


@limit(
    "formula.contradictions._MOST_UNKNOWN", 1 << 6,
    usual=[], other=0, then=["dot_general_c12_together", "select_c2_together"],
)  # fmt: skip
def sizes_that_rules_are_about_together() -> list[str]:
    return accepted("together.mlir", "(?:dot_general|select)_c.*")


@limit(
    "formula.contradictions._MOST_ROUNDS", 1 << 3,
    usual=[], other=0, then=["dot_general_c12_together", "select_c2_together"],
)  # fmt: skip
def rounds_of_sizes() -> list[str]:
    return accepted("together.mlir", "(?:dot_general|select)_c.*")


@limit("verifier.named_values._MAX_ELEMENTS", 1 << 10, usual=[], other=0, then=["dynamic_pad_c2_interior"])
def elements_that_rules_read() -> list[str]:
    return accepted("dynamic_pad.mlir", "dynamic_pad_c2_interior")


@limit("verifier.named_values._MAX_RANK", 2, usual=[], other=0, then=["dynamic_pad_c2_interior"])
def ranks_that_rules_read() -> list[str]:
    return accepted("dynamic_pad.mlir", "dynamic_pad_c2_interior")


# -- lint rules --------------------------------------------------------------------------------------


def is_found(code: str) -> bool:
    """Whether a lint rule finds something in its bad program."""
    rule = RULES[code]
    found = stablehlo_tools.lint(rule.bad, settings=settings_of_example(rule))
    return code in {each.code for each in found}


@limit("dataflow.exact_arithmetic._MAX_ELEMENTS", 1 << 10, usual=True, other=0, then=False)
def elements_that_are_computed_exactly() -> bool:
    return is_found("NUM008")


@limit("linter.rules.performance._MAX_CHAIN", 8, usual=True, other=0, then=False)
def operations_that_cancel() -> bool:
    return is_found("PERF001")


PRODUCT = """func.func @main(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}"""


@limit("dataflow.fan_in._LONGEST", 1000, usual={1: 3}, other=0, then={})
def operations_in_front_of_a_product() -> dict[int, int]:
    module = stablehlo_tools.parse(PRODUCT)
    return fan_ins(module, module.functions[0])


# -- maps --------------------------------------------------------------------------------------------


@limit(
    "indexing.affine.MAX_DEPTH", 100,
    usual="", other=2, then="an expression has more than 2 nested operations",
)  # fmt: skip
def operations_in_operations() -> str:
    return refusal(lambda: parse_map("(d0) -> (d0 mod 7 floordiv 3 mod 2), domain: d0 in [0, 9]"))


@limit("indexing.affine.MAX_SIZE", 2000, usual="", other=2, then="an expression has more than 2 operations")
def operations_of_an_expression() -> str:
    return refusal(lambda: parse_map("(d0) -> (((d0 mod 7) floordiv 5) mod 3), domain: d0 in [0, 9]"))


@limit("indexing.simplify._ROUNDS", 50, usual=True, other=0, then=False)
def rounds_of_simplification() -> bool:
    map = parse_map("(d0) -> (d0), domain: d0 in [0, 9], d0 * 2 + 1 in [1, 7]")
    simple = simplify(map)
    assert isinstance(simple, IndexingMap)
    return not simple.constraints


# -- what is expanded --------------------------------------------------------------------------------


@limit("ir.constants.MOST_CLAIMED", 1 << 16, usual="", other=4, then="cannot expand tensor<5xi32> to lists")
def lists_of_a_splat() -> str:
    splat = Dense.splat(1, TensorType((5,), ELEMENT_TYPES["i32"]))
    return refusal(splat.tolist).partition(" of more")[0]


@limit("ir.number_format._MAX_LISTED", 100, usual=False, other=2, then=True)
def numbers_of_a_constant() -> bool:
    """Longer ones are written as their bytes."""
    module, _ = read(Source("%0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>"))
    module.body.operations[0].attributes = {"value": Dense.from_array(np.array([4, 5, 6], np.int32))}
    return '"0x' in print_module(module)


@limit("cli.running.dump._MAX_HASHED_BYTES", 1 << 32, usual=False, other=8, then=True)
def bytes_that_are_hashed() -> bool:
    return statistics(np.broadcast_to(np.float32(1), (4,)))["sha256"] is None


CONVOLUTION = """func.func @main(%x: tensor<1x4x4x1xf32>, %w: tensor<2x2x1x1xf32>) -> tensor<1x4x4x1xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {pad = [[0, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x4x4x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x4x4x1xf32>
  return %0 : tensor<1x4x4x1xf32>
}"""


@limit("interpret.costs._MAX_TAPS", 1 << 20, usual=2 * 7 * 7, other=0, then=2 * 8 * 8)
def taps_of_a_convolution() -> int:
    """Products with padding are left out, unless there are too many to count."""
    return int(stablehlo_tools.stats(CONVOLUTION).total.flops)


@limit("text.assembly.codecs._MAX_PAIRS", 256, usual=True, other=0, then=False)
def pairs_of_padding() -> bool:
    """A padding that cannot be written in the op's own form is written in the generic one."""
    module, _ = read(Source(CONVOLUTION))
    return "window = {" in print_module(module)
