"""The correspondence of HLO attributes and StableHLO attributes: values, and both directions.

An `AttributeMapping` is a part of a row of the table (`table.py`). HLO values are those of
`hlo/attributes.py`, StableHLO values those that `ops/model/attributes.py` unpacks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from stablehlo_tools.hlo.attribute_print import print_value
from stablehlo_tools.hlo.attributes import (
    DimensionLabels,
    IotaGroups,
    Keyword,
    PaddingDimension,
    SliceDimension,
    Window,
)
from stablehlo_tools.hlo.mesh_groups import mesh_groups
from stablehlo_tools.ops.model.meshes import MOST_DEVICES

Values = Mapping[str, Any]
Names = tuple[str, ...]


class NoCounterpart(ValueError):
    """Raised for a construct that the other language cannot express."""


class NotOne(NoCounterpart):
    """An attribute that lists `count` numbers instead of one."""

    def __init__(self, attribute: str, ours: str, count: int) -> None:
        super().__init__(f"`{attribute}` has {count} entries, but `{ours}` of StableHLO has exactly one")
        self.attribute = attribute
        self.count = count


class AttributeMapping(NamedTuple):
    """Some attributes of an opcode, and the corresponding ones of its op.

    `to_stablehlo` maps the values of the instruction's attributes `hlo`, None for a missing one, to those of
    the op; `to_hlo` maps the values of the names `stablehlo`, which may include operands, for their types, to
    those of the instruction. Values of None are omitted. Both raise NoCounterpart.
    """

    hlo: Names
    stablehlo: Names
    to_stablehlo: Callable[..., Values]
    to_hlo: Callable[..., Values]


def _words(text: str) -> Names:
    return tuple(text.split())


def _identity(value: Any) -> Any:
    return value


def named(
    hlo: str,
    stablehlo: str = "",
    to_stablehlo: Callable[[Any], Any] = _identity,
    to_hlo: Callable[[Any], Any] = _identity,
    *,
    default: Any = None,
) -> AttributeMapping:
    """One attribute that corresponds to one attribute; HLO omits the value `default`.

    StableHLO never omits it.
    """
    ours = stablehlo or hlo

    def forwards(value: Any) -> Values:
        return {ours: default if value is None else to_stablehlo(value)}

    def backwards(value: Any) -> Values:
        is_default = value is None or (value == default and default is not None)
        return {hlo: None if is_default else to_hlo(value)}

    return AttributeMapping((hlo,), (ours,), forwards, backwards)


def real(hlo: str) -> AttributeMapping:
    """A number, which HLO prints with the digits of an f32."""
    return named(hlo, to_hlo=lambda number: float(print_value("real", number, str)))


def integers(hlo: str, stablehlo: str = "") -> AttributeMapping:
    """A list of integers, which HLO omits if empty."""
    return named(hlo, stablehlo, default=())


def flag(hlo: str, stablehlo: str = "") -> AttributeMapping:
    """A boolean, which HLO omits if false."""
    return named(hlo, stablehlo, default=False)


def only(hlo: str, stablehlo: str) -> AttributeMapping:
    """A list of one integer, which StableHLO has as an integer."""

    def first(numbers: tuple[int, ...]) -> int:
        if len(numbers) != 1:
            raise NotOne(hlo, stablehlo, len(numbers))
        return numbers[0]

    return named(hlo, stablehlo, first, lambda number: (number,))


def word(hlo: str, stablehlo: str = "", *, prefix: str = "", default: str | None = None) -> AttributeMapping:
    """An enum value, which HLO writes in lower case after `prefix`, if any."""

    def forwards(value: str) -> str:
        return value.removeprefix(prefix).upper()

    def backwards(value: str) -> Keyword:
        return Keyword(f"{prefix}{value.lower()}" if prefix else value)

    return named(hlo, stablehlo, forwards, backwards, default=default)


# -- lists within one attribute -----------------------------------------------------------------


def _unzipped(rows: Any, count: int) -> list[tuple[int, ...]]:
    return [tuple(row[column] for row in rows) for column in range(count)]


SLICE: Final[AttributeMapping] = AttributeMapping(
    _words("slice"),
    _words("start_indices limit_indices strides"),
    lambda rows: dict(zip(SLICE.stablehlo, _unzipped(rows, 3), strict=True)),
    lambda *columns: {"slice": tuple(map(SliceDimension, *columns))},
)
PADDING: Final[AttributeMapping] = AttributeMapping(
    _words("padding"),
    _words("edge_padding_low edge_padding_high interior_padding"),
    lambda rows: dict(zip(PADDING.stablehlo, _unzipped(rows, 3), strict=True)),
    lambda *columns: {"padding": tuple(map(PaddingDimension, *columns))},
)


# -- windows ------------------------------------------------------------------------------------


def _to_reduce_window(window: Window | None) -> Values:
    given = window or Window()
    if any(given.reversal):
        raise NoCounterpart("a reversed window")
    return {
        "window_dimensions": given.size,
        "window_strides": given.stride,
        "padding": given.padding,
        "base_dilations": given.lhs_dilation,
        "window_dilations": given.rhs_dilation,
    }


def _of_reduce_window(size: Any, stride: Any, padding: Any, base: Any, dilation: Any) -> Values:
    ones = (1,) * len(size)
    return _window(size, stride, padding, base or ones, dilation or ones, (False,) * len(size))


def _window(size: Any, stride: Any, padding: Any, base: Any, dilation: Any, reversal: Any) -> Values:
    pairs = tuple((low, high) for low, high in padding or ((0, 0),) * len(size))
    stride = tuple(stride) or (1,) * len(size)
    return {"window": Window(tuple(size), stride, pairs, tuple(base), tuple(dilation), tuple(reversal))}


REDUCE_WINDOW: Final = AttributeMapping(
    _words("window"),
    _words("window_dimensions window_strides padding base_dilations window_dilations"),
    _to_reduce_window,
    _of_reduce_window,
)


def _to_select_and_scatter(window: Window | None) -> Values:
    given = _to_reduce_window(window)
    if any(size != 1 for name in ("base_dilations", "window_dilations") for size in given[name]):
        raise NoCounterpart("a dilated window of select-and-scatter")
    return {name: given[name] for name in SELECT_AND_SCATTER.stablehlo}


SELECT_AND_SCATTER: Final = AttributeMapping(
    _words("window"),
    _words("window_dimensions window_strides padding"),
    _to_select_and_scatter,
    lambda size, stride, padding: _of_reduce_window(size, stride, padding, (), ()),
)


def _to_convolution(window: Window | None) -> Values:
    given = window or Window()
    return {
        "window_strides": given.stride,
        "padding": given.padding,
        "lhs_dilation": given.lhs_dilation,
        "rhs_dilation": given.rhs_dilation,
        "window_reversal": given.reversal,
    }


def _of_convolution(
    stride: Any, padding: Any, base: Any, dilation: Any, reversal: Any, spatial: Any, rhs: Any
) -> Values:
    size = tuple(rhs.shape[dimension] for dimension in spatial)
    return _window(size, stride, padding, base, dilation, reversal) if size else {}


CONVOLUTION_WINDOW: Final = AttributeMapping(
    _words("window"),
    _words("window_strides padding lhs_dilation rhs_dilation window_reversal kernel_spatial_dimensions rhs"),
    _to_convolution,
    _of_convolution,
)

_SIDES = (("lhs", "input", "bf"), ("rhs", "kernel", "io"), ("output", "output", "bf"))
_LETTERS = {
    "b": "batch_dimension", "f": "feature_dimension", "i": "input_feature_dimension",
    "o": "output_feature_dimension",
}  # fmt: skip


def _to_dimension_numbers(labels: DimensionLabels) -> Values:
    numbers: dict[str, Any] = {}
    for side, prefix, letters in _SIDES:
        text: str = getattr(labels, side)
        if "?" in text:
            raise NoCounterpart(f"an unused convolution dimension, the `?` of `{labels}`")
        numbers |= {f"{prefix}_{_LETTERS[letter]}": text.index(letter) for letter in letters}
        spatial = map(str, range(labels.spatial_rank))
        numbers[f"{prefix}_spatial_dimensions"] = tuple(map(text.index, spatial))
    return numbers


def _of_dimension_numbers(*values: Any) -> Values:
    numbers = dict(zip(DIMENSION_LABELS.stablehlo, values, strict=True))
    sides = []
    for _, prefix, letters in _SIDES:
        at = {numbers[f"{prefix}_{_LETTERS[letter]}"]: letter for letter in letters}
        at |= {place: str(number) for number, place in enumerate(numbers[f"{prefix}_spatial_dimensions"])}
        sides.append("".join(at[place] for place in sorted(at)))
    return {"dim_labels": DimensionLabels(*sides)}


DIMENSION_LABELS: Final = AttributeMapping(
    _words("dim_labels"),
    tuple(
        f"{prefix}_{dimension}"
        for _, prefix, letters in _SIDES
        for dimension in (*(_LETTERS[letter] for letter in letters), "spatial_dimensions")
    ),
    _to_dimension_numbers,
    _of_dimension_numbers,
)

# -- products -----------------------------------------------------------------------------------


def _to_precision(words: Any) -> Any:
    return tuple(word.upper() for word in words)


def _of_precision(words: Any) -> Any:
    is_default = all(word == "DEFAULT" for word in words)
    return None if is_default else precision_words(words)


def precision_words(precisions: Sequence[str]) -> tuple[Keyword, ...]:
    """The precisions of the two operands of a product; missing ones are `default`."""
    return tuple(Keyword(word.lower()) for word in (*precisions, "DEFAULT", "DEFAULT")[:2])


PRECISION: Final = named("operand_precision", "precision_config", _to_precision, _of_precision)

# HLO's algorithms: operand type, accumulation type, number of products, whether accumulation is imprecise.
_ALGORITHMS: Final[Mapping[str, tuple[str, str, int, bool]]] = {
    "dot_any_f8_any_f8_f32": ("f8E5M2", "f32", 1, False),
    "dot_any_f8_any_f8_f32_fast_accum": ("f8E5M2", "f32", 1, True),
    "dot_f16_f16_f16": ("f16", "f16", 1, False),
    "dot_f16_f16_f32": ("f16", "f32", 1, False),
    "dot_bf16_bf16_bf16": ("bf16", "bf16", 1, False),
    "dot_bf16_bf16_f32": ("bf16", "f32", 1, False),
    "dot_bf16_bf16_f32_x3": ("bf16", "f32", 3, False),
    "dot_bf16_bf16_f32_x6": ("bf16", "f32", 6, False),
    "dot_bf16_bf16_f32_x9": ("bf16", "f32", 9, False),
    "dot_tf32_tf32_f32": ("tf32", "f32", 1, False),
    "dot_tf32_tf32_f32_x3": ("tf32", "f32", 3, False),
    "dot_f32_f32_f32": ("f32", "f32", 1, False),
    "dot_f64_f64_f64": ("f64", "f64", 1, False),
}
_ALGORITHM_NAMES = {row: name for name, row in _ALGORITHMS.items()}


def _to_algorithm(name: str | None) -> Values:
    if name is None or name == "unset":
        return {}
    operands, sums, products, is_imprecise = _ALGORITHMS[name]
    return dict(
        zip(ALGORITHM.stablehlo, (operands, operands, sums, 1, 1, products, is_imprecise), strict=True)
    )


def _of_algorithm(lhs: Any, rhs: Any, sums: Any, _: Any, __: Any, products: Any, fast: Any) -> Values:
    if lhs is None:
        return {}
    types = ("f8E5M2", "f8E5M2") if lhs[:2] == rhs[:2] == "f8" else (lhs, rhs)
    name = _ALGORITHM_NAMES.get((types[0], sums, products, fast)) if types[0] == types[1] else None
    if name is None:
        raise NoCounterpart(f"a dot algorithm of {lhs}, {rhs} and {sums} in {products} products")
    return {"algorithm": Keyword(name)}


ALGORITHM: Final = AttributeMapping(
    _words("algorithm"),
    _words(
        "lhs_precision_type rhs_precision_type accumulation_type lhs_component_count rhs_component_count "
        "num_primitive_operations allow_imprecise_accumulation"
    ),
    _to_algorithm,
    _of_algorithm,
)

# -- several processes --------------------------------------------------------------------------


def to_groups(groups: Any) -> Any:
    """Device groups as lists, for any notation of HLO. Raises NoCounterpart."""
    if isinstance(groups, str):
        try:
            return mesh_groups(groups)
        except ValueError as error:
            raise NoCounterpart(str(error)) from None
    if not isinstance(groups, IotaGroups):
        return tuple(groups)
    if groups.size > MOST_DEVICES:
        raise NoCounterpart(f"groups of {groups.size:,} devices exceed the maximum of {MOST_DEVICES:,}")
    return groups.groups


def _of_groups(groups: Any) -> Any:
    return tuple(map(tuple, groups))


GROUPS: Final = named("replica_groups", "", to_groups, _of_groups, default=())
CHANNEL: Final = named("channel_id", to_hlo=lambda channel: channel or None)


def _to_split(dimensions: Any, groups: Any) -> Values:
    if dimensions is None:
        raise NoCounterpart("all-to-all of several arrays")
    rows = to_groups(groups or ())
    if not rows:
        raise NoCounterpart("all-to-all without `replica_groups`, which determine the split count")
    (dimension,) = dimensions
    return {"split_dimension": dimension, "concat_dimension": dimension, "split_count": len(rows[0])}


def _of_split(split: int, concat: int) -> Values:
    if split != concat:
        raise NoCounterpart("all-to-all with different split and concat dimensions")
    return {"dimensions": (split,)}


SPLIT: Final = AttributeMapping(
    _words("dimensions replica_groups"), _words("split_dimension concat_dimension"), _to_split, _of_split
)

_CHANNEL_TYPES: Final[Mapping[str, str]] = {"send": "DEVICE_TO_HOST", "recv": "HOST_TO_DEVICE"}


def channel_of(opcode: str) -> AttributeMapping:
    """The channel of `send` and `recv`; StableHLO also has its type."""

    def forwards(channel: int | None, is_host_transfer: bool | None) -> Values:
        kind = _CHANNEL_TYPES[opcode] if is_host_transfer else "DEVICE_TO_DEVICE"
        return {
            "channel_id": channel or 0,
            "channel_type": kind,
            "is_host_transfer": bool(is_host_transfer),
        }

    def backwards(channel: int, is_host_transfer: bool) -> Values:
        return {"channel_id": channel, "is_host_transfer": is_host_transfer or None}

    names = _words("channel_id is_host_transfer")
    return AttributeMapping(names, names, forwards, backwards)
