"""What is wrong with HLO modules that can be read."""

# ruff: noqa: E501 (lines of HLO are long)
from __future__ import annotations

import re
from pathlib import Path

import pytest

import stablehlo_tools
from stablehlo_tools import hlo
from stablehlo_tools.diagnostics.diagnostic import Severity
from stablehlo_tools.explanations import explain
from stablehlo_tools.formula.solve import solve
from stablehlo_tools.hlo.check import by_op, rules
from stablehlo_tools.hlo.check.site import SHAPE_RULES
from stablehlo_tools.hlo.opcodes import OPCODES
from stablehlo_tools.ops.model.registration import import_files

FOLDER = Path(__file__).parents[2] / "testdata/hlo"

BEFORE = """HloModule m

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}

less {
  p = f32[] parameter(0)
  q = f32[] parameter(1)
  ROOT r = pred[] compare(p, q), direction=LT
}

step {
  c = f32[3] parameter(0)
  s = f32[3] parameter(1)
  n = f32[3] add(c, s)
  ROOT t = (f32[3], f32[3]) tuple(n, n)
}

widen {
  a = f32[] parameter(0)
  b = bf16[] parameter(1)
  d = f32[] convert(b)
  ROOT c = f32[] add(a, d)
}

double {
  v = f32[2,3] parameter(0)
  ROOT w = f32[2,3] add(v, v)
}

positive {
  v = f32[2,3] parameter(0)
  ROOT n = pred[] constant(true)
}

ENTRY main {
  x = f32[2,3] parameter(0)
  i = s32[] parameter(1)
  zero = f32[] constant(0)
  one = s32[] constant(1)
  flag = pred[] constant(true)
  image = f32[1,8,8,2] parameter(2)
  kernel = f32[3,3,2,4] parameter(3)
  square = f32[3,3] parameter(4)
  indices = s32[5,1] parameter(5)
  updates = f32[5,3] parameter(6)
  scale = f32[3] parameter(7)
  tick = token[] after-all()
  bits = u32[2,3] parameter(8)
  state = u64[2] parameter(9)
  counts = s32[3] parameter(10)
  stack = f32[3,3,4] parameter(11)
  pair = s32[2] parameter(12)
  complexes = c64[2] parameter(13)
  tiny = s1[2] parameter(14)
  flags = pred[4] parameter(15)
  narrow = bf16[2,3] parameter(16)
  bounded = f32[<=2,3] parameter(17)
  small = s8[] parameter(18)
  row = f32[1,3] parameter(19)
  couple = (f32[3]) parameter(20)
  started = ((f32[2,3]), f32[3,2], u32[]) custom-call-start(x), custom_call_target="f"
"""

