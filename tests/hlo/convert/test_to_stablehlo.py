"""HLO programs as StableHLO: what they compute, and what is kept of what they say."""

# ruff: noqa: E501 (lines of HLO are long)
from __future__ import annotations

from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import hlo
from stablehlo_tools.diagnostics.diagnostic import ConversionError, RunError, VerificationError
from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.ir.operations import Module, Operation

DATA = Path(__file__).parents[3] / "testdata/hlo"
FILES = sorted(DATA.glob("*.hlo"))
ADD = "add {\n  x = f32[] parameter(0)\n  y = f32[] parameter(1)\n  ROOT s = f32[] add(x, y)\n}\n"


def program(body: str, *computations: str) -> str:
    """A module with an entry of these instructions."""
    return f"HloModule m\n{''.join(computations)}\nENTRY e {{\n{body}\n}}\n"


def converted(body: str, *computations: str) -> Module:
    module = hlo.to_stablehlo(program(body, *computations))
    assert [found for found in stablehlo_tools.verify(module) if found.code != "elided_literal"] == []
    again = stablehlo_tools.parse(stablehlo_tools.format(module))
    assert again == module
    return module


def mixed(body: str, *computations: str) -> Module:
    """The module of a program that mixes precisions, which is only warned of."""
    text = program(body, *computations)
    assert {found.code for found in hlo.verify(text)} == {"hlo_precision"}
    return converted(body, *computations)


def operations_of(module: Module) -> list[Operation]:
    body = module.functions[-1].body
    assert body is not None
    return list(body.operations)


def results(body: str, *inputs: Any, computations: tuple[str, ...] = ()) -> list[Any]:
    return stablehlo_tools.run(converted(body, *computations), [np.asarray(each) for each in inputs])


def test_tuples_are_several_arguments_and_results() -> None:
    body = """
  p = ((f32[2], s32[]), f32[2]) parameter(0)
  inner = (f32[2], s32[]) get-tuple-element(p), index=0
  x = f32[2] get-tuple-element(inner), index=0
  n = s32[] get-tuple-element(inner), index=1
  y = f32[2] get-tuple-element(p), index=1
  d = f32[2] subtract(x, y)
  s = (f32[2]) tuple(d)
  ROOT t = (s32[], (f32[2])) tuple(n, s)"""
    x, y = np.array([5, 7], np.float32), np.array([1, 2], np.float32)
    number, difference = results(body, x, np.int32(9), y)
    assert number == 9
    assert difference.tolist() == [4, 5]


def test_a_bitcast_is_what_lies_in_memory() -> None:
    # column-major: 1 4 2 5 3 6, read as rows of 2
    body = """
  x = f32[2,3]{0,1} parameter(0)
  ROOT b = f32[3,2]{1,0} bitcast(x)"""
    assert results(body, np.array([[1, 2, 3], [4, 5, 6]], np.float32))[0].tolist() == [[1, 4], [2, 5], [3, 6]]
    body = """
  x = f32[2,3]{1,0} parameter(0)
  ROOT b = f32[6,1]{0,1} bitcast(x)"""
    x = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
    assert results(body, x)[0].ravel().tolist() == [1, 2, 3, 4, 5, 6]
    body = """
  x = f32[3,4]{1,0} parameter(0)
  ROOT b = f32[2,6]{0,1} bitcast(x)"""
    rows = np.arange(12, dtype=np.float32).reshape(3, 4)
    assert results(body, rows)[0].tolist() == rows.reshape(6, 2).T.tolist()


def test_a_bitcast_to_other_elements() -> None:
    body = "  x = f32[2] parameter(0)\n  ROOT b = s32[2] bitcast(x)"
    assert results(body, np.array([1, -0.0], np.float32))[0].tolist() == [0x3F800000, -(2**31)]
    body = "  x = u8[4,2] parameter(0)\n  ROOT b = u32[2] bitcast(x)"
    bytes_ = np.arange(1, 9, dtype=np.uint8).reshape(4, 2)
    assert results(body, bytes_)[0].tolist() == [0x04030201, 0x08070605]


