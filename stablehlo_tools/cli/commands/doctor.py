"""`shlo doctor`: checks of the installation."""

from __future__ import annotations

import os
import platform
import re
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from stablehlo_tools._version import __version__
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import subcommand
from stablehlo_tools.cli.process.hardware import cores, machine_memory
from stablehlo_tools.cli.terminal.output import echo, echo_all, write_json
from stablehlo_tools.diagnostics.diagnostic import DiagnosticError
from stablehlo_tools.diagnostics.report.text import page_width
from stablehlo_tools.diagnostics.units import in_units, plural
from stablehlo_tools.engines.child import ENGINE_MISSING
from stablehlo_tools.host.records import record
from stablehlo_tools.host.resources import cache_directory

DISTRIBUTION = "stablehlo_tools"
# Optional packages, and their purpose.
_OPTIONAL_PACKAGES = {
    "jax": "assert_stablehlo of functions, benchmarks",
    "jaxlib": "engines xla and reference, tests against them",
    "pytest": "assert_stablehlo fixture",
    "xdsl": "benchmarks",
}
_VARIABLES = (
    "SHLO_CACHE_DIR", "SHLO_NO_CACHE", "SHLO_OUTPUT_FILE", "SHLO_OUTPUT_FORMAT", "SHLO_TRACEBACK",
    "NO_COLOR", "FORCE_COLOR", "COLUMNS",
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS",
)  # fmt: skip


class Check(NamedTuple):
    """A fact about the installation. `problem` is empty, or describes a problem and its solution."""

    section: str
    name: str
    value: str
    problem: str = ""


@record(frozen=True)
class _DoctorArguments:
    format: str = vocabulary.output_format("text", "json")


@subcommand("doctor", _DoctorArguments, report=vocabulary.REPORT)
def command(options: _DoctorArguments) -> int:
    """Check the installation.

    Shows the versions of the package, of Python and of dependencies, with the required versions; optional
    packages; engines and their devices; caches; the configuration file of the current directory; and
    environment variables that shlo reads. The exit status is 1 if a problem is found.

    \b
    Examples:
      shlo doctor
      shlo doctor --format json
    """
    checks = list(diagnosis())
    if options.format == "json":
        write_json([check._asdict() for check in checks])
    else:
        _write(checks)
    return outcome.FINDINGS if any(check.problem for check in checks) else outcome.CLEAN


def diagnosis() -> Iterator[Check]:
    """All checks of the installation."""
    yield Check("versions", "shlo", f"{__version__}, in {Path(__file__).parents[2]}")
    yield Check("versions", "python", f"{platform.python_version()}, {sys.executable}")
    yield Check("versions", "system", f"{platform.system()} {platform.release()}, {platform.machine()}")
    yield from _dependencies()
    for name, purpose in _OPTIONAL_PACKAGES.items():
        yield Check("optional", name, f"{_version(name) or 'not installed'} ({purpose})")
    yield from _engines()
    yield from _machine()
    yield _cache()
    yield _configuration()
    for name in _VARIABLES:
        if name in os.environ:
            yield Check("environment", name, os.environ[name])