RIGHT = [
    "y = f32[2,3] add(x, x)",
    "y = f32[2,3]{0,1} copy(x)",
    "y = pred[2,3] compare(x, x), direction=GE, type=TOTALORDER",
    "y = pred[2,3] compare(x, x), direction=GE, order=TOTAL",
    "y = (f32[2,2], s32[2,2]) topk(x), k=2, largest=true, is_stable=true",
    "y = f32[2,3] select(flag, x, x)",
    "y = f32[2,3] clamp(zero, x, zero)",
    "y = s8[2,3] convert(x)",
    "y = s8[2,3,4] bitcast-convert(x)",
    "y = f32[3,2] transpose(x), dimensions={1,0}",
    "y = f32[6] reshape(x)",
    "y = f32[4,2,3] broadcast(x), dimensions={1,2}",
    "y = f32[2,6] concatenate(x, x), dimensions={1}",
    "y = f32[1,2] slice(x), slice={[1:2], [0:3:2]}",
    "y = f32[1,3] dynamic-slice(x, i, one), dynamic_slice_sizes={1,3}",
    "y = f32[3,7] pad(x, zero), padding=0_1x1_1_1",
    "y = f32[2] reduce(x, zero), dimensions={1}, to_apply=add",
    "y = f32[1,4,4,2] reduce-window(image, zero), window={size=1x2x2x1 stride=1x2x2x1}, to_apply=add",
    "y = f32[2,2] dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={1}",
    "y = f64[2,3,2,3] dot(x, x)",
    "y = f32[1,6,6,4] convolution(image, kernel), window={size=3x3}, dim_labels=b01f_01io->b01f",
    "y = f32[2,3] sort(x), dimensions={0}, to_apply=less",
    "y = f32[5,3] gather(x, indices), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, "
    "index_vector_dim=1, slice_sizes={1,3}",
    "y = f32[2,3] scatter(x, indices, updates), update_window_dims={1}, inserted_window_dims={0}, "
    "scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add",
    "y = f32[2,3] while(x), condition=positive, body=double",
    "y = f32[2,3] conditional(flag, x, x), true_computation=double, false_computation=double",
    "y = f32[2,3] conditional(i, x), branch_computations={double}",
    "y = f32[2,3] fusion(x), kind=kLoop, calls=double",
    "y = f32[2,3] map(x, x), dimensions={0,1}, to_apply=add",
    "y = c64[2,2] fft(x), fft_type=RFFT, fft_length={3}",
    "y = f32[3,3] cholesky(square), lower=true",
    "y = f32[2,3] triangular-solve(square, x), lower=true, transpose_a=NO_TRANSPOSE",
    "y = (f32[2,3], f32[3], f32[3]) batch-norm-training(x, scale, scale), epsilon=0.1, feature_index=1",
    "y = f32[2,<=3] set-dimension-size(x, i), dimensions={1}",
    "y = (f32[2,2], s32[2,2]) topk(x), k=2, largest=true",
    'y = ((f32[2,3]), f32[4], u32[]) custom-call-start(x), custom_call_target="f"',
    "y = f32[3,2] custom-call-done(started)",
    "y = ((f32[2,3]), f32[2,3], u32[]) async-start(x), calls=double",
    "y = ((f32[2,3], f32[2,3]), f32[2,3], u32[]) add-start(x, x)",
    "y = f32[8,3] all-gather(x), dimensions={0}, replica_groups={{0,1,2,3}}",
    "y = f32[8,3] all-gather(x), dimensions={0}, replica_groups=[2,4]<=[8]",
    "y = f32[8,3] all-gather(x), dimensions={0}, replica_groups={{0,1}}, channel_id=1",
    "y = (f32[2,3], f32[4,3]) all-gather-start(x), dimensions={0}, replica_groups={{0,1}}",
    "y = f32[1,3] reduce-scatter(x), dimensions={0}, replica_groups={{0,1}}, to_apply=add",
    "y = f32[2,3] all-to-all(x), dimensions={0}, replica_groups={{0,1}}",
    "y = (f32[2,3], f32[2,3]) all-to-all(x, x), replica_groups={{0,1}}",
    "y = f32[2,3] all-reduce-start(x), replica_groups={}, to_apply=add",
    "y = (f32[2,3], f32[2,3], u32[], u32[]) collective-permute-start(x), source_target_pairs={{0,1}}",
    "y = (f32[2,3], f32[2,3], u32[]) copy-start(x)",
    "y = (f32[2,3], u32[], token[]) send(x, tick), channel_id=1",
    "y = (f32[7], u32[], token[]) recv(tick), channel_id=1",
    "y = ((f32[7], pred[]), token[]) infeed(tick)",
    "y = token[] outfeed(x, tick), outfeed_shape=f32[2,3]{1,0}",
    "y = f32[4,5] rng(zero, zero), distribution=rng_uniform",
    "y = (u64[2], u32[4,5]) rng-bit-generator(state), algorithm=rng_three_fry",
    "y = bf16[2,3] convert(x)",
    "y = (f32[3,3], f32[3]) scan(square, scale), dimensions={0}, num_carries=1, to_apply=step",
    "y = f32[2,4] ragged-dot(x, stack, counts), lhs_contracting_dims={1}, rhs_contracting_dims={1}, "
    "lhs_ragged_dims={0}, rhs_group_dims={0}",
    "y = f32[3,2,3] ragged-dot(x, square, counts), lhs_contracting_dims={1}, rhs_contracting_dims={1}, "
    "lhs_ragged_dims={1}",
    "y = f32[<=6] dynamic-reshape(x, i)",
    "y = f32[<=6] reshape(bounded)",
    "y = f32[<=6] reshape(x)",
    # where XLA asks for less than the op
    "y = s32[] atan2(i, i)",
    "y = f32[1,3] dynamic-slice(x, pair), dynamic_slice_sizes={1,3}",
    "y = f32[2,3] dynamic-update-slice(x, x, pair)",
    "y = s64[2] bitcast-convert(complexes)",
    "y = s1[2] add(tiny, tiny)",
    "y = s8[4] bitcast-convert(flags)",
    "y = f64[2,2] dot(x, narrow), lhs_contracting_dims={1}, rhs_contracting_dims={1}",
    "y = f32[2,2] dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={1}, operand_precision={highest,highest}, "
    "algorithm=dot_bf16_bf16_f32",
    "y = f32[<=2,3] add(bounded, x)",
    "y = f32[2] reduce(narrow, zero), dimensions={1}, to_apply=widen",
    "y = f32[2,2] scaled-dot(x, narrow, zero, zero), lhs_contracting_dims={1}, rhs_contracting_dims={1}",
]

