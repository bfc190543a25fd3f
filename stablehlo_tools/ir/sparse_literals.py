"""Checks `sparse<indices, values> : type`, whose indices and values are dense literals."""

from __future__ import annotations

import re

from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.types import I64, TensorType

_STRING = regex(r'"(?:[^"\\]|\\.)*"')
_SPLIT = regex(r"(?P<indices>[^\[\],]+|\[.*\])\s*,\s*(?P<values>\[.*\]|\(.*\)|[^\[\],]+)", re.DOTALL)


def problem_of_sparse(text: str, type: TensorType) -> str:
    """The fault of the literal `sparse<text> : type`; empty if it has none."""
    if not type.is_static:
        return f"expected a static shape for a sparse literal, found {type}"
    if not text.strip(" ,[]"):
        return ""
    parts = _SPLIT.fullmatch(_STRING.sub('""', text).strip())
    if parts is None:
        return "expected indices and values, such as `sparse<[[0, 1]], [2.0]>`"
    values = _Literal(parts["values"])
    indices = _Literal(parts["indices"])
    count = values.count if indices.count is None else indices.count
    if count is not None and values.count not in (None, count):
        return f"expected as many values as indices, {count}, found {values.count}"
    shape = (count or 1, type.rank) if indices.is_table else (count or 1,)
    if not indices.is_table and indices.count is not None and type.rank != 1:
        return f"expected a list of {type.rank} indices for each value of {type}"
    dense = Dense(indices.text, TensorType(shape, I64))
    error = dense.check() or Dense(values.text, TensorType((count or 1,), type.element_type)).check()
    return error.message if error else _outside(dense, type)


class _Literal:
    """The text of a literal; `count` is the number of its rows or elements, None for a single element."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.is_table = re.match(r"\[\s*\[", text) is not None
        self.count: int | None = None
        if text.startswith("["):
            inside = re.sub(r"\([^()]*\)", "0", text[1:-1])
            self.count = inside.count("[") if self.is_table else len(re.findall("[^,\\s][^,]*", inside))


def _outside(indices: Dense, type: TensorType) -> str:
    """The message for the first index outside of the type; empty if all are inside."""
    import numpy as np

    shape = np.array(type.static_shape, np.int64)
    rows = np.broadcast_to(
        indices.array.reshape(indices.type.static_shape[0], -1), (indices.type.static_shape[0], type.rank)
    )
    wrong = np.flatnonzero(((rows < 0) | (rows >= shape)).any(axis=1))
    return f"index {rows[wrong[0]].tolist()} is outside of {type}" if wrong.size else ""
