"""Collectives, asynchronous phases, send and recv, custom calls and manual computations of HLO."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import hlo
from stablehlo_tools.diagnostics.diagnostic import ConversionError
from stablehlo_tools.ir.operations import Module, Operation
from tests.hlo.convert.test_to_stablehlo import ADD, converted


def operation(module: Module, name: str) -> Operation:
    """The only op of that name."""
    (found,) = [each for each in module.walk() if each.name == name]
    return found


def of_partitions(module: Module, *inputs: Any) -> list[list[Any]]:
    results = stablehlo_tools.run_parallel(module, [[np.asarray(each)] for each in inputs], 1, len(inputs))
    return [[value.tolist() for value in each] for each in results]


def test_arrays_are_exchanged_by_number() -> None:
    module = converted("""
  x = f32[2] parameter(0)
  y = f32[2] negate(x)
  ROOT a = (f32[2], f32[2]) all-to-all(x, y), channel_id=1, replica_groups={{0,1}}""")
    one, other = np.array([1, 2], np.float32), np.array([3, 4], np.float32)
    # process 0 gets what 0 and 1 have first, process 1 what they have second
    expected = [[[1, 2], [3, 4]], [[-1, -2], [-3, -4]]]
    assert of_partitions(module, one, other) == expected


def test_an_array_is_split_and_joined_along_one_dimension() -> None:
    module = converted("""
  x = f32[2] parameter(0)
  ROOT a = f32[2] all-to-all(x), channel_id=1, replica_groups={{0,1}}, dimensions={0}""")
    x, y = np.array([1, 2], np.float32), np.array([3, 4], np.float32)
    assert of_partitions(module, x, y) == [[[1, 3]], [[2, 4]]]


def test_a_reduction_that_begins_and_ends() -> None:
    module = converted(
        """
  x = f32[] parameter(0)
  begun = f32[] all-reduce-start(x), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, \
to_apply=add
  ROOT r = f32[] all-reduce-done(begun)""",
        ADD,
    )
    assert of_partitions(module, np.float32(2), np.float32(5)) == [[7], [7]]


def test_a_permutation_that_begins_and_ends() -> None:
    module = converted("""
  x = f32[] parameter(0)
  begun = (f32[], f32[], u32[], u32[]) collective-permute-start(x), channel_id=1, \
source_target_pairs={{0,1},{1,0}}
  ROOT r = f32[] collective-permute-done(begun)""")
    assert of_partitions(module, np.float32(2), np.float32(5)) == [[5], [2]]


def test_a_flag_that_is_false_is_left_out() -> None:
    """MLIR reads `use_global_device_ids` as a unit attribute, and rejects `false`."""
    module = converted("  x = f32[2] parameter(0)\n  ROOT r = f32[2] all-reduce(x), to_apply=add", ADD)
    assert "use_global_device_ids" not in stablehlo_tools.format(module)
    flagged = "replica_groups={{0}}, channel_id=1, use_global_device_ids=true"
    module = converted(
        f"  x = f32[2] parameter(0)\n  ROOT r = f32[2] all-reduce(x), {flagged}, to_apply=add", ADD
    )
    assert "use_global_device_ids}" in stablehlo_tools.format(module)


def test_several_arrays_are_scattered() -> None:
    module = converted(
        """
  x = f32[2] parameter(0)
  y = f32[2] negate(x)
  ROOT r = (f32[1], f32[1]) reduce-scatter(x, y), channel_id=1, replica_groups={{0,1}}, \
