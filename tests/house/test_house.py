"""The laws of the house: who may import whom, what is documented, what is never used."""

from __future__ import annotations

import ast
import functools
import importlib
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

import stablehlo_tools

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "stablehlo_tools"
FILES = sorted(PACKAGE.rglob("*.py"))
Node = TypeVar("Node", bound=ast.AST)

# A file may import only from lines above its own and from its own. Parts of a room that have a line of their
# own are not on that of the room.
LAYERS = (
    "_version",
    "diagnostics host",
    "ir",
    "grammars",
    "formula",
    "ops.numerics",
    "ops",
    "text",
    "verifier",
    "interpret",
    "rewrite",
    "dataflow",
    "verdict",
    "verdict.envelope verdict.sanitizer",
    "hlo",
    "formats",
    "indexing",
    "engines",
    "comparison.equivalence",
    "comparison",
    "targets",
    "linter",
    "api",
    "explanations testing pytest_plugin",
    "drawing",
    "cli",
    "__init__ __main__",
)
LEVELS = {name: level for level, names in enumerate(LAYERS) for name in names.split()}
# What users import of a room, made on demand of what is above it: nothing of the room imports it.
FACADES = {"ir/__init__.py", "ops/__init__.py", "hlo/__init__.py", "hlo/interface.py"}


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def each_file(files: Sequence[Path] = FILES) -> Callable[[Callable[[Path], None]], Callable[[], None]]:
    """One test of many files, which names all where it fails: a test a file would be thousands."""

    def decorate(test: Callable[[Path], None]) -> Callable[[], None]:
        def on_all_files() -> None:
            failures = {}
            for path in files:
                try:
                    test(path)
                except AssertionError as error:
                    failures[name_of(path)] = str(error)
            assert files
            assert failures == {}

        return on_all_files

    return decorate


@functools.cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@functools.cache
def _nodes_of(path: Path) -> Mapping[type[ast.AST], list[Any]]:
    nodes: dict[type[ast.AST], list[Any]] = {}
    for node in ast.walk(tree_of(path)):
        nodes.setdefault(type(node), []).append(node)
    return nodes


def nodes_of(path: Path, kind: type[Node]) -> list[Node]:
    """The nodes of a kind in a file; all files are walked once, for all laws."""
    return _nodes_of(path).get(kind, [])


@functools.cache
def called(path: Path) -> frozenset[str]:
    """The functions that a file calls, as it names them."""
    return frozenset(dotted(call.func) for call in nodes_of(path, ast.Call))


def dotted(node: ast.expr) -> str:
    """A name with its attributes; the text of another expression."""
    if isinstance(node, ast.Name):
        return node.id
    return f"{dotted(node.value)}.{node.attr}" if isinstance(node, ast.Attribute) else ast.unparse(node)


@functools.cache
def imports(path: Path) -> frozenset[str]:
    """The modules that a file imports, anywhere in it but for type checkers."""
    conditions = (node for node in nodes_of(path, ast.If) if dotted(node.test) == "TYPE_CHECKING")
    for_types = {id(inner) for node in conditions for each in node.body for inner in ast.walk(each)}
    found = (node for node in importing(path) if id(node) not in for_types)
    return frozenset(name for node in found for name in imported(node))


def importing(path: Path) -> list[ast.AST]:
    """What may import: statements and calls."""
    return [node for kind in (ast.Import, ast.ImportFrom, ast.Call) for node in nodes_of(path, kind)]