def test_a_bitcast_of_tiles() -> None:
    # rows of two tiles of 2x4: the element at (i, j) of tile (a, b) is that at (2 a + i, 4 b + j)
    body = "  x = s32[4,8]{1,0:T(2,4)} parameter(0)\n  ROOT b = s32[2,2,2,4]{3,2,1,0} bitcast(x)"
    x = np.arange(32, dtype=np.int32).reshape(4, 8)
    assert results(body, x)[0].tolist() == [
        [[[0, 1, 2, 3], [8, 9, 10, 11]], [[4, 5, 6, 7], [12, 13, 14, 15]]],
        [[[16, 17, 18, 19], [24, 25, 26, 27]], [[20, 21, 22, 23], [28, 29, 30, 31]]],
    ]
    back = "  x = s32[2,2,2,4]{3,2,1,0} parameter(0)\n  ROOT b = s32[4,8]{1,0:T(2,4)} bitcast(x)"
    assert results(back, results(body, x)[0])[0].tolist() == x.tolist()


def test_a_bitcast_of_padded_tiles() -> None:
    # 3x6 fills 2x2 tiles of 2x4 in part, whichever way the tile is written
    body = "  x = s32[3,6]{1,0:T(2,4)} parameter(0)\n  ROOT b = s32[1,3,6]{2,1,0:T(1,2,4)} bitcast(x)"
    x = np.arange(1, 19, dtype=np.int32).reshape(3, 6)
    assert results(body, x)[0].tolist() == [x.tolist()]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("s32[3,6]{1,0:T(2,4)}", "s32[1,3,6]{2,1,0:T(2,4)}"),
        ("s32[4,6]{1,0:T(2,4)}", "s32[2,2,6]{2,1,0:T(2,4)}"),
        ("bf16[16,6]{1,0:T(4,8)(2,1)}", "bf16[2,8,6]{2,1,0:T(4,8)(2,1)}"),
        ("s32[1]{0:T(128)}", "s32[]{:T(128)}"),
    ],
)
def test_a_bitcast_that_keeps_tiles_is_a_reshape(before: str, after: str) -> None:
    module = converted(f"  x = {before} parameter(0)\n  ROOT b = {after} bitcast(x)")
    assert [operation.name for operation in operations_of(module)] == ["stablehlo.reshape", "func.return"]


def test_a_bitcast_to_a_memory_of_another_size() -> None:
    text = program("  x = s32[4,6]{1,0:T(2,4)} parameter(0)\n  ROOT b = s32[24]{0} bitcast(x)")
    with pytest.raises(ConversionError, match="different sizes in memory"):
        hlo.to_stablehlo(text)
    text = program("  x = s32[4,6]{1,0:T(2,4)} parameter(0)\n  ROOT b = s16[8,6]{1,0:T(2,4)} bitcast(x)")
    with pytest.raises(ConversionError, match=r"between the memory layouts s32\[4,6\]"):
        hlo.to_stablehlo(text)


def test_mixed_precision_is_computed_in_the_widest_type() -> None:
    # 1 + 2^-9 is no bf16: it is only rounded at the end
    body = "  x = f32[2] parameter(0)\n  y = bf16[2] parameter(1)\n  ROOT s = bf16[2] add(x, y)"
    module = mixed(body)
    names = [operation.name.partition(".")[2] for operation in operations_of(module)]
    assert names == ["convert", "add", "convert", "return"]
    x, y = np.array([1 + 2**-9, 3], np.float32), np.array([2**-8, -3], ml_dtypes.bfloat16)
    (total,) = stablehlo_tools.run(module, [x, y])
    assert total.astype(np.float32).tolist() == [1.0078125, 0]  # 1 + 3 * 2^-9, a tie to even


def test_a_copy_and_a_sum_of_another_type() -> None:
    body = """
  x = f32[2,3] parameter(0)
  c = bf16[2,3]{0,1} copy(x)
  k = f32[] constant(0)
  r = bf16[2] reduce(x, k), dimensions={1}, to_apply=add
  ROOT t = (bf16[2,3], bf16[2]) tuple(c, r)"""
    x = np.array([[1 + 2**-9, 1, 1], [2, 3, 4]], np.float32)
    copy, total = stablehlo_tools.run(mixed(body, ADD), [x])
    assert copy.astype(np.float32).tolist() == [[1, 1, 1], [2, 3, 4]]
    assert total.astype(np.float32).tolist() == [3, 9]


