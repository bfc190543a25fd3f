"""The valid answers of an engine process to each request; any other answer is an error of the engine."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

Answer = dict[str, Any]


class Malformed(Exception):
    """An answer is malformed; the message describes the fault."""


def read_answer(request: str, data: bytes) -> Answer:
    """The answer to a request, which has all the fields that it must have. Raises Malformed."""
    try:
        answer = json.loads(data, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise Malformed("it is not JSON") from None
    if not isinstance(answer, dict):
        raise Malformed("it is not a JSON object")
    fields = _FAILURE if "error" in answer else _OF_REQUESTS.get(request, {})
    for name, field in {**_MESSAGE, **fields}.items():
        if not field.holds(answer.get(name)):
            value = json.dumps(answer[name])[:_MOST_SHOWN] if name in answer else "missing"
            raise Malformed(f"its field `{name}` is {value}, expected {field.expected}")
    return answer


def _refuse(constant: str) -> Any:
    raise ValueError(constant)  # NaN and Infinity are not JSON


_MOST_SHOWN: Final = 60  # characters of a value that is wrong
_MAX_RANK: Final = 64  # that of numpy
_DTYPE: Final = re.compile(r"[A-Za-z]\d{0,4}")
_VERSION: Final = re.compile(r"\d{1,6}\.\d{1,6}\.\d{1,6}")
_KINDS: Final = ("missing", "lacking", "memory", "crashed", "failed")


class _Field(NamedTuple):
    """The expected value of a field, in words and as a predicate."""

    expected: str
    holds: Callable[[Any], bool]


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _are_sizes(value: object) -> bool:
    # True is not a number
    return isinstance(value, list) and all(type(size) is int and size >= 0 for size in value)


def _is_array(value: object) -> bool:
    if not (isinstance(value, list) and len(value) == 2):
        return False
    dtype, shape = value
    is_dtype = isinstance(dtype, str) and _DTYPE.fullmatch(dtype) is not None
    return is_dtype and _are_sizes(shape) and len(shape) <= _MAX_RANK


def _are_numbers(value: object) -> bool:
    return isinstance(value, dict) and all(
        type(number) in (int, float) and math.isfinite(number) for number in value.values()
    )


_TEXT: Final = _Field("a string", _is_text)
_OPTIONAL_TEXT: Final = _Field("a string or null", lambda value: value is None or _is_text(value))
_NAMES: Final = _Field(
    "a list of strings", lambda value: isinstance(value, list) and all(map(_is_text, value))
)
_OPTIONAL_VERSION: Final = _Field(
    "a version such as 1.9.0, or null",
    lambda value: value is None or (_is_text(value) and _VERSION.fullmatch(value) is not None),
)
_KIND: Final = _Field(f"one of {', '.join(_KINDS)}", lambda value: value in _KINDS)
_SIZES: Final = _Field("a list of sizes in bytes", _are_sizes)
_ARRAYS: Final = _Field(
    "a list of pairs of a dtype and a shape",
    lambda value: isinstance(value, list) and all(map(_is_array, value)),
)
_NUMBERS: Final = _Field("an object of finite numbers", _are_numbers)

_MESSAGE: Final[Mapping[str, _Field]] = {"arrays": _ARRAYS, "sizes": _SIZES}
_FAILURE: Final[Mapping[str, _Field]] = {
    "error": _KIND, "message": _OPTIONAL_TEXT, "package": _OPTIONAL_TEXT,
}  # fmt: skip
_OF_REQUESTS: Final[Mapping[str, Mapping[str, _Field]]] = {
    "describe": {"version": _TEXT, "devices": _NAMES, "stablehlo": _OPTIONAL_VERSION},
    "report": {"costs": _NUMBERS, "memory": _NUMBERS},
}
