"""Edits of programs at random: rewrites that are right over the reals, and changes that mostly are not."""

from __future__ import annotations

import functools
import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

import stablehlo_tools as st
from stablehlo_tools.diagnostics.diagnostic import Severity
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.attributes import DenseArray, Enumeration, Integer, Struct
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.edit import erase, insert_before, replace_uses
from stablehlo_tools.ir.operations import Module, Operation, Value
from stablehlo_tools.ir.types import TensorType, element_type_named
from stablehlo_tools.rewrite.rewriter import Match, build_replacement

Build = Callable[[Match], Value]
Edit = Callable[[Module, random.Random], str]


def edited(text: str, edit: Edit, draw: random.Random) -> tuple[Module, str]:
    """A program with an edit, and what it was; empty where none fits or the result is invalid."""
    made = st.parse(text)
    done = edit(made, draw)
    is_valid = done and not any(each.severity is Severity.ERROR for each in st.verify(made))
    return made, done if is_valid else ""


def _is_float(operation: Operation) -> bool:
    return all(
        isinstance(each.type, TensorType) and each.type.element_type.kind == "float"
        for each in operation.results
    )


def _put(module: Module, operation: Operation, build: Build) -> bool:
    """Replace an operation by what a function builds."""
    match = Match(operation, {each.symbol: each for each in module.functions})
    new = build_replacement(match, build)
    if new is None or [each.type for each in new.values] != [each.type for each in operation.results]:
        return False
    insert_before(new.operations, operation)
    replace_uses(dict(zip(operation.results, new.values, strict=True)), module)
    erase(operation)
    return True


# -- right rewrites: of zeros and infinities, too, which masks, and what is computed of them, are ---------


def _op(name: str, *parts: Any) -> Build:
    """A term of an op: parts are terms, numbers of operands, or floats."""

    def build(match: Match) -> Value:
        return match.add(f"stablehlo.{name}", [_part(match, each) for each in parts])

    return build


def _part(match: Match, part: Any) -> Value:
    if isinstance(part, int):
        return match.operands[part]
    return _number(match, part) if isinstance(part, float) else part(match)


def _number(match: Match, number: float) -> Value:
    type = match.result.type
    assert isinstance(type, TensorType)
    array = np.full(type.static_shape, number, dtype_of(type.element_type))
    return match.add("stablehlo.constant", [], {"value": Dense.from_array(array, type)})


def _through(element_type: str) -> Build:
    def build(match: Match) -> Value:
        type = match.result.type
        assert isinstance(type, TensorType)
        same = match.add(match.operation.name, match.operands, match.attributes)
        wide = TensorType(type.shape, element_type_named(element_type))
        return match.add(
            "stablehlo.convert", [match.add("stablehlo.convert", [same], results=[wide])], results=[type]
        )

    return build


def _transposed_product(match: Match) -> Value:
    """dot_general with operands swapped, and the free dimensions of its result put back."""
    given, (x, y) = match.attributes, match.operands
    assert isinstance(x.type, TensorType)
    assert isinstance(y.type, TensorType)
    batch = len(given["lhs_batching_dimensions"])
    free_x = len(x.type.static_shape) - batch - len(given["lhs_contracting_dimensions"])
    free_y = len(y.type.static_shape) - batch - len(given["rhs_contracting_dimensions"])
    swapped = {
        name.replace("lhs", "RHS").replace("rhs", "lhs").replace("RHS", "rhs"): each
        for name, each in given.items()
        if "dimensions" in name
    }
    made = match.add("stablehlo.dot_general", [y, x], swapped)
    order = [
        *range(batch), *range(batch + free_y, batch + free_y + free_x), *range(batch, batch + free_y),
    ]  # fmt: skip
    return match.add("stablehlo.transpose", [made], {"permutation": order})


def _reversed_twice(match: Match) -> Value:
    type = match.result.type
    assert isinstance(type, TensorType)
    same = match.add(match.operation.name, match.operands, match.attributes)
    axes = {"dimensions": list(range(len(type.static_shape)))}
    return match.add("stablehlo.reverse", [match.add("stablehlo.reverse", [same], axes)], axes)


def _reshaped_twice(match: Match) -> Value:
    type = match.result.type
    assert isinstance(type, TensorType)
    same = match.add(match.operation.name, match.operands, match.attributes)
    flat = TensorType((math.prod(type.static_shape),), type.element_type)
    return match.add(
        "stablehlo.reshape", [match.add("stablehlo.reshape", [same], results=[flat])], results=[type]
    )


