"""Reads the profiles of targets from TOML; mistakes are errors at their places.

[target]
title = "My accelerator"
extend = "iree-3.13"            # a name, or a path
stablehlo = "1.13"              # the newest version that it reads
types = ["f32", "bf16", "i32", "i1"]
max-rank = 5

[ops.sort]
types = ["f32", "i32"]
requires = [{ formula = "is_stable = false", note = "...", rewrite = ["no-stable-sort"] }]
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.diagnostics.spelling import closest, did_you_mean
from stablehlo_tools.diagnostics.toml import InvalidToml, key_span, parse_toml
from stablehlo_tools.formula.functions import FUNCTIONS
from stablehlo_tools.formula.parse import formula
from stablehlo_tools.formula.rules import rules_of
from stablehlo_tools.grammars.nodes import UnexpectedInput
from stablehlo_tools.host import resources
from stablehlo_tools.ir.types import ELEMENT_TYPES
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.model.versions import version_named
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.targets.profile import (
    INVALID_PROFILE,
    PROOFS,
    QUANTIZED,
    Condition,
    OpSupport,
    Profile,
    ProfileError,
)

T = TypeVar("T")
Key = tuple[str, ...]
Extended = Callable[[str], Profile]  # the profile that another one extends, by name or path


def read_profile(path: Path, extended: Extended) -> Profile:
    """The profile in a file, whose stem is its name. Raises `ProfileError`."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        span = Span(Source("", str(path)), 0, 0)
        raise _invalid(f"failed to read the profile of a target: {reason}", span) from None
    return profile_of(Source(text, str(path)), path.stem, extended)


def profile_of(source: Source, name: str, extended: Extended) -> Profile:
    """The profile that a TOML document is. Raises `ProfileError`."""
    try:
        table = parse_toml(source)
    except InvalidToml as error:
        raise _invalid(str(error), error.span, error.helps) from None
    return _Reader(source).profile(table, name, extended)


