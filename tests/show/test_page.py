"""The page in a browser: what a reader does with it, and what then is there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.show.browser import CHROMIUM, Page, browser
from tests.show.test_formats import HOSTILE, drawn
from tests.show.test_graph import LOOP

pytestmark = pytest.mark.skipif(CHROMIUM is None or os.name == "nt", reason="needs Chromium and bash")

BROKEN = LOOP.replace("%2 = stablehlo.multiply %y, %w", "%2 = stablehlo.iota dim = 3")
NOTHING = "module {\n}\n"
OPS = ("abs", "sine")
LONG = "\n".join(
    [
        "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {",
        "  %0 = stablehlo.negate %x : tensor<4xf32>",
        *(f"  %{n} = stablehlo.{OPS[n * n % 7 < 3]} %{n - 1} : tensor<4xf32>" for n in range(1, 4000)),
        "  return %3999 : tensor<4xf32>",
        "}",
    ]
)


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with browser(tmp_path_factory.mktemp("profile")) as page:
        yield page


@pytest.fixture
def page(chromium: Page) -> Iterator[Page]:
    """A page whose scripts must not fail, and which asks for nothing but itself."""
    chromium.resize(1400, 900)
    chromium.prefer(prefers_color_scheme="light")
    yield chromium
    problems, chromium.problems = chromium.problems, []
    assert problems == []
    assert all(address.startswith(("file:", "about:")) for address in chromium.requests)


def show(page: Page, folder: Path, text: str = LOOP, node: int | None = None) -> None:
    file = folder / "model.html"
    file.write_text(drawn(text, "html"), encoding="utf-8")
    page.open(file, node)


def selected(page: Page) -> list[str]:
    """The first lines of what is selected."""
    return page.texts(".selected > text:first-of-type")


@pytest.mark.parametrize(
    ("text", "cells"), [(LOOP, 18), (HOSTILE, 3), (NOTHING, 0)], ids=["loop", "hostile", "nothing"]
)
def test_all_is_drawn_and_nothing_else_happens(page: Page, tmp_path: Path, text: str, cells: int) -> None:
    show(page, tmp_path, text)
    assert page.value("document.body.dataset.drawn") == str(cells)
    assert page.value("document.scripts.length") == 2
    for key in ("o", "f", "ArrowDown", "ArrowRight", "n", "t", "c", "+", "-", "?", "Escape", "Escape"):
        page.press(key)
    file = tmp_path / "page.png"
    page.screenshot(file)
    assert file.read_bytes().startswith(b"\x89PNG")


def test_a_link_leads_to_a_node(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, node=2)
    assert page.texts("#details h2") == ["constant 0"]
    assert selected(page) == ["0: i32"]


def test_a_click_shows_what_is_known_of_an_op(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path)
    number = page.value("nodes.findIndex((node) => node.name === 'stablehlo.multiply')")
    page.click(f"[data-node='{number}']")
    assert selected(page) == ["multiply"]
    assert page.texts("#details h3") == ["Computes", "From", "Used by", "In one run", "What it does", "Rules"]
    assert page.texts("#details .quiet")[0] == "stablehlo.multiply · line 15"
    assert page.texts("#details td") == ["executed", "5", "FLOPs", "0", "bytes moved", "1.92 kB"]
    assert page.texts("#trail > *") == ["@main", "\u203a", "while", "\u203a", "multiply"]
    assert page.value("location.hash") == f"#{number}"
    page.press("Escape")
    assert page.texts("#details h2") == ["loop.mlir"]
    assert page.value("location.hash") == ""


def test_boxes_open_and_close(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path)
    assert "compare LT" in page.texts("text")
    page.press("c")
    assert "compare LT" not in page.texts("text")
    page.click(".toggle")
    assert "compare LT" in page.texts("text")
    call = page.value("nodes.findIndex((node) => node.title === 'call @step')")
    page.click(f"[data-node='{call}']", count=2)
    assert "negate" in page.texts("text")


def test_search_goes_from_one_to_the_next(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path)
    page.press("c")
    page.press("/")
    page.type("stablehlo.return")
    assert page.texts("#found li b") == ["return", "return"]
    page.press("Enter")
    first = page.value("state.node")
    assert selected(page) == ["return"]
    page.press("Enter")
    assert page.value("state.node") > first
    page.press("Enter")
    assert page.value("state.node") == first
    page.press("Enter", shift=True)
    assert page.value("state.node") > first
    page.press("Escape")
    assert page.value("search.value") == ""


def test_keys_lead_along_the_arrows(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path)
    page.value("reveal(nodes.findIndex((node) => node.name === 'stablehlo.compare'))")
    page.press("ArrowUp")
    assert selected(page) == ["%i: i32"]
    page.press("ArrowDown")
    assert selected(page) == ["compare LT"]
    page.press("ArrowDown")
    assert selected(page) == ["return"]


def test_findings_are_listed_marked_and_stepped_through(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, BROKEN)
    assert page.texts("summary b") == ["iota_c1"]
    assert page.value("document.querySelectorAll('.error-dot').length") == 2  # the loop that it is in, too
    page.press("n")
    assert selected(page) == ["iota"]
    assert "0 <= iota_dimension < rank(output)" in page.texts("#details .finding details p")


def test_costs_are_colours(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path)
    before = page.value("document.querySelector('.cell .node').getAttribute('fill')")
    page.value("byId('colour').value = 'bytes'; byId('colour').dispatchEvent(new Event('change'))")
    assert page.value("document.querySelector('.cell .node').getAttribute('fill')") != before
    assert page.texts("#details h3")[0] == "Bytes moved of an op, in one run"
    assert "multiply" in page.texts(".bars .mono")
    assert "compare" in page.texts(".bars .mono")
    assert "constant" not in page.texts(".bars .mono")  # which moves nothing
    page.click("#sizes")
    assert set(page.texts("text.size")) == {"4 B", "128 B", "1 B"}


def test_the_dark_page(page: Page, tmp_path: Path) -> None:
    page.prefer(prefers_color_scheme="dark")
    show(page, tmp_path)
    paper = "getComputedStyle(document.body).backgroundColor"
    dark = page.value(paper)
    page.press("t")
    assert page.value(paper) == "rgb(255, 255, 255)" != dark


def test_dragging_and_turning_move_and_zoom(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path)
    x, y = page.value("[state.x, state.y]")
    page.drag([(500, 700), (520, 710), (560, 740)])
    assert page.value("[state.x - " + str(x) + ", state.y - " + str(y) + "]") == [60, 40]
    assert page.value("state.node") is None
    page.wheel(500, 400, -300)
    page.value("new Promise(requestAnimationFrame).then(() => 0)")
    assert page.value("state.scale") > 1


def test_of_a_large_program_only_what_is_in_view_is_drawn(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, LONG)
    page.press("o")
    assert page.value("picture.cells.length") > 4000
    assert 0 < page.value("view.querySelectorAll('.cell').length") < 200
    page.press("f")
    assert page.value("view.querySelectorAll('*').length") < 1000
    page.press("/")
    page.type("%3990")
    page.press("Enter")
    assert selected(page) in (["abs"], ["sine"])
    assert not page.value("overview.hidden")
