"""The rules that random programs do not reach: of every op there is one, collectives, and what has no map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from stablehlo_tools.hlo.opcodes import OPCODES, ROWS as COUNTERPARTS
from stablehlo_tools.indexing.maps import OperandIndexing, Undefined
from stablehlo_tools.indexing.op import IndexedOp
from stablehlo_tools.indexing.operand_indexing import readable, simplify_indexing
from stablehlo_tools.indexing.print import MapForm, print_map
from stablehlo_tools.indexing.rules.table import ROWS, input_to_output, output_to_input
from stablehlo_tools.ops.registry import OPS


def test_every_op_has_a_rule() -> None:
    assert set(OPS) <= set(ROWS)


def test_every_opcode_of_hlo_has_a_rule() -> None:
    alone = {name for name in OPCODES if name not in COUNTERPARTS} - {"parameter"}
    assert {f"hlo.{name}" for name in alone} <= set(ROWS)
    assert {row.op for row in COUNTERPARTS.values()} <= set(ROWS)


def shown(readings: Sequence[Sequence[OperandIndexing]]) -> list[list[str]]:
    """The maps to each operand as text."""
    return [[print_map(simplify_indexing(each).map, MapForm.XLA_2025) for each in some] for some in readings]


def test_all_gather_says_of_which_process() -> None:
    op = IndexedOp("stablehlo.all_gather", [(4, 3)], [(8, 3)], {"all_gather_dim": 0})
    ((read,),) = output_to_input(op)
    assert shown([[read]]) == [["(d0, d1) -> (d0 mod 4, d1), domain: d0 in [0, 7], d1 in [0, 2]"]]
    assert read.replica_id is not None
    assert print_map(read.replica_id) == "(d0, d1) -> (d0 / 4), domain: d0 in [0, 7], d1 in [0, 2]"
    # of an element of a process, where it is for each process of the group
    (back,) = input_to_output(op)
    assert (
        print_map(back.map)
        == "(d0, d1)[s0] -> (s0 * 4 + d0, d1), domain: d0 in [0, 3], d1 in [0, 2], s0 in [0, 1]"
    )


def test_parts_of_processes_depend_on_their_positions() -> None:
    op = IndexedOp("stablehlo.reduce_scatter", [(6,)], [(2,)], {"scatter_dimension": 0})
    assert shown(output_to_input(op)) == [
        ["(d0){rt0} -> (rt0 * 2 + d0), domain: d0 in [0, 1], rt0 in [0, 2]"]
    ]
    attributes = {"split_dimension": 0, "concat_dimension": 1, "split_count": 2}
    ((read,),) = output_to_input(IndexedOp("stablehlo.all_to_all", [(4, 3)], [(2, 6)], attributes))
    assert shown([[read]]) == [
        ["(d0, d1){rt0} -> (rt0 * 2 + d0, d1 mod 3), domain: d0 in [0, 1], d1 in [0, 5], rt0 in [0, 1]"]
    ]
    assert read.replica_id is not None
    assert print_map(readable(read).replica_id or Undefined()).startswith("(d0, d1){rt0} -> (d1 / 3)")


def test_starts_and_ends_of_collectives() -> None:
    start = IndexedOp("hlo.all-gather-start", [(4,)], [(4,), (8,)], {"all_gather_dim": 0})
    assert shown(output_to_input(start, 0)) == [["(d0) -> (d0), domain: d0 in [0, 3]"]]
    assert shown(output_to_input(start, 1)) == [["(d0) -> (d0 mod 4), domain: d0 in [0, 7]"]]
    done = IndexedOp("hlo.all-gather-done", [(4,), (8,)], [(8,)])
    assert shown(output_to_input(done)) == [[], ["(d0) -> (d0), domain: d0 in [0, 7]"]]


@pytest.mark.parametrize("opcode", ["collective-permute", "copy"])
def test_the_context_of_a_start_reads_nothing(opcode: str) -> None:
    start = IndexedOp(f"hlo.{opcode}-start", [(8,)], [(8,), (8,), (), ()])
    whole = "(d0) -> (d0), domain: d0 in [0, 7]"
    assert [shown(output_to_input(start, output)) for output in range(4)] == [[[whole]]] * 2 + [[[]]] * 2


def test_the_end_of_a_permutation_is_its_second_result() -> None:
    done = IndexedOp("hlo.collective-permute-done", [(8,), (8,), (), ()], [(8,)])
    assert shown(output_to_input(done)) == [[], ["(d0) -> (d0), domain: d0 in [0, 7]"], [], []]


@pytest.mark.parametrize(
    ("op", "reason"),
    [
        (
            IndexedOp("stablehlo.while", [(3,)], [(3,)]),
            "an iteration of a loop depends on the previous ones",
        ),
        (IndexedOp("stablehlo.custom_call", [(3,)], [(3,)]), "the semantics of custom calls are unknown"),
        (IndexedOp("stablehlo.negate", [(3,)], [None]), "the shape of result 0 is unknown"),
        (IndexedOp("mine.op", [(3,)], [(3,)]), "`mine.op` is an unknown op"),
        (
            IndexedOp("stablehlo.real_dynamic_slice", [(3,), (1,), (1,), (1,)], [(2,)]),
            "operand 1, which determines indices, is not a constant",
        ),
        (
            IndexedOp("stablehlo.reduce", [(4, 3), (3,)], [(3,)], {"dimensions": (0,)}),
            "the initial values are not scalars",
        ),
        (
            IndexedOp("hlo.bitcast", [(3,)], [(6,)], {"operand_layout": (0,), "result_layout": (0,)}),
            "it casts between arrays with different numbers of elements",
        ),
    ],
)
def test_what_has_no_map_says_why(op: IndexedOp, reason: str) -> None:
    for some in output_to_input(op):
        assert some == (OperandIndexing(Undefined(reason)),)
    assert input_to_output(op) == (OperandIndexing(Undefined(reason)),)


def test_constants_say_where_slices_begin_if_they_are_in_range() -> None:
    def sliced(start: int) -> list[list[str]]:
        constants: dict[int, Any] = {1: np.array(start)}
        op = IndexedOp("stablehlo.dynamic_slice", [(9,), ()], [(4,)], {"slice_sizes": (4,)}, constants.get)
        return shown(output_to_input(op))[:1]

    assert sliced(3) == [["(d0) -> (d0 + 3), domain: d0 in [0, 3]"]]
    assert sliced(7) == [["(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 3], rt0 in [0, 5]"]]


def test_an_update_takes_the_place_of_elements() -> None:
    op = IndexedOp("stablehlo.dynamic_update_slice", [(9,), (4,), ()], [(9,)], {})
    around, update, start = shown(output_to_input(op))
    assert around == ["(d0) -> (d0), domain: d0 in [0, 8]"]
    assert update == ["(d0){rt0} -> (-rt0 + d0), domain: d0 in [0, 8], rt0 in [0, 5], -rt0 + d0 in [0, 3]"]
    assert start == ["(d0) -> (), domain: d0 in [0, 8]"]


def test_what_is_around_has_one_map_and_none_if_nothing_is() -> None:
    whole = IndexedOp("stablehlo.dynamic_update_slice", [(9, 2), (9, 2), (), ()], [(9, 2)], {})
    assert shown(output_to_input(whole))[0] == []
    of_document = {"edge_padding_low": (1, 4), "edge_padding_high": (4, 8), "interior_padding": (1, 0)}
    padded = IndexedOp("stablehlo.pad", [(4, 4), ()], [(12, 16)], of_document)
    inside, around = shown(output_to_input(padded))
    assert inside == [
        "(d0, d1) -> ((d0 - 1) floordiv 2, d1 - 4), "
        "domain: d0 in [1, 7], d1 in [4, 7], (d0 - 1) mod 2 in [0, 0]"
    ]
    assert around == ["(d0, d1) -> (), domain: d0 in [0, 11], d1 in [0, 15]"]
    cut = {"edge_padding_low": (-1, 0), "edge_padding_high": (0, -2), "interior_padding": (0, 0)}
    assert shown(output_to_input(IndexedOp("stablehlo.pad", [(4, 4), ()], [(3, 2)], cut)))[1] == []
