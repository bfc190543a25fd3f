"""Shapes and layouts of XLA, on the cases of testdata/hlo/shapes.json and at random."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.hlo.layout import (
    Layout,
    LayoutError,
    buffer_size,
    default_layout,
    linear_index,
    linear_indices,
    multi_index,
    strides,
)
from stablehlo_tools.hlo.shape import ArrayShape, are_compatible, leaves, make_shape, subshape
from stablehlo_tools.hlo.text.shape_text import parse_shape
from tests.hlo.array_shapes import parse_array_shape, to_buffer

CASES = json.loads((Path(__file__).parents[2] / "testdata/hlo/shapes.json").read_text(encoding="utf-8"))


def layout_of(case: dict[str, Any]) -> Layout:
    return Layout(
        tuple(case["minor_to_major"]),
        padded_dimensions=tuple(case.get("padded_dimensions", ())),
        padding_value=case.get("padding_value", 0),
    )


def array_shape(text: str) -> ArrayShape:
    shape = parse_shape(text)
    assert isinstance(shape, ArrayShape)
    return shape


def rank(shape: str) -> Any:
    return {"rank": array_shape(shape).rank}


def dimension_size(shape: str, dimension: list[int]) -> Any:
    return {"sizes": [array_shape(shape).dimension(number) for number in dimension]}


def made(element_type: str, dimensions: list[int]) -> Any:
    shape = make_shape(element_type, dimensions)
    return {"text": str(shape), "rank": shape.rank, "minor_to_major": list(shape.order.minor_to_major)}


def linearized(array: Any, **case: Any) -> Any:
    layout = layout_of(case)
    order = "dim 0 is minor" if layout.is_dim0_minor else "dim 0 is major"
    return {"memory": to_buffer(np.array(array), layout).tolist(), "monotonic": order}


def padded(**case: Any) -> Any:
    return {"memory": linearized(**case)["memory"]}


def by_default(rank: int) -> Any:
    return {"minor_to_major": list(default_layout(rank).minor_to_major)}


def validated(shape: str, **case: Any) -> Any:
    layout_of(case).check(array_shape(shape).greatest)


def round_trip(dimensions: list[int], multi_index: list[int], **case: Any) -> Any:
    linear = linear_index(dimensions, layout_of(case), multi_index)
    assert index_at(dimensions, layout_of(case), linear) == multi_index
    return {"linear_index": linear}


def index_at(dimensions: list[int], layout: Layout, linear: int) -> list[int]:
    index = multi_index(dimensions, layout, linear)
    assert index is not None
    return list(index)


def all_linear(dimensions: list[int], **case: Any) -> Any:
    return {"row_major_iteration_linear": linear_indices(dimensions, layout_of(case)).ravel().tolist()}


def multi_to_linear(dimensions: list[int], multi_index: list[int], **case: Any) -> Any:
    return linear_index(dimensions, layout_of(case), multi_index)


def linear_to_multi(dimensions: list[int], linear_index: int, **case: Any) -> Any:
    return multi_index(dimensions, layout_of(case), linear_index)


def strides_of(dimensions: list[int], **case: Any) -> Any:
    return {"strides": list(strides(dimensions, layout_of(case)))}


def tiled(shape: str, multi_index: list[int]) -> Any:
    sizes, layout = array_shape(shape).greatest, array_shape(shape).order
    linear = linear_index(sizes, layout, multi_index)
    assert index_at(list(sizes), layout, linear) == multi_index
    return {"linear_index": linear, "buffer_elements": buffer_size(sizes, layout)}


ANSWERS: dict[str, Callable[..., Any]] = {
    "rank": rank,
    "dimension_size": dimension_size,
    "make_shape": made,
    "linearize": linearized,
    "linearize_padded": padded,
    "default_layout": by_default,
    "validate_layout": validated,
    "index_round_trip": round_trip,
    "all_linear_indices": all_linear,
    "multi_to_linear": multi_to_linear,
    "linear_to_multi": linear_to_multi,
    "strides_in_elements": strides_of,
    "tiled_linear_index": tiled,
    "parse_and_print_shape": lambda text: {"canonical": str(parse_shape(text))},
    "leaf_count": lambda text: {"leaf_count": len(list(leaves(parse_shape(text))))},
    "subshape": lambda text, index: {"text": str(subshape(parse_shape(text), index))},
    "byte_size_of": lambda text: {"bytes": array_shape(text).byte_size},
}


@pytest.mark.parametrize(
    ("kind", "case", "expected"), [(kind, *case) for kind, cases in CASES.items() for case in cases]
)
def test_a_case_of_the_document(kind: str, case: dict[str, Any], expected: Any) -> None:
    if expected == "error":
        with pytest.raises((LayoutError, ParseError)):
            ANSWERS[kind](**case)
    else:
        found = ANSWERS[kind](**case)
        assert {key: found[key] for key in expected} == expected


def test_errors_say_where() -> None:
    with pytest.raises(ParseError, match="unexpected") as raised:
        parse_shape("f32[2,3,]")
    assert raised.value.diagnostic.span is not None
    assert raised.value.diagnostic.span.begin == (1, 9)
    with pytest.raises(ParseError, match=r"did you mean `s32`\?"):
        parse_shape("(f32[], i32[2])")
    with pytest.raises(LayoutError, match="not a permutation"):
        parse_array_shape("f32[2,3]{1,1}")


def test_compatible_shapes_differ_in_layouts_alone() -> None:
    shape = parse_shape("(f32[2,3]{0,1}, token[])")
    assert are_compatible(shape, parse_shape("(f32[2,3], token[])"))
    assert not are_compatible(shape, parse_shape("(f32[3,2], token[])"))


def test_a_long_tuple_is_numbered_as_xla_prints_it() -> None:
    text = str(parse_shape(f"({', '.join(['f32[]'] * 7)})"))
    assert text == "(f32[], f32[], f32[], f32[], f32[], /*index=5*/f32[], f32[])"
    assert str(parse_shape(text)) == text


@st.composite
def arrays_in_layouts(draw: st.DrawFn) -> tuple[tuple[int, ...], Layout]:
    sizes = tuple(draw(st.lists(st.integers(1, 5), max_size=4)))
    order = tuple(draw(st.permutations(range(len(sizes)))))
    if draw(st.booleans()):
        return sizes, Layout(order, padded_dimensions=tuple(size + draw(st.integers(0, 2)) for size in sizes))
    tile = st.lists(st.one_of(st.none(), st.integers(1, 4)), min_size=1, max_size=3)
    tiles = draw(st.lists(tile, max_size=2)) if sizes else []
    return sizes, Layout(order, tuple((*each[:-1], each[-1] or 2) for each in tiles))


@given(arrays_in_layouts())
def test_every_element_has_a_place_of_its_own(case: tuple[tuple[int, ...], Layout]) -> None:
    sizes, layout = case
    places = linear_indices(sizes, layout)
    assert len(set(places.ravel().tolist())) == math.prod(sizes)
    for index in np.ndindex(*sizes):
        assert linear_index(sizes, layout, index) == places[index]
        assert multi_index(sizes, layout, int(places[index])) == index
    taken = set(places.ravel().tolist())
    for place in set(range(buffer_size(sizes, layout))) - taken:
        assert multi_index(sizes, layout, place) is None


@given(arrays_in_layouts())
def test_a_buffer_is_the_transposed_copy_of_numpy(case: tuple[tuple[int, ...], Layout]) -> None:
    sizes, layout = case
    array = np.arange(math.prod(sizes)).reshape(sizes)
    buffer = to_buffer(array, layout)
    assert np.array_equal(buffer[linear_indices(sizes, layout)], array)
    if not layout.tiles:
        wide = [(0, most - size) for size, most in zip(sizes, layout.padded_dimensions or sizes, strict=True)]
        expected = np.pad(array, wide) if sizes else array
        assert buffer.tolist() == expected.transpose(layout.minor_to_major[::-1]).ravel().tolist()
