"""The invariants of ARCHITECTURE.md that concern all of the code: what is nowhere in it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from stablehlo_tools.ir import operations as ir
from stablehlo_tools.ops.build import declarations
from stablehlo_tools.ops.model.specialize import SPECIALIZATIONS
from stablehlo_tools.ops.registry import OPS
from tests.house.test_house import (
    FILES,
    OF_THE_CALLER,
    PACKAGE,
    ROOT,
    called,
    dotted,
    each_file,
    imports,
    name_of,
    nodes_of,
    tree_of,
)

DOCUMENT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


# --- the document ---------------------------------------------------------------------------------------


def paragraphs() -> list[str]:
    """The paragraphs that state an invariant."""
    return re.findall(r"^\*\*Invariant:\*\* (.*?)(?=\n\n|\Z)", DOCUMENT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("paragraph", paragraphs(), ids=lambda text: " ".join(text.split()[:6]))
def test_an_invariant_is_held_by_tests_that_are_there(paragraph: str) -> None:
    tests = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", " ".join(paragraph.split()))
    assert tests
    for path, name in tests:
        assert name in {function.name for function in nodes_of(ROOT / path, ast.FunctionDef)}, (path, name)


def test_what_the_document_names_is_there() -> None:
    named = re.findall(r"`((?:stablehlo_tools|tests|testdata|grammar|\.ci)/[\w./]*)`", DOCUMENT)
    assert len(named) > 10
    assert [path for path in named if not (ROOT / path).exists()] == []
    packages = re.findall(r"^### `(\w+)/`", DOCUMENT, re.MULTILINE)
    assert sorted(packages) == sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))
    headings = re.findall(r"^#+ .*", DOCUMENT, re.MULTILINE)
    assert len(headings) == len(set(headings))


def test_the_files_that_statements_and_comparisons_pass_are_there() -> None:
    walks = DOCUMENT.partition("## A statement, from text to array")[2].partition("\n## Code map")[0]
    files = re.findall(r"`(\w+/[\w/]+\.py)`", walks)
    assert len(files) > 20
    assert [file for file in files if not (PACKAGE / file).exists()] == []


def test_the_document_is_short() -> None:
    assert DOCUMENT.count("\n") < 400


# `hlo.copy` is an opcode.
_ROOMS = "|".join(path.parent.name for path in PACKAGE.glob("*/__init__.py") if path.parent.name != "hlo")


@each_file()
def test_the_modules_that_a_file_names_are_there(path: Path) -> None:
    for name in re.findall(rf"`((?:{_ROOMS})(?:\.\w+)+)`", path.read_text(encoding="utf-8")):
        module, _, attribute = name.replace(".", "/").rpartition("/")
        holders = [PACKAGE / f"{module}{ending}" for ending in (".py", "/__init__.py", "/__init__.pyi")]
        found = [each.read_text(encoding="utf-8") for each in holders if each.exists()]
        is_module = (PACKAGE / module / attribute).is_dir() or (PACKAGE / module / f"{attribute}.py").exists()
        assert is_module or any(re.search(rf"\b{attribute}\b", text) for text in found), name


# --- ops ------------------------------------------------------------------------------------------------

# Lists of ops that are not in `ops/`, each with its reason. What such a list says belongs to declarations,
# where it is not forgotten when an op is added: this one may only become shorter.
LISTS_OF_OPS = {
    "dataflow/exponentials.py: _WEIGHTING": "the pattern of a softmax: what weights its terms",
    "drawing/palette.py: _KINDS": "files of declarations, which are named as ops",
    "formats/bytecode/properties.py: _OPTIONAL": "a list in MLIR's bytecode, of several dialects",
    "formats/jaxexport/operations.py: _NAMES": "the names of JAX's functions",
    "hlo/check/precision.py: _PASSING": "opcodes of HLO: where XLA does not convert implicitly",
    "ir/attributes.py: _DEFAULTS": "the equality of programs needs them, and the tree knows no ops",
    "rewrite/rules/special_functions.py: _COMPLEX": "rewrites, by the op that each lowers",
    "text/assembly/deprecated_syntax.py: _NOT_IN_MHLO": "another dialect, at its last version",
    "text/assembly/dialects.py: _MATH": "ops of another dialect",
    "text/assembly/dialects.py: _SDY": "ops of another dialect",
    "text/assembly/region_elements.py: _COMMUTATIVE": "a list in MLIR's parser",
    "verifier/builder.py: _CONVERSIONS": "what no constraint says: the result has an element type of its own",
}


def lists_of_ops() -> Iterator[str]:
    """The collections of names, three at least, of which two in five are of ops; of mappings, the keys.

    A text that is split is one, too. Functions that register themselves in a `Registry` are none.
    """
    names = {*OPS, *(name.partition(".")[2] for name in OPS)}
    for path in FILES:
        for found in [] if name_of(path).startswith("ops/") else tree_of(path).body:
            for node in ast.walk(found):
                words = list(words_of(node))
                if len(names.intersection(words)) >= max(3, 0.4 * len(words)):
                    yield f"{name_of(path)}: {name_of_statement(found)}"


def words_of(node: ast.AST) -> Iterator[str]:
    """The words in a collection or in a text that is split."""
    is_split = (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split"
    )
    if isinstance(node, (ast.Tuple, ast.List, ast.Set, ast.Dict)) or is_split:
        parts = node.keys if isinstance(node, ast.Dict) else [node]
        strings = [each for part in parts if part is not None for each in ast.walk(part)]
        for each in strings:
            if isinstance(each, ast.Constant) and isinstance(each.value, str):
                yield from re.split(r"[\s,]+", each.value.strip())


def name_of_statement(node: ast.stmt) -> str:
    """The name that a statement defines."""
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", node)]
    return str(getattr(node, "name", "") or ast.unparse(targets[0]))


def test_ops_are_listed_in_their_declarations_only() -> None:
    assert set(lists_of_ops()) == LISTS_OF_OPS.keys()


def test_no_specialization_is_of_an_op_without_a_kernel() -> None:
    assert declarations().keys() == OPS.keys()
    assert SPECIALIZATIONS.keys() <= OPS.keys()
    assert all(callable(OPS[name].kernel) for name in SPECIALIZATIONS)


# --- the program as a tree ------------------------------------------------------------------------------


def test_no_node_of_the_tree_has_a_line_or_a_column() -> None:
    nodes = (ir.Value, ir.Operation, ir.Block, ir.Region, ir.Function, ir.Module)
    slots = {slot for node in nodes for base in node.__mro__ for slot in getattr(base, "__slots__", ())}
    assert {"start", "end", "source"} <= slots
    assert not slots & {"__dict__", "line", "column", "span", "position"}


def test_the_tree_needs_no_syntax_and_no_ops() -> None:
    program = """