use_global_device_ids=true, dimensions={0}, to_apply=add""",
        ADD,
    )
    x, y = np.array([1, 2], np.float32), np.array([3, 4], np.float32)
    assert of_partitions(module, x, y) == [[[4], [-4]], [[6], [-6]]]


def test_a_computation_that_is_called_asynchronously() -> None:
    square = "square {\n  x = f32[] parameter(0)\n  ROOT p = f32[] multiply(x, x)\n}\n"
    module = converted(
        """
  x = f32[] parameter(0)
  begun = ((f32[]), f32[], s32[]) async-start(x), calls=square
  going = ((f32[]), f32[], s32[]) async-update(begun)
  ROOT r = f32[] async-done(going)""",
        square,
    )
    assert stablehlo_tools.run(module, [3.0]) == [9]


def test_what_is_sent_to_another_process() -> None:
    pairs = 'frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1}}"}'
    module = converted(f"""
  x = f32[] parameter(0)
  t = token[] after-all()
  s = (f32[], u32[], token[]) send(x, t), channel_id=2, {pairs}
  sent = token[] send-done(s), channel_id=2
  r = (f32[], u32[], token[]) recv(sent), channel_id=2, {pairs}
  got = (f32[], token[]) recv-done(r), channel_id=2
  ROOT v = f32[] get-tuple-element(got), index=0""")
    assert of_partitions(module, np.float32(7), np.float32(8)) == [[0], [7]]


def test_a_transfer_that_begins_elsewhere_may_have_more_parts() -> None:
    module = converted("""
  s = (f32[], u32[], token[], s32[]) parameter(0)
  ROOT t = token[] send-done(s), channel_id=2""")
    main = module["main"]
    assert main.body is not None
    assert main.body.operations[-1].operands == [main.arguments[2]]


def test_a_custom_call_of_typed_attributes() -> None:
    module = converted("""
  x = f32[2,2]{0,1} parameter(0)
  ROOT c = (f32[2,2]{0,1}, s32[]) custom-call(x), custom_call_target="f", \
operand_layout_constraints={f32[2,2]{0,1}}, \
custom_call_has_side_effect=true, output_to_operand_aliasing={{0}: (0, {})}, \
api_version=API_VERSION_TYPED_FFI, \
backend_config={uplo = 76 : ui8}""")
    text = stablehlo_tools.format(module)
    assert "api_version = 4 : i32, backend_config = {uplo = 76 : ui8}" in text
    assert "has_side_effect = true" in text
    assert "operand_layouts = [dense<[0, 1]> : tensor<2xindex>]" in text
    assert "result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]" in text
    assert "output_tuple_indices = [0]" in text


def test_a_custom_call_for_the_greatest_elements() -> None:
    greater = """greater {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  i = s32[] parameter(2)
  j = s32[] parameter(3)
  ROOT c = pred[] compare(a, b), direction=DIRECTION
}
"""
    for direction, values, indices in (("GT", [9, 5], [1, 3]), ("LT", [1, 3], [2, 0])):
        module = converted(
            """
  x = f32[4] parameter(0)
  ROOT c = (f32[2], s32[2]) custom-call(x), custom_call_target="TopK", called_computations={greater}""",
            greater.replace("DIRECTION", direction),
        )
        found = stablehlo_tools.run(module, [np.array([3, 9, 1, 5], np.float32)])
        assert [each.tolist() for each in found] == [values, indices]
        assert ("called_computations = [@greater]" in stablehlo_tools.format(module)) == (direction == "GT")


MANUAL = """HloModule m, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<["x"=2]>}}

add {
  x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT s = f32[] add(x, y)
}

body {
  x = f32[1] parameter(0)
  s = f32[1] all-reduce(x), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=add
  ROOT t = (f32[1], f32[1]) tuple(s, x)
}

