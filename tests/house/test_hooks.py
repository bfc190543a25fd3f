"""What teams take from the repository, run from an installed wheel: pre-commit's hooks, pytest's plugin."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from stablehlo_tools.cli.files.file_arguments import ENDINGS, TEXT_ENDINGS
from tests.house.test_packaging import ROOT, builds, copied, python

GOOD = "func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {\n  return %arg0 : tensor<2xf32>\n}\n"
MANIFEST = ROOT / ".pre-commit-hooks.yaml"


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the package is installed, once for all tests."""
    folder = tmp_path_factory.mktemp("hooks")
    options = ("-q", "--no-deps", "--no-build-isolation", "--target", folder / "installed")
    python("-m", "pip", "install", *options, copied(folder / "checkout"), cwd=folder)
    return folder / "installed"


@pytest.fixture
def installed(target: Path, tmp_path: Path) -> dict[str, str]:
    """The environment in which a wheel is installed."""
    path = os.pathsep.join([str(target / "bin"), os.environ["PATH"]])
    return {**os.environ, "PYTHONPATH": str(target), "PATH": path, "HOME": str(tmp_path)}


def run(*command: object, cwd: Path, environment: dict[str, str]) -> tuple[int, str]:
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_the_hooks_are_for_every_form_that_a_directory_is_searched_for() -> None:
    patterns = re.findall(r"^- id: (.+)$|^  files: (.+)$", MANIFEST.read_text(encoding="utf-8"), re.MULTILINE)
    files = {patterns[n][0]: re.compile(patterns[n + 1][1]) for n in range(0, len(patterns), 2)}
    names = [f"model{ending}" for ending in ENDINGS if not ending.startswith(".bc")] + ["model.mlir.bc"]
    for name in names:
        assert files["shlo-verify"].search(name)
        assert files["shlo-lint"].search(name)
        assert bool(files["shlo-fmt"].search(name)) == name.endswith(TEXT_ENDINGS)
    for other in ("llvm.bc", "model.txt", "model.mlir.md", "mlir"):  # bitcode of LLVM is no program
        assert not any(pattern.search(other) for pattern in files.values())


@pytest.mark.slow
@builds
def test_the_hooks_of_pre_commit(installed: dict[str, str], tmp_path: Path) -> None:
    clientlib = pytest.importorskip("pre_commit.clientlib")
    hooks = [
        {key: hook[key] for key in ("id", "name", "entry", "files")} | {"language": "system"}
        for hook in clientlib.load_manifest(MANIFEST)
    ]
    repository = tmp_path / "repository"
    repository.mkdir()
    configuration = {"repos": [{"repo": "local", "hooks": hooks}]}
    (repository / ".pre-commit-config.yaml").write_text(json.dumps(configuration))  # which is YAML, too
    model = repository / "model.mlir"

    def outcome(text: str, hook: str) -> tuple[int, str]:
        model.write_text(text)
        run("git", "add", ".", cwd=repository, environment=installed)
        command = (sys.executable, "-m", "pre_commit", "run", hook, "--all-files")
        return run(*command, cwd=repository, environment=installed)

    run("git", "init", "-q", cwd=repository, environment=installed)
    for hook in ("shlo-verify", "shlo-lint"):
        assert outcome(GOOD, hook)[0] == 0
    status, text = outcome(GOOD.replace("-> tensor<2xf32>", "-> tensor<3xf32>"), "shlo-verify")
    assert status == 1
    assert "model.mlir:2:" in text
    status, text = outcome(
        GOOD.replace("  return", "  %0 = stablehlo.negate %arg0 : tensor<2xf32>\n  return"), "shlo-lint"
    )
    assert status == 1
    assert "HYG002" in text
    status, text = outcome(GOOD.replace("  return", "      return"), "shlo-fmt")
    assert status == 1  # a file was changed
    assert "  return %arg0" in model.read_text()
    (repository / "shlo.toml").write_text("extend-exclude = ['model.mlir']\n")  # though pre-commit names it
    assert outcome("prose", "shlo-lint")[0] == 0


@pytest.mark.slow
@builds
def test_the_action_of_github(installed: dict[str, str], tmp_path: Path) -> None:
    """Its last step, executed as GitHub does: by bash, with inputs in the environment."""
    yaml = pytest.importorskip("yaml")
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    *_, installation, step = action["runs"]["steps"]
    assert installation["run"] == 'python -m pip install --quiet "$GITHUB_ACTION_PATH"'
    workspace = tmp_path / "workspace"
    (workspace / "models").mkdir(parents=True)
    (workspace / "models" / "good.mlir").write_text(GOOD)
    (workspace / "models" / "bad one.mlir").write_text(GOOD.replace("-> tensor<2xf32>", "-> tensor<3xf32>"))

    def outcome(**inputs: str) -> tuple[int, str]:
        given = {name: each["default"] for name, each in action["inputs"].items()} | inputs
        environment = {**installed, "GITHUB_ACTIONS": "true", "CI": "true"}
        for name, value in step["env"].items():
            environment[name] = given[value.removeprefix("${{ inputs.").removesuffix(" }}")]
        command = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"])
        return run(*command, cwd=workspace, environment=environment)

    status, text = outcome()
    assert (status, "::error title=shlo (return_type),file=models/bad one.mlir,line=2," in text) == (1, True)
    assert outcome(files="models/g*.mlir")[0] == 0
    assert outcome(command="lint --exit-zero --output-format concise", files="models")[0] == 0
    said = (1, "would reformat models/good.mlir\n")
    assert outcome(command="fmt --check", files="models/good.mlir") == said
    for command in ("verify; touch taken", "verify $(touch taken)", "verify `touch taken`"):
        assert outcome(command=command)[0] != 0
    assert not (workspace / "taken").exists()


COMPLETION = """\
eval "$(shlo completion bash)"
for words in "shlo ver" "shlo lint --sel" "shlo verify --format mark"; do
    COMP_WORDS=($words); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
    $(complete -p shlo | sed 's/.*-F \\([^ ]*\\).*/\\1/') shlo
    echo "${COMPREPLY[@]}"
done
"""


@pytest.mark.slow
@builds
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_command_lines(installed: dict[str, str], tmp_path: Path) -> None:
    status, text = run("bash", "--norc", "-c", COMPLETION, cwd=tmp_path, environment=installed)
    assert (status, text.splitlines()) == (0, ["verify version", "--select", "markdown"])


@pytest.mark.slow
@builds
def test_the_plugin_of_pytest(installed: dict[str, str], target: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_export.py").write_text(
        "import stablehlo_tools\n"
        f"GOOD = {GOOD!r}\n"
        "def test_good(assert_stablehlo):\n"
        "    assert_stablehlo(GOOD, [1.0, 2.0], expect=[[1.0, 2.0]])\n"
        f"    assert stablehlo_tools.__file__.startswith({str(target)!r})\n"
        "def test_bad(assert_stablehlo):\n"
        "    assert_stablehlo(GOOD.replace('-> tensor<2xf32>', '-> tensor<3xf32>'))\n"
    )
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder)
    status, text = run(*command, cwd=tmp_path, environment=installed)
    assert status == 1
    assert "1 failed, 1 passed" in text
    assert "error[return_type]" in text
