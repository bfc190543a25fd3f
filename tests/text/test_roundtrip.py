"""What is printed reads as what was printed, whatever it is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.attributes import (
    UNIT,
    Attribute,
    DenseArray,
    Enumeration,
    Float,
    Integer,
    Symbol,
    TypeAttribute,
    TypedString,
)
from stablehlo_tools.ir.constants import Dense, DenseResource
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ir.types import ELEMENT_TYPES, FunctionType, Type, tensor_type
from stablehlo_tools.text.parse import parse
from stablehlo_tools.text.print import print_module
from tests.text.test_print import FORMS, NAMES, text_of

both_forms = pytest.mark.parametrize("generic", [False, True], ids=["pretty", "generic"])


def read(text: str) -> Module:
    return parse(Source(text, "test"))


@both_forms
@pytest.mark.parametrize("form", ["pretty", "generic"])
@pytest.mark.parametrize("name", NAMES)
def test_the_files(name: str, form: str, generic: bool) -> None:
    assert form in FORMS
    module = read(text_of(name, form))
    text = print_module(module, generic=generic)
    assert read(text) == module
    assert print_module(read(text), generic=generic) == text


# -- any attributes -----------------------------------------------------------------------------

INTEGERS = [ELEMENT_TYPES[name] for name in ("i8", "i32", "i64", "ui8", "ui64", "index")]
FLOATS = {"f32": np.float32, "f64": np.float64, "f16": np.float16}

texts = st.text(st.characters(exclude_categories=["Cs"]))
names = st.one_of(st.from_regex(r"\A[a-z_][a-z0-9_$.]*\Z"), texts.filter(len))
types: st.SearchStrategy[Type] = st.one_of(
    st.sampled_from(list(ELEMENT_TYPES.values())),
    st.builds(
        tensor_type,
        st.lists(st.integers(0, 9), max_size=3),
        st.sampled_from(list(ELEMENT_TYPES)),
    ),
)


@st.composite
def integers(draw: st.DrawFn) -> Integer:
    type = draw(st.sampled_from(INTEGERS))
    bits = 64 if type.name == "index" else type.bits
    low = 0 if type.kind == "unsigned" else -(1 << bits - 1)
    return Integer(draw(st.integers(low, low + (1 << bits) - 1)), type)


@st.composite
def floats(draw: st.DrawFn) -> Float:
    name = draw(st.sampled_from(list(FLOATS)))
    dtype = np.dtype(FLOATS[name])
    bits = draw(st.integers(0, (1 << 8 * dtype.itemsize) - 1))
    value = np.array([bits], f"u{dtype.itemsize}").view(dtype).astype(np.float64)[0]
    return Float(float(value), ELEMENT_TYPES[name], bits)


@st.composite
def constants(draw: st.DrawFn) -> Dense:
    shape = draw(st.lists(st.integers(0, 4), max_size=3))
    dtype = draw(st.sampled_from([np.int8, np.uint16, np.int64, np.float32, np.bool_, np.complex64]))
    data = draw(st.binary(min_size=512, max_size=512))
    count = int(np.prod(shape))
    array = np.frombuffer(data, np.uint8).repeat(8).tobytes()
    elements: Any = np.frombuffer(array, np.uint8 if dtype == np.bool_ else dtype)[:count]
    return Dense.from_array((elements & 1 > 0 if dtype == np.bool_ else elements).reshape(shape))


leaves: st.SearchStrategy[Attribute] = st.one_of(
    st.booleans(),
    st.just(UNIT),
    texts,
    integers(),
    floats(),
    constants(),
    st.builds(TypedString, texts, st.just(ELEMENT_TYPES["i32"])),
    st.builds(Symbol, st.lists(names, min_size=1, max_size=3).map(tuple)),
    st.builds(TypeAttribute, types),
    st.builds(
        lambda inputs, results: TypeAttribute(FunctionType(tuple(inputs), tuple(results))),
        st.lists(types, max_size=2),
        st.lists(types, max_size=2),
    ),
    st.builds(
        lambda values: DenseArray(ELEMENT_TYPES["i64"], tuple(values)),
        st.lists(st.integers(-(1 << 63), (1 << 63) - 1), max_size=3),
    ),
    st.builds(DenseResource, names, st.just(tensor_type([2], "f32"))),
    st.builds(Enumeration, st.just("stablehlo"), st.just("precision"), st.sampled_from(["HIGH", "DEFAULT"])),
)
attributes = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(tuple), st.dictionaries(names, inner, max_size=3)
    ),
    max_leaves=6,
)


@both_forms
@settings(deadline=None)
@given(st.dictionaries(names, attributes, max_size=3))
def test_any_attributes(generic: bool, given: dict[str, Attribute]) -> None:
    module = read("module {}")
    module.attributes = given
    text = print_module(module, generic=generic)
    assert read(text).attributes == given
    assert print_module(read(text), generic=generic) == text
