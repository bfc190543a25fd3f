"""Compressed programs are unpacked as they are read, and no further than is reasonable."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.formats import compressed

PROGRAM = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
HLO = "HloModule m\n\nENTRY main {\n  x = f32[4]{0} parameter(0)\n  ROOT y = f32[4]{0} negate(x)\n}\n"

Compress = Callable[[bytes], bytes]

FORMATS = [gzip.compress, bz2.compress, lzma.compress]


def each_format() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("compress", FORMATS, ids=["gzip", "bzip2", "xz"])


def refusal(data: bytes) -> str:
    with pytest.raises(ParseError) as caught:
        stablehlo_tools.parse(data, name="model.mlir.gz")
    assert caught.value.diagnostic.code == compressed.COMPRESSED
    return caught.value.diagnostic.message


@each_format()
def test_what_is_in_it_is_read(compress: Compress) -> None:
    module = stablehlo_tools.parse(PROGRAM)
    for data in (PROGRAM.encode(), stablehlo_tools.serialize(module)):
        assert stablehlo_tools.parse(compress(data)) == module
    assert stablehlo_tools.parse(compress(HLO.encode())) == stablehlo_tools.parse(HLO)


@each_format()
def test_parts_that_are_compressed_one_by_one(compress: Compress) -> None:
    lines = [line.encode() for line in PROGRAM.splitlines(keepends=True)]
    assert stablehlo_tools.parse(b"".join(map(compress, lines))) == stablehlo_tools.parse(PROGRAM)


@each_format()
def test_diagnostics_have_the_name_of_the_file(compress: Compress, tmp_path: Path) -> None:
    path = tmp_path / "model.mlir.packed"
    path.write_bytes(compress(PROGRAM.replace("return %0", "return %1").encode()))
    (found,) = stablehlo_tools.verify(path)
    assert found.span is not None
    assert (found.span.source.name, found.span.begin) == (str(path), (3, 10))


@each_format()
def test_what_is_damaged_is_refused(compress: Compress) -> None:
    whole = compress(PROGRAM.encode())
    for size in range(12, len(whole)):
        assert "compressed file is cut short" in refusal(whole[:size])
    middle = len(whole) // 2
    assert "compressed file is damaged" in refusal(whole[:middle] + b"\xff\x00\xff\x00" + whole[middle + 4 :])


@each_format()
def test_a_bomb_is_stopped(compress: Compress, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compressed, "_ALWAYS", 1 << 22)
    bomb = compress(bytes(1 << 26))[: 1 << 14]
    tracemalloc.start()
    try:
        assert "unpacks to more than 4,194,304" in refusal(bomb)
        assert tracemalloc.get_traced_memory()[1] < 1 << 25
    finally:
        tracemalloc.stop()


def test_it_is_unpacked_once() -> None:
    with pytest.raises(ParseError, match="this is a gzip-compressed file"):
        stablehlo_tools.parse(gzip.compress(gzip.compress(PROGRAM.encode())))
