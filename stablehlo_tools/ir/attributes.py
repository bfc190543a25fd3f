"""The attributes of the IR, one class per kind.

Python values are used where they exist: `bool` for `true`, `str` for a string, `tuple` for `[...]`, `dict`
for `{...}`. Attributes compare by value, not by spelling (`1.0` and `1.000000e+00`). They are printed by
`text/print.py` and interpreted by `ops/model/attributes.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NoReturn, Union

from stablehlo_tools.host.records import NamedTuple, public_record
from stablehlo_tools.ir.shardy import AxisLists, Mesh, Sharding, ShardingPerValue, ShardingRule, ShardyPart
from stablehlo_tools.ir.types import I32, ElementType, Type

if TYPE_CHECKING:
    from stablehlo_tools.ir.constants import Dense, DenseResource, DenseVector


class _Unit:
    """The unit attribute: `{llvm.noalias}`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNIT"

    def __reduce__(self) -> str:
        return "UNIT"  # there is one


UNIT: Final = _Unit()


@public_record(frozen=True, slots=True)
class Integer:
    """`7 : i32`; i64 if the type is omitted."""

    value: int
    type: Type


@public_record(frozen=True, slots=True)
class Float:
    """`1.0 : f32`. `value` is rounded to the type; `bits` is its bit pattern, which distinguishes NaNs."""

    value: float
    type: Type
    bits: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Float) and (self.bits, self.type) == (other.bits, other.type)

    def __hash__(self) -> int:
        return hash((self.bits, self.type))


@public_record(frozen=True, slots=True)
class TypedString:
    """`"text" : !dialect.type`, a string with a type."""

    value: str
    type: Type


@public_record(frozen=True, slots=True)
class Symbol:
    """`@name`; `@outer::@inner` has a path of two names."""

    path: tuple[str, ...]

    @property
    def name(self) -> str:
        """The last name of the path."""
        return self.path[-1]


@public_record(frozen=True, slots=True)
class TypeAttribute:
    """A type used as an attribute."""

    type: Type


@public_record(frozen=True, slots=True)
class DenseArray:
    """`array<i64: 1, 2>`. Floats are `Float` values, booleans are `bool`."""

    element_type: ElementType
    values: tuple[int | bool | Float, ...]


def is_array_element(type: ElementType) -> bool:
    """Whether `array<...>` can hold elements of this type: whole bytes, or `true` and `false`."""
    return type.kind == "boolean" or (
        type.kind in ("signed", "unsigned", "float") and type.bits > 0 and type.bits % 8 == 0
    )


@public_record(frozen=True, slots=True)
class Enumeration:
    """`#stablehlo<comparison_direction EQ>`: a value of an enum of a dialect.

    That of ACCURACY_MODE is spelled `#stablehlo.result_accuracy_mode<DEFAULT>`.
    """

    dialect: str
    kind: str
    value: str

    def __str__(self) -> str:
        if self.kind == ACCURACY_MODE:
            return f"#{self.dialect}.{self.kind}<{self.value}>"
        return f"#{self.dialect}<{self.kind} {self.value}>"


@public_record(frozen=True)
class Struct:
    """`#stablehlo.gather<offset_dims = [1], ...>`: named fields; an omitted field has its default value."""

    name: str
    fields: Mapping[str, Attribute]

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.fields)))


class StructForm(NamedTuple):
    """The fields of a struct in MLIR's order, and the kind of value of each.

    `holder` is the attribute of ops that is such a struct, whose fields are attributes of their own in the
    specification: those in `renamed` under another name there. MLIR reads fields in order, except for those
    of a struct that `is_unordered`, which may end with a comma if all of its fields are optional.
    """

    fields: Mapping[str, str]
    holder: str = ""
    renamed: Mapping[str, str] = MappingProxyType({})
    is_unordered: bool = False
    optional: tuple[str, ...] | None = ()  # None: all are, and the last may have a comma

    def explicit(self, fields: Mapping[str, Attribute]) -> dict[str, Attribute]:
        """The fields without those that MLIR omits: empty lists, and 0 for a number that is optional."""
        optional = self.fields if self.optional is None else self.optional

        def is_omitted(name: str, value: Attribute) -> bool:
            return value == () or (name in optional and getattr(value, "value", None) == 0)

        return {name: value for name, value in fields.items() if not is_omitted(name, value)}


def _all(kind: str, *names: str) -> dict[str, str]:
    return dict.fromkeys(names, kind)


