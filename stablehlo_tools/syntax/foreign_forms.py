"""The pretty forms of other dialects' ops that stand beside StableHLO: one row per form.

A form is written much as it is printed, blanks included. In it stand

- `%` for an operand, `%*` for any number of them; `^` for a block to go to, `{r}` for a region;
- `&` for an argument of a region, `&=%` for a list of arguments and what they begin with, `&:` for one of
  arguments and their types;
- `T` for a type, `T*` for a list of them, `->T*` for the types of results, as a signature ends, `->(T*)`
  for such that always have parentheses;
- `$name` for an attribute, `$name:kind` where the kind (syntax/foreign.py) has not the attribute's name;
- `{}` for the dictionary of all other attributes, which may be empty: then the blank before it goes, too;
- `?[...]?` around what may be left out.

All else stands for itself. The signature behind a form says what the types are that it leaves out, in the
terms `T`, `element(T)`, `truth(T)` (i1 in the shape of T) and types by name, `*` behind what is repeated.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from stablehlo_tools.attributes import Attribute, Opaque


@dataclass(frozen=True)
class ForeignForm:
    """A pretty form, and its signature: the types of operands, results and arguments of regions.

    `defaults` are what attributes are where the form does not say, `types` likewise by letter. `segments`:
    the groups of operands are counted in `operandSegmentSizes`. `implied_end` is the op that ends the regions
    where none is written.
    """

    pattern: str
    operands: str = ""
    results: str = ""
    arguments: str = ""
    defaults: Mapping[str, Attribute] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)
    segments: bool = False
    implied_end: str = ""

    @functools.cached_property
    def parts(self) -> Sequence[str]:
        """The pattern, cut into what the module's docstring lists, blanks, words and marks."""
        return _PART.findall(self.pattern)

    @functools.cached_property
    def attributes(self) -> frozenset[str]:
        """The names of the attributes that the form spells."""
        spelt = {part[1:].partition(":")[0] for part in self.parts if part.startswith("$")}
        return frozenset(spelt | ({"operandSegmentSizes"} if self.segments else set()))


_PART = re.compile(
    r"""\?\[ | \]\? | %\*? | &[=:]%? | & | \{r\} | [ ]?\{\} | \$\w+(?::\w+)? | \^ | ->\(?[A-Z]\*\)?
      | [A-Z]\*?(?![a-z_]) | [a-z_]+ | -> | \s+ | .""",
    re.VERBOSE,
)


def terms(signature: str) -> list[str]:
    """The terms of a signature's operands or results."""
    return [term.strip() for term in signature.split(",")] if signature else []


_FLAGS = {"overflowFlags": Opaque("#arith.overflow<none>")}
_FAST = {"fastmath": Opaque("#arith.fastmath<none>")}
_OVERFLOW, _FASTMATH = "?[ overflow$overflowFlags]?", "?[ fastmath$fastmath]?"

_BINARY = ForeignForm(" %, % {} : T", "T, T", "T")
_UNARY = ForeignForm(" % {} : T", "T", "T")
_CAST = ForeignForm(" % {} : T to U", "T", "U")
_FLAGGED_BINARY = ForeignForm(f" %, %{_OVERFLOW} {{}} : T", "T, T", "T", defaults=_FLAGS)
_FAST_BINARY = ForeignForm(f" %, %{_FASTMATH} {{}} : T", "T, T", "T", defaults=_FAST)
_FAST_UNARY = ForeignForm(f" %{_FASTMATH} {{}} : T", "T", "T", defaults=_FAST)
_ENDS = ForeignForm("{}?[ %* : T*]?", "T*")
_CONSTANT = ForeignForm("{} $value:typed", "", "T")
_TWO_SHAPES = ForeignForm(" %, % {} : T, U -> V", "T, U", "V")
_SHAPE_AND_RESULT = ForeignForm(" % {} : T -> U", "T", "U")
_SHAPES = ForeignForm(" %* {} : T* -> U", "T*", "U")
_WITNESS = ForeignForm(" %* {} : T*", "T*", "!shape.witness")
_SHAPE_TRUTH = ForeignForm(" %* {} : T*", "T*", "i1")
_CONSTRAINT = ForeignForm(" % $sharding {} : T", "T", "T")
_COLLECTIVE = "% out_sharding=$out_sharding {} : T"

