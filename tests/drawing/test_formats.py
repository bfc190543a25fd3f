"""What is written: well formed, complete, the same each time, and harmless whatever a program holds."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import re
import shutil
import subprocess
from collections.abc import Sequence
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest

import stablehlo_tools
from stablehlo_tools.drawing import FORMATS, graph_of, overlays_of
from stablehlo_tools.drawing.measurements import measurements_of
from stablehlo_tools.drawing.scope_views import sheets_of
from tests.drawing.test_graph import LOOP

HOSTILE = """\
module @"</script><script>alert(1)</script>" {
  func.func @"main\\22]; <!-- & ]]> </script>"(
      %arg0: tensor<2xf32> {jax.arg_info = "<img src=x onerror=alert(1)>"}) -> tensor<2xf32> {
    %0 = stablehlo.custom_call @"</title><script>alert(2)</script>\\\\\\22\\00"(%arg0)
      {note = "\\E2\\80\\A8 \\01 </script>"}
      : (tensor<2xf32>) -> tensor<2xf32> loc("</script><b>")
    return %0 : tensor<2xf32>
  }
}
"""


def drawn(text: str, kind: str, name: str = "loop.mlir", rows: Sequence[dict[str, Any]] = ()) -> str:
    """A program in a format, with numbers of `rows.json`."""
    module = stablehlo_tools.parse(text, name=name)
    graph = graph_of(module)
    overlays = overlays_of(graph, module.functions[-1].symbol if "main\\22" in text else "main")
    overlays.measurements += measurements_of(graph, "rows.json", rows) if rows else []
    return FORMATS[kind](graph, overlays)


def program(page: str) -> dict[str, Any]:
    """The program in a page, in which all has the names that the page gives to what it holds."""
    found = re.search(r'<script type="application/json" id="program">(.*?)</script>', page, re.DOTALL)
    assert found
    parsed: dict[str, Any] = json.loads(found[1])
    shared = parsed["shared"]
    field = ("look", "sheet", "line", "origin", "attributes", "inputs", "outputs")
    for number, fields in enumerate(parsed["nodes"]):
        node = parsed["nodes"][number] = dict(zip(field, fields, strict=False))
        for rest in fields[len(field) :]:
            node |= rest
        node["name"], node["kind"], node["colour"], node["title"], cost = shared["looks"][node.pop("look")]
        node |= {"cost": cost} if cost else {}
        node["outputs"] = [[name, *shared["types"][type]] for name, type in node["outputs"]]
    parsed["findings"] = [
        {"line": line, "node": node, **shared["messages"][index]} for index, line, node in parsed["findings"]
    ]
    for sheet in parsed["sheets"]:
        layout = shared["layouts"][sheet["layout"]]
        labels = [shared["labels"][label] for _, label in sheet["cells"]]
        sheet["cells"] = [
            {"node": node, "kind": kind, "lines": lines, "row": row}
            for (node, _), (kind, lines), (_, row, *_) in zip(
                sheet["cells"], labels, layout["cells"], strict=True
            )
        ]
        sheet["arrows"] = [
            {"source": source, "target": target, "route": route, "values": values}
            for values, (source, target, route) in zip(sheet["arrows"], layout["arrows"], strict=True)
        ]
    return parsed


class Elements(HTMLParser):
    """The elements of a page with their attributes, as a browser finds them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("text", [LOOP, HOSTILE], ids=["loop", "hostile"])
def test_the_same_program_gives_the_same_text(kind: str, text: str) -> None:
    assert drawn(text, kind) == drawn(text, kind)


def test_a_page_has_every_node() -> None:
    found = program(drawn(LOOP, "html"))
    names = [node["name"] for node in found["nodes"]]
    assert [names.count(f"stablehlo.{op}") for op in ("while", "compare", "constant", "return")] == [
        1,
        1,
        3,
        2,
    ]
    assert [found["sheets"][number]["title"] for number in found["functions"]] == ["@main", "@step", "@other"]
    assert dict(map(tuple, found["docs"]["stablehlo.add"]["rules"]))["C1"]
    # %w and the loop's own arguments: each sheet is complete in itself
    body = next(sheet for sheet in found["sheets"] if sheet["title"] == "body")
    assert [cell["lines"] for cell in body["cells"] if cell["kind"] == "in"] == [["%w: 16xf64"]]
    for sheet in found["sheets"]:
        for arrow in sheet["arrows"]:
            rows = [sheet["cells"][arrow[end]]["row"] for end in ("source", "target")]
            assert len(arrow["route"]) == rows[1] - rows[0] + 1


FAR = "\n".join(
    [
        "func.func @main(%x: tensor<2xf32>, %w: tensor<2xf32>) -> tensor<2xf32> {",
        "  %0 = stablehlo.add %x, %w : tensor<2xf32>",
        *(f"  %{n} = stablehlo.negate %{n - 1} : tensor<2xf32>" for n in range(1, 20)),
        "  %20 = stablehlo.add %19, %w : tensor<2xf32>",
        "  return %20 : tensor<2xf32>",
        "}",
    ]
)


