"""The syntax of ops without a declaration: ops of other dialects, functions, and terminators.

An `OpSyntax` has the assembly format of ops (`formats`), and

- `signature`, in the notation of `signatures`, if the format has type variables, and the types of
  the first region's `arguments` if the format names them;
- `terminator`, the implicit terminator of their regions;
- `properties`, besides the ones that the format represents.

An entry without a format only names the results of an op.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stablehlo_tools.host.records import NamedTuple


class OpSyntax(NamedTuple):
    """The syntax of some ops."""

    format: str
    signature: str = ""
    arguments: str = ""
    terminator: str = ""
    properties: str = ""


_OVERFLOW, _FASTMATH = "?[ overflow$overflowFlags:overflow]?", "?[ fastmath$fastmath:fastmath]?"

_BINARY = OpSyntax("$lhs, $rhs{attrs} : {T}", "(T, T) -> T")
_UNARY = OpSyntax("$operand{attrs} : {T}", "(T) -> T")
_CAST = "$in{attrs} : {T} to {U}"
_DIM = OpSyntax("{attrs} $source, $index : {T}", "(T, index) -> dim: index")
_FLAGGED_BINARY = OpSyntax("$lhs, $rhs" + _OVERFLOW + "{attrs} : {T}", "(T, T) -> T")
_FAST_BINARY = OpSyntax("$lhs, $rhs" + _FASTMATH + "{attrs} : {T}", "(T, T) -> T")
_FAST_UNARY = OpSyntax("$operand" + _FASTMATH + "{attrs} : {T}", "(T) -> T")
_RETURN = OpSyntax("{attrs}?[ $operands* : {operands}]?")
_CONSTANT = OpSyntax("{attrs} $value:typed", "() -> T")
_SHAPES = OpSyntax("$shapes*{attrs} : {arrow}", "(T*) -> U")
_COLLECTIVE = "$tensor out_sharding=$out_sharding:sharding{attrs} : {T}"


def _collective(name: str, codec: str) -> OpSyntax:
    return OpSyntax(f"${name}:{codec} {_COLLECTIVE}", "(T) -> T")


def _reducing(name: str, codec: str) -> OpSyntax:
    return OpSyntax(f"?[$reduction_op:reduction ]?${name}:{codec} {_COLLECTIVE}", "(T) -> T")


_BUILTIN = {
    "module": OpSyntax(
        "?[ $sym_name:symbol_name]??[ attributes{attrs}]? $bodyRegion:body",
        "() -> ()",
        properties="sym_visibility",
    ),
    "unrealized_conversion_cast": OpSyntax("$inputs* : {T*} to {U*}{attrs}", "(T*) -> U*"),
}

_FUNC = {
    "func": OpSyntax("{function}", "() -> ()", properties="no_inline"),
    "return": _RETURN,
    "call": OpSyntax(
        "$callee:symbol($operands*){attrs} : {signature}", properties="arg_attrs no_inline res_attrs"
    ),
    "call_indirect": OpSyntax("$callee($inputs*){attrs} : {indirect}", properties="arg_attrs res_attrs"),
    "constant": OpSyntax("{attrs} $value:symbol : {value}", "() -> f: T"),
}

_ARITH = {
    "addi subi muli shli": _FLAGGED_BINARY,
    "addf subf mulf divf remf maximumf minimumf maxnumf minnumf": _FAST_BINARY,
    "andi ori xori divsi divui ceildivsi ceildivui floordivsi remsi remui maxsi maxui minsi minui": _BINARY,
    "shrsi shrui": _BINARY,
    "negf": _FAST_UNARY,
    "extsi extui sitofp uitofp fptosi fptoui bitcast index_cast index_castui": OpSyntax(_CAST, "(T) -> U"),
    "extf": OpSyntax("$in" + _FASTMATH + "{attrs} : {T} to {U}", "(T) -> U"),
    "truncf": OpSyntax("$in?[ $roundingmode:rounding]?" + _FASTMATH + "{attrs} : {T} to {U}", "(T) -> U"),
    "trunci": OpSyntax("$in" + _OVERFLOW + "{attrs} : {T} to {U}", "(T) -> U"),
    "cmpi": OpSyntax("$predicate:cmpi, $lhs, $rhs{attrs} : {T}", "(T, T) -> truth(T)"),
    "cmpf": OpSyntax("$predicate:cmpf, $lhs, $rhs" + _FASTMATH + "{attrs} : {T}", "(T, T) -> truth(T)"),
    "select": OpSyntax("$condition, $true_value, $false_value{attrs} : ?[{C=i1}, ]?{T}", "(C, T, T) -> T"),
    "addui_extended": OpSyntax("$lhs, $rhs{attrs} : {T}, {U}", "(T, T) -> (sum: T, overflow: U)"),
    "mulsi_extended mului_extended": OpSyntax("$lhs, $rhs{attrs} : {T}", "(T, T) -> (low: T, high: T)"),
    "constant": _CONSTANT,
}  # fmt: skip

_MATH = {
    "absf acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 floor log log10 log1p "
    "log2 round roundeven rsqrt sin sinh sqrt tan tanh trunc": _FAST_UNARY,
    "absi ctlz cttz ctpop": _UNARY,
    "ipowi": _BINARY,
    "atan2 copysign powf": _FAST_BINARY,
}

_TENSOR = {
    "cast": OpSyntax(_CAST, "(T) -> cast: U"),
    "bitcast": OpSyntax(_CAST, "(T) -> U"),
    "dim": _DIM,
    "rank": OpSyntax("$tensor{attrs} : {T}", "(T) -> rank: index"),
    "extract": OpSyntax("$tensor[$indices*]{attrs} : {T}", "(T, index*) -> extracted: element(T)"),
    "insert": OpSyntax(
        "$scalar into $dest[$indices*]{attrs} : {T}", "(element(T), T, index*) -> inserted: T"
    ),
    "from_elements": OpSyntax("$elements*{attrs} : {T}", "(element(T)*) -> from_elements: T"),
    "empty": OpSyntax("($dynamicSizes*){attrs} : {T}", "(index*) -> T"),
    "splat": OpSyntax("$input?[[$dynamicSizes*]]?{attrs} : {T}", "(element(T), index*) -> splat: T"),
    "reshape": OpSyntax("$source($shape){attrs} : {signature}", "(T, U) -> reshape: V"),
    "concat": OpSyntax("dim($dim:integer) $inputs*{attrs} : {signature}", "(T*) -> concat: U"),
    "collapse_shape": OpSyntax(
        "$src $reassociation:reassociation{attrs} : {T} into {U}", "(T) -> collapsed: U"
    ),
    "expand_shape": OpSyntax("", "() -> expanded: T"),
    "extract_slice": OpSyntax("", "() -> extracted_slice: T"),
    "generate": OpSyntax("", "() -> generated: T"),
    "insert_slice": OpSyntax("", "() -> inserted_slice: T"),
}  # fmt: skip

_MEMREF = {
    "cast": OpSyntax(_CAST, "(T) -> cast: U"),
    "dim": _DIM,
    "rank": OpSyntax("$memref{attrs} : {T}", "(T) -> rank: index"),
    "load": OpSyntax("$memref[$indices*]{attrs} : {T}", "(T, index*) -> element(T)"),
    "store": OpSyntax("$value, $memref[$indices*]{attrs} : {T}", "(element(T), T, index*) -> ()"),
    "alloc": OpSyntax("($dynamicSizes*){attrs} : {T}", "(index*) -> alloc: T"),
    "alloca": OpSyntax("($dynamicSizes*){attrs} : {T}", "(index*) -> alloca: T"),
    "dealloc": OpSyntax("$memref{attrs} : {T}", "(T) -> ()"),
}

_SHAPE = {
    "add mul div max min get_extent dim concat": OpSyntax("$lhs, $rhs{attrs} : {arrow}", "(T, U) -> V"),
    "shape_of num_elements rank to_extent_tensor": OpSyntax("$arg{attrs} : {arrow}", "(T) -> U"),
    "broadcast any meet": _SHAPES,
    "cstr_broadcastable cstr_eq": OpSyntax("$shapes*{attrs} : {T*}", "(T*) -> !shape.witness"),
    "is_broadcastable shape_eq": OpSyntax("$shapes*{attrs} : {T*}", "(T*) -> i1"),
    "assuming_all": OpSyntax("$inputs*{attrs}", "(!shape.witness*) -> !shape.witness"),
    "const_shape": OpSyntax("{attrs} $shape:extents : {T}", "() -> T"),
    "const_size": OpSyntax("$value:index{attrs}", "() -> !shape.size"),
    "const_witness": OpSyntax("$passing:boolean{attrs}", "() -> !shape.witness"),
    "cstr_require": OpSyntax("$pred, $msg:string{attrs}", "(i1) -> !shape.witness"),
    "from_extents": OpSyntax("?[ $extents* : {T*}]?{attrs}", "(T*) -> !shape.shape"),
    "from_extent_tensor": OpSyntax("$input{attrs} : {T}", "(T) -> !shape.shape"),
    "index_to_size": OpSyntax("$arg{attrs}", "(index) -> !shape.size"),
    "size_to_index": OpSyntax("$arg{attrs} : {T}", "(T) -> index"),
    "value_of": OpSyntax("$arg{attrs} : {T}", "(!shape.value_shape) -> T"),
    "with_shape": OpSyntax("$operand, $shape{attrs} : {T}, {U}", "(T, U) -> !shape.value_shape"),
    "assuming": OpSyntax(
        "$witness?[ {->(T*)}]? $doRegion:region{attrs}",
        "(!shape.witness) -> T*",
        terminator="shape.assuming_yield",
    ),
    "assuming_yield": _RETURN,
}

_SCF = {
    "yield": _RETURN,
    "condition": OpSyntax("($condition){attrs}?[ $args* : {T*}]?", "(i1, T*) -> ()"),
    "for": OpSyntax(
        "{argument} = $lowerBound to $upperBound step $step?[ iter_args({bindings}) {->(T*)}]?"
        "?[  : {I=index}]? $region:region{attrs}", "(I, I, I, T*) -> T*", "I, T*", terminator="scf.yield",
    ),
    "if": OpSyntax(
        "$condition?[ {->(T*)}]? $thenRegion:region?[ else $elseRegion:region]?{attrs}", "(i1) -> T*",
        terminator="scf.yield",
    ),
    "while": OpSyntax(
        " ({bindings}) : {signature} $before:region do $after:region?[ attributes{attrs}]?",
        "(T*) -> U*", "T*", terminator="scf.yield",
    ),
}  # fmt: skip

_CF = {
    "br": OpSyntax("^dest?[($destOperands* : {T*})]?{attrs}", "(T*) -> ()"),
    "cond_br": OpSyntax(
        "$condition, ^trueDest?[($trueDestOperands* : {T*})]?, "
        "^falseDest?[($falseDestOperands* : {U*})]?{attrs}", "(i1, T*, U*) -> ()",
        properties="branch_weights",
    ),
    "assert": OpSyntax("$arg, $msg:string{attrs}", "(i1) -> ()"),
}  # fmt: skip

_SDY = {
    "mesh": OpSyntax("$sym_name:symbol_name = $mesh:mesh{attrs}", "() -> ()"),
    "constant": OpSyntax("{attrs} $value:literal : {result}", "() -> T"),
    "return": _RETURN,
    "sharding_constraint reshard": OpSyntax("$input $sharding:sharding{attrs} : {T}", "(T) -> T"),
    "all_gather": _collective("gathering_axes", "axis_lists"),
    "all_slice": _collective("slicing_axes", "axis_lists"),
    "all_reduce": _reducing("reduction_axes", "axes"),
    "all_to_all": _collective("params", "all_to_all"),
    "collective_permute": OpSyntax(_COLLECTIVE, "(T) -> T"),
    "reduce_scatter": _reducing("reduce_scatter_axes", "axis_lists"),
    "sharded_to_unreduced": _collective("axes", "axis_lists"),
    "replicated_to_unreduced": _collective("axes", "axes"),
    "propagation_barrier": OpSyntax(
        "$input allowed_direction=$allowed_direction:direction{attrs} : {T}", "(T) -> T"
    ),
    "sharding_group": OpSyntax("$input group_id=$group_id:integer{attrs} : {T}", "(T) -> ()"),
    "func_data_flow_edge": OpSyntax("$input{attrs} : {T}", "(T) -> T"),
    "data_flow_edge": OpSyntax("$input?[ sharding=$sharding:sharding]?{attrs} : {T}", "(T) -> T"),
    "manual_computation": OpSyntax(
        "($tensors*) in_shardings=$in_shardings:shardings out_shardings=$out_shardings:shardings "
        "manual_axes=$manual_axes:manual_axes ({arguments}) $body:region{attrs} : {signature}",
        "(T*) -> U*", "A*",
    ),
    "named_computation": OpSyntax(
        "<$name:string>($operands*)?[ in_shardings=$in_shardings:shardings]?"
        "?[ out_shardings=$out_shardings:shardings]? ({arguments}) $body:region{attrs} : {signature}",
        "(T*) -> U*", "A*",
    ),
}  # fmt: skip

_DIALECTS: Mapping[str, Mapping[str, OpSyntax]] = {
    "func": _FUNC,
    "stablehlo": {"return": OpSyntax("$operands*{attrs}?[ : {operands}]?")},
    "chlo": {"_asin_acos_kernel": OpSyntax("$operands*{attrs} : {arrow}")},
    "mhlo": {"bitcast": OpSyntax("$operands*{attrs} : {signature}")},
    "arith": _ARITH,
    "math": _MATH,
    "tensor": _TENSOR,
    "memref": _MEMREF,
    "bufferization": {"to_tensor to_buffer": OpSyntax(_CAST, "(T) -> U")},
    "sparse_tensor": {"convert": OpSyntax(_CAST, "(T) -> U")},
    "builtin": _BUILTIN,
    "shape": _SHAPE,
    "scf": _SCF,
    "cf": _CF,
    "sdy": _SDY,
}

OP_SYNTAX: Final[Mapping[str, OpSyntax]] = {
    f"{dialect}.{name}": row
    for dialect, rows in _DIALECTS.items()
    for names, row in rows.items()
    for name in names.split()
}