ENTRY e {
  x = f32[2] parameter(0), frontend_attributes={xla.sdy.sharding="#sdy.sharding<@mesh, [{\\"x\\"}]>"}
  local = f32[1] custom-call(x), custom_call_target="xla.sdy.GlobalToLocalShape", \
frontend_attributes={xla.sdy.in_shardings="#sdy.sharding_per_value<[<@mesh, [{\\"x\\"}]>]>",\
xla.sdy.manual_axes="#sdy<manual_axes{\\"x\\"}>"}
  c = (f32[1], f32[1]) call(local), to_apply=body
  s = f32[1] get-tuple-element(c), index=0
  p = f32[1] get-tuple-element(c), index=1
  ROOT whole = (f32[1], f32[2]) custom-call(s, p), custom_call_target="xla.sdy.LocalToGlobalShape", \
frontend_attributes={xla.sdy.manual_axes="#sdy<manual_axes{\\"x\\"}>",\
xla.sdy.out_shardings="#sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{\\"x\\"}]>]>"}
}
"""


def test_a_manual_computation() -> None:
    module = stablehlo_tools.parse(MANUAL)
    assert stablehlo_tools.verify(module) == []
    text = stablehlo_tools.format(module)
    assert 'sdy.mesh @mesh = <["x"=2]>' in text
    assert 'sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>' in text
    assert (
        operation(module, "sdy.manual_computation").regions[0].blocks[0].operations[-1].name == "sdy.return"
    )
    found = stablehlo_tools.run(module, [np.array([1, 5], np.float32)])
    assert [each.tolist() for each in found] == [[6], [1, 5]]


def test_custom_calls_that_are_no_manual_computation() -> None:
    # what the call gives is also used outside
    text = MANUAL.replace("  ROOT whole =", "  other = f32[1] negate(s)\n  ROOT whole =")
    module = stablehlo_tools.parse(text)
    assert [each for each in module.walk() if each.name == "sdy.manual_computation"] == []
    targets = [
        each.attributes["call_target_name"] for each in module.walk() if each.name.endswith("custom_call")
    ]
    assert targets == ["xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape"]


def test_parts_of_various_lengths_are_exchanged() -> None:
    # process 0 keeps [1] and sends [2, 3]; process 1 sends [4, 5] and keeps [6]
    module = converted("""
  x = f32[3] parameter(0)
  out = f32[4] parameter(1)
  from = s32[2] parameter(2)
  sizes = s32[2] parameter(3)
  to = s32[2] parameter(4)
  got = s32[2] parameter(5)
  ROOT r = f32[4] ragged-all-to-all(x, out, from, sizes, to, got), channel_id=1, replica_groups={{0,1}}""")
    zeros = np.zeros(4, np.float32)
    inputs = [
        [
            np.array([1, 2, 3], np.float32),
            zeros,
            np.array([0, 1], np.int32),
            np.array([1, 2], np.int32),
            np.array([0, 0], np.int32),
            np.array([1, 2], np.int32),
        ],
        [
            np.array([4, 5, 6], np.float32),
            zeros,
            np.array([0, 2], np.int32),
            np.array([2, 1], np.int32),
            np.array([1, 2], np.int32),
            np.array([2, 1], np.int32),
        ],
    ]
    results = stablehlo_tools.run_parallel(module, inputs, 1, 2)
    assert [each.tolist() for (each,) in results] == [[1, 4, 5, 0], [2, 3, 6, 0]]


def test_slices_that_are_sent_in_place_have_no_counterpart() -> None:
    with pytest.raises(ConversionError, match="`collective-permute` of 4 operands"):
        converted("""
  x = f32[4] parameter(0)
  zero = s32[] constant(0)
  from = (s32[]) tuple(zero)
  ROOT r = f32[4] collective-permute(x, x, from, from), source_target_pairs={{0,1}}, slice_sizes={{2}}""")


def test_a_custom_call_without_results_keeps_its_annotations() -> None:
    notes = 'sharding={replicated}, frontend_attributes={a="b"}'
    module = converted(f"""
  x = f32[2] parameter(0)
  c = () custom-call(x), custom_call_target="f", custom_call_has_side_effect=true, {notes}
  ROOT y = f32[2] negate(x)""")
    call = operation(module, "stablehlo.custom_call")
    assert call.attributes["mhlo.sharding"] == "{replicated}"
    assert call.attributes["mhlo.frontend_attributes"] == {"a": "b"}
    assert notes in hlo.format(hlo.to_hlo(module))
    assert not operation(module, "stablehlo.negate").attributes