def imported(node: ast.AST) -> Iterator[str]:
    """The modules that a node imports, by a statement, or files of ours by a string."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        module = node.module or ""
        yield from (f"{module}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Call) and is_import(node):
        parts = (part for argument in node.args for part in ast.walk(argument))
        values = (part.value for part in parts if isinstance(part, ast.Constant))
        yield from (str(value) for value in values if value in BY_MODULE)


def is_import(call: ast.Call) -> bool:
    return dotted(call.func).rpartition(".")[2] in ("import_module", "__import__")


def imports_by_string(path: Path) -> list[ast.Call]:
    return [node for node in nodes_of(path, ast.Call) if is_import(node)]


BY_MODULE = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in FILES
}


def files_imported(path: Path, *, for_types: bool = False) -> set[Path]:
    """The files of the package that a file imports, by a stub too; those for type checkers too, if asked."""
    names = {each for node in importing(path) for each in imported(node)} if for_types else imports(path)
    if "lazily" in called(path):
        names |= imports(path.with_suffix(".pyi"))
    found = {BY_MODULE.get(name) or BY_MODULE.get(name.rpartition(".")[0]) for name in names}
    for folder in DISCOVERS.get(name_of(path), ()):
        found |= {*(PACKAGE / folder).glob("*.py")}
    return {each for each in found if each is not None} - {path, PACKAGE / "__init__.py"}


# Where no code is declared: what is above, and what runs in processes of engines.
UNSEARCHED = {
    *(name_of(path.parent) for path in FILES if name_of(path).startswith("cli/")),
    "targets/conformance",
    "drawing",
    "explanations",
    "explanations/facts",
    ".",
    "engines/workers",
}
# Who imports what is in a folder, or the file that a name stands for, and so needs all of it.
DISCOVERS = {
    "cli/main.py": {"cli/commands"},
    "diagnostics/report/__init__.py": {"diagnostics/report"},
    "explanations/facts/codes.py": {name_of(path.parent) for path in FILES} - UNSEARCHED,
    "hlo/check/infer.py": {"hlo/check/rules"},
    "linter/registry.py": {"linter/rules"},
    "targets/lowering/registry.py": {"targets/lowering/rules"},
    "ops/build.py": {"ops/stablehlo", "ops/chlo", "ops/dialects", "ops/custom_calls"},
    # Of what `ops/declarations.json` names, whose modules are those that `ops/build.py` finds in folders.
    "ops/registry.py": {"ops/stablehlo", "ops/chlo", "ops/dialects"},
    "ops/targets.py": {"ops/custom_calls"},
    "rewrite/registry.py": {"rewrite/rules"},
}


def level_of(path: Path) -> int:
    name = name_of(path)
    if name in FACADES:
        return LEVELS["api"]
    room, *parts = name.removesuffix(".py").split("/")
    return LEVELS.get(".".join([room, *parts[:1]]), LEVELS[room])


def is_rule(method: ast.FunctionDef) -> bool:
    """Whether it is the callback of a rule of a grammar, which the grammar explains."""
    return [argument.arg for argument in method.args.args] == ["self", "parts"]


# Of which rules of formulas are part; the list may only become shorter.
TYPES_FROM_ABOVE = {
    "formula/check.py": ["ops/model/constructs.py", "ops/model/schema.py"],
    "formula/contradictions.py": ["ops/model/schema.py"],
    "formula/rules.py": ["ops/model/constructs.py", "ops/model/schema.py"],
    "formula/solve.py": ["ops/model/schema.py"],
    "ir/operations.py": ["text/statement/template.py"],
}


@each_file()
def test_imports_point_upwards(path: Path) -> None:
    above = [each for each in files_imported(path, for_types=True) if level_of(each) > level_of(path)]
    assert sorted(map(name_of, above)) == TYPES_FROM_ABOVE.get(name_of(path), [])


def test_no_file_needs_itself() -> None:
    """No circle of imports; those in functions and those by strings count."""
    needs = {name_of(path): {*map(name_of, files_imported(path))} for path in FILES}
    needed_by = {name: {each for each in needs if name in needs[each]} for name in needs}
    left = {*needs}
    while done := {name for name in left if not needs[name] & left or not needed_by[name] & left}:
        left -= done
    assert sorted(left) == []


@each_file()
def test_no_string_hides_an_import(path: Path) -> None:
    """It may name what is found in a folder, or a module of others, but no file of ours."""
    calls = imports_by_string(path)
    assert [name for call in calls for name in imported(call)] == []
    computes = any(isinstance(call.args[0], (ast.JoinedStr, ast.Attribute)) for call in calls)
    is_told = name_of(path) in ("host/stubs.py", "ops/model/registration.py")
    assert (computes or "import_files" in called(path)) == (name_of(path) in DISCOVERS or is_told)


# What is there where the file is of use: it is no dependency.
OF_THE_CALLER = {
    "testing.py": {"jax"},
    "pytest_plugin.py": {"pytest"},
    "engines/workers/iree.py": {"iree"},
    "engines/workers/pjrt.py": {"pypjrt"},
    "engines/workers/reference.py": {"jaxlib"},
    "engines/workers/xla.py": {"jax", "jaxlib"},
    "formats/arrays/array_files.py": {"safetensors"},
    "formats/jaxexport/calls.py": {"jax", "jaxlib"},
    "formats/jaxexport/functions.py": {"jax"},
    "formats/jaxexport/tracing.py": {"jax"},
}


@each_file()
def test_only_known_packages_are_imported(path: Path) -> None:
    known = {"stablehlo_tools", "lark", "numpy", "ml_dtypes", "click", "rich"} | sys.stdlib_module_names
    known |= OF_THE_CALLER.get(name_of(path), set())
    assert {module.split(".")[0] for module in imports(path)} <= known


@each_file()
def test_rich_is_for_the_text_report_and_the_command_line(path: Path) -> None:
    if name_of(path) != "diagnostics/report/text.py" and not name_of(path).startswith("cli/"):
        assert not [module for module in imports(path) if module.split(".")[0] == "rich"]


# What writes to the terminal, each passing what it writes through `escapes`.
WRITERS = {"cli/terminal/output.py", "cli/terminal/progress.py"}


@each_file()
def test_few_write_to_the_terminal(path: Path) -> None:
    if name_of(path).startswith("cli/") and name_of(path) not in WRITERS:
        others = {"print", "click.echo", "click.secho", "sys.stdout.write", "sys.stderr.write"}
        assert not others & called(path)


@each_file()
def test_nothing_of_a_file_is_executed_or_unpickled(path: Path) -> None:
    assert not {"pickle", "marshal", "shelve"} & {module.split(".")[0] for module in imports(path)}
    assert not {"eval", "exec"} & called(path)
    for call in nodes_of(path, ast.Call) if "np.load" in called(path) else ():
        if dotted(call.func) == "np.load":
            assert "allow_pickle=False" in ast.unparse(call)


def documented_by_bases(path: Path, name: str) -> set[str]:
    """The methods that the bases of a class document."""
    module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    bases = getattr(module, name).__mro__[1:]
    return {member for base in bases for member, value in vars(base).items() if value.__doc__}


@each_file()
def test_public_names_are_documented(path: Path) -> None:
    tree = tree_of(path)
    assert ast.get_docstring(tree)
    public = [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    for node in list(public):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            inherited = documented_by_bases(path, node.name)
            public += [
                member
                for member in node.body
                if isinstance(member, ast.FunctionDef)
                and not is_rule(member)
                and member.name not in inherited
            ]
    missing = [node.name for node in public if not node.name.startswith("_") and not ast.get_docstring(node)]
    assert missing == []


@each_file()
def test_docstrings_begin_with_what_they_describe(path: Path) -> None:
    """`The number of ...`, not `How many ...`."""
    nodes: list[ast.Module | ast.ClassDef | ast.FunctionDef] = [tree_of(path)]
    nodes += [*nodes_of(path, ast.ClassDef), *nodes_of(path, ast.FunctionDef)]
    texts = [ast.get_docstring(node) or "" for node in nodes]
    assert [text for text in texts if re.match(r"(What|Where|When|Why|Who|Which|How)\b", text)] == []


@each_file()
def test_functions_fit_on_a_screen(path: Path) -> None:
    long = [
        node.name
        for node in nodes_of(path, ast.FunctionDef)
        if node.end_lineno is not None and node.end_lineno - node.lineno >= 60
    ]
    assert long == []


@each_file()
def test_the_library_does_not_print(path: Path) -> None:
    assert "print" not in called(path)


@each_file()
def test_nothing_happens_in_assertions(path: Path) -> None:
    """They tell type checkers what holds, and `python -O` leaves them out."""
    tests = (node.test for node in nodes_of(path, ast.Assert))
    calls = (node for test in tests for node in ast.walk(test) if isinstance(node, ast.Call))
    assert {ast.unparse(call.func) for call in calls} <= {"isinstance", "code.rstrip"}


@each_file()
def test_annotations_are_not_evaluated(path: Path) -> None:
    if nodes_of(path, ast.FunctionDef):
        assert "__future__.annotations" in imports(path)


def test_no_file_knows_the_machine_it_was_written_on() -> None:
    texts = [
        path for folder in ("stablehlo_tools", "grammar", "tests") for path in (ROOT / folder).rglob("*")
    ]
    names = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "pyproject.toml", ".ci/run")
    texts += [ROOT / name for name in names]
    private = re.compile(r"/(?:home|root|work|tmp|Users)/\w|\blocalhost\b|\b\d+\.\d+\.\d+\.\d+\b")
    written = {".py", ".md", ".toml", ".lark", ".mlir", ""}
    found = {}
    for path in texts:
        if path.is_file() and path.suffix in written and path != Path(__file__).resolve():
            found[path.name] = private.findall(path.read_text(encoding="utf-8"))
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_every_public_name_is_there() -> None:
    for name in stablehlo_tools.__all__:
        assert getattr(stablehlo_tools, name) is not None
    assert set(stablehlo_tools.__all__) <= set(dir(stablehlo_tools))
    with pytest.raises(AttributeError, match="nothing"):
        stablehlo_tools.nothing  # type: ignore[attr-defined]  # noqa: B018


# Families of ops, and pictures, in files that are called as the functions that are asked for.
SHARED = ("ops", "drawing", "hlo.convert")


def test_modules_and_functions_do_not_share_names() -> None:
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in FILES]
    for name in (name.removesuffix(".__init__") for name in names if not name.endswith("__main__")):
        package, _, last = name.rpartition(".")
        module = importlib.import_module(name)
        if package and package.removeprefix("stablehlo_tools.") not in SHARED:
            assert getattr(importlib.import_module(package), last) is module


# Rooms of the package that a program in text does without.
_OF_BINARY_FILES = (
    "formats.bytecode",
    "formats.jaxexport",
    "formats.file_description",
    "formats.cases.case",
    "engines",
    "formats.hlo_proto.read",
)


def test_a_text_is_verified_without_what_reads_binary_files() -> None:
    program = f"""