def test_an_argument_that_is_used_far_away_is_drawn_there_again() -> None:
    (sheet,) = program(drawn(FAR, "html"))["sheets"]
    stubs = [number for number, cell in enumerate(sheet["cells"]) if cell["kind"] == "in"]
    assert [sheet["cells"][number]["lines"] for number in stubs] == [["%w: 2xf32"]]
    (arrow,) = [arrow for arrow in sheet["arrows"] if arrow["source"] == stubs[0]]
    assert sheet["cells"][stubs[0]]["row"] == sheet["cells"][arrow["target"]]["row"] - 1


@pytest.mark.parametrize(("last", "stubs"), [("add %69, %0", [["%0: 2xf32"]]), ("negate %69", [])])
def test_an_op_that_is_used_far_away_is_drawn_there_again_but_not_for_the_end(
    last: str, stubs: list[list[str]]
) -> None:
    chance = random.Random(0)  # so that nothing repeats itself
    ops = chance.choices(("negate", "abs", "sine", "cosine", "tanh", "sqrt", "floor", "ceil", "sign"), k=70)
    lines = [f"  %{n} = stablehlo.{op} %{n - 1} : tensor<2xf32>" for n, op in enumerate(ops)]
    text = "\n".join(
        [
            "func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {",
            *lines,
            f"  %70 = stablehlo.{last} : tensor<2xf32>",
            "  return %70, %0 : tensor<2xf32>, tensor<2xf32>",
            "}",
        ]
    )
    (sheet,) = program(drawn(text.replace("%-1", "%x"), "html"))["sheets"]
    assert [cell["lines"] for cell in sheet["cells"] if cell["kind"] == "in"] == stubs


def test_several_values_of_a_node_are_one_arrow() -> None:
    text = """\
func.func @main(%x: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %0:2 = stablehlo.optimization_barrier %i, %x : tensor<4xi32>, tensor<4xf32>
  return %0#0, %0#1 : tensor<4xi32>, tensor<4xf32>
}
"""
    (sheet,) = sheets_of(graph_of(stablehlo_tools.parse(text))).values()
    assert [(len(arrow.used), arrow.bytes) for arrow in sheet.arrows] == [(1, 16), (1, 16), (2, 32)]
    (sheet,) = program(drawn(text, "html"))["sheets"]
    assert [len(arrow["values"]) for arrow in sheet["arrows"]] == [1, 1, 2]


def test_a_page_has_costs() -> None:
    nodes = program(drawn(LOOP, "html"))["nodes"]
    costs = {node["name"]: node["cost"] for node in nodes if "cost" in node}
    assert costs["stablehlo.multiply"] == [5, 0, 5 * 3 * 128]  # five rounds; two read, one written


def test_a_page_has_findings() -> None:
    broken = LOOP.replace(
        "%2 = stablehlo.multiply %y, %w : tensor<16xf64>", "%2 = stablehlo.iota dim = 3 : tensor<16xf64>"
    )
    found = program(drawn(broken, "html"))
    (finding,) = found["findings"]
    assert (finding["code"], found["nodes"][finding["node"]]["name"]) == ("iota_c1", "stablehlo.iota")
    assert found["remarks"] == ["Costs are unknown, since the program is invalid."]
    assert not any("cost" in node for node in found["nodes"])


def test_what_many_findings_say_is_in_a_page_once() -> None:
    unused = "".join(f"  %{n} = stablehlo.negate %x : tensor<4xf32>\n" for n in range(40))
    head, tail = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n", "  return %x : tensor<4xf32>\n}\n"
    page = drawn(head + unused + tail, "html")
    assert page.count("result of `stablehlo.negate` is never used") == 1
    found = [each for each in program(page)["findings"] if each["code"] == "HYG002"]
    assert [each["line"] for each in found] == list(range(2, 42))
    assert len({each["node"] for each in found}) == 40


