"""The corpus as a package of data: portable artifacts, arrays and an index of JSON, without code.

cases.json              of each case: its op, form, types, files, and the rule that it breaks
programs/00123.mlirbc   a portable artifact, or the text (.mlir) of what no version of StableHLO holds
arrays/00123.npz        in0 ..., out0 ..., bound0 ...
README.md, LICENSE, pyproject.toml
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from stablehlo_tools._version import SPECIFICATION, __version__
from stablehlo_tools.diagnostics.diagnostic import DiagnosticError
from stablehlo_tools.formats.cases.case import Case
from stablehlo_tools.formats.programs import is_case, read
from stablehlo_tools.ir.arrays import Array, as_type, storable
from stablehlo_tools.ir.types import Type
from stablehlo_tools.ops.model.versions import CURRENT
from stablehlo_tools.targets.conformance.expected import bounds_of_program
from stablehlo_tools.targets.conformance.results import ConformanceCase
from stablehlo_tools.text.parse import parse
from stablehlo_tools.text.statement.statement_cache import StatementCache

INDEX: Final = "cases.json"
_SCHEMA: Final = 1
_README: Final = """\
# StableHLO conformance

{count:,} cases for implementations of StableHLO {version}: programs of one operation, inputs, and what is
expected. They are data, made by stablehlo_tools {tools} (`shlo conform --write-cases DIR`).

`cases.json` lists them under `cases`. Each has a `name`, an `op`, a `form`, element `types`, and a `program`:
a portable artifact (`.mlirbc`), or text (`.mlir`) for what no version of StableHLO holds, such as CHLO. Its
function `main` takes the arrays `in0`, `in1` ... of the file `arrays`, and returns `out0` ..., each element
within the absolute error of `bound0` ...: 0 where it is exact, infinite where the specification leaves it
open. NaN stands for any NaN. Elements that have no name in the format of numpy are raw bytes. A case that
`breaks` a constraint is to be refused.
"""
_LICENCE: Final = """\
SPDX-License-Identifier: Apache-2.0

Licensed under the Apache License, Version 2.0 (the "License"); you may not use these files except in
compliance with the License. You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software distributed under the License is
distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied. See
the License for the specific language governing permissions and limitations under the License.
"""
_PROJECT: Final = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "{name}"
version = "{version}"
description = "{description}"
license = "Apache-2.0"
license-files = ["LICENSE"]
readme = "README.md"

[tool.setuptools]
packages = ["{package}"]
package-dir = {{ {package} = "." }}

[tool.setuptools.package-data]
{package} = {files}
"""


