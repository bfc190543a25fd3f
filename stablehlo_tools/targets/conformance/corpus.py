"""The corpus: each worked example of an op as a program, in all its forms, with inputs and results.

The examples are those of `shlo explain`: programs that keep and that break each constraint. A form is the
example with another element type, shape or case of an attribute, if the verifier accepts it.
"""

from __future__ import annotations

import hashlib
import itertools
import re
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import DiagnosticError, errors_of
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret.errors import InternalError
from stablehlo_tools.interpret.random_values import generated_input
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ir.symbols import referenced
from stablehlo_tools.ir.types import ElementType, QuantizedType, TensorType, integer_range
from stablehlo_tools.ops.examples import Example, examples
from stablehlo_tools.ops.model.schema import mnemonic_of
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.mark import inlined, isolated, markable
from stablehlo_tools.targets.conformance import forms
from stablehlo_tools.targets.conformance.expected import bounds_of, operation_of, results_of
from stablehlo_tools.targets.conformance.results import ConformanceCase
from stablehlo_tools.targets.profile import element_type_name
from stablehlo_tools.text.parse import parse
from stablehlo_tools.text.print import print_module
from stablehlo_tools.text.statement.statement_cache import StatementCache
from stablehlo_tools.verdict.difference import info
from stablehlo_tools.verifier.module import verify

_DIALECTS: Final = ("stablehlo.", "chlo.")
_SIDE: Final = 12  # of the square in which each special value meets each
_SQUARE: Final = f"{_SIDE}x{_SIDE}x"
_SHAPES: Final = (_SQUARE, "", "3x4x", "0x3x")  # of elementwise ops
_FAILURES: Final = (DiagnosticError, InternalError, ValueError, MemoryError, ArithmeticError, TypeError)


class CaseForm(NamedTuple):
    """A valid program of one operation, and how it differs from the example that it is derived from."""

    op: str
    name: str
    change: str
    text: str
    module: Module

    @property
    def types(self) -> tuple[str, ...]:
        """The element types of the operands and results of its operation."""
        types = operation_of(self.module).types
        return tuple(element_type_name(type) for type in types if isinstance(type, TensorType))


@dataclass(frozen=True)
class Corpus:
    """All cases, or those of ops whose name contains `only`; the same, in the same order, each time.

    Examples are changed to these element types, to other cases and shapes, unless taken `as_they_are`. One
    that `keeps` its cases makes them once, however often it is asked for them.
    """

    only: str = ""
    types: Collection[str] = forms.ORDINARY
    as_they_are: bool = False
    keeps: bool = False
    _cache: dict[str, list[ConformanceCase]] = field(default_factory=dict)

    def __iter__(self) -> Iterator[ConformanceCase]:
        for _, cases in self.by_example():
            yield from cases

    def by_example(self) -> Iterator[tuple[str, Iterable[ConformanceCase]]]:
        """The cases of each example, made on demand, by the example."""
        types, statements = None if self.as_they_are else self.types, StatementCache()
        type_names = "as it is" if types is None else " ".join(sorted(types))
        for example in examples():
            op = _subject(example)
            if op is not None and self.only in op and op.startswith(_DIALECTS):
                cached = self._cache.get(example.name)
                digest = hashlib.blake2b(f"{type_names}\n{example.text}".encode(), digest_size=8).hexdigest()
                cases = self._generate(op, example, types, statements) if cached is None else cached
                yield f"{example.name} {digest}", cases

    def _generate(
        self, op: str, example: Example, types: Collection[str] | None, statements: StatementCache
    ) -> Iterator[ConformanceCase]:
        cases: list[ConformanceCase] = []
        generated: Iterable[ConformanceCase] = _invalid(op, example)
        if not example.codes:
            forms = _forms(op, example, types, statements)
            generated = (case for form in forms for case in _cases(form))
        for case in generated:
            cases.append(case)
            yield case
        if self.keeps:
            self._cache[example.name] = cases


def _subject(example: Example) -> str | None:
    """The op that an example is about: the one that its name begins with."""
    stem = example.name.removeprefix("chlo_")
    names = [name for name in example.ops if name in OPS and mnemonic_of(name) in (stem, *_prefixes(stem))]
    return max(names, key=len, default=None)


def _prefixes(name: str) -> list[str]:
    parts = name.split("_")
    return ["_".join(parts[:count]) for count in range(1, len(parts))]


# -- programs that break a constraint -------------------------------------------------------------------


def _invalid(op: str, example: Example) -> Iterator[ConformanceCase]:
    """The unchanged example: an engine is to refuse it."""
    if example.is_strict:
        return
    text = re.sub(r"@\w+", "@main", example.text, count=1)
    try:
        module = parse(Source(text, "case.mlir"))
    except DiagnosticError:
        return  # a mistake in the syntax, which is not a matter of the op
    if len(module.functions) == 1 and module.functions[0].body is not None:
        types = dict.fromkeys(forms.element_types(text))
        name = f"{op}/invalid/{example.name}"
        yield ConformanceCase(name, op, example.name, tuple(types), module, breaks=example.codes[0])


# -- forms ----------------------------------------------------------------------------------------------


def _forms(
    op: str, example: Example, types: Collection[str] | None, statements: StatementCache
) -> Iterator[CaseForm]:
    """The forms of a valid example that verify, each once."""
    seen = set[str]()
    for base in _static(example.text, statements):
        for change, text in [("as it is", base)] if types is None else _changed(op, base, types):
            module = _valid(text, statements, strict=True)
            form = None if module is None else _form(op, example.name, change, module)
            if form is not None and form.text not in seen:
                seen.add(form.text)
                yield form


