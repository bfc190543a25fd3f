"""The documents: their examples do what they show, and what they name exists.

Each code block is an example, run in an empty directory with a copy of `testdata`:

    console   its commands print what it shows
    pycon     is a doctest
    python    its tests are called
    mlir      is verified, with the diagnostics that its comments expect
    toml      is read as settings
    yaml      configures the hooks or the action

`SHLO_UPDATE_SNAPSHOTS=1 pytest tests/house/test_readme.py` updates the outputs of commands.
"""

from __future__ import annotations

import doctest
import importlib.metadata
import inspect
import os
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import click
import pytest

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.main import SUBCOMMANDS, cli, execute
from stablehlo_tools.testing import assert_stablehlo
from tests import oracle

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
MANUAL = [README, *sorted((ROOT / "docs").glob("*.md")), ROOT / "SECURITY.md"]
FOR_DEVELOPERS = [ROOT / f"{name}.md" for name in ("CHANGELOG", "CONTRIBUTING", "ARCHITECTURE")]
DOCUMENTS = [*MANUAL, *FOR_DEVELOPERS, *ROOT.glob("grammar/*.md"), *ROOT.glob("testdata/**/*.md")]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks_of(page: Path, language: str) -> list[str]:
    """The code blocks of a page in a language."""
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def each_block(*languages: str, pages: list[Path] = MANUAL) -> pytest.MarkDecorator:
    """Parametrizes `page` and `block` by the code blocks of the pages."""
    cases = [
        pytest.param(page, block, id=f"{name_of(page)}-{language}-{number}")
        for page in pages
        for language in languages
        for number, block in enumerate(blocks_of(page, language))
    ]
    assert cases
    return pytest.mark.parametrize(("page", "block"), cases)


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current directory, and nothing in the environment that changes what is printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    for variable in ("FORCE_COLOR", "SHLO_OUTPUT_FORMAT", "SHLO_OUTPUT_FILE", "GITHUB_ACTIONS"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path


def copy_data(block: str, workspace: Path) -> None:
    """Copies the folders of `testdata` that a block names, so that it may change what is in them."""
    for folder in set(re.findall(r"testdata/(\w+)", block)):
        shutil.copytree(ROOT / "testdata" / folder, workspace / "testdata" / folder)


def comparable(text: str) -> str:
    """The text without what depends on the machine, whose numpy and XLA may round otherwise, or the same:
    last digits of numbers, which element is worst, hashes, and versions of numpy."""
    text = re.sub(r"\bnumpy \d+(\.\d+)+", "numpy <version>", text)
    text = re.sub(r"[\d.,e+]+ sigma", "<n> sigma", text)
    text = re.sub(r"sha256 [0-9a-f]+", "sha256 <hash>", text)
    text = re.sub(r"(f\d+>) is the same$", r"\1 agrees", text, flags=re.MULTILINE)
    text = re.sub(r"agrees, (less than 1|\d+) % of the tolerance used.*", "agrees", text)
    text = re.sub(r"worst at \[[\d, ]*\]:.* tolerance", "worst at <place> tolerance", text)
    text = re.sub(r"-?\d+(\.\d+)?e-\d+", "<small>", text)
    text = re.sub(r"exceeded [\d.,e+]+ times", "exceeded <times>", text)
    text = re.sub(r"<small> \| [\d.e+]+ \|", "<small> | <times> |", text)
    return re.sub(r" +,", ",", re.sub(r"(\d\.\d{3})\d+", r"\1", text))


@each_block("console")
def test_commands(page: Path, block: str, workspace: Path, capfd: pytest.CaptureFixture[str]) -> None:
    if "--engine xla" in block:
        if not oracle.is_there():
            pytest.skip("XLA is not installed")
        if importlib.metadata.version("jaxlib") != "0.10.2":
            pytest.skip("the files were printed by jaxlib 0.10.2")
    copy_data(block, workspace)
    session = ""
    for command in re.findall(r"^\$ (.*)\n", block, re.MULTILINE):
        name, *arguments = shlex.split(command)
        assert name == "shlo"
        assert execute(arguments) in (outcome.CLEAN, outcome.FINDINGS, outcome.USAGE)
        session += f"$ {command}\n" + "".join(capfd.readouterr())
    if os.environ.get("SHLO_UPDATE_SNAPSHOTS"):
        text = page.read_text(encoding="utf-8")
        page.write_text(
            text.replace(f"```console\n{block}```", f"```console\n{session}```"), encoding="utf-8"
        )
    else:
        assert comparable(session) == comparable(block)


@pytest.mark.parametrize("page", [page for page in MANUAL if blocks_of(page, "pycon")], ids=name_of)
def test_python_sessions(page: Path, workspace: Path) -> None:
    copy_data("".join(blocks_of(page, "pycon")), workspace)
    results = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert results.attempted > 0
    assert results.failed == 0


@each_block("python")
def test_python_programs(page: Path, block: str, workspace: Path) -> None:
    if "import jax" in block:
        pytest.importorskip("jax")
    copy_data(block, workspace)
    names: dict[str, Any] = {"stablehlo_tools": stablehlo_tools}
    exec(compile(block, name_of(page), "exec"), names)
    for name, function in names.items():
        if name.startswith("test_"):
            takes_fixture = bool(inspect.signature(function).parameters)
            function(*[assert_stablehlo] * takes_fixture)


@each_block("mlir", pages=[*MANUAL, ROOT / "testdata/README.md"])
def test_programs(page: Path, block: str, workspace: Path, capfd: pytest.CaptureFixture[str]) -> None:
    program = workspace / "program.mlir"
    program.write_text(block, encoding="utf-8")
    status = execute(["verify", "--expect-diagnostics", str(program)])
    assert status == outcome.CLEAN, capfd.readouterr().out


@each_block("toml")
def test_settings(page: Path, block: str, workspace: Path) -> None:
    project = workspace / "project"
    project.mkdir()
    (workspace / "shlo.toml").touch()  # for `extend`
    is_table = block.startswith("[tool.shlo")
    (project / ("pyproject.toml" if is_table else "shlo.toml")).write_text(block, encoding="utf-8")
    (project / "model.mlir").write_text("func.func @main() {\n  return\n}\n", encoding="utf-8")
    for command in (["lint", "--show-settings"], ["lint"], ["verify"], ["fmt", "--check"]):
        assert execute([*command, str(project / "model.mlir")]) in (outcome.CLEAN, outcome.FINDINGS)


@each_block("yaml")
def test_hooks_and_actions(page: Path, block: str) -> None:
    yaml = pytest.importorskip("yaml")
    hooks = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    inputs = set(yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["inputs"])
    configuration = yaml.safe_load(block)
    if isinstance(configuration, dict):
        (repository,) = configuration["repos"]
        assert {hook["id"] for hook in repository["hooks"]} <= hooks
    else:
        *_, step = configuration
        assert set(step["with"]) <= inputs


# -- what the documents name ----------------------------------------------------------------------------

OF_OTHER_PROGRAMS = {"--xla_allow_excess_precision", "--xla_cpu_multi_thread_eigen"}


def known_options() -> set[str]:
    """The options of all subcommands."""
    context = click.Context(cli)
    known = {"--version"}
    for name in SUBCOMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        for parameter in command.get_params(context):
            known |= {*parameter.opts, *parameter.secondary_opts}
    return known


@pytest.mark.parametrize("page", MANUAL, ids=name_of)
def test_every_option_and_command_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    options = set(re.findall(r"(?<![-\w])--[a-z][\w-]*", text))
    assert sorted(options - known_options() - OF_OTHER_PROGRAMS) == []
    named = set(re.findall(r"(?:`|^\$ |/)shlo ([a-z]+)", text, re.MULTILINE))
    assert sorted(named - set(SUBCOMMANDS)) == []


def anchors_of(page: Path) -> set[str]:
    """The anchors that GitHub gives the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", DOCUMENTS, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", page.read_text(encoding="utf-8")):
        file, _, anchor = target.partition("#")
        other = (page.parent / file).resolve() if file else page
        assert other.exists(), target
        assert not anchor or anchor in anchors_of(other), target


@pytest.mark.parametrize("page", DOCUMENTS, ids=name_of)
def test_files_that_are_named_exist(page: Path) -> None:
    folders = "stablehlo_tools|tests|testdata|grammar|docs"
    named = re.findall(rf"[` ]((?:{folders})/[\w./]*\w)", page.read_text(encoding="utf-8"))
    assert page.name == "CHANGELOG.md" or [path for path in named if not (ROOT / path).exists()] == []


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\((\w+\.md)\)", index))
    assert {page.name for page in (ROOT / "docs").glob("*.md")} - {"README.md"} == linked


def test_the_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 150


def test_the_plugin_of_the_manual_is_the_one_that_it_runs() -> None:
    (plugin,) = blocks_of(ROOT / "docs/run.md", "python")
    assert plugin in (ROOT / "testdata/interpret/scale.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", DOCUMENTS, ids=name_of)
def test_no_document_knows_the_machine_it_was_written_on(page: Path) -> None:
    assert re.findall(r"/(?:home|root|work|tmp|Users)/\w", page.read_text(encoding="utf-8")) == []
