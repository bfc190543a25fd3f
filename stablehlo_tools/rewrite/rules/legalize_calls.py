"""Custom calls of JAX and XLA whose meaning is known, in ops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from stablehlo_tools.ir.attributes import Integer
from stablehlo_tools.ir.operations import Region, Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, TensorType
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.targets import CUSTOM_CALLS, IDENTITIES
from stablehlo_tools.rewrite.building import (
    apply,
    broadcast,
    called_computation,
    compare,
    inlined,
    iota,
    select,
    slice_of,
    splat,
    tensor,
)
from stablehlo_tools.rewrite.rewriter import LEGALIZE, Match, rewrite

# -- functions of CHLO ------------------------------------------------------------------------------


def _as_chlo(name: str) -> Any:
    def build(match: Match, **operands: Value) -> Value:
        return match.add(name, list(operands.values()), results=match.types)

    return build


for _op in OPS.values():
    if _op.name.startswith("chlo.") and f"mhlo.{_op.mnemonic}" in CUSTOM_CALLS:
        _names = ", ".join("xyz"[: len(_op.operands)])
        rewrite(
            f"custom_call @mhlo.{_op.mnemonic}({_names}) -> {_op.name}({_names})",
            stage=LEGALIZE,
            removes="mhlo_calls",
        )(_as_chlo(_op.name))


# -- the greatest elements --------------------------------------------------------------------------


def _is_largest(match: Match, x: Value) -> bool:
    options = match.operation.attributes.get("mhlo.attributes", {})
    return isinstance(options, Mapping) and options.get("largest", True) is True and tensor(x).rank > 0


for _target in ("mhlo.topk", "TopK"):

    @rewrite(
        f"custom_call @{_target}(x) -> chlo.top_k(x)  [all are static, and the largest are wanted]",
        stage=LEGALIZE,
        when=_is_largest,
    )
    def _top_k(match: Match, x: Value) -> list[Value]:
        return match.builder.add("chlo.top_k", [x], {"k": tensor(match.result).static_shape[-1]})


def _config(match: Match) -> Mapping[str, Any]:
    given = match.attributes["mhlo_backend_config"]
    config = match.attributes["backend_config"] if given is None else given
    return config if isinstance(config, Mapping) else {}


def _number(value: Any) -> int:
    return value.value if isinstance(value, Integer) else int(value)


def _has_comparator(match: Match, x: list[Value]) -> bool:
    return (
        called_computation(match) is not None
        and "reduction_dim" in _config(match)
        and len(x) == 2 * len(match.types)
    )


@rewrite(
    "custom_call @ApproxTopK(*x) -> slice(sort(x) applies the computation)  "
    "[all are static, and a function is called]",
    stage=LEGALIZE,
    when=_has_comparator,
)
def _approximate_top_k(match: Match, x: list[Value]) -> list[Value]:
    arrays, axis = x[: len(x) // 2], _number(_config(match)["reduction_dim"])
    comparator = called_computation(match)
    assert comparator is not None
    ordered = match.builder.add(
        "stablehlo.sort",
        [arrays],
        {"dimension": axis, "is_stable": True},
        regions=[match.region_of(comparator)],
    )
    shape = list(tensor(arrays[0]).static_shape)
    shape[axis] = tensor(match.result).static_shape[axis]
    return [slice_of(match, each, [0] * len(shape), shape) for each in ordered]


# -- linear algebra ---------------------------------------------------------------------------------


def _letter(match: Match, name: str) -> str:
    """An option of a LAPACK routine, a letter written as its code: 76 for L."""
    return chr(_number(_config(match)[name]))


_TRANSPOSE: Final = {"N": "NO_TRANSPOSE", "T": "TRANSPOSE", "C": "ADJOINT"}
_SOLVER: Final = ("side", "uplo", "diag", "trans_x")


def _solved(match: Match, a: Value, b: Value) -> Value:
    options = {
        "left_side": _letter(match, "side") == "L",
        "lower": _letter(match, "uplo") == "L",
        "unit_diagonal": _letter(match, "diag") == "U",
        "transpose_a": _TRANSPOSE[_letter(match, "trans_x")],
    }
    return match.add("stablehlo.triangular_solve", [a, b], options, results=match.types)


def _is_lower(match: Match) -> bool:
    return _letter(match, "uplo") == "L"


def _factor(match: Match, x: Value) -> list[Value]:
    """The factor beside the other triangle of the matrix, and 1 where that is not positive definite."""
    type = tensor(x)
    rank, rows = type.rank, type.static_shape[-1]
    factor = match.add("stablehlo.cholesky", [x], {"lower": _is_lower(match)})
    square = TensorType((rows, rows), ELEMENT_TYPES["i32"])
    order = "GE" if _is_lower(match) else "LE"
    triangle = compare(match, order, iota(match, 0, square), iota(match, 1, square))
    chosen = broadcast(match, triangle, [rank - 2, rank - 1], type)
    info = tensor(match.operation.results[1])
    return [select(match, chosen, factor, x), _failures(match, factor, chosen, info)]


def _failures(match: Match, factor: Value, chosen: Value, info: TensorType) -> Value:
    """1 for each matrix with a NaN in the triangle of its factor, else 0."""
    scalar = TensorType((), ELEMENT_TYPES["i1"])
    parts = factor if tensor(factor).element_type.kind != "complex" else match.add("stablehlo.real", [factor])
    is_wrong = apply(match, "and", compare(match, "NE", parts, parts), chosen)
    either = match.builder.region([scalar, scalar], lambda a, b: [apply(match, "or", a, b)])
    rank = tensor(factor).rank
    found = match.add(
        "stablehlo.reduce",
        [[is_wrong], [splat(match, 0, scalar)]],
        {"dimensions": [rank - 2, rank - 1]},
        regions=[either],
    )
    return match.add("stablehlo.convert", [found], results=[info])


def _positive(arrays: list[Any]) -> list[Any]:
    """Matrices that are positive definite: on others, factors end where a routine gives up."""
    import numpy as np

    (x,) = arrays
    parts = [np.clip(np.nan_to_num(part), -8, 8) for part in (x.real, x.imag)]
    x = parts[0] + 1j * parts[1] if np.iscomplexobj(x) else parts[0]
    product = x @ np.conj(x.swapaxes(-1, -2))
    return [(product + x.shape[-1] * np.eye(x.shape[-1])).astype(arrays[0].dtype)]


for _letter_of_type in "sdcz":
    rewrite(
        f"custom_call @lapack_{_letter_of_type}trsm_ffi(a, b) -> triangular_solve(a, b)  "
        "[all are static, and its options are in backend_config]",
        stage=LEGALIZE,
        when=lambda match, a, b: all(name in _config(match) for name in _SOLVER),
        removes="lapack_trsm",
    )(_solved)
    rewrite(
        f"custom_call @lapack_{_letter_of_type}potrf_ffi(x) ~> cholesky(x), whether it has NaN  "
        "[all are static, and its options are in backend_config]",
        stage=LEGALIZE,
        when=lambda match, x: "uplo" in _config(match) and len(match.types) == 2,
        removes="lapack_potrf",
        domain=_positive,
        ulp=64,
    )(_factor)


# -- annotations ------------------------------------------------------------------------------------


for _target in sorted(name for name in IDENTITIES if not name.startswith("stablehlo.")):

    @rewrite(
        f"custom_call @{_target}(x) -> x  [x has the type of the result]",
        stage=LEGALIZE,
        when=lambda match, x: [x.type] == match.types,
        removes="sharding_calls",
    )
    def _annotation(match: Match, x: Value) -> Value:
        return x


# -- branches on integers, as branches on booleans -------------------------------------------------


@rewrite("case(index) -> if(index == 0, first branch, if(index == 1, ...))", stage=LEGALIZE)
def _case(match: Match, index: Value) -> list[Value]:
    return _nested(match, index, match.operation.regions, 0)


def _nested(match: Match, index: Value, branches: Sequence[Region], number: int) -> list[Value]:
    """The branch of an index, among those from a number on; the last one is that of all others."""
    first, *others = branches
    if not others:
        return inlined(match, first, [])
    is_first = compare(match, "EQ", index, splat(match, number, tensor(index)))
    regions = [
        match.builder.region((), lambda: inlined(match, first, [])),
        match.builder.region((), lambda: _nested(match, index, others, number + 1)),
    ]
    return match.builder.add("stablehlo.if", [is_first], regions=regions, results=[match.types])
