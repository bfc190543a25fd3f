"""Values of HLO attributes, printed as XLA prints them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.hlo.attributes import (
    Domain,
    Donor,
    InputOutputAlias,
    IotaGroups,
    Keyword,
    PaddingDimension,
    Raw,
    ResultAccuracy,
    SliceDimension,
    Window,
)

Name = Callable[[str], str]


def print_value(kind: str, value: Any, name: Name) -> str:
    """A value of a kind as XLA prints it; `name` prints names."""
    if kind in ("reference", "references"):
        return name(value) if kind == "reference" else f"{{{', '.join(map(name, value))}}}"
    if isinstance(value, bool):
        return "true" if value else "false"
    printer = _PRINTERS.get(kind)
    return str(value) if printer is None else printer(value)


def _window(window: Window) -> str:
    ones, none = (1,) * window.rank, (False,) * window.rank
    fields = [f"size={_by_x(window.size)}"] if window.rank else []
    if window.stride != ones:
        fields.append(f"stride={_by_x(window.stride)}")
    if any(map(any, window.padding)):
        fields.append("pad=" + _by_x(f"{low}_{high}" for low, high in window.padding))
    for key, sizes in (("lhs_dilate", window.lhs_dilation), ("rhs_dilate", window.rhs_dilation)):
        if sizes != ones:
            fields.append(f"{key}={_by_x(sizes)}")
    if window.reversal != none:
        fields.append(f"rhs_reversal={_by_x(map(int, window.reversal))}")
    return f"{{{' '.join(fields)}}}"


def _by_x(items: Iterable[object]) -> str:
    return "x".join(map(str, items))


def integers_text(numbers: Iterable[object]) -> str:
    """`{0,1}`."""
    return f"{{{','.join(map(str, numbers))}}}"


def _lists(lists: Iterable[Iterable[int]]) -> str:
    return integers_text(map(integers_text, lists))


def _padding(padding: Iterable[PaddingDimension]) -> str:
    padding = list(padding)
    width = 3 if any(each.interior for each in padding) else 2
    return _by_x("_".join(map(str, each[:width])) for each in padding)


def _slices(slices: Sequence[SliceDimension]) -> str:
    width = 3 if any(each.stride != 1 for each in slices) else 2
    return f"{{{', '.join(f'[{_by_colon(each[:width])}]' for each in slices)}}}"


def _by_colon(items: Iterable[object]) -> str:
    return ":".join(map(str, items))


def _groups(groups: Any) -> str:
    if not isinstance(groups, IotaGroups):
        return groups if isinstance(groups, str) else _lists(groups)
    ordered = f"T({','.join(map(str, groups.transpose))})" if len(groups.reshape) > 1 else ""
    return f"[{','.join(map(str, groups.dimensions))}]<=[{','.join(map(str, groups.reshape))}]{ordered}"


def _aliases(aliases: Iterable[InputOutputAlias]) -> str:
    texts = [
        f"{_index(each.output)}: ({each.operand}, {_index(each.index)}{each.kind and f', {each.kind}'})"
        for each in aliases
    ]
    return f"{{{', '.join(texts)}}}"


def _index(index: Iterable[int]) -> str:
    return integers_text(index)


def _donors(donors: Iterable[Donor]) -> str:
    texts = (f"({each.parameter}, {_index(each.index)})" for each in donors)
    return f"{{{', '.join(texts)}}}"


def _metadata(fields: Mapping[str, Any]) -> str:
    return f"{{{' '.join(f'{key}={_field(value)}' for key, value in fields.items())}}}"


def _field(value: Any) -> str:
    if isinstance(value, tuple):
        return integers_text(value)
    return str(value) if isinstance(value, Keyword | int) else escape(value)


def _dictionary(fields: Mapping[str, str]) -> str:
    return integers_text(f"{key}={_text(value)}" for key, value in fields.items())


def _text(value: str) -> str:
    return str(value) if isinstance(value, Raw) else escape(value)


def _real(value: float) -> str:
    """A number, which XLA stores as f32."""
    for digits in (6, 9):
        text = f"{value:.{digits}g}"
        if np.float32(float(text)) == np.float32(value):
            return text
    return f"{value:.9g}"


def _double(value: float) -> str:
    text = f"{value:.15g}"
    return text if float(text) == value else f"{value:.17g}"


def _result_accuracy(accuracy: ResultAccuracy) -> str:
    if accuracy.mode:
        return f"{{mode={accuracy.mode}}}"
    tolerance = f"atol={_double(accuracy.atol)},rtol={_double(accuracy.rtol)},ulps={accuracy.ulps}"
    return f"{{tolerance={{{tolerance}}}}}"


def _domain(domain: Domain) -> str:
    return f"{{kind={escape(domain.kind)}, entry={domain.entry}, exit={domain.exit}}}"


def _origin(tree: Any) -> str:
    return f"{{[{tree}]}}" if isinstance(tree, Keyword) else f"{{{_original(tree)}}}"


def _original(tree: Any) -> str:
    if isinstance(tree, tuple):
        return f"({', '.join(map(_original, tree))})"
    index = f" {integers_text(tree.index)}" if tree.index else ""
    return f"{{{escape(tree.name)}{index}}}" if tree.name or index else "{}"


def _statistics(numbers: Mapping[str, float]) -> str:
    return integers_text(f"{name}={_double(number)}" for name, number in numbers.items())


def _booleans(values: Iterable[bool]) -> str:
    return integers_text("true" if value else "false" for value in values)


# -- strings ------------------------------------------------------------------------------------

_SPECIAL = re.compile(rb"[\"'\\\x00-\x1f\x7f-\xff]")
_SPELLED = {b"\n": b"\\n", b"\r": b"\\r", b"\t": b"\\t", b'"': b'\\"', b"'": b"\\'", b"\\": b"\\\\"}


def escape(text: str) -> str:
    """A quoted string with C escapes: three octal digits for each byte outside printable ASCII."""
    return f'"{_SPECIAL.sub(_spelling, text.encode("utf-8", "surrogateescape")).decode("ascii")}"'


def _spelling(match: re.Match[bytes]) -> bytes:
    return _SPELLED.get(match[0]) or b"\\%03o" % match[0][0]


_PRINTERS: Mapping[str, Callable[[Any], str]] = {
    "aliases": _aliases,
    "booleans": _booleans,
    "dictionary": _dictionary,
    "domain": _domain,
    "donors": _donors,
    "integer_lists": _lists,
    "integers": integers_text,
    "integers_or_lists": lambda items: integers_text(
        integers_text(item) if isinstance(item, tuple) else item for item in items
    ),
    "metadata": _metadata,
    "origin": _origin,
    "padding": _padding,
    "real": _real,
    "replica_groups": _groups,
    "result_accuracy": _result_accuracy,
    "slices": _slices,
    "statistics": _statistics,
    "string": escape,
    "text": _text,
    "window": _window,
    "words": integers_text,
}