def _static(text: str, statements: StatementCache) -> list[str]:
    """The text, or with known sizes for the unknown ones of its tensors, if it is valid with some."""
    if "?" not in text:
        return [text]
    candidates = (form for form in forms.without_unknown_sizes(text) if _valid(form, statements) is not None)
    return list(itertools.islice(candidates, 1))


def _valid(text: str, statements: StatementCache, *, strict: bool = False) -> Module | None:
    """The module of a text; None if that is not valid."""
    try:
        module = parse(Source(text, "case.mlir"), statements)
    except DiagnosticError:
        return None
    return None if errors_of(verify(module, strict=strict, known=statements.problems)) else module


def _changed(op: str, base: str, types: Collection[str]) -> Iterator[tuple[str, str]]:
    """The texts with other cases of attributes, element types and shapes, valid or not.

    Each case of an attribute is there with each element type, and each shape with the types of the example.
    """
    shapes = [("as it is", base)]
    if OPS[op].elementwise:
        shapes = list(forms.with_other_shapes(base, _SHAPES))
    _, first = shapes[0]
    for case, text in [("as it is", first), *forms.with_other_cases(first, OPS[op])]:
        yield case, text
        for change, typed in forms.with_other_types(text, types):
            yield (change if case == "as it is" else f"{case}, {change}"), typed
    yield from shapes[1:]
    if not OPS[op].elementwise:
        yield from forms.with_empty_tensors(base)


def _form(op: str, name: str, change: str, module: Module) -> CaseForm | None:
    """The program of the operation of the op alone; None if it cannot be run alone."""
    if not module.functions or module.functions[0].body is None:
        return None
    scope = inlined(module, module.functions[0])
    operation = next((candidate for candidate in scope.operations if candidate.name == op), None)
    if operation is None or not _is_isolable(operation):
        return None
    program, _ = isolated(scope, [operation])
    digest = f"{zlib.crc32(print_module(program).encode()):08x}"
    return CaseForm(op, name, change, digest, program)


def _is_isolable(operation: Operation) -> bool:
    """Whether an operation takes and gives static tensors, and needs nothing else of the module."""
    types = operation.types
    is_plain = all(
        isinstance(type, TensorType) and type.is_static and not isinstance(type.element_type, QuantizedType)
        for type in types  # arrays of quantized types cannot be passed to an engine
    )
    return is_plain and bool(markable([operation])) and not referenced(operation)


# -- values ---------------------------------------------------------------------------------------------


def _cases(form: CaseForm) -> Iterator[ConformanceCase]:
    """The cases of a form: each kind of inputs for which it returns something, and the results."""
    arguments = [argument.type for argument in form.module.functions[-1].arguments]
    types = [type for type in arguments if isinstance(type, TensorType)]
    seed = zlib.crc32(form.text.encode())
    numbered = list(enumerate(types))
    usual = _case(form, "usual", lambda: [generated_input(type, seed, index) for index, type in numbered])
    if usual is None and types:  # the numbers are indices or sizes, for which zeros are always in bounds
        usual = _case(
            form,
            "zeros",
            lambda: [np.zeros(type.static_shape, dtype_of(type.element_type)) for type in types],
        )
    special = None
    if types and OPS[form.op].elementwise and all(type.static_shape == (_SIDE, _SIDE) for type in types):
        special = _case(form, "special", lambda: [_special(type, index) for index, type in numbered])
    yield from filter(None, (usual, special))


def _case(form: CaseForm, kind: str, drawn: Callable[[], Sequence[Array]]) -> ConformanceCase | None:
    try:
        inputs = drawn()
        expected = results_of(form.module, inputs)
        bounds = bounds_of(form.module, inputs, expected)
    except _FAILURES:
        return None
    name = f"{form.op}/{form.name}/{form.text}-{kind}"
    change = "" if form.change == "as it is" else f": {form.change}"
    return ConformanceCase(
        name, form.op, f"{form.name}{change}", form.types, form.module, inputs, expected, bounds
    )


def _special(type: TensorType, index: int) -> Array:
    """Special values along the last dimension of every other input, and along the first of the rest.

    In squares, each value of one operand meets each of the next.
    """
    shape = type.static_shape
    if isinstance(type.element_type, QuantizedType):
        raise ValueError(f"a {type} has no special values")
    values = _special_values(type.element_type)
    places = np.indices(shape)[(-1 if index % 2 == 0 else 0)] if shape else np.asarray(index)
    return np.asarray(values[(places + index // 2) % len(values)])


def _special_values(element: ElementType) -> Array:
    """Zeros, ones, halves, the limits of an element type, and infinities and NaN where it has them."""
    dtype = dtype_of(element)
    if element.kind == "boolean":
        return np.array([False, True])
    if element.kind in ("signed", "unsigned", "index"):
        minimum, maximum = integer_range(element)
        values = (0, 1, -1, 2, 3, maximum, maximum - 1, minimum, minimum + 1, 7, -2, maximum // 2)
        return np.array([min(max(value, minimum), maximum) for value in values], dtype)
    if element.kind == "complex":
        parts = np.array([0.0, 1.0, -1.0, 0.5, 2.0, 4.0, 0.25, 3.5, -2.5, 1e-3, 10.0, -0.5])
        return np.asarray(parts + 1j * np.roll(parts, 5), dtype)  # of infinities, nothing is specified
    limits = info(dtype)
    numbers = [0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -3.0, limits.max, limits.min, limits.tiny, np.inf, np.nan]
    with np.errstate(all="ignore"):
        return np.asarray(np.array(numbers, np.float64).astype(dtype))