_ANY: Sequence[Build] = (_through("f64"), _reversed_twice, _reshaped_twice)
RIGHT: dict[str, Sequence[Build]] = {
    "add": (
        _op("add", 1, 0),
        _op("subtract", 0, _op("negate", 1)),
        _op("multiply", 0.5, _op("add", _op("add", 0, 0), _op("add", 1, 1))),
        _op("subtract", _op("add", _op("add", 0, 3.0), 1), 3.0),
    ),
    "subtract": (_op("add", 0, _op("negate", 1)), _op("negate", _op("subtract", 1, 0))),
    "multiply": (
        _op("multiply", 1, 0),
        _op("multiply", _op("multiply", 0, 4.0), _op("multiply", 1, 0.25)),
        _op("multiply", 0.5, _op("multiply", 0, _op("add", 1, 1))),
        _op("divide", 0, _op("divide", 1.0, 1)),
    ),
    "divide": (
        _op("multiply", 0, _op("divide", 1.0, 1)),
        _op("divide", 1.0, _op("divide", 1, 0)),
        _op("divide", _op("multiply", 0, 3.0), _op("multiply", 1, 3.0)),
    ),
    "negate": (_op("multiply", 0, -1.0), _op("subtract", 0.0, 0)),
    "exponential": (
        _op("divide", 1.0, _op("exponential", _op("negate", 0))),
        _op(
            "multiply",
            _op("exponential", _op("multiply", 0, 0.5)),
            _op("exponential", _op("multiply", 0, 0.5)),
        ),
        _op("add", _op("exponential_minus_one", 0), 1.0),
    ),
    "log": (_op("log_plus_one", _op("subtract", 0, 1.0)), _op("negate", _op("log", _op("divide", 1.0, 0)))),
    "log_plus_one": (_op("log", _op("add", 0, 1.0)),),
    "tanh": (
        _op("subtract", _op("multiply", _op("logistic", _op("add", 0, 0)), 2.0), 1.0),
        _op("negate", _op("tanh", _op("negate", 0))),
    ),
    "logistic": (
        _op("divide", 1.0, _op("add", 1.0, _op("exponential", _op("negate", 0)))),
        _op("subtract", 1.0, _op("logistic", _op("negate", 0))),
        _op("multiply", _op("add", _op("tanh", _op("multiply", 0, 0.5)), 1.0), 0.5),
    ),
    "sqrt": (
        _op("multiply", 0.5, _op("sqrt", _op("multiply", 0, 4.0))),
        _op("divide", 1.0, _op("rsqrt", 0)),
        _op("power", 0, 0.5),
    ),
    "rsqrt": (
        _op("divide", 1.0, _op("sqrt", 0)),
        _op("multiply", 2.0, _op("rsqrt", _op("multiply", 0, 4.0))),
        _op("sqrt", _op("divide", 1.0, 0)),
    ),
    "maximum": (
        _op("maximum", 1, 0),
        _op("negate", _op("minimum", _op("negate", 0), _op("negate", 1))),
        _op("multiply", 0.5, _op("maximum", _op("add", 0, 0), _op("add", 1, 1))),
    ),
    "minimum": (
        _op("minimum", 1, 0),
        _op("negate", _op("maximum", _op("negate", 0), _op("negate", 1))),
    ),
    "abs": (_op("maximum", 0, _op("negate", 0)), _op("multiply", 0, _op("sign", 0))),
    "sine": (_op("negate", _op("sine", _op("negate", 0))),),
    "cosine": (_op("cosine", _op("negate", 0)),),
    "dot_general": (_transposed_product,),
    "transpose": _ANY,
    "broadcast_in_dim": _ANY,
    "reshape": _ANY,
    "slice": _ANY,
    "select": _ANY,
}


def rewritten(module: Module, draw: random.Random) -> str:
    """Rewrite one to six operations rightly."""
    done = []
    for _ in range(draw.randint(1, 6)):
        found = [
            each
            for each in module.walk()
            if each.name.startswith("stablehlo.") and each.name[10:] in RIGHT and _is_float(each)
        ]
        operation = draw.choice(found) if found else None
        if operation is None:
            break
        build = draw.choice([*RIGHT[operation.name[10:]]])
        if _put(module, operation, build):
            done.append(operation.name)
    return ", ".join(done)


# -- changes --------------------------------------------------------------------------------------------


def _elementwise() -> dict[str, Sequence[str]]:
    groups = (
        ("add", "subtract", "multiply", "divide", "maximum", "minimum", "power"),
        ("exponential", "tanh", "logistic", "sine", "cosine", "negate", "abs", "exponential_minus_one"),
        ("sqrt", "rsqrt", "log", "log_plus_one", "cbrt"),
        ("and", "or", "xor"),
    )
    return {f"stablehlo.{name}": group for group in groups for name in group}


_GROUPS = _elementwise()