def test_a_convolution_of_two_types() -> None:
    body = """
  x = f32[2,3] parameter(0)
  y = bf16[3,1] parameter(1)
  ROOT c = bf16[2,1] convolution(x, y), dim_labels=bf_io->bf"""
    x, y = np.array([[1, 2, 3], [4, 5, 6]], np.float32), np.array([[1], [0], [-1]], ml_dtypes.bfloat16)
    assert results(body, x, y)[0].astype(np.float32).tolist() == [[-2], [-2]]


def test_nothing_remains_of_what_began_without_a_common_type() -> None:
    body = """
  x = f32[4] parameter(0)
  y = bf16[4] parameter(1)
  ROOT t = (f32[4], bf16[4]) all-to-all(x, y), replica_groups={{0,1}}"""
    *operations, end = operations_of(mixed(body))
    used = {value for operation in [*operations, end] for value in operation.operands}
    assert all(used.issuperset(operation.results) for operation in operations)


def test_random_bits_without_the_state() -> None:
    body = "  s = u64[2] parameter(0)\n  {} rng-bit-generator(s), algorithm=rng_three_fry"
    pair = body.format("ROOT r = (u64[2], u32[3])")
    only = body.format("ROOT r = u32[3]")
    state = np.array([3, 5], np.uint64)
    assert results(only, state)[0].tolist() == results(pair, state)[1].tolist()


def test_the_sharding_of_a_parameter_on_an_instruction() -> None:
    frontend = 'frontend_attributes={xla.sdy.sharding="#sdy.sharding<@mesh, [{\\"a\\"}]>"}'
    text = program(f"  x = f32[4] parameter(0)\n  c = f32[4] copy(x), {frontend}\n"
                   f"  ROOT d = f32[2,2] reshape(c), {frontend}")  # fmt: skip
    meshes = 'frontend_attributes={xla.sdy.meshes="{mesh = #sdy.mesh<[\\"a\\"=2]>}"}'
    module = hlo.to_stablehlo(text.replace("HloModule m", f"HloModule m, {meshes}"))
    assert stablehlo_tools.verify(module) == []
    copy, reshape, _ = operations_of(module)
    assert str(copy.attributes["sdy.sharding"]) == '[<@mesh, [{"a"}]>]'
    assert "sdy.sharding" not in reshape.attributes  # it does not fit two dimensions


def test_each_leaf_of_a_tuple_has_its_own_annotations() -> None:
    body = """
  p = (f32[4]{0:T(128)}, (f32[4,2], s32[])) parameter(0), sharding={{devices=[2]<=[2]}, {replicated}, {maximal device=0}}, parameter_replication={true,false,true}
  ROOT x = f32[4] get-tuple-element(p), index=0"""
    (function,) = converted(body).functions
    assert [function.argument_attributes(number) for number in range(3)] == [
        {
            "mhlo.sharding": "{devices=[2]<=[2]}",
            "hlo.parameter_replication": "{true}",
            "hlo.shape": "f32[4]{0:T(128)}",
        },
        {"mhlo.sharding": "{replicated}", "hlo.parameter_replication": "{false}"},
        {"mhlo.sharding": "{maximal device=0}", "hlo.parameter_replication": "{true}"},
    ]


@pytest.mark.parametrize(
    ("leaves", "sharding", "expected"),
    [
        (1, "", [{}]),
        (1, "{{devices=[2]0,1}}", [{"mhlo.sharding": "{devices=[2]0,1}"}]),
        (2, "{devices=[2]0,1}", [{"mhlo.sharding": "{devices=[2]0,1}"}] * 2),  # XLA: that of each leaf
        (
            2,
            '{{replicated metadata={op_name="}, {"}}, {manual}}',
            [{"mhlo.sharding": '{replicated metadata={op_name="}, {"}}'}, {"mhlo.sharding": "{manual}"}],
        ),
    ],
)
def test_a_sharding_of_a_tuple_is_that_of_each_leaf_or_a_list(
    leaves: int, sharding: str, expected: list[dict[str, str]]
) -> None:
    written = f", sharding={sharding}" if sharding else ""
    body = f"""
  p = ({", ".join(["f32[4]"] * leaves)}) parameter(0){written}
  ROOT x = f32[4] get-tuple-element(p), index=0"""
    (function,) = converted(body).functions
    assert [function.argument_attributes(number) for number in range(leaves)] == expected