# An instruction, the code, what the caret is under, and a part of the message.
WRONG = [
    ("y = f32[2,3] ad(x, x)", "hlo_opcode", "ad", "unknown opcode `ad`"),
    ("y = f32[2,3] add(x, X)", "hlo_operand", "X", "undefined instruction `X`"),
    ("y = f32[2,3] negate(y)", "hlo_order", "y", "before it is defined"),
    ("x = f32[2,3] negate(x)", "hlo_name", "x", "redefinition"),
    ("y = f32[2,3] add(x)", "hlo_operand_count", "add", "expects 2 operands, found 1"),
    ("y = f32[2,3] add(x, f32[3,2] x)", "hlo_operand_shape", "x", "`x` has shape f32[2,3], not f32[3,2]"),
    ("y = f32[2,3] add(x, zero)", "hlo_operand_shape", "zero",
     "`type(lhs) = type(rhs)` does not hold: f32[2,3] = f32[]"),
    ("y = f32[3,2] add(x, x)", "hlo_result_shape", "f32[3,2]", "returns f32[2,3], not f32[3,2]"),
    ("y = f32[2,3] not(x)", "hlo_operand_shape", "x", "boolean, signed integer or unsigned integer type here, found f32[2,3]"),
    ("y = s32[2,3] compare(x, x), direction=LT", "hlo_result_shape", "s32[2,3]", "returns pred[2,3]"),
    ("y = f32[2,3] negate(x), dimensions={0}", "hlo_attribute", "dimensions={0}", "no attribute `dimensions`"),
    ("y = f32[2,3] reverse(x)", "hlo_attribute", "reverse", "requires the attribute `dimensions`"),
    ("y = f32[2,3] all-reduce(x), replica_groups={{0}}, use_global_device_ids=true, to_apply=add", "hlo_attribute", "use_global_device_ids=true", "requires the attribute `channel_id`"),
    ("y = f32[2,3] reverse(x), dimensions={2}", "hlo_operand_shape", "dimensions={2}", "`dimensions < rank(result)` does not hold: 2 < 2"),
    ("y = pred[2,3] compare(x, x), direction=LS", "hlo_value", "direction=LS", "invalid value `LS` of `direction`"),
    ("y = f32[7] reshape(x)", "hlo_result_shape", "f32[7]", "`size(operand) = size(result)` does not hold: 6 = 7"),
    ("y = f32[2,3] transpose(x), dimensions={1,0}", "hlo_result_shape", "f32[2,3]", "returns f32[3,2]"),
    ("y = f32[2,3] transpose(x), dimensions={0,0}", "hlo_operand_shape", "dimensions={0,0}",
     "`sorted(permutation) = range(rank(operand))` does not hold"),
    ("y = f32[4,2,3] broadcast(x), dimensions={0,2}", "hlo_operand_shape", "dimensions={0,2}",
     "dim(result, broadcast_dimensions[d])"),
    ("y = f32[2,3] concatenate(x, square), dimensions={1}", "hlo_operand_shape", "square",
     "`same(shape_except(inputs..., dimension, 0))` does not hold: [2, 0] = [3, 0]"),
    ("y = f32[2,3] slice(x), slice={[0:3], [0:3]}", "hlo_operand_shape", "slice={[0:3], [0:3]}",
     "`limit_indices <= shape(operand)` does not hold: 3 <= 2"),
    ("y = f32[2,3] pad(x, one), padding=0_0x0_0", "hlo_operand_shape", "one",
     "`element_type(operand) = element_type(padding_value)` does not hold: f32 = s32"),
    ("y = f32[2] dynamic-slice(x, i), dynamic_slice_sizes={1,3}", "hlo_operand_count", "dynamic-slice", "2 indices"),
    ("y = f32[2] reduce(x, zero), dimensions={1}, to_apply=ad", "hlo_computation", "to_apply=ad", "undefined computation `ad`"),
    ("y = f32[2] reduce(x, one), dimensions={1}, to_apply=add", "hlo_computation", "to_apply=add", "expects (f32[], f32[])"),
    ("y = f32[2] reduce(x, zero), dimensions={1}, to_apply=less", "hlo_computation", "to_apply=less", "returns pred[]"),
    ("y = f32[3] reduce(x, zero), dimensions={1}, to_apply=add", "hlo_result_shape", "f32[3]", "returns f32[2]"),
    ("y = f32[2] reduce(x, zero, x), dimensions={1}, to_apply=add", "hlo_operand_count", "reduce", "found 3"),
    ("y = f32[2,2] dot(x, square), lhs_contracting_dims={0}, rhs_contracting_dims={0}", "hlo_operand_shape",
     "lhs_contracting_dims={0}", "does not hold: 2 = 3"),
    ("y = f32[2,3] while(x), condition=double, body=double", "hlo_computation", "condition=double", "expects pred[]"),
    ("y = f32[2,3] while(x), condition=positive, body=positive", "hlo_computation", "body=positive", "returns pred[]"),
    ("y = f32[2,3] conditional(zero, x), branch_computations={double}", "hlo_operand_shape", "zero", "pred[] or s32[]"),
    ("y = f32[2,3] conditional(i, x), true_computation=double, false_computation=double", "hlo_attribute",
     "conditional", "requires `branch_computations`"),
    ("y = f32[2,3] fusion(x, x), kind=kLoop, calls=double", "hlo_computation", "calls=double", "expects (f32[2,3])"),
    ("y = f32[2,3] call(x), to_apply=main", "hlo_computation", "to_apply=main", "calls itself"),
    ("y = f32[2,3] get-tuple-element(x), index=0", "hlo_operand_shape", "x", "expected a tuple"),
    ("y = f32[1,6,6,5] convolution(image, kernel), window={size=3x3}, dim_labels=b01f_01io->b01f", "hlo_result_shape",
     "f32[1,6,6,5]", "returns f32[1,6,6,4]"),
    ("y = f32[1,6,6,4] convolution(image, kernel), window={size=2x3}, dim_labels=b01f_01io->b01f", "hlo_operand_shape",
     "window={size=2x3}", "sizes of the kernel"),
    ("y = f32[2,3] cholesky(x)", "hlo_operand_shape", "x", "`dim(a, -2) = dim(a, -1)` does not hold: 2 = 3"),
    ("y = f32[2,3]{1,1} negate(x)", "hlo_shape", "f32[2,3]{1,1}", "not a permutation of [0, 1]"),
    ("y = convert(x)", "hlo_shape", "convert", "is required"),
    ("y = f32[2,3] parameter(30)", "hlo_parameter", "30", "0 to 21"),
    ("y = f32[2,3] parameter(0)", "hlo_parameter", "0", "duplicate"),
    ("y = f32[6,3] all-gather(x), dimensions={0}, replica_groups={{0,1}}", "hlo_result_shape", "f32[6,3]", "f32[4,3]"),
    ("y = f32[4,4] all-gather(x), dimensions={0}, replica_groups={{0,1}}, channel_id=1", "hlo_result_shape", "f32[4,4]",
     "f32[?,3]"),
    ("y = f32[4,3] all-gather(x), dimensions={2}, replica_groups={{0,1}}", "hlo_operand_shape", "dimensions={2}",
     "dimension 2 is out of bounds"),
    ("y = f32[2,1] reduce-scatter(x), dimensions={1}, replica_groups={{0,1}}, to_apply=add", "hlo_operand_shape",
     "dimensions={1}", "cannot split 3 elements among 2"),
    ("y = f32[2,3] all-to-all(x), dimensions={1}, replica_groups={{0,1}}", "hlo_operand_shape", "dimensions={1}",
     "cannot split 3 elements among 2"),
    ("y = f32[2,3] reduce-scatter(x), dimensions={1}, replica_groups={{0},{}}, to_apply=add", "hlo_operand_shape",
     "replica_groups={{0},{}}", "a group without processes"),
    ("y = f32[2,3] all-reduce(x), replica_groups={{}}, to_apply=add", "hlo_operand_shape", "replica_groups={{}}",
     "a group without processes"),
    ("y = f32[2,3] collective-permute(x), source_target_pairs={{0,1}}, slice_sizes={{2,3}}", "hlo_operand_count",
     "collective-permute", "expects 4 operands, found 1"),
    ("y = f32[2,3] collective-permute(x), source_target_pairs={{0,1},{1,2,3}}", "hlo_operand_shape",
     "source_target_pairs={{0,1},{1,2,3}}", "expected a source and a target, found 3 numbers"),
    ("y = (f32[2,3], f32[2,3]) collective-permute-start(x), source_target_pairs={{0}}", "hlo_operand_shape",
     "source_target_pairs={{0}}", "found 1 number"),
    ("y = (f32[2,3], f32[3,3]) all-to-all(x, square), replica_groups={{0,1}}", "hlo_operand_shape", "square",
     "expected f32[2,3]"),
    ("y = f32[2,3] custom-call-done(started)", "hlo_result_shape", "f32[2,3]", "returns f32[3,2]"),
    ("y = f32[2,3] custom-call-done(x)", "hlo_operand_shape", "x", "`custom-call-done` cannot complete"),
    ("y = ((f32[2,3]), f32[3], u32[]) async-start(x), calls=double", "hlo_result_shape", "((f32[2,3]), f32[3], u32[])",
     "returns ((f32[2,3]), f32[2,3], u32[])"),
    ("y = ((f32[2,3], f32[2,3]), f32[6], u32[]) add-start(x, x)", "hlo_result_shape", "((f32[2,3], f32[2,3]), f32[6], u32[])",
     "returns ((f32[2,3], f32[2,3]), f32[2,3], u32[])"),
    ("y = (f32[2,3], f32[3,2], u32[]) copy-start(x)", "hlo_result_shape", "(f32[2,3], f32[3,2], u32[])", "f32[2,3], u32[])"),
    ("y = (f32[2,3], u32[], token[]) send(tick, x), channel_id=1", "hlo_operand_shape", "x", "expected a token"),
    ("y = (f32[7], token[]) recv(tick), channel_id=1", "hlo_result_shape", "(f32[7], token[])", "(f32[7], u32[], token[])"),
    ("y = token[] outfeed(x, tick), outfeed_shape=f32[2]", "hlo_operand_shape", "outfeed_shape=f32[2]", "`outfeed_shape` is f32[2]"),
    ('y = f32[2,3] custom-call(x), custom_call_target="f", output_to_operand_aliasing={{}: (3, {})}', "hlo_operand_shape",
     "output_to_operand_aliasing={{}: (3, {})}", "operand 3 does not exist"),
    ('y = f32[2,3] custom-call(x), custom_call_target="f", output_to_operand_aliasing={{9}: (0, {})}', "hlo_operand_shape",
     "output_to_operand_aliasing={{9}: (0, {})}", "has no element 9"),
    ("y = f32[2,3] fusion(x), kind=kLoop, calls=double, output_to_operand_aliasing={{}: (3, {})}", "hlo_operand_shape",
     "output_to_operand_aliasing={{}: (3, {})}", "operand 3 does not exist"),
    ("y = f32[2,3] fusion(x), kind=kLoop, calls=double, output_to_operand_aliasing={{}: (0, {4})}", "hlo_operand_shape",
     "output_to_operand_aliasing={{}: (0, {4})}", "has no element 4"),
    ("y = (s32[2,3]) bitcast-convert(x)", "hlo_result_shape", "(s32[2,3])", "`bitcast-convert` returns an array, not (s32[2,3])"),
    ("y = (f32[1]) dynamic-reshape(zero, one)", "hlo_result_shape", "(f32[1])", "returns an array, not (f32[1])"),
    ("y = token[] rng(zero, zero), distribution=rng_uniform", "hlo_result_shape", "token[]", "returns an array, not token[]"),
    ("y = f32[4] rng(zero), distribution=rng_uniform", "hlo_operand_count", "rng", "found 1"),
    ("y = s32[4] rng(one, one), distribution=rng_normal", "hlo_operand_shape", "one", "normal distribution"),
    ("y = (u64[3], u32[4]) rng-bit-generator(state), algorithm=rng_default", "hlo_result_shape", "(u64[3], u32[4])",
     "returns (u64[2], u32[4])"),
    ("y = s8[2,3] stochastic-convert(x, x)", "hlo_operand_shape", "x", "expects a tensor of unsigned integer type"),
    ("y = s8[2,3] stochastic-convert(narrow, bits)", "hlo_operand_shape", "bits", "does not hold: 32 = 16"),
    ("y = (f32[2,4], s32[2,4]) topk(x), k=4", "hlo_operand_shape", "k=4", "does not hold: 4 <= 3"),
    ("y = (f32[3,3], f32[2]) scan(square, scale), dimensions={0}, num_carries=1, to_apply=step", "hlo_result_shape",
     "(f32[3,3], f32[2])", "returns (f32[3,3], f32[3])"),
    ("y = (f32[3,3], f32[3]) scan(square, scale), dimensions={0}, num_carries=3, to_apply=step", "hlo_operand_shape",
     "num_carries=3", "num_carries = 3"),
    ("y = f32[2,4] ragged-dot(x, stack, counts), lhs_contracting_dims={1}, rhs_contracting_dims={1}, rhs_group_dims={0}",
     "hlo_operand_shape", "ragged-dot", "`size(lhs_ragged_dimensions) = 1` does not hold: 0 = 1"),
    ("y = f32[<=6,1] dynamic-reshape(x, i)", "hlo_operand_count", "dynamic-reshape", "found 1"),
    # where XLA asks for more than the op
    ("y = f32[4,2,3] broadcast(row), dimensions={0,2}", "hlo_operand_shape", "dimensions={0,2}", "cannot broadcast"),
    ("y = f32[2,3] concatenate(x, x), dimensions={0,1}", "hlo_operand_shape", "dimensions={0,1}", "one dimension, found 2"),
    ("y = opaque[] negate(x)", "hlo_result_shape", "opaque[]", "returns f32[2,3]"),
    ("y = (f32[2,3]) negate(x)", "hlo_result_shape", "(f32[2,3])", "returns f32[2,3]"),
    ("y = f32[3] negate(couple)", "hlo_operand_shape", "couple", "expected an array"),
    # what no rule of HLO's own said
    ("y = u64[3] rng-get-and-update-state(), delta=1", "hlo_result_shape", "u64[3]", "returns u64[2]"),
    ("y = f32[1,3] dynamic-slice(x, i, small), dynamic_slice_sizes={1,3}", "hlo_operand_shape", "small", "s32[] = s8[]"),
    ("y = f32[3,3] add(bounded, square)", "hlo_operand_shape", "square", "f32[?,3] = f32[3,3]"),
    ("y = f32[<=2,2] reshape(bounded)", "hlo_operand_shape", "f32[<=2,2]", "f32[<=2,3] and f32[<=2,2] have different"),
    ("y = f32[<=7] dynamic-reshape(x, i)", "hlo_operand_shape", "f32[<=7]", "f32[2,3] and f32[<=7] have different"),
    ("y = f32[4,3] set-dimension-size(x, i), dimensions={0}", "hlo_operand_shape", "dimensions={0}", "4 <= 2"),
    ("y = f32[2,3] reduce-precision(x), exponent_bits=0, mantissa_bits=2", "hlo_operand_shape", "exponent_bits=0", "1 <= 0"),
]  # fmt: skip


