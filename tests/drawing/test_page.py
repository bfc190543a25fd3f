"""The page in a browser: what a reader does with it, and what then is there."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.drawing.browser import CHROMIUM, Page, browser
from tests.drawing.test_formats import HOSTILE, drawn
from tests.drawing.test_graph import LOOP, trained

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
    assert all(address.startswith(("file:", "about:", "blob:")) for address in chromium.requests)


def show(page: Page, folder: Path, text: str = LOOP, node: int | None = None, **rows: Any) -> None:
    file = folder / "model.html"
    file.write_text(drawn(text, "html", **rows), encoding="utf-8")
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
    assert page.texts("#details h3") == [
        "Results",
        "Operands",
        "Used by",
        "In one run",
        "Semantics",
        "Constraints",
    ]
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


def test_a_train_step_begins_as_its_phases(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, trained())
    assert page.texts(".cell:not(.stub) > text:first-of-type")[:1] == ["%params"]
    boxes = page.value("openableIn(state.sheet, '').map(([, node]) => node.title)")
    assert boxes == ["Model", "loss", "loss (backward)", "Model (backward)", "optimizer"]
    assert "%params['layer_0']" not in page.value(
        "picture.cells.filter(({ isStub }) => !isStub).map(({ node }) => node.title)"
    )


def test_search_tells_a_layer_from_its_backward_pass(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, trained())
    page.press("/")
    page.type("exponential layer_4")
    around = ("Model (backward)", "layer_5 … layer_0 (backward)", "layer_4 (backward)")
    assert page.texts("#found .where") == [" \u203a ".join(around)]
    page.press("Enter")
    assert selected(page) == ["exponential"]


def test_what_is_found_is_marked_with_the_closed_boxes_around_it(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, trained())
    page.press("c")
    page.press("/")
    page.type("exponential layer_4")
    page.value("new Promise(requestAnimationFrame).then(() => 0)")
    assert page.texts(".hit > text:first-of-type") == ["Model (backward)"]
    page.press("Enter")
    page.value("new Promise(requestAnimationFrame).then(() => 0)")
    assert page.texts(".hit > text:first-of-type") == ["exponential"]
    page.press("Escape")
    page.value("new Promise(requestAnimationFrame).then(() => 0)")
    assert page.texts(".hit > text:first-of-type") == []


def test_of_a_long_path_to_what_is_found_the_end_is_to_be_seen(page: Page, tmp_path: Path) -> None:
    page.resize(900, 700)
    show(page, tmp_path, trained())
    page.press("/")
    page.type("exponential layer_4")
    left, _, right, _ = corners(page, "#found .where")
    inner = corners(page, "#found .where bdi")
    assert inner[0] < left
    assert inner[2] <= right + 1


def test_what_is_found_is_listed_beside_the_panel(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, trained())
    page.press("/")
    page.type("stablehlo layer_4")  # whose paths are longer than the window is wide
    page.press("Enter")
    assert corners(page, "#search")[2] < corners(page, "#found")[2] <= corners(page, "#details")[0]


def test_the_title_of_a_box_that_begins_outside_of_the_window_is_in_it(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, trained())
    page.press("c")
    box = page.value("picture.cells.find(({ node }) => node.title === 'optimizer').path")
    page.value(f"flip('{box}')")
    page.value(f"state.x = -picture.byPath.get('{box}').x - 20, move()")
    edge = corners(page, "#canvas")[0]
    left, top, right, bottom = corners(page, f'[data-path="{box}"] > .toggle')
    assert edge <= left < edge + 20 < corners(page, f'[data-path="{box}"] > .title')[0] + 20
    page.click_at((left + right) / 2, (top + bottom) / 2)
    assert not page.value(f"state.open.has('{box}')")


def test_a_box_that_opens_is_in_the_window(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, trained())
    page.press("c")
    box = page.value("picture.cells.find(({ node }) => node.title === 'Model').path")
    page.value("state.x = -picture.byPath.get('" + box + "').x + 2")
    page.value(f"flip('{box}')")
    at = "state.x + picture.byPath.get('" + box + "').x * state.scale"
    assert page.value(at) >= 12


def corners(page: Page, selector: str) -> tuple[float, float, float, float]:
    left, top, right, bottom = page.value(
        f"(({{ left, top, right, bottom }}) => [left, top, right, bottom])"
        f"(document.querySelector('{selector}').getBoundingClientRect())"
    )
    return left, top, right, bottom


@pytest.mark.parametrize("size", [(1400, 900), (1000, 620), (700, 900)])
def test_nothing_covers_what_is_found(page: Page, tmp_path: Path, size: tuple[int, int]) -> None:
    page.resize(*size)
    show(page, tmp_path, trained())
    page.press("o")
    page.press("/")
    page.type("e")  # so that there are many
    for _ in range(12):
        page.press("Enter")
        page.value("new Promise(requestAnimationFrame).then(() => 0)")
        left, top, right, bottom = corners(page, ".selected > .node")
        for panel in ("#found", "#trail", "#overview", "#zoom", "#details"):
            if page.value(f"document.querySelector('{panel}').hidden"):
                continue
            box = corners(page, panel)
            assert right <= box[0] or left >= box[2] or bottom <= box[1] or top >= box[3], panel


def test_the_picture_is_saved_as_it_is(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, trained())
    page.download_to(tmp_path)
    page.click("#save")
    file = next(filter(Path.exists, itertools.repeat(tmp_path / "loop.svg", 10_000_000)))
    page.value("new Promise((done) => setTimeout(done, 200))")
    root = ElementTree.parse(file).getroot()
    texts = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "loss (backward)" in texts
    groups = [each for each in root.iter("{http://www.w3.org/2000/svg}g") if "cell" in each.get("class", "")]
    assert len(groups) == page.value("picture.cells.length")
    assert "var(" not in file.read_text(encoding="utf-8")


def saved_png(page: Page, folder: Path) -> tuple[int, int]:
    """The width and the height of the PNG that the page saves."""
    page.download_to(folder)
    page.value("savePng()")
    file = next(filter(Path.exists, itertools.repeat(folder / "loop.png", 10_000_000)))
    page.value("new Promise((done) => setTimeout(done, 200))")
    head = file.read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def test_the_picture_is_saved_in_pixels(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, trained())
    width, height = page.value("[picture.width, picture.height]")
    assert saved_png(page, tmp_path) == (int(2 * (width + 40)), int(2 * (height + 40)))
    assert page.value("byId('notice').hidden")


def test_the_pixels_are_those_of_the_page(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, trained())
    page.press("c")
    colours = page.value(
        "drawnInPixels(pictureBlob()).then(({ pixels, scale }) => {"
        " const { x, y } = picture.cells.find(({ node }) => node.title === 'optimizer');"
        " const { data } = pixels.getContext('2d').getImageData(0, 0, pixels.width, pixels.height);"
        " const [row, column] = [(y) => Math.floor((20 + y) * scale), (x) => Math.floor((20 + x) * scale)];"
        " const from = (x, y) => 4 * (row(y) * pixels.width + column(x));"
        " const at = (x, y) => [...data.slice(from(x, y), from(x, y) + 4)];"
        " return [at(-10, -10), at(30, 3), at(x + 5, y + 30)]; })"
    )
    part = page.value("program.fills.part")
    box = [int(part[place : place + 2], 16) for place in (1, 3, 5)]
    assert colours == [[0xF6, 0xF8, 0xFA, 255], [255, 255, 255, 255], [*box, 255]]


@pytest.mark.parametrize(
    ("size", "scale"),
    [((100, 100), 2), ((16384, 10), 1), ((10, 163840), 0.1), ((16384, 16384), 0.5)],
    ids=["small", "wide", "high", "large"],
)
def test_pixels_are_as_many_as_a_browser_can_draw(
    page: Page, tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    show(page, tmp_path)
    assert page.value(f"pngScale({size[0]}, {size[1]})") == scale


def test_a_picture_too_large_for_pixels_is_scaled_and_says_so(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, LONG)
    page.press("o")
    assert page.value("picture.height") > 16384
    assert saved_png(page, tmp_path)[1] in (16383, 16384)
    assert page.texts("#notice")[0].startswith("The PNG is scaled to ")


def test_a_saved_picture_of_a_hostile_program_is_xml(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, HOSTILE)
    root = ElementTree.fromstring(page.value("pictureFile()"))
    assert {each.tag.rpartition("}")[2] for each in root.iter()} <= {
        "svg", "style", "defs", "marker", "g", "rect", "text", "path", "title", "circle"
    }  # fmt: skip


def test_the_users_own_numbers_are_colours(page: Page, tmp_path: Path) -> None:
    rows = [
        {"name": "main/while%0/body[0]/%1", "seconds": 3},
        {"name": "main/while%0/body[0]/%2", "seconds": 1.5},
    ]
    show(page, tmp_path, rows=rows)
    assert page.value("byId('colour').selectedOptions[0].text") == "seconds (rows.json)"
    assert page.texts("#details td") == ["add %1", "3", "multiply %2", "1.5"]
    fills = page.value(
        "['add', 'multiply', 'compare LT'].map((title) => nodes.find((node) => node.title === title))"
        ".map((node) => fillOf(node, 'measured0'))"
    )
    assert len(set(fills)) == 3
    loop = page.value("nodes.findIndex((node) => node.title === 'while')")
    page.click(f"[data-node='{loop}'] > .title")
    assert "Measured" in page.texts("#details h3")
    assert page.texts("#details td")[:2] == ["seconds (rows.json)", "4.5"]  # of all that is inside