def test_aliases_in_a_tuple_are_not_those_of_a_call() -> None:
    fused = "f {\n  a = (f32[2], f32[2]) parameter(0)\n  ROOT b = f32[2] get-tuple-element(a), index=1\n}\n"
    body = """
  p = (f32[2], f32[2]) parameter(0)
  ROOT c = f32[2] fusion(p), kind=kLoop, calls=f, output_to_operand_aliasing={{}: (0, {1})}"""
    (call, *_) = operations_of(converted(body, fused))
    assert "hlo.output_to_operand_aliasing" not in call.attributes


def test_after_all_of_arrays() -> None:
    body = """
  x = f32[2] parameter(0)
  y = f32[2] negate(x)
  tick = token[] after-all(y)
  later = f32[2] add-dependency(x, tick)
  both = token[] after-all(later, tick)
  ROOT s = f32[2] add(later, y)"""
    assert results(body, np.array([1, 2], np.float32))[0].tolist() == [0, 0]


def test_an_asynchronous_call_that_names_its_computation_again() -> None:
    wrapped = 'w {\n  a = f32[2] parameter(0)\n  ROOT n = f32[2] negate(a)\n}, execution_thread="other"\n'
    body = """
  x = f32[2] parameter(0)
  start = ((f32[2]), f32[2], u32[]) async-start(x), async_execution_thread="other", calls=w
  update = ((f32[2]), f32[2], u32[]) async-update(start), async_execution_thread="other", calls=w
  ROOT done = f32[2] async-done(update), async_execution_thread="other", calls=w"""
    assert results(body, np.array([1, 2], np.float32), computations=(wrapped,))[0].tolist() == [-1, -2]


def test_a_copy_keeps_its_layout() -> None:
    module = converted("  x = f32[2,3]{1,0} parameter(0)\n  ROOT c = f32[2,3]{0,1} copy(x)")
    copy = module.functions[0].body.operations[0]  # type: ignore[union-attr]
    assert (copy.name, copy.attributes) == ("stablehlo.reshape", {"hlo.shape": "f32[2,3]{0,1}"})


def test_a_fusion_is_a_private_function_with_its_kind() -> None:
    fused = "f {\n  a = f32[2] parameter(0)\n  b = f32[2] parameter(1)\n  ROOT s = f32[2] subtract(a, b)\n}\n"
    body = """
  x = f32[2] parameter(0)
  y = f32[2] parameter(1)
  ROOT r = f32[2] fusion(y, x), kind=kLoop, calls=f"""
    module = converted(body, fused)
    function = module.function("f")
    assert function is not None
    assert function.is_private
    assert function.attributes["hlo.fusion_kind"] == "kLoop"
    found = stablehlo_tools.run(module, [np.array([1, 2], np.float32), np.array([5, 9], np.float32)])
    assert found[0].tolist() == [4, 7]


def test_a_computation_called_main_is_not_the_entry() -> None:
    callee = "main {\n  a = f32[] parameter(0)\n  ROOT n = f32[] negate(a)\n}\n"
    body = "  x = f32[] parameter(0)\n  ROOT r = f32[] call(x), to_apply=main"
    assert results(body, np.float32(3), computations=(callee,))[0] == -3


@pytest.mark.parametrize(("index", "expected"), [(0, [3, 4]), (1, [-3, -4]), (7, [-3, -4]), (-1, [-3, -4])])
def test_a_branch_by_its_number(index: int, expected: list[float]) -> None:
    branches = (
        "same {\n  ROOT a = f32[2] parameter(0)\n}\n",
        "less {\n  a = f32[2] parameter(0)\n  ROOT n = f32[2] negate(a)\n}\n",
    )
    body = """
  i = s32[] parameter(0)
  x = f32[2] parameter(1)
  ROOT c = f32[2] conditional(i, x, x), branch_computations={same, less}"""
    found = results(body, np.int32(index), np.array([3, 4], np.float32), computations=branches)
    assert found[0].tolist() == expected