def test_every_opcode_has_a_rule_or_no_shape_that_follows() -> None:
    import_files(rules)
    declared = {opcode.name for opcode in OPCODES.values() if opcode.result or opcode.op}
    assert set(OPCODES) - {*SHAPE_RULES, *declared} == {"constant", "parameter"}


@pytest.mark.parametrize("line", RIGHT)
def test_what_is_right(line: str) -> None:
    assert list(map(str, hlo.verify(f"{BEFORE}  {line}\n}}\n"))) == []


@pytest.mark.parametrize(("line", "code", "at", "message"), WRONG)
def test_what_is_wrong(line: str, code: str, at: str, message: str) -> None:
    (found,) = hlo.verify(f"{BEFORE}  {line}\n}}\n")
    assert found.span is not None
    assert (found.code, found.span.text) == (code, at)
    assert message in found.message


def test_a_rule_of_an_op_is_shown_in_the_terms_of_hlo() -> None:
    (found,) = hlo.verify(f"{BEFORE}  y = f32[2,3] clamp(one, x, zero)\n}}\n")
    assert found.formula is not None
    assert found.formula.startswith("baseline_element_type(min) = baseline_element_type(operand)")
    assert ("min", "s32[]") in found.values
    assert ("operand", "f32[2,3]") in found.values
    (note,) = found.notes
    (rule,) = re.findall("`shlo explain (.*?)`", note)
    assert rule == "clamp_c3"
    assert "clamp" in str(explain(rule))