_DOT = _all(
    "integers", "lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions",
    "rhs_contracting_dimensions",
)  # fmt: skip
_RAGGED = _all("integers", "lhs_ragged_dimensions", "rhs_group_dimensions")
_GATHER = _all(
    "integers", "offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims",
    "start_index_map",
)  # fmt: skip
_SCATTER = _all(
    "integers", "update_window_dims", "inserted_window_dims", "input_batching_dims",
    "scatter_indices_batching_dims", "scatter_dims_to_operand_dims",
)  # fmt: skip
_INDEX = {"index_vector_dim": "integer"}
_CONVOLUTION = {
    f"{side}_{dimension}_dimension{'s' * (dimension == 'spatial')}": (
        "integers" if dimension == "spatial" else "integer"
    )
    for side, first, second in (
        ("input", "batch", "feature"),
        ("kernel", "input_feature", "output_feature"),
        ("output", "batch", "feature"),
    )
    for dimension in (first, second, "spatial")
}
STRUCT_FORMS: Final[Mapping[str, StructForm]] = {
    "#stablehlo.dot": StructForm(_DOT, "dot_dimension_numbers", is_unordered=True, optional=None),
    "#stablehlo.gather": StructForm(
        {**_GATHER, **_INDEX}, "dimension_numbers", is_unordered=True, optional=None
    ),
    "#stablehlo.scatter": StructForm(
        {**_SCATTER, **_INDEX}, "scatter_dimension_numbers", is_unordered=True, optional=None
    ),
    "#stablehlo.dot_algorithm": StructForm(
        {
            **_all("type", "lhs_precision_type", "rhs_precision_type", "accumulation_type"),
            **_all("integer", "lhs_component_count", "rhs_component_count", "num_primitive_operations"),
            "allow_imprecise_accumulation": "boolean",
        },
        "algorithm",
    ),
    "#stablehlo.channel_handle": StructForm(
        {"handle": "integer", "type": "integer"}, "channel_handle",
        {"handle": "channel_id", "type": "channel_type"}, is_unordered=True,
    ),
    "#stablehlo.output_operand_alias": StructForm(
        {"output_tuple_indices": "integers", "operand_index": "integer", "operand_tuple_indices": "integers"}
    ),
    "#stablehlo.result_accuracy": StructForm(
        {"atol": "real", "rtol": "real", "ulps": "integer", "mode": "accuracy mode"},
        optional=("atol", "rtol", "ulps"),
    ),
    "#stablehlo.replica_group_mesh_axes": StructForm({"mesh": "mesh", "axes": "axes"}),
    "#stablehlo.axis_ref": StructForm(
        {"name": "string", "sub_axis_info": "sub-axis"}, is_unordered=True, optional=("sub_axis_info",)
    ),
    "#stablehlo.mesh_axis": StructForm({"name": "string", "size": "integer"}, is_unordered=True),
    "#stablehlo.mesh": StructForm({"axes": "axes", "device_ids": "literal"}, optional=("device_ids",)),
    "#chlo.ragged_dot": StructForm(
        {**_DOT, **_RAGGED}, "ragged_dot_dimension_numbers", is_unordered=True, optional=None
    ),
    "#mhlo.ragged_dot": StructForm(
        {"dot_dimension_numbers": "struct", **_RAGGED}, is_unordered=True, optional=None
    ),
    "#stablehlo.conv": StructForm(_CONVOLUTION, "dimension_numbers", is_unordered=True, optional=None),
}  # fmt: skip

ACCURACY_MODE: Final = "result_accuracy_mode"
# The values of the enums of StableHLO, in MLIR's order; those of CHLO and MHLO have the same.
ENUMS: Final[Mapping[str, tuple[str, ...]]] = {
    "comparison_direction": ("EQ", "NE", "GE", "GT", "LE", "LT"),
    "comparison_type": ("NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"),
    "fft_type": ("FFT", "IFFT", "RFFT", "IRFFT"),
    "precision": ("DEFAULT", "HIGH", "HIGHEST"),
    ACCURACY_MODE: ("DEFAULT", "HIGHEST", "TOLERANCE"),
    "rng_algorithm": ("DEFAULT", "THREE_FRY", "PHILOX"),
    "rng_distribution": ("UNIFORM", "NORMAL"),
    "transpose": ("TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"),
}


@public_record(frozen=True, slots=True)
class Convolution:
    """`#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`, each list as in the text."""

    lhs: tuple[str, ...]
    rhs: tuple[str, ...]
    output: tuple[str, ...]


@public_record(frozen=True, slots=True)
class Opaque:
    """An attribute of another dialect, kept as text."""

    text: str

    def __str__(self) -> str:
        return self.text