import sys
import stablehlo_tools.ir.operations
named = ("text", "ops", "formula", "interpret")
print([name for name in sys.modules if name.startswith(tuple(f"stablehlo_tools.{each}" for each in named))])
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "[]\n"


# --- the host -------------------------------------------------------------------------------------------


# They run as scripts, in processes of engines.
WORKERS = "engines/workers/"


def below_the_command_line() -> Sequence[Path]:
    above = ("cli/", WORKERS)
    return [path for path in FILES if not name_of(path).startswith(above) and path.name != "__main__.py"]


each_file_below = each_file(below_the_command_line())


@each_file_below
def test_nothing_below_the_command_line_ends_the_process(path: Path) -> None:
    assert not called(path) & {"sys.exit", "exit", "quit", "os._exit", "os.abort", "SystemExit", "os.kill"}


# Who asks the host: for the folder of the cache; for colours and the root of a checkout in CI; for the
# settings above the current directory; for the plugins there.
ASKS_THE_HOST = {
    "linter/configuration.py",
    "interpret/plugins.py",
    "diagnostics/report/places.py",
    "diagnostics/report/text.py",
    "host/resources.py",
}


def test_nothing_else_below_the_command_line_asks_the_environment() -> None:
    names = {"os.environ", "os.getenv", "os.getcwd", "Path.cwd", "Path.home"}
    asking = {
        name_of(path)
        for path in below_the_command_line()
        if names & {dotted(each) for each in nodes_of(path, ast.Attribute)}
    }
    assert asking == ASKS_THE_HOST