def test_a_loop_over_a_tuple() -> None:
    condition = """cond {
  s = (s32[], f32[2]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant(5)
  ROOT lt = pred[] compare(i, n), direction=LT
}
"""
    step = """step {
  s = (s32[], f32[2]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  v = f32[2] get-tuple-element(s), index=1
  one = s32[] constant(1)
  j = s32[] add(i, one)
  w = f32[2] add(v, v)
  ROOT r = (s32[], f32[2]) tuple(j, w)
}
"""
    body = """
  z = s32[] constant(0)
  x = f32[2] parameter(0)
  s = (s32[], f32[2]) tuple(z, x)
  ROOT w = (s32[], f32[2]) while(s), condition=cond, body=step"""
    count, value = results(body, np.array([1, 3], np.float32), computations=(condition, step))
    assert (count, value.tolist()) == (5, [32, 96])


def test_least_and_greatest() -> None:
    for largest, values, indices in (("true", [9, 5], [1, 3]), ("false", [1, 3], [2, 0])):
        body = f"""
  x = f32[4] parameter(0)
  ROOT k = (f32[2], s32[2]) topk(x), k=2, largest={largest}, is_stable=true"""
        found = results(body, np.array([3, 9, 1, 5], np.float32))
        assert [each.tolist() for each in found] == [values, indices]


def test_the_order_of_a_comparison_as_newer_versions_of_xla_write_it() -> None:
    """Since jaxlib 0.12: `order=TOTAL` for `type=TOTALORDER`, whose parser takes either."""
    for order, expected in (("TOTAL", [True, False, False]), ("PARTIAL", [False, False, False])):
        body = f"""
  x = f32[3] parameter(0)
  z = f32[3] constant({{0, 0, 0}})
  ROOT y = pred[3] compare(x, z), direction=LT, order={order}"""
        (found,) = results(body, np.array([-0.0, 0.0, np.nan], np.float32))
        assert found.tolist() == expected


def test_indices_in_one_vector() -> None:
    body = """
  x = f32[3,3] parameter(0)
  at = s32[2] parameter(1)
  ROOT d = f32[1,2] dynamic-slice(x, at), dynamic_slice_sizes={1,2}"""
    found = results(body, np.arange(9, dtype=np.float32).reshape(3, 3), np.array([2, 1], np.int32))
    assert found[0].tolist() == [[7, 8]]


def test_metadata_is_a_location() -> None:
    text = """HloModule m

FileNames
1 "model.py"

FunctionNames
1 "train"
2 "loss"

FileLocations
1 {file_name_id=1 function_name_id=1 line=9 end_line=9 column=2 end_column=8}
2 {file_name_id=1 function_name_id=2 line=3 end_line=4 column=5 end_column=6}

StackFrames
1 {file_location_id=1 parent_frame_id=1}
2 {file_location_id=2 parent_frame_id=2}

ENTRY e {
  x = f32[] parameter(0), metadata={op_name="x"}
  ROOT n = f32[] negate(x), metadata={op_type="neg" op_name="jit(f)/neg" stack_frame_id=2}
}
"""
    function = hlo.to_stablehlo(text).functions[0]
    negate = function.body.operations[0]  # type: ignore[union-attr]
    inner = Location("name", ("loss", Location("file", ("model.py", 3, 5, 4, 6))))
    outer = Location("name", ("train", Location("file", ("model.py", 9, 2, None, 8))))
    assert negate.location == Location("name", ("jit(f)/neg", Location("callsite", (inner, outer))))
    assert negate.attributes == {"hlo.metadata": '{op_type="neg"}'}
    assert function.arguments[0].location == Location("name", ("x",))