@public_record(frozen=True, slots=True)
class Location:
    """`loc(...)`.

    `kind` is `unknown`, `name`, `file`, `callsite`, `fused` or `alias`. `parts` are: for `name` the
    string and an optional child; `file` the path and 0 to 4 numbers as in the text (line, column, end
    line, end column; a missing end line is None); `callsite` callee and caller; `fused` the metadata or
    None and the children; `alias` the name without `#`.
    """

    kind: str
    parts: tuple[object, ...] = ()


class FrozenAttributes(dict[str, "Attribute"]):
    """The attributes of an operation, which equal operations may share: they cannot be changed in place."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: Attribute) -> NoReturn:
        raise TypeError(
            "attributes are not changed in place: use ir.set_attributes(operation, {name: value})"
        )

    __setitem__ = __delitem__ = __ior__ = update = pop = popitem = setdefault = clear = _refuse

    def __reduce__(self) -> tuple[type[FrozenAttributes], tuple[dict[str, Attribute]]]:
        return FrozenAttributes, (dict(self),)


Attribute = Union[
    bool, str, tuple["Attribute", ...], Mapping[str, "Attribute"], _Unit, Integer, Float, TypedString,
    Symbol, TypeAttribute, DenseArray, Enumeration, Struct, Convolution, Opaque, Location, "Dense",
    "DenseResource", "DenseVector", Mesh, Sharding, ShardingPerValue, AxisLists, ShardingRule, ShardyPart,
]  # fmt: skip


def enum_value(attribute: Attribute | None) -> str:
    """The value of an enumeration; empty for anything else."""
    return attribute.value if isinstance(attribute, Enumeration) else ""


_WHOLE = frozenset({bool, str, Integer, Float, TypedString, Symbol, TypeAttribute, DenseArray, Enumeration})


def parts_of(attribute: Attribute) -> Sequence[Attribute]:
    """The attribute, and all attributes in it, each before those in it."""
    if type(attribute) in _WHOLE:  # most are
        return (attribute,)
    parts, pending = list[Attribute](), [attribute]
    while pending:
        part = pending.pop()
        parts.append(part)
        if type(part) in _WHOLE:
            continue
        if isinstance(part, tuple):
            pending += reversed(part)
        elif isinstance(part, Struct):
            pending += reversed([*part.fields.values()])
        elif isinstance(part, Mapping):
            pending += reversed([*part.values()])
    return parts


_FIRST = Integer(0, I32)  # of an enumeration
_DEFAULTS: Mapping[str, Mapping[str, Attribute]] = {
    "stablehlo.custom_call": {
        "api_version": Integer(1, I32),
        "called_computations": (),
        "has_side_effect": False,
        "output_operand_aliases": (),
    },
    "stablehlo.cholesky": {"lower": False},
    "stablehlo.composite": {"composite_attributes": {}, "version": Integer(0, I32)},
    "stablehlo.infeed": {"infeed_config": ""},
    "stablehlo.outfeed": {"outfeed_config": ""},
    "sdy.all_reduce": {"reduction_op": _FIRST},
    "sdy.reduce_scatter": {"reduction_op": _FIRST},
}
# The ops whose default values MLIR prints.
_PRINTS_DEFAULTS = frozenset({"stablehlo.infeed", "stablehlo.outfeed"})
# Of the ops of arith and math, except for two with optional flags.
_FLAGS: Mapping[str, Attribute] = {
    "fastmath": Opaque("#arith.fastmath<none>"),
    "overflowFlags": Opaque("#arith.overflow<none>"),
}
_WITHOUT_FLAGS = ("arith.extf", "arith.truncf")
DEFAULT_ACCURACY: Final = Struct(
    "#stablehlo.result_accuracy", {"mode": Enumeration("stablehlo", ACCURACY_MODE, "DEFAULT")}
)


def printed_defaults(operation: str) -> Mapping[str, Attribute]:
    """The attributes of an op that are printed with their default values even if a program omits them."""
    return _DEFAULTS[operation] if operation in _PRINTS_DEFAULTS else {}


def is_default(operation: str, name: str, attribute: Attribute) -> bool:
    """Whether attribute `name` of an op has its default value, so that the assembly format elides it."""
    if operation == "func.func" and name in ("arg_attrs", "res_attrs"):
        return isinstance(attribute, tuple) and not any(attribute)
    return attribute == (DEFAULT_ACCURACY if name == "result_accuracy" else default_of(operation, name))


def default_of(operation: str, name: str) -> Attribute | None:
    """The default value of attribute `name` of an op; None if it has none."""
    has_flags = operation.startswith(("arith.", "math.")) and operation not in _WITHOUT_FLAGS
    return (_FLAGS if has_flags else _DEFAULTS.get(operation, {})).get(name)