class _Reader:
    """Reads tables of a source: each method takes a value and its key."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def profile(self, table: Mapping[str, Any], name: str, extended: Extended) -> Profile:
        self.require_keys(table, ("target", "ops"), ())
        facts = self.table(table.get("target", {}), ("target",))
        self.require_keys(facts, _FACTS, ("target",))
        if "target" not in table:
            raise self.error("missing table `[target]`", ())
        base = Profile(name)
        if "extend" in facts:
            base = self._base(self.string(facts["extend"], ("target", "extend")), extended)
        fields = {
            field: read(self, facts[key], ("target", key))
            for key, (field, read) in _FACTS.items()
            if key in facts and field
        }
        ops = self.table(table.get("ops", {}), ("ops",))
        own = {self.op(key): self.support(value, ("ops", key)) for key, value in ops.items()}
        derived = {"name": name, "ops": {**base.ops, **own}, "digest": self._digest(base)}
        return dataclasses.replace(base, **{**fields, **derived})

    def _digest(self, base: Profile) -> str:
        return hashlib.sha256(f"{base.digest}{self.source.text}".encode()).hexdigest()[:16]

    def _base(self, name: str, extended: Extended) -> Profile:
        try:
            return extended(name)
        except ProfileError as error:
            diagnostic = error.diagnostic
            if diagnostic.span is not None:  # a mistake in the other profile
                raise
            raise self.error(diagnostic.message, ("target", "extend"), diagnostic.helps) from None

    def op(self, key: str) -> str:
        """The name of an op; without a dialect, of one of StableHLO."""
        name = key if "." in key else f"stablehlo.{key}"
        if name not in OPS:
            message, helps = f"unknown op `{name}`", did_you_mean(closest(name, OPS))
            if key in {op.partition(".")[0] for op in OPS}:
                helps = (f'write the name of an op in quotes: `[ops."{key}.NAME"]`',)
            raise self.error(message, ("ops", key), helps)
        return name

    def support(self, value: Any, key: Key) -> OpSupport:
        table = {"supported": value} if isinstance(value, bool) else self.table(value, key)
        self.require_keys(table, _SUPPORT, key)
        op = OPS[self.op(key[-1])]
        rewrites = self.rewrites(table, key)
        values = self.table(table.get("values", {}), (*key, "values"))
        self.require_attributes(values, op, (*key, "values"))
        return OpSupport(
            self.boolean(table.get("supported", True), (*key, "supported")),
            self.types(table["types"], (*key, "types")) if "types" in table else None,
            tuple(self.conditions(table.get("requires", []), op, (*key, "requires"))),
            {name: self.strings(patterns, (*key, "values", name)) for name, patterns in values.items()},
            self.string(table.get("note", ""), (*key, "note")),
            rewrites,
            frozenset(name for name in PROOFS if not self.boolean(table.get(name, True), (*key, name))),
        )

    def require_attributes(self, values: Mapping[str, Any], op: Op, key: Key) -> None:
        names = [field.name for field in op.attributes]
        for name in values:
            if name not in names:
                helps = did_you_mean(closest(name, names))
                raise self.error(f"`{op.name}` has no attribute `{name}`", (*key, name), helps)

    def conditions(self, value: Any, op: Op, key: Key) -> Iterable[Condition]:
        if not isinstance(value, list):
            raise self.error(f"expected a list of formulas for `{'.'.join(key)}`", key)
        for item in value:
            table = {"formula": item} if isinstance(item, str) else self.table(item, key)
            self.require_keys(table, _CONDITION, key)
            text = self.string(table.get("formula", ""), key)
            span = self.span_of(text, key)
            self.require_formula(text, op, span)
            note = self.string(table.get("note", ""), key)
            yield Condition(text, note, self.rewrites(table, key), span)

    def require_formula(self, text: str, op: Op, span: Span) -> None:
        """Raise `ProfileError` unless a text is a formula over the names of an op."""
        try:
            names = formula(text).names
        except UnexpectedInput as error:
            at = span.start + min(error.position, max(len(text) - 1, 0))
            raise _invalid(f"invalid formula `{text}`", Span(self.source, at, at + 1)) from None
        except KeyError as error:
            name = str(error.args[0])
            helps = did_you_mean(closest(name, FUNCTIONS))
            raise _invalid(f"unknown function `{name}` in a formula", self.word(name, span), helps) from None
        rules = rules_of(op)
        for name in names:
            try:
                list(rules.expand_definitions([name]))
            except NameError:
                valid = [*rules.operands, *rules.attributes, *rules.results, *rules.regions]
                helps = (*did_you_mean(closest(name, valid)), f"its names: {', '.join(sorted(set(valid)))}")
                raise _invalid(f"`{op.name}` has no `{name}`", self.word(name, span), helps) from None

    def span_of(self, text: str, key: Key) -> Span:
        """The span of a string in the value of a key, or the key."""
        default = key_span(self.source, key)
        start = self.source.text.find(text, default.end)
        return default if start < 0 or not text else Span(self.source, start, start + len(text))

    def word(self, name: str, span: Span) -> Span:
        """The span of the first `name` in a span."""
        start = self.source.text.find(name, span.start, span.end)
        return span if start < 0 else Span(self.source, start, start + len(name))

    # -- values ------------------------------------------------------------------------------------

    def _expect(self, kind: type[T], words: str, value: Any, key: Key) -> T:
        if not isinstance(value, kind):
            raise self.error(f"expected {words} for `{'.'.join(key)}`, found {value!r}", key)
        return value

    def table(self, value: Any, key: Key) -> Mapping[str, Any]:
        return self._expect(dict, "a table", value, key)

    def string(self, value: Any, key: Key) -> str:
        return self._expect(str, "a string", value, key)

    def date(self, value: Any, key: Key) -> str:
        """A date, of TOML or in a string, as text."""
        return str(value)

    def boolean(self, value: Any, key: Key) -> bool:
        return self._expect(bool, "true or false", value, key)

    def refuses(self, value: Any, key: Key) -> bool:
        """Whether something is refused, which a boolean says is supported."""
        return not self.boolean(value, key)

    def count(self, value: Any, key: Key) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.error(f"expected a number for `{'.'.join(key)}`, found {value!r}", key)
        return value

    def strings(self, value: Any, key: Key) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.error(f"expected a list of strings for `{'.'.join(key)}`, found {value!r}", key)
        return tuple(value)

    def rewrites(self, table: Mapping[str, Any], key: Key) -> tuple[str, ...]:
        """The codes of rewrites, checked by the names of examples: importing all rewrites takes longer."""
        codes = self.strings(table.get("rewrite", []), (*key, "rewrite"))
        valid = {path.stem.replace("_", "-") for path in resources.folder("lowering_examples").glob("*.mlir")}
        for code in codes:
            if code not in valid:
                helps = (*did_you_mean(closest(code, valid)), "`shlo lower --list` lists all")
                raise _invalid(f"unknown rewrite `{code}`", self.span_of(code, key), helps)
        return codes

    def types(self, value: Any, key: Key) -> frozenset[str]:
        names = self.strings(value, key)
        available = {*ELEMENT_TYPES, QUANTIZED}
        for name in names:
            if name not in available:
                span = self.span_of(name, key)
                raise _invalid(f"unknown element type `{name}`", span, did_you_mean(closest(name, available)))
        return frozenset(names)

    def version(self, value: Any, key: Key) -> Any:
        try:
            return version_named(self.string(value, key))
        except ValueError as error:
            raise self.error(str(error), key) from None

    def unlisted(self, value: Any, key: Key) -> bool:
        """Whether unlisted ops are refused."""
        if value not in ("supported", "refused"):
            raise self.error(f'expected "supported" or "refused" for `unlisted`, found {value!r}', key)
        return bool(value == "refused")

    # -- errors ------------------------------------------------------------------------------------

    def require_keys(self, table: Mapping[str, Any], keys: Iterable[str], key: Key) -> None:
        for name in table:
            if name not in keys:
                helps = (*did_you_mean(closest(name, keys)), f"keys: {', '.join(keys)}")
                raise self.error(f"unknown key `{'.'.join((*key, name))}`", (*key, name), helps)

    def error(self, message: str, key: Key, helps: tuple[str, ...] = ()) -> ProfileError:
        return _invalid(message, key_span(self.source, key), helps)


def _invalid(message: str, span: Span, helps: tuple[str, ...] = ()) -> ProfileError:
    return ProfileError(Diagnostic(INVALID_PROFILE, message, span, helps=helps))


# The keys of `[target]`: the field that each is, and the method that reads it.
_FACTS: Final[Mapping[str, tuple[str, Callable[[_Reader, Any, Key], Any]]]] = {
    "title": ("title", _Reader.string),
    "version": ("version", _Reader.string),
    "date": ("date", _Reader.date),
    "source": ("source", _Reader.string),
    "extend": ("", _Reader.string),
    "stablehlo": ("stablehlo", _Reader.version),
    "types": ("types", _Reader.types),
    "unlisted": ("refuses_unlisted", _Reader.unlisted),
    "dynamic": ("refuses_dynamic", _Reader.refuses),
    "parts-of-bytes": ("refuses_parts_of_bytes", _Reader.refuses),
    "max-rank": ("max_rank", _Reader.count),
}
_SUPPORT: Final = ("supported", "types", "requires", "values", "note", "rewrite", *PROOFS)
_CONDITION: Final = ("formula", "note", "rewrite")