def test_what_an_instruction_says_beside_its_meaning_is_kept() -> None:
    module = converted("""
  x = f32[2,3]{0,1} parameter(0), sharding={replicated}, parameter_replication={true}
  ROOT n = f32[2,3]{0,1:T(2,128)} negate(x), sharding={devices=[2,1]<=[2]}, \
frontend_attributes={a="b",c={d: 1}}, backend_config={"e":"f"}""")
    (function,) = module.functions
    assert function.argument_attributes(0) == {
        "mhlo.sharding": "{replicated}", "hlo.parameter_replication": "{true}", "hlo.shape": "f32[2,3]{0,1}",
    }  # fmt: skip
    assert function.body is not None
    assert function.body.operations[0].attributes == {
        "mhlo.sharding": "{devices=[2,1]<=[2]}", "mhlo.frontend_attributes": {"a": "b", "c": "{d: 1}"},
        "mhlo.backend_config": '{"e":"f"}', "hlo.shape": "f32[2,3]{0,1:T(2,128)}",
    }  # fmt: skip


def test_a_constant_that_is_elided_is_one_in_mlir_and_cannot_be_run() -> None:
    module = converted("  ROOT c = f32[20] constant({...})")
    assert "dense_resource<__elided__> : tensor<20xf32>" in stablehlo_tools.format(module)
    with pytest.raises(RunError, match="elided when the program was printed"):
        stablehlo_tools.run(module)


def test_a_custom_call_without_results() -> None:
    call = '() custom-call(x), custom_call_target="f", operand_layout_constraints={f32[2]{0}}'
    module = converted(f"  x = f32[2] parameter(0)\n  c = {call}\n  ROOT y = f32[2] negate(x)")
    assert "stablehlo.custom_call @f(%arg0)" in stablehlo_tools.format(module)
    assert "c = () custom-call(x)" in hlo.format(hlo.to_hlo(module)).replace("custom-call =", "c =")


def test_an_opcode_without_a_counterpart() -> None:
    with pytest.raises(ConversionError) as raised:
        converted(
            "  x = f32[2,3] parameter(0)\n  s = f32[] parameter(1)\n"
            "  ROOT p = f32[2,2] scaled-dot(x, x, s, s), lhs_contracting_dims={1}, rhs_contracting_dims={1}"
        )
    (found,) = raised.value.diagnostics
    assert (found.code, found.unsupported) == ("no_counterpart", True)
    assert found.span is not None
    assert found.span.text == "scaled-dot"


def test_opcodes_that_only_mhlo_has_an_op_for() -> None:
    module = converted(
        "  x = f32[4] parameter(0)\n  r = u32[4] parameter(1)\n"
        "  s = u64[2] rng-get-and-update-state(), delta=3\n"
        "  c = s8[4] stochastic-convert(x, r)\n  ROOT t = (u64[2], s8[4]) tuple(s, c)"
    )
    assert [operation.name for operation in module.functions[0].body.operations[:-1]] == [  # type: ignore[union-attr]
        "mhlo.xla.rng_get_and_update_state",
        "mhlo.stochastic_convert",
    ]
    assert "u64[2]{0} rng-get-and-update-state(), delta=3" in hlo.format(hlo.to_hlo(module))
    assert "s8[4]{0} stochastic-convert(" in hlo.format(hlo.to_hlo(module))


def test_an_invalid_program_is_not_converted() -> None:
    with pytest.raises(VerificationError, match="hlo_result_shape"):
        hlo.to_stablehlo(program("  x = f32[2] parameter(0)\n  ROOT n = f32[3] negate(x)"))


def test_computations_that_share_others_do_not_grow() -> None:
    levels = [
        "c0 {\n  x = f32[] parameter(0)\n  y = f32[] parameter(1)\n  ROOT s = f32[] add(x, y)\n}\n",
        *(
            f"c{n} {{\n  x = f32[] parameter(0)\n  y = f32[] parameter(1)\n"
            f"  a = f32[1] broadcast(x), dimensions={{}}\n"
            f"  b = f32[] reduce(a, y), dimensions={{0}}, to_apply=c{n - 1}\n"
            f"  ROOT s = f32[] reduce(a, b), dimensions={{0}}, to_apply=c{n - 1}\n}}\n"
            for n in range(1, 12)
        ),
    ]
    body = "  x = f32[4] parameter(0)\n  z = f32[] constant(0)\n"
    body += "  ROOT r = f32[] reduce(x, z), dimensions={0}, to_apply=c11"
    module = converted(body, *levels)
    assert sum(1 for _ in module.walk()) < 200


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_programs_of_jax_are_converted(path: Path) -> None:
    if path.name == "attributes.hlo":
        return
    module = hlo.to_stablehlo(path)
    assert stablehlo_tools.verify(module) == []
    assert stablehlo_tools.parse(stablehlo_tools.format(module)) == module