def test_what_equal_instructions_give_is_solved_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []
    monkeypatch.setattr(by_op, "solve", lambda *given: calls.append(given) or solve(*given))
    lines = "".join(f"  y{i} = f32[2,3] remainder(x, x)\n" for i in range(50))
    assert hlo.verify(f"{BEFORE}{lines}}}\n") == []
    assert len(calls) <= 1


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("add(bounded, x)", "f32[2,3]{1,0}"),
        ("dot(x, narrow), lhs_contracting_dims={1}, rhs_contracting_dims={1}", "f32[2,2]{1,0}"),
        ("set-dimension-size(x, i), dimensions={1}", "f32[2,<=3]{1,0}"),
        ("pad(bounded, zero), padding=1_1x0_0", "f32[<=4,3]{1,0}"),
        ("reduce(narrow, zero), dimensions={1}, to_apply=widen", "f32[2]{0}"),
        ("sort(x), dimensions={0}, to_apply=less", "f32[2,3]{1,0}"),
        ("rng-get-and-update-state(), delta=1", "u64[2]{0}"),
        (
            "scatter(x, indices, updates), update_window_dims={1}, inserted_window_dims={0}, "
            "scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add",
            "f32[2,3]{1,0}",
        ),
    ],
)
def test_a_shape_that_is_not_written_follows(text: str, shape: str) -> None:
    module = hlo.parse(f"{BEFORE}  y = {text}\n}}\n")
    assert module.entry_computation is not None
    assert str(module.entry_computation.instructions[-1].shape) == shape


