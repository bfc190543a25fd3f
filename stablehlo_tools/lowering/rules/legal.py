"""Lowerings of single operations that some targets refuse."""

from __future__ import annotations

from stablehlo_tools.ir.attributes import Enumeration
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.lowering.local import attribute_of, local


def _is_total_order(operation: Operation) -> bool:
    kind = operation.attributes.get("compare_type")
    return isinstance(kind, Enumeration) and kind.value == "TOTALORDER"


_STATIC = "static shapes"

for _code, _why in (
    ("no-batch-norm-inference", "Most consumers have no batch normalization (iree-org/iree#13467)."),
    ("no-batch-norm-training", "Most consumers have no batch normalization (iree-org/iree#13467)."),
    ("no-batch-norm-grad", "Most consumers have no batch normalization (iree-org/iree#13467)."),
):
    local(_code, "arithmetic", why=_why, needs="static shapes, and no quantized elements")

local(
    "no-total-order",
    "arithmetic",
    what="Comparisons in the total order of floats compare integers with the bits of the floats.",
    why="LiteRT, among others, takes no comparison of the kind TOTALORDER.",
    needs="floats of 8, 16, 32 or 64 bits",
    finds=_is_total_order,
)
local(
    "no-rng",
    "arithmetic",
    why="`rng` draws its numbers from a state that no program sees: each implementation draws others.",
    needs="floats of 32 or 64 bits, and a static shape",
)
local(
    "no-promotion",
    "arithmetic",
    what="Operands of a reduction whose body has wider elements are converted before it.",
    why="Consumers expect the elements of a reduction in the types of its body.",
)
local(
    "no-free-scatter",
    "indexing",
    what="A scatter has its index vectors as rows, the dimensions that they index first, and windows last.",
    why="IREE, among others, takes this form of scatter only (iree-org/iree#24082).",
    needs="static shapes, and no batching dimensions (no-scatter-batching-dims)",
)
local(
    "no-select-and-scatter",
    "indexing",
    why="Few consumers have select_and_scatter, the gradient of a pooling.",
    needs=_STATIC,
)
local(
    "no-stable-sort",
    "indexing",
    what="A stable sort is any sort that compares the places of equal keys, too.",
    why="Some consumers have no stable sort.",
    needs=_STATIC,
    finds=lambda operation: attribute_of(operation, "is_stable") is True,
)
local(
    "no-i64-indices",
    "indexing",
    what="Indices of 64 bits are clamped to what keeps their meaning, and converted to i32.",
    why="Mobile targets have no integers of 64 bits.",
    needs=f"{_STATIC}, whose sizes fit in 31 bits",
)
local(
    "no-mhlo-calls",
    "calls",
    what="Calls of @mhlo.erf, and of other functions of CHLO, are CHLO ops.",
    why="Only XLA knows what these calls mean (tillahoffmann/jax-mps#226).",
)
for _code, _what in (
    ("no-mhlo-topk", "Calls of @mhlo.topk are `chlo.top_k`."),
    ("no-topk", "Calls of @TopK are `chlo.top_k`."),
    ("no-approxtopk", "Calls of @ApproxTopK, which are exact on CPUs, are a sort and a slice."),
    ("no-lapack-trsm", "Calls of LAPACK's trsm are `stablehlo.triangular_solve`."),
    ("no-lapack-potrf", "Calls of LAPACK's potrf are `stablehlo.cholesky`, and a search for NaN."),
):
    local(_code, "calls", what=_what, why="Only XLA, or only JAX on CPUs, has what is called.", needs=_STATIC)
local(
    "no-sharding-calls",
    "structure",
    what="Calls of @Sharding, and others that only say where values are, are their operands.",
    why="A program for one device has nothing to say about shards.",
)