import sys
from stablehlo_tools.cli.main import execute
assert execute(["verify", "testdata/interpret/trap.mlir"]) == 0
print([name for name in {_OF_BINARY_FILES} if "stablehlo_tools." + name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.splitlines()[-1] == "[]"


HEAVY = ("lark", "numpy", "ml_dtypes", "rich")


@pytest.mark.parametrize(
    "statement",
    [
        "import stablehlo_tools; stablehlo_tools.__version__",
        "run('--help')",
        "run('--version')",
        "run('verify', '--help')",
        "run('run', '--help')",
        "run('fmt', '--help')",
        "run('infer', '--help')",
        "run('lint', '--help')",
        "run('stats', '--help')",
        "run('show', '--help')",
        "run('explain', '--help')",
    ],
)
def test_what_is_heavy_is_imported_only_when_it_is_needed(statement: str) -> None:
    assert _printed(f"{statement}\nprint([name for name in {HEAVY} if name in sys.modules])") == "[]"


# What verifying and running a file need nothing of.
ROOMS = (
    "formats.cases.case",
    "comparison",
    "engines.registry",
    "equivalence",
    "explanations",
    "hlo",
    "formats.file_description",
    "formats.jaxexport.wrap",
    "drawing",
)


@pytest.mark.parametrize(
    "statement",
    [
        "import stablehlo_tools; stablehlo_tools.verify(open('testdata/models/mlp.mlir').read())",
        "run('verify', 'testdata/models/mlp.mlir')",
        "run('run', 'testdata/models/mlp.mlir', '--random')",
    ],
)
def test_a_package_is_imported_only_when_it_is_needed(statement: str) -> None:
    names = [f"stablehlo_tools.{room}" for room in ROOMS]
    assert _printed(f"{statement}\nprint([name for name in {names} if name in sys.modules])") == "[]"


def test_the_format_of_an_op_is_parsed_when_it_is_needed() -> None:
    program = """
from stablehlo_tools.text.assembly.formats import FORMATS
from stablehlo_tools.text.assembly.properties import properties_of
properties_of("stablehlo.sort"), properties_of("stablehlo.add"), properties_of("arith.addi")
print(sorted(name for name, format in FORMATS.items() if "elements" in vars(format)))
"""
    assert _printed(program) == "['arith.addi', 'stablehlo.add']"


def _printed(program: str) -> str:
    """The last line that a Python program prints in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", _RUN + program],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ},
    )
    return done.stdout.splitlines()[-1]


_RUN = """
import sys
def run(*arguments):
    from stablehlo_tools.cli.main import execute
    assert execute(arguments) == 0
"""
