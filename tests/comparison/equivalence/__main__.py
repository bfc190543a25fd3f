"""Judge programs at random with edits at random, and look at each verdict by running both in float64.

    python -m tests.comparison.equivalence --count 1000 --seed 0 [--kind right|changed|compiled] [--start N]

Each pair is a line: its number, the verdict, seconds, the edit, and what is to be looked at. It depends on
its number and the seed alone: a campaign that was stopped goes on from `--start`. A program is one of JAX's
(`jax_pairs`, `jax_programs`), one of testdata/models, or what XLA:CPU made of it. A verdict is wrong if
programs that are called equal have other numbers on some of several inputs, or if those that are called
different have the same numbers on the inputs that are given as evidence. The exit code is 1 if there is one.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import jax
import numpy as np

import stablehlo_tools as st
from stablehlo_tools.comparison.equivalence.pair import Run
from stablehlo_tools.comparison.equivalence.prove import equivalent
from stablehlo_tools.comparison.equivalence.results import Equivalence, EquivalenceOptions
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.random_values import distribution_of, generated_input
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Function, Module, default_entry
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.verdict.envelope.shadow import IN_DOUBLE, ShadowDomain
from tests.benchmarks.models import own_models
from tests.comparison.equivalence.edits import Edit, changed, edited, rewritten
from tests.comparison.equivalence.jax_pairs import PAIRS, Pair, argument_types, text
from tests.comparison.equivalence.jax_programs import PROGRAMS

_SAME, _OTHER = 1e-11, 1e-8  # relative differences that are rounding in float64, and that are not
_OF_CONSTANTS = 1e-6  # of constants that are said to be rounded
_EDITS = {"right": rewritten, "changed": changed}
_IN_A_ROW, _TRIALS = 5, 50
_INPUTS = ("normal:1", "normal:4", "uniform:-1,1", "uniform:0,2")


def texts() -> Iterator[tuple[str, str]]:
    """All programs with their names."""
    for pair in PAIRS:
        yield pair.name, text(_right(pair), pair.arguments)
    for each in PROGRAMS:
        yield each.name, text(each.function, each.arguments)
    for model in own_models():
        yield model.name, model.text()


def _right(pair: Pair) -> Callable[..., Any]:
    return pair.first if pair.equal else pair.second


# -- the judge of verdicts -------------------------------------------------------------------------------


def numbers(module: Module, inputs: Sequence[Any]) -> list[Array]:
    """The results of a program in float64."""
    run = compile(module, default_entry(module), domain=ShadowDomain())
    return [np.asarray(each) for each in run([IN_DOUBLE.widened(each) for each in inputs])]


def drawn(module: Module, number: int) -> list[Any]:
    """Inputs of a program; the numbers of the last ones are small."""
    distribution = distribution_of(_INPUTS[number % len(_INPUTS)])
    return [
        generated_input(type, 977 + number, index, distribution if _is_float(type) else None)
        for index, type in enumerate(_entry(module).type.inputs)
    ]


def _entry(module: Module) -> Function:
    return require_function(module, default_entry(module))


def _is_float(type: Any) -> bool:
    return isinstance(type, TensorType) and type.element_type.kind == "float"


def distance(one: Sequence[Array], other: Sequence[Array]) -> float:
    """The greatest difference, relative to the greatest element of a result."""
    found = 0.0
    for x, y in zip(one, other, strict=True):
        if x.dtype.kind in "biu":
            found = max(found, float((x != y).any()))
            continue
        finite = np.isfinite(x) & np.isfinite(y)
        if not np.array_equal(x[~finite], y[~finite], equal_nan=True):
            return np.nan  # beyond the range of a type
        x, y = x[finite], y[finite]
        scale = np.abs(x).max(initial=0.0) or 1.0
        found = max(found, float((np.abs(x - y) / scale).max(initial=0.0)))
    return found


def doubts(first: Module, second: Module, found: Equivalence) -> str:
    """Why a verdict seems to be wrong; empty if it does not."""
    if found.verdict == "unknown":
        return ""
    try:
        if found.verdict == "different":
            far = distance(*(numbers(each, found.inputs) for each in (first, second)))
            return f"the same numbers on its inputs ({far:.1e})" if far < _SAME else ""
        for number in range(len(_INPUTS)):
            inputs = drawn(first, number)
            far = distance(*(numbers(each, inputs) for each in (first, second)))
            if far > (_OF_CONSTANTS if any("rounded" in each for each in found.assumptions) else _OTHER):
                return f"other numbers on inputs {number} ({far:.1e})"
    except st.RunError as error:
        return f"not run: {error.diagnostics[0].message}"
    return ""


# -- the campaign ----------------------------------------------------------------------------------------


def compiled(start: int) -> Iterator[tuple[str, Module, Module]]:
    """Each program of JAX beside what XLA:CPU makes of it."""
    functions = [(each.name, _right(each), each.arguments) for each in PAIRS]
    for name, function, arguments in [*functions, *PROGRAMS][start:]:
        lowered = jax.jit(function).lower(*argument_types(arguments))
        (made,) = lowered.compile().runtime_executable().hlo_modules()
        yield name, st.parse(lowered.as_text()), st.parse(made.as_serialized_hlo_module_proto())


def at_random(edit: Edit, seed: int, start: int) -> Iterator[tuple[str, Module, Module]]:
    """Programs beside themselves with an edit; some pairs in a row have the same first program."""
    known = [(name, each, st.parse(each)) for name, each in texts()]
    for number in itertools.count(start):
        usual = random.Random(f"{seed} {number // _IN_A_ROW}").choice(known)
        draw = random.Random(f"{seed} {number} {edit.__name__}")
        others = (draw.choice(known) for _ in itertools.count())  # where nothing in a program is to be edited
        for name, program, module in itertools.chain(itertools.repeat(usual, _TRIALS), others):
            made, done = edited(program, edit, draw)
            if done:
                yield f"{name}: {done}", module, made
                break


class JudgedPair(NamedTuple):
    """A verdict on a pair, and why it is doubtful, if it is."""

    name: str
    first: Module
    second: Module
    equivalence: Equivalence
    doubt: str
    seconds: float

    def __str__(self) -> str:
        verdict, reason = self.equivalence.verdict, self.equivalence.reason
        note = self.doubt or (reason if verdict == "unknown" else "")
        return f"{verdict}\t{self.seconds:.1f}\t{self.name}\t{note}"

    @property
    def texts(self) -> str:
        """The pair and its verdict in full."""
        programs = "\n---\n".join(map(st.format, (self.first, self.second)))
        return f"=== {self.name}\n{self.equivalence}\n{programs}\n"


def _judged_pairs(
    pairs: Iterable[tuple[str, Module, Module]], options: argparse.Namespace
) -> Iterator[JudgedPair]:
    chosen, runs = EquivalenceOptions(timeout=options.timeout), dict[Hashable, Run]()
    known: Module | None = None
    for name, first, second in pairs:
        if first is not known:
            known, runs = first, {}
        since = time.monotonic()
        try:
            judged = equivalent(_entry(first), _entry(second), chosen, runs)
        except st.RunError as error:
            judged = Equivalence("unknown", "reals", reason=error.diagnostics[0].message)
        doubt = doubts(first, second, judged)
        yield JudgedPair(name, first, second, judged, doubt, time.monotonic() - since)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=100, help="programs to judge (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="which edits (default: %(default)s)")
    parser.add_argument("--kind", choices=("right", "changed", "compiled"), default="right")
    parser.add_argument("--timeout", type=float, default=20, help="seconds of a run (default: %(default)s)")
    parser.add_argument("--save", help="a file to append the texts of pairs to look at to")
    parser.add_argument("--start", type=int, default=0, help="the first pair (default: %(default)s)")
    options = parser.parse_args()
    if options.kind == "compiled":
        pairs = compiled(options.start)
    else:
        pairs = at_random(_EDITS[options.kind], options.seed, options.start)
    found, doubtful, begin = Counter[str](), 0, time.monotonic()
    for each in _judged_pairs(itertools.islice(pairs, options.count), options):
        found[each.equivalence.verdict] += 1
        doubtful += bool(each.doubt)
        print(options.start + found.total() - 1, each, sep="\t", flush=True)
        is_expected = each.equivalence.verdict == ("different" if options.kind == "changed" else "equal")
        if options.save and (each.doubt or not is_expected):
            with open(options.save, "a", encoding="utf-8") as file:
                file.write(each.texts)
    print(f"{dict(found)} in {time.monotonic() - begin:.0f} s, {doubtful} doubtful")
    return int(doubtful > 0)


if __name__ == "__main__":
    sys.exit(main())