_ROWS: Mapping[str, ForeignForm | tuple[ForeignForm, ...]] = {
    "arith.addi arith.subi arith.muli arith.shli": _FLAGGED_BINARY,
    "arith.addf arith.subf arith.mulf arith.divf arith.remf arith.maximumf arith.minimumf arith.maxnumf "
    "arith.minnumf": _FAST_BINARY,
    "arith.andi arith.ori arith.xori arith.divsi arith.divui arith.ceildivsi arith.ceildivui "
    "arith.floordivsi arith.remsi arith.remui arith.maxsi arith.maxui arith.minsi arith.minui arith.shrsi "
    "arith.shrui": _BINARY,
    "arith.negf": _FAST_UNARY,
    "arith.extsi arith.extui arith.sitofp arith.uitofp arith.fptosi arith.fptoui arith.bitcast "
    "arith.index_cast arith.index_castui": _CAST,
    "arith.extf": ForeignForm(f" %{_FASTMATH} {{}} : T to U", "T", "U"),
    "arith.truncf": ForeignForm(f" %?[ $roundingmode]?{_FASTMATH} {{}} : T to U", "T", "U"),
    "arith.trunci": ForeignForm(f" %{_OVERFLOW} {{}} : T to U", "T", "U", defaults=_FLAGS),
    "arith.cmpi": ForeignForm(" $predicate:cmpi, %, % {} : T", "T, T", "truth(T)"),
    "arith.cmpf": ForeignForm(
        f" $predicate:cmpf, %, %{_FASTMATH} {{}} : T", "T, T", "truth(T)", defaults=_FAST
    ),
    "arith.select": (
        ForeignForm(" %, %, % {} : T", "i1, T, T", "T"),
        ForeignForm(" %, %, % {} : C, T", "C, T, T", "T"),
    ),
    "arith.addui_extended": ForeignForm(" %, % {} : T, U", "T, T", "T, U"),
    "arith.mulsi_extended arith.mului_extended": ForeignForm(" %, % {} : T", "T, T", "T, T"),
    "arith.constant sdy.constant": _CONSTANT,
    "math.absf math.acos math.acosh math.asin math.asinh math.atan math.atanh math.cbrt math.ceil math.cos "
    "math.cosh math.erf math.erfc math.exp math.exp2 math.expm1 math.floor math.log math.log10 math.log1p "
    "math.log2 math.round math.roundeven math.rsqrt math.sin math.sinh math.sqrt math.tan math.tanh "
    "math.trunc": _FAST_UNARY,
    "math.absi math.ctlz math.cttz math.ctpop": _UNARY,
    "math.ipowi": _BINARY,
    "math.atan2 math.copysign math.powf": _FAST_BINARY,
    "tensor.cast tensor.bitcast memref.cast bufferization.to_tensor bufferization.to_buffer": _CAST,
    "sparse_tensor.convert": _CAST,
    "builtin.unrealized_conversion_cast": ForeignForm(" %* : T* to U*{}", "T*", "U*"),
    "tensor.dim memref.dim": ForeignForm("{} %, % : T", "T, index", "index"),
    "tensor.rank memref.rank": ForeignForm(" % {} : T", "T", "index"),
    "tensor.extract memref.load": ForeignForm(" %[%*] {} : T", "T, index*", "element(T)"),
    "memref.store": ForeignForm(" %, %[%*] {} : T", "element(T), T, index*"),
    "tensor.insert": ForeignForm(" % into %[%*] {} : T", "element(T), T, index*", "T"),
    "tensor.from_elements": ForeignForm(" %* {} : T", "element(T)*", "T"),
    "tensor.empty memref.alloc memref.alloca": ForeignForm("(%*) {} : T", "index*", "T"),
    "memref.dealloc": ForeignForm(" % {} : T", "T"),
    "tensor.splat": ForeignForm(" %?[[%*]]? {} : T", "element(T), index*", "T"),
    "tensor.reshape": ForeignForm(" %(%) {} : (T, U) -> V", "T, U", "V"),
    "tensor.concat": ForeignForm(" dim($dim) %* {} : (T*) -> U", "T*", "U"),
    "tensor.collapse_shape": ForeignForm(" % $reassociation {} : T into U", "T", "U"),
    "shape.add shape.mul shape.div shape.max shape.min shape.get_extent shape.dim shape.concat": _TWO_SHAPES,
    "shape.shape_of shape.num_elements shape.rank shape.to_extent_tensor": _SHAPE_AND_RESULT,
    "shape.broadcast shape.any shape.meet": _SHAPES,
    "shape.cstr_broadcastable shape.cstr_eq": _WITNESS,
    "shape.is_broadcastable shape.shape_eq": _SHAPE_TRUTH,
    "shape.assuming_all": ForeignForm(" %* {}", "!shape.witness*", "!shape.witness"),
    "shape.const_shape": ForeignForm("{} $shape : T", "", "T"),
    "shape.const_size": ForeignForm(" $value:index {}", "", "!shape.size"),
    "shape.const_witness": ForeignForm(" $passing {}", "", "!shape.witness"),
    "shape.cstr_require": ForeignForm(" %, $msg {}", "i1", "!shape.witness"),
    "shape.from_extents": ForeignForm("?[ %* : T*]? {}", "T*", "!shape.shape"),
    "shape.from_extent_tensor": ForeignForm(" % {} : T", "T", "!shape.shape"),
    "shape.index_to_size": ForeignForm(" % {}", "index", "!shape.size"),
    "shape.size_to_index": ForeignForm(" % {} : T", "T", "index"),
    "shape.value_of": ForeignForm(" % {} : T", "!shape.value_shape", "T"),
    "shape.with_shape": ForeignForm(" %, % {} : T, U", "T, U", "!shape.value_shape"),
    "shape.assuming": ForeignForm(
        " %?[ ->(T*)]? {r}{}", "!shape.witness", "T*", implied_end="shape.assuming_yield"
    ),
    "shape.assuming_yield scf.yield sdy.return": _ENDS,
    "scf.condition": ForeignForm("(%){}?[ %* : T*]?", "i1, T*"),
    "scf.for": ForeignForm(
        " & = % to % step %?[ iter_args(&=%) ->(T*)]??[  : I]? {r}{}", "I, I, I, T*", "T*", "I, T*",
        types={"I": "index"}, implied_end="scf.yield",
    ),
    "scf.if": ForeignForm(" %?[ ->(T*)]? {r}?[ else {r}]?{}", "i1", "T*", implied_end="scf.yield"),
    "cf.br": ForeignForm(" ^?[(%* : T*)]?{}", "T*"),
    "cf.cond_br": ForeignForm(
        " %, ^?[(%* : T*)]?, ^?[(%* : U*)]?{}", "i1, T*, U*", segments=True
    ),
    "cf.assert": ForeignForm(" %, $msg {}", "i1"),
    "scf.while": ForeignForm(
        " (&=%) : (T*) ->U* {r} do {r}?[ attributes{}]?", "T*", "U*", "T*", implied_end="scf.yield"
    ),
    "sdy.mesh": ForeignForm(" $sym_name = $mesh {}"),
    "sdy.sharding_constraint sdy.reshard": _CONSTRAINT,
    "sdy.all_gather": ForeignForm(f" $gathering_axes {_COLLECTIVE}", "T", "T"),
    "sdy.all_slice": ForeignForm(f" $slicing_axes {_COLLECTIVE}", "T", "T"),
    "sdy.all_reduce": ForeignForm(f" $reduction_axes {_COLLECTIVE}", "T", "T"),
    "sdy.all_to_all": ForeignForm(f" $params {_COLLECTIVE}", "T", "T"),
    "sdy.collective_permute": ForeignForm(f" {_COLLECTIVE}", "T", "T"),
    "sdy.reduce_scatter": ForeignForm(f" $reduce_scatter_axes {_COLLECTIVE}", "T", "T"),
    "sdy.sharded_to_unreduced": ForeignForm(f" $axes {_COLLECTIVE}", "T", "T"),
    "sdy.replicated_to_unreduced": ForeignForm(f" $axes:axis_list {_COLLECTIVE}", "T", "T"),
    "sdy.propagation_barrier": ForeignForm(
        " % allowed_direction=$allowed_direction {} : T", "T", "T"
    ),
    "sdy.sharding_group": ForeignForm(" % group_id=$group_id {} : T", "T"),
    "sdy.data_flow_edge": ForeignForm(" %?[ sharding=$sharding]? {} : T", "T", "T"),
    "sdy.manual_computation": ForeignForm(
        "(%*) in_shardings=$in_shardings out_shardings=$out_shardings manual_axes=$manual_axes (&:) {r} {} : "
        "(T*) ->U*", "T*", "U*", "A*", implied_end="sdy.return",
    ),
    "sdy.named_computation": ForeignForm(
        "$name(%*)?[ in_shardings=$in_shardings]??[ out_shardings=$out_shardings]? (&:) {r} {} : (T*) ->U*",
        "T*", "U*", "A*", implied_end="sdy.return",
    ),
}  # fmt: skip

FOREIGN_FORMS: Mapping[str, tuple[ForeignForm, ...]] = {
    name: forms if isinstance(forms, tuple) else (forms,)
    for names, forms in _ROWS.items()
    for name in names.split()
}
IMPLIED_ENDS: Mapping[str, str] = {
    name: forms[0].implied_end for name, forms in FOREIGN_FORMS.items() if forms[0].implied_end
}