def test_a_composite() -> None:
    callee = """scaled {
  x = f32[] parameter(0)
  two = f32[] constant(2)
  ROOT p = f32[] multiply(x, two)
}
"""
    body = """
  x = f32[] parameter(0)
  ROOT c = f32[] call(x), to_apply=scaled, is_composite=true, frontend_attributes={\
composite.attributes={scale = 2.0 : f64},composite.name="my.scaled",composite.version="3",a="b"}"""
    module = converted(body, callee)
    composite = module.functions[-1].body.operations[0]  # type: ignore[union-attr]
    assert composite.name == "stablehlo.composite"
    assert composite.attributes["name"] == "my.scaled"
    assert composite.attributes["mhlo.frontend_attributes"] == {"a": "b"}
    text = stablehlo_tools.format(module)
    assert "composite_attributes = {scale = 2.000000e+00 : f64}" in text
    assert "version = 3 : i32" in text
    assert stablehlo_tools.run(module, [4.0]) == [8]


def test_a_parameter_of_no_type() -> None:
    with pytest.raises(ConversionError, match="expected an array or a token") as raised:
        converted("  x = opaque[] parameter(0)\n  ROOT c = f32[] constant(1)")
    (found,) = raised.value.diagnostics
    assert (found.code, found.unsupported) == ("no_counterpart", True)


def test_a_reshape_to_sizes_that_are_computed() -> None:
    body = """
  x = f32[6] parameter(0)
  n = s32[] parameter(1)
  m = s32[] parameter(2)
  ROOT r = f32[<=2,<=3] dynamic-reshape(x, n, m)"""
    found = results(body, np.arange(6, dtype=np.float32), np.int32(2), np.int32(3))
    assert found[0].tolist() == [[0, 1, 2], [3, 4, 5]]


def test_a_number_that_an_attribute_cannot_hold() -> None:
    body = """
  x = f32[] parameter(0)
  ROOT r = f32[] reduce-precision(x), exponent_bits=2147483648, mantissa_bits=3"""
    with pytest.raises(ConversionError, match="exponent_bits"):
        converted(body)


def test_a_bitcast_of_a_tuple() -> None:
    body = """
  x = f32[4] parameter(0)
  t = (f32[4]) tuple(x)
  ROOT r = f32[4] bitcast(t)"""
    with pytest.raises(ConversionError, match=r"a bitcast of \(f32\[4\]"):
        converted(body)


def test_meshes_that_are_none() -> None:
    text = "HloModule m, frontend_attributes={xla.sdy.meshes={mesh a #sdy.mesh<>}}\n" + program(
        "  ROOT x = f32[2] parameter(0)"
    ).removeprefix("HloModule m\n")
    with pytest.raises(ConversionError, match="which is not an MLIR dictionary"):
        hlo.to_stablehlo(text)


def test_a_sharding_that_is_none_remains_a_text() -> None:
    text = program(f'  ROOT x = f32[2] parameter(0), frontend_attributes={{{SHARDING}="<@m"}}')
    assert f'mhlo.frontend_attributes = {{{SHARDING} = "<@m"}}' in str(hlo.to_stablehlo(text))


SHARDING = "xla.sdy.sharding"


def test_the_least_elements_of_an_array_of_unknown_size_have_no_counterpart() -> None:
    text = """ENTRY e {
      x = f32[<=3,4] parameter(0)
      ROOT k = (f32[<=3,2], s32[<=3,2]) topk(x), k=2, largest=false
    }"""
    with pytest.raises(ConversionError, match="an operand of unknown size"):
        hlo.to_stablehlo(text)