@pytest.mark.parametrize(
    ("donation", "message"),
    [
        ("input_output_alias={ {}: (0, {}) }", ""),
        ("input_output_alias={ {}: (1, {}) }", "parameter 1 does not exist"),
        ("input_output_alias={ {0}: (0, {}) }", "has no element 0"),
        ("input_output_alias={ {}: (0, {2}) }", "has no element 2"),
        ("buffer_donor={ (0, {}) }", ""),
        ("buffer_donor={ (1, {}) }", "parameter 1 does not exist"),
        ("buffer_donor={ (0, {2}) }", "has no element 2"),
    ],
)
def test_donated_results_and_parameters(donation: str, message: str) -> None:
    text = f"HloModule m, {donation}\nENTRY f {{\n  a = f32[2] parameter(0)\n  ROOT b = f32[2] abs(a)\n}}"
    found = hlo.verify(text)
    assert len(found) == bool(message)
    assert all(message in each.message and each.code == "hlo_signature" for each in found)


@pytest.mark.parametrize(
    ("donations", "message"),
    [
        ("input_output_alias={ {0}: (0, {0}) }, buffer_donor={ (0, {1}) }", ""),
        ("input_output_alias={ {1}: (0, {2}) }", "expected an array, found ()"),
        ("input_output_alias={ {}: (0, {}) }", "expected an array, found (f32[2], f32[2], ())"),
        ("input_output_alias={ {2}: (0, {0}) }", "f32[2] and (f32[2]) have different sizes"),
        ("input_output_alias={ {0}: (0, {1}), {2, 0}: (0, {1}) }", "parameter 0 is aliased twice"),
        ("buffer_donor={ (0, {2}) }", "expected an array, found ()"),
        ("buffer_donor={ (1, {}) }", "expected an array, found token[]"),
        ("input_output_alias={ {0}: (0, {0}) }, buffer_donor={ (0, {0}) }", "parameter 0 is also in"),
    ],
)
def test_donations_are_of_different_arrays(donations: str, message: str) -> None:
    """As `HloInputOutputAliasConfig::Verify` and `HloBufferDonorConfig::Verify` of XLA check."""
    text = f"""HloModule m, {donations}
ENTRY f {{
  p = (f32[2], f32[2], ()) parameter(0)
  q = token[] parameter(1)
  a = f32[2] get-tuple-element(p), index=0
  e = () get-tuple-element(p), index=2
  o = (f32[2]) tuple(a)
  ROOT r = (f32[2], (), (f32[2])) tuple(a, e, o)
}}"""
    found = hlo.verify(text)
    assert len(found) == bool(message)
    assert all(message in each.message and each.code == "hlo_signature" for each in found)


