"""The site: a page for each declaration, links that lead somewhere, pictures of what the commands print."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from stablehlo_tools.cli.main import SUBCOMMANDS
from stablehlo_tools.diagnostics.codes import DECLARED
from stablehlo_tools.linter.registry import RULES
from stablehlo_tools.ops.model.constructs import CONSTRUCTS
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.registry import REWRITES
from stablehlo_tools.targets.lowering.registry import LOWERINGS
from stablehlo_tools.targets.registry import SHIPPED
from tests.house.test_readme import comparable

ROOT = Path(__file__).resolve().parents[2]


def program(name: str) -> ModuleType:
    """A program of docs/site as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / "site" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def families() -> Iterator[dict[str, Any]]:
    yield program("reference").families()
    del sys.modules["reference"]


def test_each_declaration_has_a_page(families: dict[str, Any]) -> None:
    pages = {kind: set(family.pages) for kind, family in families.items()}
    assert pages["ops"] == {without_dialect(name) for name in OPS}
    assert pages["rules"] == {
        *(without_dialect(f"{name.partition('.')[0]}.{op.mnemonic}_{rule.id.lower()}")
          for name, op in OPS.items() for rule in op.rules),
        *(f"{each.mnemonic}_{rule.id.lower()}" for each in CONSTRUCTS.values() for rule in each.rules),
    }  # fmt: skip
    assert pages["lint"] == set(RULES)
    assert pages["lowerings"] == set(LOWERINGS)
    assert pages["codes"] == set(DECLARED)
    assert pages["commands"] == {"shlo", "settings", *(f"shlo-{name}" for name in SUBCOMMANDS)}
    assert pages["targets"] > {"stablehlo-0.9", *(path.stem for path in SHIPPED.glob("*.toml"))}


def without_dialect(name: str) -> str:
    return name.removeprefix("stablehlo.")


def test_each_rewrite_is_listed(families: dict[str, Any]) -> None:
    listed = "\n".join(families["rewrites"].pages.values())
    assert [each.text for of_op in REWRITES.values() for each in of_op if each.text not in listed] == []


def test_links_between_pages_of_declarations_lead_somewhere(families: dict[str, Any]) -> None:
    for kind, family in families.items():
        for name, text in family.pages.items():
            for folder, page in re.findall(r"\]\(\.\./(\w+)/([^)/]+)\.md\)", text):
                assert page in families[folder].pages, f"{kind}/{name}"


def test_each_page_of_the_documentation_is_in_the_table_of_contents() -> None:
    listed = re.findall(r"\]\((\w+)\.md\)", (ROOT / "docs/README.md").read_text(encoding="utf-8"))
    assert {path.stem for path in (ROOT / "docs").glob("*.md")} == {*listed, "README"}


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "index.html").write_text(
        '<p id="here"><a href="#here"></a><a href="#there"></a><a href="sub/b.html#c"></a>'
        '<a href="sub/b.html#d"></a><img src="missing.png"><a href="https://example.org/x"></a>'
    )
    (tmp_path / "sub" / "b.html").write_text('<h1 id="c"></h1><a href="../index.html"></a>')
    links = program("links")
    assert links.broken_links(tmp_path) == [
        "index.html: no element #there",
        "index.html: no file missing.png",
        "index.html: no element sub/b.html#d",
    ]


def test_the_picture_of_a_terminal_is_what_the_commands_print() -> None:
    pictures = program("pictures")

    def words(drawn: str) -> str:
        texts = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
        return comparable(unescape("".join(texts)).replace("\xa0", " ")).replace(" ", "")

    picture = (ROOT / "docs/pictures/terminal.svg").read_text(encoding="utf-8")
    assert words(pictures.terminal()) == words(picture)
