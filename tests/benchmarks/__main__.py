"""`python -m tests.benchmarks [--models a,b] [--only parse,warm] [--json FILE] [--quick]`."""

from __future__ import annotations

import argparse
import dataclasses
import importlib.metadata
import json
import os
import platform
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from tests.benchmarks import __doc__ as about, cases, kernels, scaling
from tests.benchmarks.cases import Figure, Measure
from tests.benchmarks.kernel_cases import all_kernels
from tests.benchmarks.kernels import Kernel
from tests.benchmarks.measure import QUICK, THOROUGH, Effort
from tests.benchmarks.models import INPUTS_VARIABLE, SHARED, Model, own_models, shared_models
from tests.benchmarks.scaling import Growth

T = TypeVar("T", Model, Kernel, Growth)

GROUPS: dict[str, tuple[Measure, ...]] = {
    "start": (cases.verify_process,),
    "parse": (cases.reading, cases.reading_generic),
    "bytecode": (cases.reading_bytecode,),
    "print": (cases.printing,),
    "first": (cases.first_result,),
    "warm": (cases.warm_run,),
    "narrow": (cases.narrow_run,),
    "equivalence": (cases.equivalence,),
    "uncertainty": (cases.uncertainty,),
    "engines": (cases.engine_runs, cases.comparison),
    "reference": (cases.reference_run,),
    "kernels": (),  # not of models
    "scaling": (),  # nor this
}
USUAL = ("start", "parse", "bytecode", "print", "first", "warm")
PACKAGES = ("numpy", "lark", "ml_dtypes", "jax", "jaxlib", "xdsl")
COLUMNS = "{:<20} {:<36} {:>12} {:>8} {:>12} {:<9} {:>8}  {}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the table, write the JSON; 1 if something could not be measured."""
    options = _parser().parse_args(arguments)
    models = _selected(options.models)
    _refuse_unknown("measures", options.only, GROUPS)
    setting = _setting()
    print(", ".join(f"{name} {'(absent)' if value is None else value}" for name, value in setting.items()))
    print()
    if SHARED.is_dir() and INPUTS_VARIABLE not in os.environ:
        print(f"the models beside the checkout are read, but not run: {INPUTS_VARIABLE} is not set\n")
    print(COLUMNS.format("", "model", "ours", "MB/s", "peer", "", "ratio", ""))
    figures = []
    for figure in _measured(models, options.only, QUICK if options.quick else THOROUGH):
        figures.append(figure)
        print(_line(figure), flush=True)
    print("\nmedians, warm runs the least CPU time; ratio = our time / the peer's, below 1 is faster")
    if options.json is not None:
        document = {"setting": setting, "figures": [_record(figure) for figure in figures]}
        options.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return int(any(figure.ours is None for figure in figures))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m tests.benchmarks", description=about)
    known = ", ".join(model.label for model in _all())
    parser.add_argument("--models", type=_words, default=[], help=f"only these, by name or label: {known}")
    parser.add_argument(
        "--only",
        type=_words,
        default=list(USUAL),
        metavar="MEASURES",
        help=f"of {', '.join(GROUPS)}; unless told {', '.join(USUAL)}; reference is StableHLO's interpreter",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    parser.add_argument("--quick", action="store_true", help="fewer runs, rougher figures")
    return parser


def _words(text: str) -> list[str]:
    return text.split(",")


def _all() -> list[Model]:
    return [*own_models(), *shared_models()]


def _selected(names: Sequence[str]) -> list[Model]:
    models = _all()
    _refuse_unknown("models", names, {name for model in models for name in (model.name, model.label)})
    return [model for model in models if not names or model.name in names or model.label in names]


def _refuse_unknown(what: str, names: Sequence[str], known: Collection[str]) -> None:
    unknown = sorted(set(names).difference(known))
    if unknown:
        sys.exit(f"unknown {what}: {', '.join(unknown)}")


def _measured(models: Sequence[Model], groups: Sequence[str], effort: Effort) -> Iterator[Figure]:
    if "start" in groups:
        yield from cases.starting(effort)
    for group, measures in GROUPS.items():
        for measure in measures if group in groups else ():
            for model in models:
                yield from _attempted(measure, model, effort)
    for case in all_kernels() if "kernels" in groups else ():
        yield from _attempted(kernels.warm_run, case, effort)
    for growth in scaling.GROWTHS if "scaling" in groups else ():
        yield from _attempted(scaling.growing, growth, effort)


def _attempted(
    measure: Callable[[T, Effort], Iterator[Figure]], model: T, effort: Effort
) -> Iterator[Figure]:
    """The figures; one that says what went wrong where they cannot be had."""
    try:
        yield from measure(model, effort)
    except Exception as error:  # one model must not end the others' measurements
        reason = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
        yield Figure(measure.__name__.replace("_", " "), model.label, None, note=reason)


# -- output ---------------------------------------------------------------------------------------


def _line(figure: Figure) -> str:
    speed = f"{figure.size / figure.ours / 1e6:.2f}" if figure.size and figure.ours else ""
    ratio = "" if figure.ratio is None else f"{figure.ratio:.3g}x"
    ours, theirs = _milliseconds(figure.ours) or "failed", _milliseconds(figure.theirs)
    cells = (figure.measure, figure.model, ours, speed, theirs, figure.peer, ratio, figure.note)
    return COLUMNS.format(*cells).rstrip()


def _milliseconds(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{seconds * 1e3:.{3 if seconds < 1e-3 else 2 if seconds < 0.1 else 0}f} ms"


def _record(figure: Figure) -> dict[str, object]:
    return {**dataclasses.asdict(figure), "ratio": figure.ratio}


def _setting() -> dict[str, object]:
    """What the figures depend on."""
    setting: dict[str, object] = {"python": platform.python_version(), "cpus": os.cpu_count()}
    for package in PACKAGES:
        try:
            setting[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            setting[package] = None
    setting |= {"machine": platform.machine(), "system": platform.system()}
    if hasattr(os, "getloadavg"):  # above the number of CPUs, other processes had a share in the figures
        setting["load"] = round(os.getloadavg()[0], 1)
    return setting


if __name__ == "__main__":
    sys.exit(main())