def test_a_slip_gets_a_hint() -> None:
    (found,) = hlo.verify(f"{BEFORE}  y = f32[2,3] exponental(x)\n}}\n")
    assert found.helps == ("did you mean `exponential`?",)


def test_signatures() -> None:
    text = (
        "HloModule m, entry_computation_layout={(f32[3]{0})->f32[2]{0}}\nENTRY %f (a: f32[2]) -> f32[3] {\n"
    )
    found = hlo.verify(text + "  ROOT %a = f32[2]{0} parameter(0)\n}\n")
    assert [each.code for each in found] == ["hlo_signature", "hlo_signature"]


@pytest.mark.parametrize("layout", ["{1}", "{7}"])
def test_the_layouts_of_the_entry(layout: str) -> None:
    """XLA refuses these, too."""
    text = f"HloModule m, entry_computation_layout={{(f32[2]{layout})->f32[2]{{0}}}}\nENTRY %f {{\n"
    (found,) = hlo.verify(text + "  ROOT %a = f32[2]{0} parameter(0)\n}\n")
    assert found.code == "hlo_signature"


@pytest.mark.parametrize(
    ("layouts", "codes"),
    [
        ("{f32[2,3]{0,1}}", []),
        ("{f32[2,3]{1,0}, f32[2,3]{1,0}}", ["hlo_operand_shape"]),
        ("{f32[3,3]{1,0}}", ["hlo_operand_shape"]),
    ],
)
def test_layouts_of_a_custom_call_are_of_its_operands(layouts: str, codes: list[str]) -> None:
    call = f'y = f32[] custom-call(x), custom_call_target="f", operand_layout_constraints={layouts}'
    assert [found.code for found in hlo.verify(f"{BEFORE}  ROOT {call}\n}}\n")] == codes


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.hlo")), ids=lambda path: path.name)
def test_what_jax_writes_is_right(path: Path) -> None:
    assert [found for found in stablehlo_tools.verify(path) if found.code != "elided_literal"] == []