def test_a_finding_is_at_the_innermost_node_around_it() -> None:
    text = """\
func.func @main(%x: tensor<4xf32>, %unused: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.abs %x : tensor<4xf32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.case"(%i) ({
    %b = stablehlo.sine %x : tensor<4xf32>
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  %c = stablehlo.tan %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
    found = program(drawn(text, "html"))
    at = {each["line"]: each["node"] for each in found["findings"] if each["code"] in ("HYG001", "HYG002")}
    names = {line: None if node is None else found["nodes"][node]["name"] for line, node in at.items()}
    assert names == {1: None, 2: "stablehlo.abs", 5: "stablehlo.sine", 8: "stablehlo.tan"}


@pytest.mark.parametrize("name", ["loop.mlir", "</title><script>alert(1)</script>"])
def test_a_page_holds_nothing_of_the_program_as_markup(name: str) -> None:
    text = drawn(HOSTILE, "html", name)
    elements = Elements(text).found
    assert [tag for tag, _ in elements if tag in ("script", "img", "b")] == ["script", "script"]
    assert text.count("</script>") == 2
    assert "alert(1)" in json.dumps(program(text)) or name == "loop.mlir"
    functions = [sheet["title"] for sheet in program(text)["sheets"]]
    assert functions[0] == '@"main\\22]; <!-- & ]]> </script>"'


def test_a_page_needs_no_network_and_runs_no_other_script() -> None:
    text = drawn(LOOP, "html")
    elements = Elements(text).found
    assert not [
        attributes for _, attributes in elements if attributes.keys() & {"src", "href", "srcset", "data"}
    ]
    policy = next(attributes["content"] or "" for tag, attributes in elements if attributes.get("http-equiv"))
    script = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    for unsafe in ("innerHTML", "insertAdjacentHTML", "document.write", "eval(", "fetch("):
        assert unsafe not in script


@pytest.mark.parametrize("text", [LOOP, HOSTILE], ids=["loop", "hostile"])
def test_svg_is_xml(text: str) -> None:
    root = ElementTree.fromstring(drawn(text, "svg"))
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {
        "svg", "title", "style", "defs", "marker", "g", "rect", "text", "path", "circle",
    }  # fmt: skip


def test_svg_has_every_op_and_arrow() -> None:
    root = ElementTree.fromstring(drawn(LOOP, "svg"))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for text in ("@main", "cond", "body", "while", "multiply", "compare LT", "call @step", "%w: 16xf64"):
        assert text in texts
    # main: 4, with that of %w into the loop, cond: 3, body: 7, step: 2, other: 1
    assert len(root.findall(".//{http://www.w3.org/2000/svg}path[@class='arrow']")) == 17


def test_dot_has_every_op_and_arrow() -> None:
    text = drawn(LOOP, "dot")
    assert re.findall(r"label=(\"[^\"]*\")\n", text) == ['"@main"', '"cond"', '"body"', '"@step"', '"@other"']
    assert text.count(" -> ") == 16
    assert r'label="compare LT\ni1"' in text


@pytest.mark.parametrize("text", [LOOP, HOSTILE], ids=["loop", "hostile"])
def test_dot_strings_are_closed(text: str) -> None:
    written = drawn(text, "dot")
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', "S", written)
    assert '"' not in bare
    assert bare.count("{") == bare.count("}")
    if shutil.which("dot"):
        subprocess.run(["dot", "-Tsvg"], input=written.encode(), check=True, capture_output=True)


@pytest.mark.parametrize("text", [LOOP, HOSTILE], ids=["loop", "hostile"])
def test_model_explorer_graphs_are_whole(text: str) -> None:
    collection = json.loads(drawn(text, "model-explorer"))
    assert collection["label"] == "loop.mlir"
    ids = [graph["id"] for graph in collection["graphs"]]
    assert len(set(ids)) == len(ids)
    for graph in collection["graphs"]:
        nodes = {node["id"]: node for node in graph["nodes"]}
        assert len(nodes) == len(graph["nodes"])
        for node in graph["nodes"]:
            assert set(node["subgraphIds"]) <= set(ids)
            for edge in node["incomingEdges"]:
                outputs = nodes[edge["sourceNodeId"]]["outputsMetadata"]
                assert edge["sourceNodeOutputId"] in [output["id"] for output in outputs]


def test_model_explorer_has_namespaces_and_shapes() -> None:
    main, *_ = json.loads(drawn(LOOP, "model-explorer"))["graphs"]
    nodes = {node["label"]: node for node in main["nodes"]}
    number = nodes["while"]["id"]
    assert nodes["multiply"]["namespace"] == f"while {number} body"
    assert nodes["call @step"]["subgraphIds"] == ["@step"]
    assert {"key": "tensor_shape", "value": "16xf64"} in nodes["multiply"]["outputsMetadata"][0]["attrs"]
    assert nodes["multiply"]["inputsMetadata"] == [
        {"id": "0", "attrs": [{"key": "__tensor_tag", "value": "lhs"}]},
        {"id": "1", "attrs": [{"key": "__tensor_tag", "value": "rhs"}]},
    ]


def test_model_explorer_has_sums_of_namespaces() -> None:
    main, *_ = json.loads(drawn(LOOP, "model-explorer"))["graphs"]
    number = next(node["id"] for node in main["nodes"] if node["label"] == "while")
    condition, body = f"while {number} cond", f"while {number} body"
    # six comparisons of 4 + 4 to 1 byte; five rounds of an addition of 12 bytes and a product of 384
    assert {name: group["bytes"] for name, group in main["groupNodeAttributes"].items()} == {
        "": str(6 * 9 + 5 * (12 + 384)), condition: str(6 * 9), body: str(5 * (12 + 384)),
    }  # fmt: skip
