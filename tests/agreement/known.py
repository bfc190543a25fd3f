"""Where our verdict is not that of MLIR, and why."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tests.agreement.mlir import CRASH


class Difference(NamedTuple):
    """A kind of difference: on which ops, what the side that rejects says of it, and the reason.

    `ops` are names separated by spaces, or `*`; `says` is a regular expression that is found in MLIR's error,
    or in each `code: message` of ours.
    """

    verdict: str
    ops: str
    says: str
    reason: str


def known_difference(op: str, ours: Sequence[str], theirs: str | None) -> Difference | None:
    """The entry that explains why only one side rejects a program of `op`; None if there is none."""
    verdict, said = ("we reject", ours) if theirs is None else ("MLIR rejects", [theirs])
    matching = [next((entry for entry in KNOWN if _matches(entry, verdict, op, one)), None) for one in said]
    return matching[0] if all(matching) else None


def _matches(entry: Difference, verdict: str, op: str, said: str) -> bool:
    return (
        entry.verdict == verdict
        and (entry.ops == "*" or op in entry.ops.split())
        and re.search(entry.says, said) is not None
    )


def _differences(verdict: str, table: dict[str, dict[str, str]]) -> list[Difference]:
    return [
        Difference(verdict, " ".join(ops.split()), says, reason)
        for reason, rows in table.items()
        for ops, says in rows.items()
    ]


_BROADCASTS = " ".join(
    f"chlo.broadcast_{name}"
    for name in (
        "add", "and", "atan2", "compare", "complex", "divide", "maximum", "minimum", "multiply", "next_after",
        "or", "polygamma", "power", "remainder", "select", "shift_left", "shift_right_arithmetic",
        "shift_right_logical", "subtract", "xor", "zeta",
    )
)  # fmt: skip
_NOT_CHECKED = "MLIR does not check it"
_SIZES_APART = "no size within the bounds fits; MLIR takes an unknown size for any"
_ONLY_LOWERED = "MLIR finds it only when CHLO is lowered"

_WE_REJECT: dict[str, dict[str, str]] = {
    _NOT_CHECKED: {
        "stablehlo.all_gather": r"^all_gather_c5",
        "stablehlo.convolution": r"^convolution_c27",
        "stablehlo.cross-replica-sum": r"^cross_replica_sum_(c1|c2|i2)",
        "stablehlo.dot": r"^dot_c6",
        "stablehlo.dot_general": r"^dot_general_c13",
        "stablehlo.dynamic_broadcast_in_dim": r"^dynamic_broadcast_in_dim_(c1|c7)",
        "stablehlo.dynamic_conv": r"^dynamic_conv_c(2|3|5|6|7|8|9|25|26|27)",
        "stablehlo.dynamic_iota": r"^dynamic_iota_(c1|c2|o1)",
        "stablehlo.dynamic_reshape": r"^dynamic_reshape_(c1|c3)",
        "stablehlo.reshape": r"^reshape_c3",
        "stablehlo.einsum": r"^einsum_(c1|c2)",
        "stablehlo.unary_einsum": r"^unary_einsum_(c1|c2)",
        "stablehlo.real_dynamic_slice": r"^real_dynamic_slice_c5",
        "stablehlo.recv": r"^recv_(c1|c2|c3|c4|i5)",
        "stablehlo.send": r"^send_(c1|c2|c3|c4|i6)",
        "stablehlo.rng_bit_generator": r"^rng_bit_generator_(c1|c2|i2|o1)",
        "stablehlo.torch_index_select": r"^torch_index_select_(c1|c2|c3|c4|c5|i2)",
        "chlo.scan": r"^scan_(c4|c5)",
        "chlo.top_k": r"^top_k_c3",
        "chlo.ragged_dot": r"^ragged_dot_i2",
        "stablehlo.scatter": r"^scatter_i2: .* found tensor<\S*i1>",
        "stablehlo.custom_call": r"^custom_call_c5",
    },
    "MLIR does not look at compare_type": {
        "stablehlo.compare stablehlo.sort stablehlo.while stablehlo.reduce stablehlo.scatter "
        "stablehlo.select_and_scatter stablehlo.reduce_window": r"^compare_c3",
    },
    "MLIR does not look at the precision of floating-point types, nor at signs, in a reduction": {
        "stablehlo.reduce": r"^reduce_(c2|c6|c8)",
        "stablehlo.all_reduce": r"^all_reduce_(c5|c7)",
        "stablehlo.reduce_scatter": r"^reduce_scatter_(c7|c8|c9)",
        "stablehlo.reduce_window": r"^reduce_window_(c3|c13|c16)",
        "stablehlo.scatter": r"^scatter_(c6|c23|c25)",
        "stablehlo.select_and_scatter": r"^select_and_scatter_(c1|c3|c9|c10)",
    },
    "MLIR divides operands by the number of groups without looking at the remainder": {
        "stablehlo.reduce stablehlo.reduce_window stablehlo.scatter": r"_operands: ",
    },
    "MLIR, of StableHLO 1.17, has no dynamic roots": {
        "stablehlo.collective_broadcast": r"^collective_broadcast_(c4|c5)",
    },
    "MLIR lets the shape be any where it is not all known, or the elements are quantized": {
        "stablehlo.bitcast_convert": r"^bitcast_convert_c1",
        "stablehlo.batch_norm_grad": r"^batch_norm_grad_c4",
        "stablehlo.triangular_solve": r"^triangular_solve_c3",
    },
    "of complex numbers and quantized ones, none is the greatest": {"chlo.top_k": r"^top_k_i1"},
    "what it does to complex numbers nobody has implemented": {"chlo.bessel_i1e": r"^bessel_i1e_i1"},
    _ONLY_LOWERED: {_BROADCASTS: r"^broadcast_\w+_(c1|c2|c3)"},
    "CHLO broadcasts no elements that are quantized along a dimension, nor has ragged products of them": {
        f"{_BROADCASTS} chlo.ragged_dot": r"_i[12]: .* found tensor<\S*!quant",
    },
    "no size satisfies two rules together; MLIR looks at one at a time": {"*": r"does not hold where dim\("},
    # what we compare is an interval: `<=2 = 3`
    _SIZES_APART: {
        "*": r"does not hold: .*((<=|>=|\.\.)\d|#stablehlo\.bounds)",
        "stablehlo.select": r"^select_c1",
        "stablehlo.clamp": r"^clamp_c(1|2)",
        "stablehlo.dynamic_broadcast_in_dim": r"^dynamic_broadcast_in_dim_c5",
        "stablehlo.reshape": r"^reshape_c2: .*(: 0 = \d+| = 0)$",
        "stablehlo.fft": r"^fft_c4: .*: \? = -\d+ at",
    },
    "jaxlib does not have the dialect of the reference interpreter": {
        "interpreter.run_parallel": r"^run_parallel_c\d+",
    },
}

_MLIR_REJECTS: dict[str, dict[str, str]] = {
    "attributes of VHLO are judged where operations of VHLO have them": {"func.func": r"^expected VHLO"},
    "StableHLO 1.17 does not have it": {
        "stablehlo.collective_reduce": r"^unregistered operation",
        "stablehlo.collective_broadcast": r"requires (a single operand|one result)",
        "stablehlo.async_done": r"requires one result",
    },
    "MLIR does not survive a dimension that is negative; we say so when it is executed": {
        _BROADCASTS: rf"^{CRASH}",
    },
    "MLIR wants all operands and results to have a rank, or none of them": {
        "*": r"all non-scalar operands/results must have the same shape and base type",
        "chlo.mulhi": r"result #0 must be ranked tensor",
    },
    "the specification lets a dimension be gathered that has no elements": {
        "stablehlo.all_gather": r"dimension size of operand at 'all_gather_dim' cannot be zero",
    },
    "the result of set_dimension_size has the bounds that are written": {
        "stablehlo.set_dimension_size": r"inferred type\(s\)",
    },
    "MLIR wants the same scales and zero points in on_true and on_false": {
        "stablehlo.select": r"requires compatible types for non-predicate operands",
    },
    "MLIR gives the sum the type of lhs, even where only rhs is quantized along a dimension": {
        "stablehlo.add": r"inferred type\(s\) .*quant.* are incompatible",
    },
    "the specification lets it be quantized": {
        "stablehlo.dynamic_conv": r"operand #1 must be ranked tensor of .* but got '.*quant",
        "stablehlo.triangular_solve": r"operand #\d must be ranked tensor of .* but got '.*quant",
    },
    "MLIR reads the scales of a dimension that was 1 beyond their end": {
        "stablehlo.dynamic_broadcast_in_dim": r"^mismatch result scale",
    },
    "what the list is of which a rule reads the elements is not compared": {
        "stablehlo.real_dynamic_slice stablehlo.dynamic_pad": r"all of \{.*\} have same type",
    },
    "of tensors without a rank nothing is known; MLIR takes them in CHLO alone": {
        "stablehlo.all_reduce stablehlo.reduce_scatter": r"The rank of reduction-region's argument",
        "*": r"'tensor<\*",
    },
    "MLIR does not take unknown sizes there": {
        "chlo.ragged_dot": r"group_sizes is expected to have shape .*-9223372036854775808",
    },
    "`si32` is read as i32, as the specification writes it": {
        "*": r"tensor<[^>]*si\d",
        "stablehlo.custom_call": r"`api_version` in property conversion: -?\d+ : si32",
        "stablehlo.get_tuple_element": r"attribute 'index' failed",
        "stablehlo.iota": r"attribute 'iota_dimension' failed",
    },
    "what a custom call calls is not looked at": {
        "stablehlo.custom_call": r"attribute 'called_computations' failed",
    },
    "the integers of a quantized constant may have another sign": {
        "stablehlo.constant": r"inferred type\(s\) .*i\d+>. are incompatible .*quant",
    },
    "an operation that is cut out of its module has lost its meshes": {"*": r"unknown mesh|mesh symbol"},
    "the specification lets a window have no elements": {
        "stablehlo.convolution": r"positive value for \d+-th window dimension",
    },
    "the dimensions of a product that names none are none": {
        "stablehlo.dot_general": r"requires attribute 'dot_dimension_numbers'",
    },
    "the segments of scan's operands are told from their number": {
        "chlo.scan": r"SegmentSizes",
    },
    "a custom call takes and gives values of any type": {
        "stablehlo.custom_call": r"(operand|result) #\d+ must be variadic of tensor",
    },
    "an older spelling of lists": {"*": r"property conversion: dense<|i64 dense array attribute"},
    "the specification writes flags as booleans": {
        "stablehlo.all_gather stablehlo.all_reduce stablehlo.reduce_scatter": r"`use_global_device_ids`",
    },
}

KNOWN = [*_differences("we reject", _WE_REJECT), *_differences("MLIR rejects", _MLIR_REJECTS)]
