"""Limits of what another process may say, and of what is read of it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any

from stablehlo_tools.engines import command
from stablehlo_tools.engines.answers import read_answer
from stablehlo_tools.engines.child import Child, ProtocolError
from stablehlo_tools.engines.workers.serve import GREETING, SIZE
from stablehlo_tools.ir.types import ELEMENT_TYPES, TensorType
from tests.house.limits.limit import limit, refusal

ANSWER = {"arrays": [["f4", [1, 1, 1]]], "sizes": [4]}


@limit("engines.answers._MAX_RANK", 64, usual=False, other=2, then=True)
def dimensions_of_a_result() -> bool:
    said = refusal(lambda: read_answer("execute", json.dumps(ANSWER).encode()))
    return said.startswith("its field `arrays` is")


class _Says(Child):
    """An engine that sends these bytes."""

    def __init__(self, sent: bytes) -> None:
        self._sent = sent
        self._has_greeted = False

    @contextlib.contextmanager
    def _answering(self, doing: str, timeout: float | None) -> Iterator[None]:
        yield

    def send(self, header: Any, blobs: Any = ()) -> None:
        pass

    def read(self, size: int) -> memoryview:
        found, self._sent = self._sent[:size], self._sent[size:]
        return memoryview(found)


def is_garbled(noise: bytes, header: bytes) -> bool:
    engine = _Says(noise + GREETING + SIZE.pack(len(header)) + header)
    try:
        engine.ask({"do": "execute"}, (), "it is asked", None)
    except ProtocolError:
        return True
    return False


@limit("engines.child._MOST_HEADER", 1 << 24, usual=False, other=8, then=True)
def header_of_an_answer() -> bool:
    return is_garbled(b"", json.dumps(ANSWER).encode())


@limit("engines.child._MOST_NOISE", 1 << 20, usual=False, other=8, then=True)
def noise_in_front_of_an_engine() -> bool:
    return is_garbled(b"Hello, world", json.dumps(ANSWER).encode())


@limit("engines.command._MOST_WRONG", 1 << 20, usual=32 + (1 << 20), other=8, then=40)
def bytes_of_a_wrong_array() -> float:
    return command._most_bytes(TensorType((2,), ELEMENT_TYPES["f32"]))