def _choices(module: Module) -> Iterator[tuple[str, Callable[[random.Random], bool]]]:
    """Each change that an operation of a program allows."""
    for operation in module.walk():
        name = operation.name
        if name == "stablehlo.constant":
            yield "constant", functools.partial(_constant, module, operation)
            continue
        types = [each.type for each in operation.operands]
        if len(types) > 1 and len(set(map(str, types))) < len(types) and "return" not in name:
            yield f"operands of {name} swapped", functools.partial(_swap, operation)
        if name in _GROUPS:
            yield f"{name} replaced", functools.partial(_rename, operation)
        if operation.results and any(each == operation.results[0].type for each in types):
            yield f"{name} dropped", functools.partial(_drop, module, operation)
        if name.startswith("stablehlo.") and operation.attributes:
            yield f"attribute of {name}", functools.partial(_attribute, operation)


def changed(module: Module, draw: random.Random) -> str:
    """Change something: a constant, operands, an op, an attribute."""
    choices = [*_choices(module)]
    done, change = draw.choice(choices) if choices else ("", lambda draw: False)
    return done if change(draw) else ""


def changed_evenly(module: Module, draw: random.Random) -> str:
    """Change something, each kind of change as often as any other: the slices as often as the constants."""
    kinds = defaultdict[str, list[Callable[[random.Random], bool]]](list)
    for done, change in _choices(module):
        kinds[done].append(change)
    done = draw.choice(sorted(kinds))
    return done if draw.choice(kinds[done])(draw) else ""


def _constant(module: Module, operation: Operation, draw: random.Random) -> bool:
    """A float off by 1e-5, an integer by one, a boolean negated: all elements, or one."""
    type, value = operation.results[0].type, operation.attributes["value"]
    if not isinstance(type, TensorType) or not isinstance(value, Dense) or not value.array.size:
        return False
    array = np.array(value.array)
    kind = type.element_type.kind
    at = draw.randrange(array.size) if draw.random() < 0.5 else slice(None)
    flat = array.reshape(-1)
    if kind == "boolean":
        flat[at] = ~flat[at]
    elif kind in ("signed", "unsigned"):
        flat[at] += np.array(draw.choice([1, -1])).astype(array.dtype)
    elif kind == "float":
        flat[at] = (flat[at].astype(np.float64) * (1 + 1e-5)).astype(array.dtype)
        if flat[at].tobytes() == value.array.reshape(-1)[at].tobytes():
            return False
    else:
        return False
    return _put(
        module,
        operation,
        lambda match: match.add(
            "stablehlo.constant", [], {"value": Dense.from_array(flat.reshape(array.shape), type)}
        ),
    )


def _swap(operation: Operation, draw: random.Random) -> bool:
    operands = list(operation.operands)
    i, j = draw.sample(range(len(operands)), 2)
    if operands[i] is operands[j]:
        return False
    operands[i], operands[j] = operands[j], operands[i]
    operation.operands, operation.template = operands, None
    return True


def _rename(operation: Operation, draw: random.Random) -> bool:
    other = f"stablehlo.{draw.choice(_GROUPS[operation.name])}"
    is_changed = other != operation.name
    operation.name, operation.attributes, operation.template = other, {}, None
    return is_changed


def _drop(module: Module, operation: Operation, draw: random.Random) -> bool:
    same = [each for each in operation.operands if each.type == operation.results[0].type]
    replace_uses({operation.results[0]: draw.choice(same)}, module)
    return True


_DIRECTIONS = ("LT", "LE", "GT", "GE", "EQ", "NE")


def _attribute(operation: Operation, draw: random.Random) -> bool:
    name = draw.choice([*operation.attributes])
    new = _other(operation.attributes[name], draw)
    if new is None:
        return False
    operation.attributes, operation.template = {**operation.attributes, name: new}, None
    return True


def _other(value: Any, draw: random.Random) -> Any:
    if isinstance(value, DenseArray) and value.values:
        values = list(value.values)
        i, j = draw.randrange(len(values)), draw.randrange(len(values))
        if i != j:
            values[i], values[j] = values[j], values[i]
        elif isinstance(values[i], bool):
            values[i] = not values[i]
        elif isinstance(values[i], int):
            values[i] = int(values[i]) + draw.choice([1, -1])  # type: ignore[arg-type]
        made = replace(value, values=tuple(values))
        return None if made == value else made
    if isinstance(value, Enumeration) and value.value in _DIRECTIONS:
        return replace(value, value=draw.choice(_DIRECTIONS))
    if isinstance(value, Integer):
        return replace(value, value=value.value + draw.choice([1, -1]))
    if isinstance(value, Struct) and value.fields:
        field = draw.choice([*value.fields])
        new = _other(value.fields[field], draw)
        return None if new is None else replace(value, fields={**value.fields, field: new})
    if isinstance(value, tuple | list) and value and all(isinstance(each, int) for each in value):
        place, by = draw.randrange(len(value)), draw.choice([1, -1])
        return type(value)(each + by * (index == place) for index, each in enumerate(value))
    return None
