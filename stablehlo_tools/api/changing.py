"""Changes programs: rewrites, known shapes, inlined calls, parts. The given program stays as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeGuard

from stablehlo_tools.api.reading import entry_of, parse, verified, verify_module
from stablehlo_tools.diagnostics.diagnostic import InferenceError, errors_of
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ops.model.versions import NAMED, Version, version_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from stablehlo_tools.formats.cases.case import Case
    from stablehlo_tools.rewrite.refinement.arguments import Shape
    from stablehlo_tools.targets.profile import Profile


def lower(
    program: Any,
    *,
    target: str | Version | Profile | None = None,
    rewrites: str | Sequence[str] = (),
    keep: str | Sequence[str] = (),
    entry: str | None = None,
) -> Module:
    """The program, rewritten for a target or by `rewrites`; the given module is not changed.

    The target is that of `shlo lower --for`: `stablehlo-1.4`, `iree-3.13`, the path of a profile. For a plain
    version, such as `1.4.0`, the rewrites are those of `serialize`, without checks; with neither target nor
    rewrites, the version is the current one. Rewrites are codes or families: `no-dot`, `chlo`. Operations
    with a name in `keep` are not rewritten. The result may contain operations that cannot be rewritten:
    `support` or `compat` finds them. Each replacement is checked, see `shlo lower`.

    Raises `ParseError`; `VerificationError` for an invalid program; `ValueError` for an unknown rewrite or
    version; `ProfileError` for an unknown target.
    """
    if not rewrites and not keep and (target is None or _is_version(target)):
        from stablehlo_tools.rewrite.lowering import lower_to_version

        return lower_to_version(parse(program), version_of(target or "current"))
    module = verified(program)
    from stablehlo_tools.targets.lowering.lower import codes_named, lower as lower_module
    from stablehlo_tools.targets.registry import target_named

    name = f"stablehlo-{target}" if isinstance(target, Version) or _is_version(target) else target
    profile = target_named(name) if isinstance(name, str) else name
    codes = codes_named(_several(rewrites))
    return lower_module(
        module, codes=codes, target=profile, keep=_several(keep), entry=entry and entry_of(module, entry)
    ).module


def _is_version(target: str | Version | Profile | None) -> TypeGuard[str | Version]:
    """Whether a target is a version of StableHLO by itself: `1.4.0`, `week4`."""
    return isinstance(target, Version) or (
        isinstance(target, str) and (target in NAMED or target[:1].isdigit())
    )


def refine(
    program: Any, shapes: Mapping[str | int, Shape] | Sequence[Shape | None] = (), entry: str | None = None
) -> Module:
    """The program refined for the given shapes of arguments of `entry` (`main`, or the only function).

    Shapes are given by name or index of the argument, or in order; each is `"2x?"`, or a list of sizes with
    None for an unknown one. Known shapes are propagated, shape computations are folded, and dynamic ops with
    known shapes are replaced by static ones. Static parts do not change.

    Raises `ParseError`; `InferenceError` for shapes that do not match the arguments; `VerificationError` for
    a program that is invalid, as it is or with these shapes.
    """
    module = verified(program)
    from stablehlo_tools.rewrite.refinement.arguments import argument_types
    from stablehlo_tools.rewrite.refinement.functions import refine_module

    function = require_function(module, entry_of(module, entry), InferenceError)
    refined = refine_module(module, function, argument_types(module, function, shapes))
    errors = errors_of(verify_module(refined))
    if errors:
        raise AssertionError(f"the refined program is invalid: {errors[0]}")
    return refined


def inline(program: Any, entry: str | None = None) -> Module:
    """A program of `entry` (`main`, or the only function) in which calls are replaced by function bodies.

    Recursive calls and composites remain. Raises `ParseError`; `VerificationError`; `InferenceError` for an
    unknown function.
    """
    module = verified(program)
    from stablehlo_tools.rewrite.inline import inline_calls

    return inline_calls(module, require_function(module, entry_of(module, entry), InferenceError).symbol)


def outline(
    program: Any,
    name: str,
    results: str | Sequence[str],
    arguments: str | Sequence[str] = (),
    entry: str | None = None,
) -> Module:
    """The program with the operations that compute `results` moved to a private function `@name`.

    They begin at `arguments`; see `extract` for names. Raises `ParseError`; `VerificationError`; `ValueError`
    for unknown values, and for operations that cannot be moved.
    """
    module = verified(program)
    from stablehlo_tools.ir.clone import clone
    from stablehlo_tools.rewrite.lookup import find_value
    from stablehlo_tools.rewrite.outline import outline_into

    copy, around = clone(module), entry_of(module, entry)
    values, given = (
        [find_value(copy, each, around) for each in _several(names)] for names in (results, arguments)
    )
    outline_into(copy, values, name, given)
    return copy


def extract(
    program: Any,
    results: str | Sequence[str] = (),
    arguments: str | Sequence[str] = (),
    *,
    op: str | None = None,
    inputs: Sequence[npt.ArrayLike] | Mapping[str, npt.ArrayLike] | None = None,
    entry: str | None = None,
) -> Case:
    """The part of a program that computes the values `results` from `arguments`, as a program of its own.

    Instead of `results`, `op` names one operation, by a value that it computes or by its line. Values are
    named as for `shlo extract`. The part computes other values that it needs, up to the arguments of the
    enclosing function or loop. With `inputs` of `entry` (`main`, or the only function), the program is run,
    and the case has the inputs and outputs of the part.

    Raises `ParseError`; `VerificationError`; `ValueError` for an unknown value; `RunError` if the run fails
    or does not compute the results.
    """
    module = verified(program)
    from stablehlo_tools.formats.cases.extraction import extract_operation, extract_values

    name = entry_of(module, entry)
    if op is not None:
        return extract_operation(module, name, op, inputs)
    named, cut = map(_several, (results, arguments))
    return extract_values(module, name, named, cut, inputs)


def _several(names: str | Sequence[str]) -> Sequence[str]:
    """The names; a single one may be given without a list."""
    return [names] if isinstance(names, str) else names


def without_callbacks(program: Any) -> Module:
    """A program without callbacks of which nothing is computed, such as those of `jax.debug.print`.

    Raises `ParseError`; `VerificationError`.
    """
    from stablehlo_tools.interpret import callbacks

    return callbacks.without_callbacks(verified(program))[0]
