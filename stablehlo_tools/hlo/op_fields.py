"""Attributes of opcodes that correspond to several attributes of the op, or to other values of one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from stablehlo_tools.hlo import attributes
from stablehlo_tools.hlo.fields import (
    AttributeMapping,
    HloAttribute,
    NoCounterpart,
    Values,
    Words,
    direct,
    flag,
    mapped,
    plain,
)
from stablehlo_tools.hlo.text.kinds import print_value
from stablehlo_tools.hlo.text.mesh_groups import mesh_groups
from stablehlo_tools.ops.model.meshes import MOST_DEVICES
from stablehlo_tools.ops.model.structs import CONVOLUTION_DIMENSIONS, CONVOLUTION_LETTERS, STRUCTS


def _rows(name: str, kind: str, row: Callable[..., Any], ours: str, proto: str) -> HloAttribute:
    """A list of rows, whose columns are attributes of the op."""
    columns = ours.split()

    def forwards(rows: Any) -> Values:
        return {column: tuple(row[number] for row in rows) for number, column in enumerate(columns)}

    return mapped(name, kind, ours, forwards, lambda *values: {name: tuple(map(row, *values))}, proto=proto)


SLICE: Final = _rows(
    "slice", "slices", attributes.SliceDimension, "start_indices limit_indices strides", "slice_dimensions"
)
PADDING: Final = _rows(
    "padding", "padding", attributes.PaddingDimension, "edge_padding_low edge_padding_high interior_padding",
    "padding_config",
)  # fmt: skip
_COMPARISON_TYPES: Final = Words("comparison type", ("FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"))
_COMPARISON_ORDERS: Final = Words("comparison order", ("TOTAL", "PARTIAL"))


# `type` is there where the elements do not imply it. Since jaxlib 0.12, `type=TOTALORDER` is `order=TOTAL`.
COMPARISON: Final = (
    plain(
        "type?", "word",
        mapping=AttributeMapping(
            ("type", "order"), ("compare_type",),
            lambda type, order: {"compare_type": "TOTALORDER" if order == "TOTAL" else type},
            lambda type: {"type": attributes.Keyword(type) if type == "TOTALORDER" else None},
        ),
    )._replace(words=_COMPARISON_TYPES),
    plain("order?", "word", proto="comparison_order")._replace(words=_COMPARISON_ORDERS),
)  # fmt: skip
EPSILON: Final = direct(  # which HLO prints with the digits of an f32
    "epsilon", "real", to_hlo=lambda number: float(print_value("real", number))
)
# Older versions of both lack `is_stable`, whose default is true. The op has no `largest`: it selects these.
TOP_K: Final = (
    mapped("largest?", "boolean", "", lambda _: {}, lambda: {"largest": True})._replace(is_written=True),
    mapped(
        "is_stable?", "boolean", "is_stable",
        lambda is_stable: {"is_stable": False} if is_stable is False else {},
        lambda is_stable: {"is_stable": None if is_stable else False},
    ),
)  # fmt: skip


# -- windows ------------------------------------------------------------------------------------


def _window(**columns: str) -> HloAttribute:
    """A window whose columns are attributes of the op, which has no others.

    `size` is an attribute too, or else those dimensions of the operand `rhs` that an attribute lists.
    """

    def forwards(window: attributes.HloWindow | None) -> Values:
        window = window or attributes.HloWindow()
        if "reversal" not in columns and any(window.reversal):
            raise NoCounterpart("a reversed window")
        if "lhs_dilation" not in columns and {*window.lhs_dilation, *window.rhs_dilation} - {1}:
            raise NoCounterpart("a dilated window of select-and-scatter")
        return {ours: getattr(window, column) for column, ours in columns.items() if column in _COLUMNS}

    def backwards(*values: Any) -> Values:
        fields = dict(zip(columns, values, strict=True))
        rhs = fields.pop("rhs", None)
        size = tuple(fields.pop("size") if rhs is None else map(rhs.shape.__getitem__, fields.pop("spatial")))
        rows = {column: tuple(value) for column, value in fields.items() if value}
        if "padding" in rows:
            rows["padding"] = tuple((low, high) for low, high in rows["padding"])
        window = replace(attributes.HloWindow.from_size(size), **rows)
        return {"window": window} if size or rhs is None else {}

    return mapped("window?", "window", " ".join(columns.values()), forwards, backwards)


_COLUMNS: Final = frozenset(attributes.HloWindow.__dataclass_fields__)
SELECT_AND_SCATTER: Final = _window(size="window_dimensions", stride="window_strides", padding="padding")
REDUCE_WINDOW: Final = _window(
    size="window_dimensions", stride="window_strides", padding="padding", lhs_dilation="base_dilations",
    rhs_dilation="window_dilations",
)  # fmt: skip
CONVOLUTION_WINDOW: Final = _window(
    stride="window_strides", padding="padding", lhs_dilation="lhs_dilation", rhs_dilation="rhs_dilation",
    reversal="window_reversal", spatial="kernel_spatial_dimensions", rhs="rhs",
)  # fmt: skip


def _to_dimension_numbers(labels: attributes.DimensionLabels) -> Values:
    if "?" in str(labels):
        raise NoCounterpart(f"an unused convolution dimension, the `?` of `{labels}`")
    spatial, numbers = list(map(str, range(labels.spatial_rank))), list[Any]()
    for side, letters in zip((labels.lhs, labels.rhs, labels.output), CONVOLUTION_LETTERS, strict=True):
        numbers += [*map(side.index, letters), tuple(map(side.index, spatial))]
    return dict(zip(CONVOLUTION_DIMENSIONS, numbers, strict=True))


def _from_dimension_numbers(*values: Any) -> Values:
    sides = []
    for side, letters in enumerate(CONVOLUTION_LETTERS):
        *places, spatial = values[3 * side : 3 * side + 3]
        labels = dict(zip(places, letters, strict=True))
        labels |= {place: str(number) for number, place in enumerate(spatial)}
        sides.append("".join(labels[place] for place in sorted(labels)))
    return {"dim_labels": attributes.DimensionLabels(*sides)}


DIMENSION_LABELS: Final = mapped(
    "dim_labels", "dimension_labels", " ".join(CONVOLUTION_DIMENSIONS), _to_dimension_numbers,
    _from_dimension_numbers, proto="convolution_dimension_numbers",
)  # fmt: skip

# -- products -----------------------------------------------------------------------------------


def _from_precision(words: Any) -> Any:
    """The precisions of the two operands of a product, missing ones `default`; None if both are."""
    pair = (*words, "DEFAULT", "DEFAULT")[:2]
    is_default = all(word == "DEFAULT" for word in words)
    return None if is_default else tuple(attributes.Keyword(word.lower()) for word in pair)


PRECISIONS: Final = Words("precision", ("default", "high", "highest", "packed_nibble"))
PRECISION: Final = direct(
    "operand_precision?", "words", "precision_config", lambda words: tuple(map(str.upper, words)),
    _from_precision,
)._replace(words=PRECISIONS)  # fmt: skip

DOT_ALGORITHMS: Final = Words(
    "dot algorithm",
    (
        "unset", "dot_any_f8_any_f8_f32", "dot_any_f8_any_f8_f32_fast_accum", "dot_f16_f16_f16",
        "dot_f16_f16_f32", "dot_bf16_bf16_bf16", "dot_bf16_bf16_f32", "dot_bf16_bf16_f32_x3",
        "dot_bf16_bf16_f32_x6", "dot_tf32_tf32_f32", "dot_tf32_tf32_f32_x3", "dot_f32_f32_f32",
        "dot_f64_f64_f64", "dot_bf16_bf16_f32_x9",
    ),
)  # fmt: skip


def _algorithm(name: str) -> tuple[str, str, int, bool]:
    """The operand type, accumulation type and number of products of an algorithm; whether it is imprecise."""
    base = name.removesuffix("_fast_accum")
    operands, _, sums, *products = base.removeprefix("dot_").replace("any_f8", "f8E5M2").split("_")
    return operands, sums, int(products[0][1:]) if products else 1, base != name


_ALGORITHM_NAMES = {_algorithm(name): name for name in DOT_ALGORITHMS.numbered[1:]}
_ALGORITHM = " ".join(STRUCTS["algorithm"])


def _to_algorithm(name: str | None) -> Values:
    if name is None or name == "unset":
        return {}
    operands, sums, products, is_imprecise = _algorithm(name)
    values = operands, operands, sums, 1, 1, products, is_imprecise
    return dict(zip(_ALGORITHM.split(), values, strict=True))


def _from_algorithm(lhs: Any, rhs: Any, sums: Any, _: Any, __: Any, products: Any, fast: Any) -> Values:
    if lhs is None:
        return {}
    types = ("f8E5M2", "f8E5M2") if lhs[:2] == rhs[:2] == "f8" else (lhs, rhs)
    name = _ALGORITHM_NAMES.get((types[0], sums, products, fast)) if types[0] == types[1] else None
    if name is None:
        raise NoCounterpart(f"a dot algorithm of {lhs}, {rhs} and {sums} in {products} products")
    return {"algorithm": attributes.Keyword(name)}


ALGORITHM: Final = mapped(
    "algorithm?", "word", _ALGORITHM, _to_algorithm, _from_algorithm, proto="precision_config.algorithm"
)._replace(words=DOT_ALGORITHMS, default="unset")

# -- several processes --------------------------------------------------------------------------


def to_groups(groups: Any) -> Any:
    """Device groups as lists, for any notation of HLO. Raises NoCounterpart."""
    if isinstance(groups, str):
        try:
            return mesh_groups(groups)
        except ValueError as error:
            raise NoCounterpart(str(error)) from None
    if not isinstance(groups, attributes.IotaGroups):
        return tuple(groups)
    if groups.size > MOST_DEVICES:
        raise NoCounterpart(f"groups of {groups.size:,} devices exceed the maximum of {MOST_DEVICES:,}")
    return groups.groups


GROUPS: Final = direct(
    "replica_groups?", "replica_groups", "", to_groups, lambda groups: tuple(map(tuple, groups)), default=()
)
CHANNEL: Final = direct("channel_id?", "integer", to_hlo=lambda channel: channel or None)


def _to_split(dimensions: Any, groups: Any) -> Values:
    if dimensions is None:
        raise NoCounterpart("all-to-all of several arrays")
    rows = to_groups(groups or ())
    if not rows:
        raise NoCounterpart("all-to-all without `replica_groups`, which determine the split count")
    (axis,) = dimensions
    return {"split_dimension": axis, "concat_dimension": axis, "split_count": len(rows[0])}


def _from_split(split: int, concat: int) -> Values:
    if split != concat:
        raise NoCounterpart("all-to-all with different split and concat dimensions")
    return {"dimensions": (split,)}


SPLIT: Final = plain(
    "dimensions?", "integers",
    mapping=AttributeMapping(
        ("dimensions", "replica_groups"), ("split_dimension", "concat_dimension"), _to_split, _from_split
    ),
)  # fmt: skip


def transfer(host: str) -> tuple[HloAttribute, HloAttribute]:
    """The channel of `send` and `recv`; StableHLO also has its type, `host` for one to or from the host."""

    def forwards(channel: int | None, is_host_transfer: bool | None) -> Values:
        kind = host if is_host_transfer else "DEVICE_TO_DEVICE"
        return {"channel_id": channel or 0, "channel_type": kind, "is_host_transfer": bool(is_host_transfer)}

    def backwards(channel: int, is_host_transfer: bool) -> Values:
        return {"channel_id": channel, "is_host_transfer": is_host_transfer or None}

    names = "channel_id", "is_host_transfer"
    channel = CHANNEL._replace(mapping=AttributeMapping(names, names, forwards, backwards))
    return channel, flag("is_host_transfer")._replace(mapping=None)


def _carries(inits: Any, inputs: Any) -> Values:
    if not inputs:
        raise NoCounterpart("a scan without inputs, whose length is an attribute")
    return {"num_carries": len(inits)}


CARRIES: Final = mapped("num_carries", "integer", "inits inputs", lambda _: {}, _carries)
