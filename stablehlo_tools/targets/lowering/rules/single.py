"""Lowerings of single operations, by rewrites that other commands also apply."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Final

from stablehlo_tools.dataflow.operand_facts import (
    is_not_of_splats,
    is_not_strided,
    is_power_of_logarithm,
    is_scatter_inside,
)
from stablehlo_tools.ir.attributes import enum_value
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite import rewriter
from stablehlo_tools.rewrite.registry import REWRITES
from stablehlo_tools.targets.lowering.declare import attribute_of, local

_FAMILY: Final = {
    rewriter.MODERNIZE: "deprecated",
    rewriter.REFINE: "dynamic",
    rewriter.LOWER_VERSION: "versions",
    rewriter.LOWER_HLO: "deprecated",
    rewriter.LOWER_CHLO: "chlo",
}
_WHY: Final = {
    "deprecated": "The op is deprecated or about to be: new consumers do not implement it.",
    "chlo": "JAX and others emit CHLO ops, which are not part of StableHLO: few consumers support them.",
    "versions": "Consumers of older versions of StableHLO do not support it.",
    "dynamic": "Few consumers support shapes that are computed at run time.",
    "calls": "Only a few compilers implement a custom call.",
}
_WHAT: Final = {
    "no-gather-batching-dims": "Replace the batching dimensions of a gather by indices from an iota.",
    "no-scatter-batching-dims": "Replace the batching dimensions of a scatter by indices from an iota.",
    "no-mesh-axes-groups": "Replace replica groups along the axes of a mesh by lists of process numbers.",
    "no-shape-operands": "Remove shape operands from custom calls with static results.",
    "no-shape-refinement-operand-wrapper": "Replace wrappers that only refine shapes by their operands.",
    "no-composite": "Replace composites by calls of their decompositions.",
    "no-tan": "Compute tangents as quotients of sines and cosines.",
}
_NEEDS: Final = {
    "no-composite": "the decomposition in the program",
    "no-tan": "the default accuracy",
    "no-einsum": "no ellipsis, and no repeated letter in a term",
    "no-unary-einsum": "no ellipsis, and no repeated letter in a term",
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
    for rule in (rule for group in REWRITES.values() for rule in group if rule.stage != rewriter.LEGALIZE):
        codes.setdefault(rule.code, []).append(rule)
    for code, rewrites in codes.items():
        family = _family(rewrites[0])
        conditions = dict.fromkeys(rule.condition for rule in rewrites)
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


def _is_reduction(operation: Operation) -> bool:
    return operation.name in OPS and OPS[operation.name].is_reduction


def _is_total_order(operation: Operation) -> bool:
    return enum_value(operation.attributes.get("compare_type")) == "TOTALORDER"


_STATIC = "static shapes"
_arithmetic = functools.partial(local, family="arithmetic")
_indexing = functools.partial(local, family="indexing")
_calls = functools.partial(local, family="calls")

for _code, _needs in (
    ("no-cholesky", f"{_STATIC}, and elements of 16 bits or more"),
    ("no-triangular-solve", _STATIC),
):
    _arithmetic(
        _code, why="IREE, among others, supports no linear algebra except matrix products.", needs=_needs
    )
_arithmetic(
    "no-fft",
    what="Replace Fourier transforms by products with matrices of cosines and sines.",
    why="IREE supports complex transforms of power-of-two lengths only; mobile targets support none.",
    needs="static shapes, none of them empty, and f32 or f64",
)
for _code in ("no-batch-norm-inference", "no-batch-norm-training", "no-batch-norm-grad"):
    _arithmetic(
        _code,
        why="Most consumers do not support batch normalization (iree-org/iree#13467).",
        needs=f"{_STATIC}, and no quantized elements",
    )

_arithmetic(
    "no-total-order",
    what="Replace comparisons in the total order by comparisons of the bits as integers.",
    why="LiteRT, among others, does not support comparisons with compare_type TOTALORDER.",
    needs="floats of 8, 16, 32 or 64 bits, which have a zero and NaNs of either sign",
    finds=_is_total_order,
)
_arithmetic(
    "no-complex-pad",
    what="Pad the real and the imaginary parts of complex numbers separately.",
    why="The compiler of IREE 3.13 crashes on complex pads with a constant padding value.",
)
_arithmetic(
    "no-complex-functions",
    what="Compute complex functions, such as roots and logarithms, from real and imaginary parts.",
    why="IREE computes them by real functions, with errors of up to 3,000 ULP.",
)
_arithmetic(
    "no-complex-power",
    what="Compute complex powers as exponentials of products with logarithms, in f64.",
    why="IREE computes them in f32, with errors of 57 ULP, and does not support them in f64.",
)
_arithmetic(
    "no-trigonometry",
    what="Compute sines, cosines and tangents by polynomials, after reduction modulo pi / 2.",
    why="IREE does not support them in f64; in f32, errors are up to 6e-8, or infinite for large arguments.",
    needs="floats",
)
for _code, _what in (
    ("no-cbrt", "Compute cube roots as exponentials of logarithms, with a Newton step."),
    ("no-exponential-minus-one", "Compute exp(x) - 1 by an exponential, and by a polynomial near zero."),
    ("no-log-plus-one", "Compute log(1 + x) by a logarithm, and by a polynomial near zero."),
    ("no-tanh", "Compute hyperbolic tangents as quotients of exp(2 x) - 1 and exp(2 x) + 1."),
):
    _arithmetic(
        _code,
        what=_what,
        why="Compilers do not support the function for some types, or compute it inaccurately near zero.",
        needs="floats",
    )
_arithmetic(
    "no-float-remainder",
    what="Compute remainders of floats by stepwise division of integers.",
    why="IREE does not support it in f64, where it needs a function of the C library.",
    needs="floats, and static shapes",
)
_arithmetic(
    "no-dot-algorithm",
    what="Convert the operands of a product to the types of its algorithm.",
    why="Compilers for CPUs ignore the algorithm, and multiply in the types of the operands.",
    needs="floats, and an algorithm with one component per operand and one primitive operation",
    finds=lambda operation: attribute_of(operation, "lhs_precision_type") is not None,
)
_arithmetic(
    "no-negative-base",
    what="Compute powers of the absolute value of the base, and negate those with odd exponents.",
    why="IREE, among others, computes powers by logarithms: negative bases and 0^0 give NaN.",
    needs="floats of 16, 32 or 64 bits",
    finds=lambda operation: operation.name == "stablehlo.power" and not is_power_of_logarithm(operation),
)
_arithmetic(
    "no-atan2",
    what="Compute atan2 by a polynomial in the quotient of the smaller and the larger coordinate.",
    why="IREE does not support it in f64; in f32, it has errors of 40 ULP.",
    needs="floats",
)
_arithmetic(
    "no-rng",
    why="`rng` uses a hidden state, so that each implementation returns different numbers.",
    needs="floats or integers, and a static shape",
)
_arithmetic(
    "no-promotion",
    what="Convert the operands of a reduction to the wider types of its body first.",
    why="Consumers expect operands of the same element types as the body of the reduction.",
)
_indexing(
    "no-free-scatter",
    what="Rewrite scatters to rows of indices into the first dimensions, and windows of all others.",
    why="IREE, among others, supports only this form of scatter (iree-org/iree#24082).",
    needs="static shapes, and no batching dimensions (no-scatter-batching-dims)",
)
_indexing(
    "no-outside-updates",
    what="Redirect out-of-bounds updates of a scatter to padding, which is sliced off.",
    why="IREE does not check the bounds of updates: it crashes, or overwrites other values.",
    needs="static shapes, fewer than 2^31 elements, and rows of indices (no-free-scatter)",
    finds=lambda operation: operation.name == "stablehlo.scatter" and not is_scatter_inside(operation),
)
_indexing(
    "no-unsigned-reverse",
    what="Reverse unsigned integers as signed ones.",
    why="The compiler of IREE 3.13 does not support reversals of unsigned integers.",
)
_indexing(
    "no-reversed-slice",
    what="Put a barrier between a slice and its reversal.",
    why="The compiler of IREE 3.13 fails when it fuses a reversal with a strided slice.",
    finds=lambda operation: operation.name == "stablehlo.reverse" and not is_not_strided(operation),
)
_indexing(
    "no-reduced-splat",
    what="Put a barrier before reductions of values computed from splat constants.",
    why="IREE 3.13 reduces only one or two of the elements.",
    finds=lambda operation: _is_reduction(operation) and not is_not_of_splats(operation),
)
_indexing(
    "no-select-and-scatter",
    why="Few consumers support select_and_scatter, the gradient of max pooling.",
    needs=_STATIC,
)
_indexing(
    "no-stable-sort",
    what="Replace stable sorts by sorts that also compare the positions of equal keys.",
    why="Some consumers do not support stable sorts.",
    needs=_STATIC,
    finds=lambda operation: attribute_of(operation, "is_stable") is True,
)
_indexing(
    "no-i64-indices",
    what="Clamp 64-bit indices without changing what they select, and convert them to i32.",
    why="Mobile targets do not support 64-bit integers.",
    needs=f"{_STATIC}, whose sizes fit in 31 bits",
)
_calls(
    "no-mhlo-calls",
    what="Replace calls of @mhlo.erf and of other CHLO functions by CHLO ops.",
    why="Only XLA implements these custom calls (tillahoffmann/jax-mps#226).",
)
for _code, _what in (
    ("no-mhlo-topk", "Replace calls of @mhlo.topk by `chlo.top_k`, or by a sort and a slice."),
    ("no-topk", "Replace calls of @TopK by `chlo.top_k`, or by a sort and a slice."),
    ("no-approxtopk", "Replace calls of @ApproxTopK, which is exact on CPUs, by a sort and a slice."),
    ("no-lapack-trsm", "Replace calls of LAPACK's trsm by `stablehlo.triangular_solve`."),
    ("no-lapack-getrf", "Replace calls of LAPACK's getrf (LU) by a loop over columns."),
    ("no-lapack-geqrf", "Replace calls of LAPACK's geqrf (QR) by a loop over columns."),
    ("no-lapack-orgqr", "Replace calls of LAPACK's orgqr and ungqr (Q of QR) by a loop over reflectors."),
    ("no-lapack-gesdd", "Replace calls of LAPACK's gesdd and gesvd (SVD) by a loop of rotations."),
    ("no-lapack-gtsv", "Replace calls of LAPACK's gtsv (tridiagonal systems) by two loops over rows."),
    ("no-lapack-syevd", "Replace calls of LAPACK's syevd and heevd (eigenvectors) by a loop of rotations."),
    ("no-lapack-potrf", "Replace calls of LAPACK's potrf by `stablehlo.cholesky` and a search for NaN."),
):
    _calls(_code, what=_what, why="Only XLA, or only JAX on CPUs, implements the target.", needs=_STATIC)
local(
    "no-sharding-calls",
    "structure",
    what="Replace calls of @Sharding, and others that only place values, by their operands.",
    why="Shardings have no effect in a program for one device.",
)

_declare_all()
