"""Arrays of .npy and .npz files are those that numpy reads, and damage is found wherever it is."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from stablehlo_tools.formats.arrays.array_files import InvalidArrays, arrays_in

LONG = np.resize(np.arange(5000, dtype=np.float32), (1 << 18) + 12_345)  # is read in parts
ARRAYS = {
    "long": LONG,
    "transposed": np.asfortranarray(LONG[: 60 * 70].reshape(60, 70)),
    "empty": np.zeros((0, 3), np.int32),
    "scalar": np.float64(2.5),
    "foreign": np.arange(5, dtype=">i4"),
    "like_a_header": np.frombuffer(b"{'descr': '<f1'", np.uint8),
}


def saved(save: Callable[..., None], *args: Any, **kwargs: Any) -> io.BytesIO:
    stream = io.BytesIO()
    save(stream, *args, **kwargs)
    return io.BytesIO(stream.getvalue())


def require_same(array: np.ndarray[Any, Any], expected: np.ndarray[Any, Any]) -> None:
    assert (array.dtype, array.shape, array.tobytes()) == (expected.dtype, expected.shape, expected.tobytes())
    assert array.flags.writeable
    assert array.flags.aligned
    assert array.flags.f_contiguous == expected.flags.f_contiguous


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_members_are_those_that_numpy_reads(save: Callable[..., None]) -> None:
    found = dict(arrays_in(saved(save, **ARRAYS)))
    assert list(found) == list(ARRAYS)
    for name, array in np.load(saved(save, **ARRAYS)).items():
        require_same(found[name], array)


def test_a_file_of_one_array_is_what_numpy_reads() -> None:
    for array in ARRAYS.values():
        [(name, found)] = arrays_in(saved(np.save, array))
        assert name is None
        require_same(found, np.load(saved(np.save, array)))


@pytest.mark.parametrize("place", [0, 1 << 14, 1 << 20, LONG.nbytes - 1])
def test_damage_to_a_stored_member_is_found(place: int) -> None:
    data = bytearray(saved(np.savez, long=LONG).getvalue())
    data[data.index(LONG[:64].tobytes()) + place] ^= 1
    with pytest.raises(InvalidArrays, match=r"Bad CRC-32 for file 'long\.npy'"):
        arrays_in(io.BytesIO(data))


def test_a_member_that_claims_more_than_the_file_holds() -> None:
    """Its size in the directory agrees with its header, but nothing is there."""
    header = saved(np.save, LONG).getvalue()[:128]
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("x.npy", header)
        archive.infolist()[0].file_size = archive.infolist()[0].compress_size = 128 + LONG.nbytes
    with pytest.raises(InvalidArrays, match="unexpected end of the file"):
        arrays_in(io.BytesIO(stream.getvalue()))


def test_a_version_that_does_not_exist() -> None:
    data = bytearray(saved(np.save, LONG[:4]).getvalue())
    data[6] = 4
    with pytest.raises(InvalidArrays, match=r"unexpected version \(4, 0\) of the \.npy format"):
        arrays_in(io.BytesIO(data))
