"""The primitives of bytecode, forth and back, and against values that the format's description gives."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from stablehlo_tools.formats.bytecode.cursor import BytecodeError, ByteCursor, Sink

WORDS = st.integers(0, (1 << 64) - 1)


def cursor_of(data: bytes) -> ByteCursor:
    return ByteCursor(memoryview(data), 0, len(data))


def written(number: int) -> bytes:
    sink = Sink()
    sink.number(number)
    return bytes(sink)


# By hand: so many zeros in the first byte as bytes follow, a one, and the number.
@pytest.mark.parametrize(
    ("number", "data"),
    [
        (0, b"\x01"),
        (1, b"\x03"),
        (127, b"\xff"),
        (128, b"\x02\x02"),
        ((1 << 14) - 1, b"\xfe\xff"),
        (1 << 14, b"\x04\x00\x02"),
        ((1 << 56) - 1, b"\x80\xff\xff\xff\xff\xff\xff\xff"),
        (1 << 56, b"\x00\x00\x00\x00\x00\x00\x00\x00\x01"),
        ((1 << 64) - 1, b"\x00" + b"\xff" * 8),
    ],
)
def test_numbers(number: int, data: bytes) -> None:
    assert written(number) == data
    assert cursor_of(data).number() == number


@given(WORDS)
def test_numbers_come_back(number: int) -> None:
    cursor = cursor_of(written(number))
    assert cursor.number() == number
    assert cursor.is_at_end


@pytest.mark.parametrize(("value", "code"), [(0, 0), (-1, 1), (1, 2), (-2, 3), (-(1 << 63), (1 << 64) - 1)])
def test_signed_numbers_alternate(value: int, code: int) -> None:
    sink = Sink()
    sink.signed(value)
    assert bytes(sink) == written(code)
    assert cursor_of(written(code)).signed() == value


@given(st.integers(1, 200), st.data())
def test_integers_of_all_widths_come_back(width: int, data: st.DataObject) -> None:
    value = data.draw(st.integers(0, (1 << width) - 1))
    sink = Sink()
    sink.integer(value, width)
    assert cursor_of(bytes(sink)).integer(width) == value


def test_a_number_that_is_cut_off() -> None:
    with pytest.raises(BytecodeError) as caught:
        cursor_of(b"\x03\x02").number() and cursor_of(b"\x02").number()
    assert caught.value.offset == 0


def test_more_than_is_left() -> None:
    cursor = cursor_of(written(1 << 60) + b"abc")
    with pytest.raises(BytecodeError, match="expected 1,152,921,504,606,846,976 bytes, found 3"):
        cursor.blob()


@pytest.mark.parametrize("alignment", [0, 3, 1 << 40])
def test_alignments_that_are_none(alignment: int) -> None:
    with pytest.raises(BytecodeError, match="alignment"):
        cursor_of(b"\xcb" * 8).align(alignment)


def test_what_fills_up_is_looked_at() -> None:
    cursor = cursor_of(b"\x01\xcb\xcb\xcc1234")
    cursor.byte()
    with pytest.raises(BytecodeError, match="0xCB"):
        cursor.align(4)