def write_package(cases: Iterable[ConformanceCase], folder: Path) -> int:
    """Write cases to a folder, and return how many. Raises OSError."""
    for name in ("programs", "arrays"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    entries = [_write(case, folder, number) for number, case in enumerate(cases)]
    facts = {"schema": _SCHEMA, "stablehlo": str(CURRENT), "stablehlo_tools": __version__}
    text = json.dumps({**facts, "cases": entries}, indent=1) + "\n"
    (folder / INDEX).write_text(text, encoding="utf-8")
    readme = _README.format(count=len(entries), version=SPECIFICATION, tools=__version__)
    about = "Cases for implementations of StableHLO: programs, inputs and expected values with bounds"
    write_project(folder, "stablehlo-conformance", about, readme, [INDEX, "programs/*", "arrays/*"])
    return len(entries)


def write_project(folder: Path, name: str, description: str, readme: str, files: Sequence[str]) -> None:
    """Make a folder of data a package of the version of this one: README, licence, project."""
    package = name.replace("-", "_")
    project = _PROJECT.format(
        name=name, version=__version__, description=description, package=package, files=json.dumps(files)
    )
    for file, text in {"README.md": readme, "LICENSE": _LICENCE, "pyproject.toml": project}.items():
        (folder / file).write_text(text, encoding="utf-8")


def _write(case: ConformanceCase, folder: Path, number: int) -> dict[str, Any]:
    """The entry of a case, whose files are written."""
    program, data = f"programs/{number:05}.mlirbc", _artifact(case)
    if data is None:
        program, data = f"programs/{number:05}.mlir", case.text.encode()
    (folder / program).write_bytes(data)
    entry = {"name": case.name, "op": case.op, "form": case.form, "types": case.types, "program": program}
    if not case.is_valid:
        return {**entry, "breaks": case.breaks}
    groups = {"in": case.inputs, "out": case.expected, "bound": case.bounds}
    arrays = {
        f"{kind}{index}": storable(array)
        for kind, group in groups.items()
        for index, array in enumerate(group)
    }
    np.savez(folder / f"arrays/{number:05}.npz", **arrays)  # type: ignore[arg-type]
    return {**entry, "arrays": f"arrays/{number:05}.npz"}


def _artifact(case: ConformanceCase) -> bytes | None:
    """The portable artifact of a program; None for an invalid one, or if no version holds it."""
    from stablehlo_tools.formats.bytecode.write import portable_artifact

    if not case.is_valid or not case.op.startswith("stablehlo."):
        return None
    try:
        return portable_artifact(case.module, CURRENT)
    except DiagnosticError:
        return None


def read_cases(folder: Path) -> Iterator[ConformanceCase]:
    """The cases in a folder: a package like this, or any number of cases that `extract` and `run` save.

    Raises OSError, `ParseError`, and ValueError for a folder without cases.
    """
    if (folder / INDEX).is_file():
        yield from _package_cases(folder)
        return
    folders = [folder] if is_case(folder) else sorted(path for path in folder.rglob("*") if is_case(path))
    if not folders:
        raise ValueError(f"{folder} has no cases: neither {INDEX}, nor folders that `shlo extract` saves")
    for path in folders:
        yield _saved_case(path, path.relative_to(folder.parent).as_posix())


def _package_cases(folder: Path) -> Iterator[ConformanceCase]:
    statements = StatementCache()
    try:
        entries = json.loads((folder / INDEX).read_text(encoding="utf-8"))["cases"]
        for entry in entries:
            yield _read(folder, entry, statements)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{folder / INDEX} is damaged: {error!r}") from error


def _read(folder: Path, entry: dict[str, Any], statements: StatementCache) -> ConformanceCase:
    module = parse(read(_inside(folder, entry["program"])), statements)
    name, op, form, types = entry["name"], entry["op"], entry["form"], tuple(entry["types"])
    case = ConformanceCase(name, op, form, types, module, breaks=entry.get("breaks", ""))
    if not case.is_valid:
        return case
    type = module.functions[-1].type
    with np.load(_inside(folder, entry["arrays"]), allow_pickle=False) as arrays:
        return dataclasses.replace(
            case,
            inputs=_named(arrays, "in", type.inputs),
            expected=_named(arrays, "out", type.results),
            bounds=[arrays[f"bound{index}"] for index in range(len(type.results))],
        )


def _inside(folder: Path, name: str) -> Path:
    """The path of a file of a package. Raises ValueError for one outside of its folder."""
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise ValueError(f"{folder / INDEX} is damaged: {name} is outside of the folder")
    return path


def _named(arrays: Any, kind: str, types: Iterable[Type]) -> list[Array]:
    return [as_type(arrays[f"{kind}{index}"], type) for index, type in enumerate(types)]


def _saved_case(path: Path, name: str) -> ConformanceCase:
    """A case that `shlo extract` or `shlo run --record` has saved."""
    saved = Case.load(path)
    inputs, outputs = saved.inputs, saved.outputs
    if inputs is None or outputs is None or any(array is None for array in (*inputs, *outputs)):
        raise ValueError(f"{path} lacks the arrays of a run: save it with `shlo extract --random`")
    function = saved.function
    ops = {operation.name for operation in function.walk() if operation.operands and operation.results}
    op = ops.pop() if len(ops) == 1 else "program"
    types = tuple(str(getattr(type, "element_type", "")) for type in function.type.inputs)
    arguments = [array for array in inputs if array is not None]
    expected = [array for array in outputs if array is not None]
    case = ConformanceCase(name, op, "", types, saved.module, arguments, expected, entry=saved.entry)
    return dataclasses.replace(case, bounds=bounds_of_program(case))
