"""Lowerings of single operations, with the rewrites that other commands apply, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stablehlo_tools.dataflow.operand_facts import (
    is_not_of_splats,
    is_not_strided,
    is_power_of_logarithm,
    is_scatter_inside,
)
from stablehlo_tools.ir.attributes import Enumeration
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.rewrite import rewriter
from stablehlo_tools.rewrite.registry import REWRITES
from stablehlo_tools.targets.lowering.local import attribute_of, local

_FAMILY: Final = {
    rewriter.MODERNIZE: "deprecated",
    rewriter.REFINE: "dynamic",
    rewriter.LOWER_VERSION: "versions",
    rewriter.LOWER_HLO: "deprecated",
    rewriter.LOWER_CHLO: "chlo",
}
_WHY: Final = {
    "deprecated": "The op is deprecated, or is on its way out: new consumers do not implement it.",
    "chlo": "No version of StableHLO has CHLO's ops, which JAX and others emit: few consumers take them.",
    "versions": "Consumers of older versions of StableHLO do not know it.",
    "dynamic": "Few consumers take programs whose shapes are computed while they run.",
    "calls": "A custom call is known to a few compilers only.",
}
_WHAT: Final = {
    "no-gather-batching-dims": "Batching dimensions of a gather are indexed by an iota.",
    "no-scatter-batching-dims": "Batching dimensions of a scatter are indexed by an iota.",
    "no-mesh-axes-groups": "Groups of processes along the axes of a mesh are lists of numbers.",
    "no-shape-operands": "Custom calls with shapes as operands have the shapes in their results.",
    "no-composite": "Composites are calls of their decompositions.",
    "no-tan": "Tangents are quotients of sines and cosines.",
}
_NEEDS: Final = {
    "no-composite": "the decomposition in the program",
    "no-tan": "the default accuracy",
    "no-einsum": "no ellipsis, and no letter twice in a term",
    "no-unary-einsum": "no ellipsis, and no letter twice in a term",
    "no-mesh-axes-groups": "the mesh in the program",
}


def _has(name: str) -> Callable[[Operation], bool]:
    """Whether an operation has an attribute that is not empty."""
    return lambda operation: bool(attribute_of(operation, name))


_FINDS: Final = {
    "no-gather-batching-dims": _has("operand_batching_dims"),
    "no-scatter-batching-dims": _has("input_batching_dims"),
}


def _family(rewrite: rewriter.Rewrite) -> str:
    if rewrite.op.startswith("chlo."):
        return "chlo"
    return "calls" if rewrite.target and rewrite.stage != rewriter.REFINE else _FAMILY[rewrite.stage]


def _declare_all() -> None:
    codes: dict[str, list[rewriter.Rewrite]] = {}
    for each in (each for group in REWRITES.values() for each in group if each.stage != rewriter.LEGALIZE):
        codes.setdefault(each.code, []).append(each)
    for code, rewrites in codes.items():
        family = _family(rewrites[0])
        conditions = dict.fromkeys(each.condition for each in rewrites)
        needs = "" if "" in conditions else " or ".join(conditions)
        local(
            code,
            family,
            what=_WHAT.get(code, ""),
            why=_WHY[family],
            needs=_NEEDS.get(code, needs),
            finds=_FINDS.get(code),
        )


# -- what some targets refuse ----------------------------------------------------------------------


def _is_total_order(operation: Operation) -> bool:
    kind = operation.attributes.get("compare_type")
    return isinstance(kind, Enumeration) and kind.value == "TOTALORDER"


_STATIC = "static shapes"
_REDUCTIONS: Final = ("stablehlo.reduce", "stablehlo.reduce_window")

for _code, _needs in (
    ("no-cholesky", f"{_STATIC}, and elements of 16 bits or more"),
    ("no-triangular-solve", _STATIC),
):
    local(
        _code,
        "arithmetic",
        why="IREE, among others, has no linear algebra beyond products of matrices.",
        needs=_needs,
    )
local(
    "no-fft",
    "arithmetic",
    what="Fourier transforms are products with matrices of cosines and sines.",
    why="IREE has complex transforms for lengths that are powers of two only, mobile targets have none.",
    needs="static shapes, none of them empty, and f32 or f64",
)
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
    needs="floats of 8, 16, 32 or 64 bits, which have a zero and NaNs of either sign",
    finds=_is_total_order,
)
local(
    "no-complex-pad",
    "arithmetic",
    what="A pad of complex numbers is one of their real and one of their imaginary parts.",
    why="The compiler of IREE 3.13 crashes on one whose padding is constant.",
)
local(
    "no-complex-functions",
    "arithmetic",
    what="Functions of complex numbers, such as roots and logarithms, are those of their parts.",
    why="IREE computes them by real functions that are off by up to 3,000 units in the last place.",
)
local(
    "no-complex-power",
    "arithmetic",
    what="Powers of complex numbers are exponentials of products with logarithms, in f64.",
    why="IREE computes them in f32, where they are off by 57 units in the last place, and not in f64.",
)
local(
    "no-trigonometry",
    "arithmetic",
    what="Sines, cosines and tangents are polynomials of the rest of a division by pi / 2.",
    why="IREE has none of f64, and those of f32 are right to 6e-8 only, and infinite for great numbers.",
    needs="floats",
)
for _code, _what in (
    ("no-cbrt", "Cube roots are exponentials of logarithms, and a step of Newton's."),
    ("no-exponential-minus-one", "exp(x) - 1 is an exponential, and a polynomial beside zero."),
    ("no-log-plus-one", "log(1 + x) is a logarithm, and a polynomial beside zero."),
    ("no-tanh", "Hyperbolic tangents are quotients of exp(2 x) - 1 and exp(2 x) + 1."),
):
    local(
        _code,
        "arithmetic",
        what=_what,
        why="Compilers lack the function for some types, or compute it without care for numbers beside zero.",
        needs="floats",
    )
local(
    "no-float-remainder",
    "arithmetic",
    what="Remainders of floats are those of their integers, divided step by step.",
    why="IREE has none in f64, which needs a function of the C library.",
    needs="floats, and static shapes",
)
local(
    "no-dot-algorithm",
    "arithmetic",
    what="Operands of a product with an algorithm are converted to the types of that.",
    why="Compilers for CPUs ignore the algorithm: their products are of the types of the operands.",
    needs="floats, and one product, of one component of each operand",
    finds=lambda operation: attribute_of(operation, "lhs_precision_type") is not None,
)
local(
    "no-negative-base",
    "arithmetic",
    what="A power is one of the absolute value of its base, negated for odd exponents.",
    why="IREE, among others, computes powers by logarithms: those of negative bases, and 0^0, are NaN.",
    needs="floats of 16, 32 or 64 bits",
    finds=lambda operation: operation.name == "stablehlo.power" and not is_power_of_logarithm(operation),
)
local(
    "no-atan2",
    "arithmetic",
    what="Angles are a polynomial of the quotient of the lesser coordinate and the greater one.",
    why="IREE has none of f64, and those of f32 are off by 40 units in the last place.",
    needs="floats",
)
local(
    "no-rng",
    "arithmetic",
    why="`rng` draws its numbers from a state that no program sees: each implementation draws others.",
    needs="floats or integers, and a static shape",
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
    what="A scatter has rows of indices for its first dimensions, and windows of all others.",
    why="IREE, among others, takes this form of scatter only (iree-org/iree#24082).",
    needs="static shapes, and no batching dimensions (no-scatter-batching-dims)",
)
local(
    "no-outside-updates",
    "indexing",
    what="A scatter has a place behind its input, which is cut off, for updates that are outside of it.",
    why="IREE writes updates anywhere in memory: it crashes, or overwrites other values.",
    needs="static shapes, fewer than 2^31 elements, and rows of indices (no-free-scatter)",
    finds=lambda operation: operation.name == "stablehlo.scatter" and not is_scatter_inside(operation),
)
local(
    "no-unsigned-reverse",
    "indexing",
    what="Unsigned numbers are reversed as signed ones.",
    why="The compiler of IREE 3.13 takes no reversal of unsigned numbers.",
)
local(
    "no-reversed-slice",
    "indexing",
    what="A slice that is reversed is computed before that.",
    why="The compiler of IREE 3.13 fails where it fuses a reversal with a slice that has strides.",
    finds=lambda operation: operation.name == "stablehlo.reverse" and not is_not_strided(operation),
)
local(
    "no-reduced-splat",
    "indexing",
    what="What is computed of constants of one number each is reduced after that.",
    why="IREE 3.13 takes one element of it, or two, for all that are reduced.",
    finds=lambda operation: operation.name in _REDUCTIONS and not is_not_of_splats(operation),
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
    ("no-mhlo-topk", "Calls of @mhlo.topk are `chlo.top_k`, or a sort and a slice."),
    ("no-topk", "Calls of @TopK are `chlo.top_k`, or a sort and a slice."),
    ("no-approxtopk", "Calls of @ApproxTopK, which are exact on CPUs, are a sort and a slice."),
    ("no-lapack-trsm", "Calls of LAPACK's trsm are `stablehlo.triangular_solve`."),
    ("no-lapack-getrf", "Calls of LAPACK's getrf, the factors of LU, are a loop over columns."),
    ("no-lapack-geqrf", "Calls of LAPACK's geqrf, the factors of QR, are a loop over columns."),
    ("no-lapack-orgqr", "Calls of LAPACK's orgqr and ungqr, the Q of QR, are a loop over reflectors."),
    ("no-lapack-gesdd", "Calls of LAPACK's gesdd and gesvd, singular values, are a loop of rotations."),
    ("no-lapack-gtsv", "Calls of LAPACK's gtsv, tridiagonal systems, are two loops over rows."),
    ("no-lapack-syevd", "Calls of LAPACK's syevd and heevd, eigenvectors, are a loop of rotations."),
    ("no-lapack-potrf", "Calls of LAPACK's potrf are `stablehlo.cholesky`, and a search for NaN."),
):
    local(_code, "calls", what=_what, why="Only XLA, or only JAX on CPUs, has what is called.", needs=_STATIC)
local(
    "no-sharding-calls",
    "structure",
    what="Calls of @Sharding, and others that only say where values are, are their operands.",
    why="A program for one device has nothing to say about shards.",
)

_declare_all()