# What they change is as it was when they return: the collector; the path of modules, which is a plugin's.
CHANGES_THE_HOST = {
    "host/gc_pause.py": {"gc.disable", "gc.enable"},
    "interpret/plugins.py": {"sys.path.insert"},
}


@each_file_below
def test_nothing_below_the_command_line_changes_the_process(path: Path) -> None:
    changes = {
        "faulthandler.enable", "gc.collect", "gc.disable", "gc.enable", "gc.freeze", "gc.set_threshold",
        "locale.setlocale", "np.random.seed", "np.seterr", "np.set_printoptions", "os.chdir", "os.putenv",
        "random.seed", "signal.signal", "sys.path.append", "sys.path.insert", "sys.setrecursionlimit",
        "sys.setswitchinterval", "warnings.filterwarnings", "warnings.simplefilter",
    }  # fmt: skip
    assert called(path) & changes == CHANGES_THE_HOST.get(name_of(path), set())


# What starts engines, and the script that becomes the command which it limits.
STARTS_PROGRAMS = {
    "engines/child.py": {"subprocess"},
    "engines/workers/limited.py": {"os.execvp", "subprocess"},
}


# `socket.gethostname` is part of the name of a temporary file.
@each_file()
def test_nothing_speaks_to_the_network_or_to_other_programs(path: Path) -> None:
    named = {".".join(module.split(".")[:2]) for module in imports(path)}
    others = {"asyncio", "ctypes", "ftplib", "http", "smtplib", "ssl", "subprocess", "urllib", "xmlrpc"}
    found = {name for name in named if name.split(".")[0] in others} - {"urllib.parse"}
    found |= called(path) & {
        "os.system", "os.popen", "os.execv", "os.execvp", "os.spawnv", "os.startfile", "os.fork",
    }  # fmt: skip
    assert found == STARTS_PROGRAMS.get(name_of(path), set())
    assert not [name for name in called(path) if re.match(r"socket\.(?!gethostname\b)", name)]


@each_file()
def test_a_worker_needs_nothing_of_this_package(path: Path) -> None:
    if name_of(path).startswith(WORKERS):
        needed = {module.split(".")[0] for module in imports(path)} - sys.stdlib_module_names
        assert needed <= {"numpy", *OF_THE_CALLER.get(name_of(path), ())}


# --- the tests ------------------------------------------------------------------------------------------


def _mentioning(words: re.Pattern[str]) -> list[Path]:
    """The files of the tests whose text has a word: the others are not parsed."""
    return [path for path in (ROOT / "tests").rglob("*.py") if words.search(path.read_text(encoding="utf-8"))]


def test_no_test_is_about_how_long_something_takes() -> None:
    clock = re.compile(r"\b(?:perf_counter|process_time|thread_time|monotonic|timeit)\b(?=\()")
    tests = (path for path in _mentioning(clock) if path.name.startswith("test_"))
    timing = {path.relative_to(ROOT).as_posix() for path in tests
              if clock.search(ast.unparse(tree_of(path)).replace("def monotonic(", ""))}  # fmt: skip
    assert timing == set()


def test_no_test_needs_material_of_others() -> None:
    others = {"tests.benchmarks.models.MATERIAL", "tests.benchmarks.models.shared_models"}
    using = {
        path.relative_to(ROOT / "tests").parts[0]
        for path in _mentioning(re.compile("MATERIAL|shared_models"))
        if others & imports(path)
    }
    assert using == {"benchmarks", "upstream"}
