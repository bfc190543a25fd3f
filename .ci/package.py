"""Builds the sdist and the wheel of a checkout, checks them, and tries the wheel as users install it.

    python .ci/package.py DIRECTORY [--tag v1.2.3] [--data]

Needs build and twine (`pip install '.[release]'`) and a package index. What it built is in DIRECTORY. With
--data, also the packages of data that the wheel writes, of the same version, each in DIRECTORY/NAME.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOST = 3_000_000  # bytes of a wheel
DEPENDENCIES = {
    "click", "lark", "markdown-it-py", "mdurl", "ml_dtypes", "numpy", "pip", "pygments", "rich",
    "setuptools", "stablehlo_tools",
}  # fmt: skip
DATA = {  # packages of data, and the command that writes each
    "stablehlo-rules": ("explain", "--write-rules"),
    "stablehlo-conformance": ("conform", "--write-cases"),
}
PROGRAM = """\
func.func @main(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2xf32> {
  %0 = stablehlo.dot %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""

TRIAL = """\
import pathlib, numpy as np, stablehlo_tools
x = np.full((2, 3), 2, np.float32)
print(*stablehlo_tools.run(pathlib.Path("program.mlir"), [x, np.ones(3, np.float32)]))
"""


def main() -> None:
    """Build, check and try."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--tag", help="the tag of the release, which must be that of the version")
    parser.add_argument("--data", action="store_true", help="also build the packages of data")
    parser.add_argument("--built", action="store_true", help="try what is in DIRECTORY, on this system")
    options = parser.parse_args()
    version = version_of(ROOT / "stablehlo_tools" / "_version.py")
    if options.tag is not None:
        check_tag(options.tag, version)
    if options.built:
        (wheel,) = options.directory.resolve().glob("*.whl")
        attempt(wheel, version)
        return
    shutil.rmtree(options.directory, ignore_errors=True)
    wheel, sdist = build(options.directory.resolve())
    check_contents(wheel, sdist, version)
    attempt(wheel, version)
    if options.data:
        build_data(wheel, options.directory.resolve(), version)
    print(f"{wheel.name}: {wheel.stat().st_size:,} bytes; {sdist.name}: {sdist.stat().st_size:,} bytes")


def version_of(file: Path) -> str:
    """The version that a checkout says it is."""
    found = re.search('__version__ = "(.*)"', file.read_text(encoding="utf-8"))
    assert found is not None
    return found[1]


def check_tag(tag: str, version: str) -> None:
    """Exit if a tag is not that of the version, or the changelog has no section of it."""
    if tag.removeprefix("refs/tags/") != f"v{version}":
        sys.exit(f"the tag is {tag}, and stablehlo_tools/_version.py says {version}")
    if f"## [{version}]" not in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        sys.exit(f"CHANGELOG.md has no section of {version}: run `towncrier build --version {version}`")


def build(directory: Path) -> tuple[Path, Path]:
    """The wheel, which is built of the sdist, and the sdist, of a copy of the checkout."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "checkout"
        ignored = shutil.ignore_patterns(
            ".git", ".venv*", ".models", "__pycache__", "*.egg-info", "build", "dist"
        )
        shutil.copytree(ROOT, copy, ignore=ignored)
        return packed(copy, directory)


def packed(project: Path, directory: Path) -> tuple[Path, Path]:
    """The wheel and the sdist of a project, with metadata that an index takes."""
    run(sys.executable, "-m", "build", "--outdir", directory, project)
    (wheel,), (sdist,) = directory.glob("*.whl"), directory.glob("*.tar.gz")
    run(sys.executable, "-m", "twine", "check", "--strict", wheel, sdist)
    return wheel, sdist


def build_data(wheel: Path, directory: Path, version: str) -> None:
    """Build the packages of data that an installed wheel writes. Exit if one lacks a file of it."""
    with tempfile.TemporaryDirectory() as folder:
        shlo = installed(wheel, Path(folder) / "env")
        for name, command in DATA.items():
            project = Path(folder) / name
            run(shlo, *command, project, cwd=Path(folder))
            package = name.replace("-", "_")
            written = [path.relative_to(project).as_posix() for path in project.rglob("*") if path.is_file()]
            wanted = {
                f"{package}/{file}" for file in written if not file.endswith((".md", ".toml", "LICENSE"))
            }
            data, _ = packed(project, directory / name)
            missing = wanted - set(zipfile.ZipFile(data).namelist())
            if missing or not wanted or data.name != f"{package}-{version}-py3-none-any.whl":
                sys.exit(f"missing in {data.name} of {version}: {sorted(missing)[:9]}")
            print(f"{data.name}: {len(wanted):,} files, {data.stat().st_size:,} bytes")


def check_contents(wheel: Path, sdist: Path, version: str) -> None:
    """Exit if a file of the package is missing, or there is one of another kind, or the wheel is large."""
    inside = set(zipfile.ZipFile(wheel).namelist())
    folder = ROOT / "stablehlo_tools"
    ours = {path.relative_to(ROOT).as_posix() for path in folder.rglob("*") if path.is_file()}
    missing = {name for name in ours if "__pycache__" not in name and not name.endswith(".md")} - inside
    foreign = {name for name in inside if not name.startswith(("stablehlo_tools/", "stablehlo_tools-"))}
    with tarfile.open(sdist) as archive:
        sources = {name.partition("/")[2] for name in archive.getnames()}
    if missing or foreign:
        sys.exit(f"missing in {wheel.name}: {sorted(missing)}; not of the package: {sorted(foreign)}")
    if not {"LICENSE", "README.md", "grammar/stablehlo.lark", "pyproject.toml"} <= sources:
        sys.exit(f"missing in {sdist.name}: licence, README or grammar")
    if wheel.name != f"stablehlo_tools-{version}-py3-none-any.whl" or wheel.stat().st_size > MOST:
        sys.exit(
            f"{wheel.name} has {wheel.stat().st_size:,} bytes; a wheel of {version} has {MOST:,} at most"
        )


def attempt(wheel: Path, version: str) -> None:
    """Exit if the wheel, installed in an empty environment, needs other packages or does not work."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        shlo = installed(wheel, home / "env")
        python = find(home / "env", "python")
        run(python, "-m", "pip", "check")
        listed = run(python, "-m", "pip", "list", "--format", "freeze").splitlines()
        others = {line.partition("==")[0].lower() for line in listed} - {*DEPENDENCIES, "stablehlo-tools"}
        others -= {each.replace("_", "-") for each in DEPENDENCIES}
        if others:
            sys.exit(f"installed with the wheel, and not known: {sorted(others)}")
        (home / "program.mlir").write_text(PROGRAM, encoding="utf-8")
        expect(f"shlo {version}", run(shlo, "--version", cwd=home))
        expect("", run(shlo, "verify", "--strict", "program.mlir", cwd=home))
        expect("out0: tensor<2xf32>", run(shlo, "run", "program.mlir", "--random", cwd=home))
        expect("[6. 6.]", run(python, "-c", TRIAL, cwd=home))
        expect("dot_general_c10", run(shlo, "explain", "dot_general_c10", cwd=home))
        if (uvx := shutil.which("uvx")) is not None:  # what users of uv type, without installing anything
            expect(f"shlo {version}", run(uvx, "--from", wheel, "shlo", "--version", cwd=home))


def installed(wheel: Path, environment: Path) -> Path:
    """The command `shlo` of a new environment, in which a wheel is installed."""
    venv.create(environment, with_pip=True)
    run(find(environment, "python"), "-m", "pip", "install", "--quiet", wheel)
    return find(environment, "shlo")


def find(environment: Path, name: str) -> Path:
    """A program of an environment."""
    return environment / ("Scripts" if os.name == "nt" else "bin") / name


def expect(words: str, output: str) -> None:
    """Exit if an output does not have these words."""
    if words not in output:
        sys.exit(f"expected {words!r}, found:\n{output}")


def run(*command: object, cwd: Path = ROOT) -> str:
    """What a command prints. Exits if it fails."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [*map(str, command)], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"$ {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