def _version(name: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version  # they take time to import

    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _dependencies() -> Iterator[Check]:
    """The dependencies of the package, with the required versions."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        requirements = requires(DISTRIBUTION) or []
    except PackageNotFoundError:
        problem = "the package is not installed: run `pip install -e .` in the checkout"
        yield Check("versions", "installation", "none", problem)
        return
    for requirement in requirements:
        if "extra ==" in requirement:
            continue
        name, specifier = _REQUIREMENT.fullmatch(requirement).groups()  # type: ignore[union-attr]
        installed, bounds = _version(name), dict(_BOUND.findall(specifier))
        words = f"{bounds['>=']} or later" + (f", before {bounds['<']}" if "<" in bounds else "")
        is_good = installed is not None and _is_within(_version_numbers(installed), bounds)
        problem = "" if is_good else f"{name} {words} is required: run `pip install '{requirement}'`"
        yield Check("versions", name, f"{installed or 'not installed'} (needs {words})", problem)


_REQUIREMENT = re.compile(r"([\w.-]+)(.*)")
_BOUND = re.compile(r"(>=|<(?!=))\s*([\w.]+)")


def _is_within(version: list[int], bounds: Mapping[str, str]) -> bool:
    is_below = "<" not in bounds or version < _version_numbers(bounds["<"])
    return version >= _version_numbers(bounds[">="]) and is_below


def _version_numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version.partition("+")[0])[:3]]


def _engines() -> Iterator[Check]:
    """The engines, each asked in a process of its own, all at once."""
    from concurrent.futures import ThreadPoolExecutor

    from stablehlo_tools.engines.registry import names

    engines = [name for name in names() if name != "cmd"]
    with ThreadPoolExecutor(len(engines)) as threads:
        yield from threads.map(_engine, engines)


_SECONDS_TO_START = 20.0  # of an engine, on a machine that is busy


def _engine(name: str) -> Check:
    """An engine's version and devices. A failing engine is a problem; one that is not installed is not."""
    from stablehlo_tools.engines.foreign import ForeignEngine
    from stablehlo_tools.engines.registry import engine_named

    try:
        engine = engine_named(name)
        if isinstance(engine, ForeignEngine):
            engine.start(_SECONDS_TO_START)
        devices = ", ".join(engine.capabilities().devices)
        return Check("engines", name, f"{engine.version}; {devices or 'no devices'}")
    except DiagnosticError as error:
        first = error.diagnostic
        if first.code != ENGINE_MISSING:
            return Check("engines", name, "fails", first.message)
        state = f"not installed: {first.helps[0]}" if first.helps else first.message.partition(" is ")[2]
        return Check("engines", name, state)
    except Exception as error:  # noqa: BLE001 - it may be another package's
        return Check("engines", name, "fails", f"{type(error).__name__}: {error}")


def _machine() -> Iterator[Check]:
    """The machine's cores and memory, and numpy's BLAS."""
    import numpy as np

    blas = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    yield Check("machine", "cores", str(cores()))
    memory = machine_memory()
    yield Check("machine", "memory", in_units(memory) if memory else "unknown")
    yield Check("machine", "numpy BLAS", f"{blas.get('name', '?')} {blas.get('version', '')}".rstrip())


def _cache() -> Check:
    from stablehlo_tools.cli.checking.cache import NAME

    folder = cache_directory(NAME)
    if folder is None:
        off = bool(os.environ.get("SHLO_NO_CACHE"))
        help = "the cache directory is not writable, not private, or in a repository: set SHLO_CACHE_DIR"
        return Check("cache", NAME, "off" if off else "none", "" if off else help)
    files = [path for path in folder.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    return Check("cache", NAME, f"{folder}: {plural(len(files), 'file')}, {size / 1e6:.1f} MB")


def _configuration() -> Check:
    from stablehlo_tools.linter.configuration import Configuration

    configuration, here = Configuration(), Path("-")
    file = configuration.file_for(here)
    try:
        configuration.settings_for(here)
    except DiagnosticError as error:
        return Check("configuration", "file", str(file), str(error))
    return Check("configuration", "file", str(file or "none, defaults apply"))


def _write(checks: list[Check]) -> None:
    width = max(len(check.name) for check in checks)
    section = ""
    for check in checks:
        if check.section != section:
            if section:
                echo()
            echo(check.section)
            section = check.section
        echo_all(_lines(f"  {check.name:<{width}}  ", check.value))
        if check.problem:
            echo_all(_lines(" " * (width + 4), f"problem: {check.problem}"))
    problems = sum(bool(check.problem) for check in checks)
    echo()
    echo(f"{plural(problems, 'problem') if problems else 'no problems'} found")


def _lines(start: str, words: str) -> list[str]:
    """Lines as wide as the page, indented as the first one's words are."""
    return textwrap.wrap(
        words, page_width(), initial_indent=start, subsequent_indent=" " * len(start),
        break_long_words=False, break_on_hyphens=False, expand_tabs=False, replace_whitespace=False,
    ) or [start.rstrip()]  # fmt: skip