def test_a_constant_that_was_left_out_is_a_warning() -> None:
    text = "HloModule m\nENTRY e {\n  ROOT c = f32[20] constant({...})\n}\n"
    (warning,) = hlo.verify(text)
    assert (warning.code, warning.severity) == ("elided_literal", Severity.WARNING)
    assert warning.span is not None
    assert warning.span.begin == (3, 29)
    (error,) = stablehlo_tools.verify(text, strict=True)
    assert error.severity is Severity.ERROR


@pytest.mark.parametrize(
    "line",
    [
        "y = bf16[2,3] copy(x)",
        "y = f32[2,3] add(x, narrow)",
        "y = bf16[2,3] select(flag, narrow, x)",
        "y = bf16[2] reduce(x, zero), dimensions={1}, to_apply=add",
        "y = bf16[4,3] pad(narrow, zero), padding=1_1x0_0",
    ],
)
def test_mixed_precision_is_a_warning(line: str) -> None:
    (found,) = hlo.verify(f"{BEFORE}  {line}\n}}\n")
    assert (found.code, found.severity) == ("hlo_precision", Severity.WARNING)
    assert found.span is not None
    assert line.split(" ", 3)[2] == found.span.text


def test_an_operand_is_shown_once() -> None:
    (found,) = hlo.verify(f"{BEFORE}  y = bf16[2,3] add(x, x)\n}}\n")
    assert [label.message for label in found.related] == ["`x` has shape f32[2,3]"]


@pytest.mark.parametrize(
    "line",
    [
        "y = bf16[3,2] copy(x)",  # sizes differ, too
        "y = s32[2,3] copy(x)",
        "y = (bf16[2,3]) tuple(x)",  # XLA converts nothing in a tuple
        "y = bf16[] get-tuple-element(couple), index=0",
        "y = f32[2,3] add(x, bits)",
        "y = f32[2,3] bitcast-convert(narrow)",  # it reads the bits
        "y = f32[2,3] stochastic-convert(narrow, bits)",  # as many bits are random
    ],
)
def test_other_types_are_no_mixed_precision(line: str) -> None:
    (found,) = hlo.verify(f"{BEFORE}  {line}\n}}\n")
    assert found.severity is Severity.ERROR


def test_a_scalar_may_have_any_layout() -> None:
    lines = """  branch = s32[]{:T(128)} copy(i)
  taken = pred[]{:S(6)} copy(flag)
  y = f32[2,3] conditional(branch, x), branch_computations={double}
  z = f32[2,3] conditional(taken, x, x), true_computation=double, false_computation=double
  w = f32[<=6] dynamic-reshape(x, branch)
"""
    assert list(map(str, hlo.verify(f"{BEFORE}{lines}}}\n"))) == []


@pytest.mark.parametrize(
    "line", ["y = get-tuple-element(), index=0", "y = get-tuple-element(x)", "y = not()"]
)
def test_no_shape_follows_from_what_is_missing(line: str) -> None:
    (found,) = hlo.verify(f"{BEFORE}  {line}\n}}\n")
    assert found.code in ("hlo_operand_count", "hlo_attribute")
