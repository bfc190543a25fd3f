"""The package as it is built and installed: wheel, sdist, editable install, and a checkout without any."""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from stablehlo_tools import __version__
from stablehlo_tools.host import resources

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")

DATA = resources.CHECKOUT_DIRECTORIES  # packages of data, and where they are in a checkout
# What an installation has to be able to do, away from the checkout.
TRIAL = """\
import stablehlo_tools
from stablehlo_tools.grammars import parsers as grammars

assert grammars.text("stablehlo") and grammars.text("formula")
text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }"
assert stablehlo_tools.verify(text) == []
assert stablehlo_tools.explain("dot_general_c6").failing
assert "Use instead" in str(stablehlo_tools.explain("PERF001"))
assert stablehlo_tools.explain("timeout").example
assert stablehlo_tools.explain("all_gather_c6").text.endswith("`.")
print(stablehlo_tools.__file__)
"""


def setuptools_is_new_enough() -> bool:
    try:
        return int(importlib.metadata.version("setuptools").split(".")[0]) >= 77
    except importlib.metadata.PackageNotFoundError:
        return False


builds = pytest.mark.skipif(not setuptools_is_new_enough(), reason="needs setuptools 77 or later")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """What the build needs, in a folder of the test's own."""
    return copied(tmp_path / "checkout")


def copied(folder: Path) -> Path:
    """A copy of what the build needs, so that it leaves nothing in the checkout."""
    for name in ("stablehlo_tools", *DATA.values()):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    return folder


def python(*arguments: object, cwd: Path, path: Path | None = None) -> str:
    environment = {**os.environ, "PYTHONPATH": str(path or ""), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_every_package_is_listed() -> None:
    listed = re.search(r"^packages = \[(.*?)\]", PYPROJECT, re.DOTALL | re.MULTILINE)
    assert listed is not None
    there = {
        ".".join(path.parent.relative_to(ROOT).parts) for path in ROOT.glob("stablehlo_tools/**/__init__.py")
    }
    mapped = {f"stablehlo_tools.{name}" for name in DATA}
    assert set(re.findall(r'"(.*?)"', listed[1])) == there | mapped
    with_code = {
        ".".join(path.parent.relative_to(ROOT).parts) for path in ROOT.glob("stablehlo_tools/**/*.py")
    }
    assert with_code == there


@pytest.mark.slow
@builds
def test_a_wheel_has_all_that_it_needs(copy: Path, tmp_path: Path) -> None:
    python(
        "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", tmp_path, copy, cwd=tmp_path
    )
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name == f"stablehlo_tools-{__version__}-py3-none-any.whl"
    names = zipfile.ZipFile(wheel).namelist()
    grammars = {f"stablehlo_tools/grammar/{path.name}" for path in (ROOT / "grammar").glob("*.lark")}
    examples = {f"stablehlo_tools/examples/{path.name}" for path in (ROOT / "testdata/verify").glob("*.mlir")}
    assert grammars
    assert examples
    assert grammars | examples | {"stablehlo_tools/py.typed"} <= set(names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert {name.split("/")[0].split("-")[0] for name in names} == {"stablehlo_tools"}
    target = tmp_path / "installed"
    python("-m", "pip", "install", "-q", "--no-deps", "--target", target, wheel, cwd=tmp_path)
    assert Path(python("-c", TRIAL, cwd=tmp_path, path=target)).is_relative_to(target)


@pytest.mark.slow
@builds
def test_a_source_distribution_builds_the_same(copy: Path, tmp_path: Path) -> None:
    build = "from setuptools import build_meta; print(build_meta.build_sdist('..'))"
    name = python("-c", build, cwd=copy).splitlines()[-1]
    with tarfile.open(tmp_path / name) as archive:
        names = {member.split("/", 1)[-1] for member in archive.getnames()}
    assert {
        "grammar/stablehlo.lark",
        "grammar/formula.lark",
        "LICENSE",
        "README.md",
        "pyproject.toml",
    } <= names
    python(
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        tmp_path,
        tmp_path / name,
        cwd=tmp_path,
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"stablehlo_tools/grammar/stablehlo.lark", "stablehlo_tools/examples/dot_general.mlir"} <= names


@pytest.mark.slow
@builds
def test_an_editable_install_finds_the_grammars(copy: Path, tmp_path: Path) -> None:
    prefix = tmp_path / "prefix"
    python(
        "-m",
        "pip",
        "install",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "--ignore-installed",  # else pip takes away the copy that these tests run with
        "--prefix",
        prefix,
        "-e",
        copy,
        cwd=tmp_path,
    )
    (site,) = prefix.rglob("site-packages")
    # a copy may be installed where these tests run, and in the same way: forget its finder, of the same name
    first = (
        "import site, sys\n"
        "finders = [name for name in sys.modules if name.startswith('__editable___stablehlo_tools')]\n"
        "sys.meta_path[:] = [each for each in sys.meta_path if each.__module__ not in finders]\n"
        "for name in finders: del sys.modules[name]\n"
        f"sys.path.insert(0, {str(site)!r})\n"
        f"site.addsitedir({str(site)!r})\n"
        "sys.meta_path.insert(0, sys.meta_path.pop())\n"
    )
    program = first + TRIAL
    assert Path(python("-c", program, cwd=tmp_path)).is_relative_to(copy)


def test_a_checkout_works_without_being_installed(copy: Path, tmp_path: Path) -> None:
    assert Path(python("-c", TRIAL, cwd=tmp_path, path=copy)).is_relative_to(copy)


def test_the_readme_and_the_ci_run_the_same_commands() -> None:
    """CI runs the first block of the README; so that block is the two commands that it promises."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    block = re.search(r"^```sh\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)
    assert block is not None
    run, test = block[1].splitlines()
    assert "pip install ." in run
    assert "shlo run testdata/models/" in run
    assert ".venv/bin/pytest" in test
    extracted = subprocess.run(
        ["sed", "-n", r"/^```sh$/,/^```$/{/^```sh$/d; /^```$/q; p;}", "README.md"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert extracted.stdout.splitlines() == [run, test]
    assert r"/^```sh$/,/^```$/{/^```sh$/d; /^```$/q; p;}" in (ROOT / ".ci/run").read_text(encoding="utf-8")


def test_the_change_log_knows_the_version() -> None:
    assert f"## [{__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
