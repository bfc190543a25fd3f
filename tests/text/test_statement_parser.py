"""One statement as a template, and what is said of one that does not parse."""

import pytest

from stablehlo_tools.ir.attributes import Integer, Symbol
from stablehlo_tools.ir.types import ELEMENT_TYPES, I32, tensor_type
from stablehlo_tools.text.statement.statement_parser import parse_label, parse_statement, parse_tree
from stablehlo_tools.text.statement.template import Aliases, Definition, StatementError, Template


def template_of(text: str) -> Template:
    """The template of a statement."""
    template = parse_statement(text, Aliases())
    assert isinstance(template, Template)
    return template


def error_of(text: str) -> StatementError:
    """What is wrong with a statement."""
    with pytest.raises(StatementError) as caught:
        parse_statement(text, Aliases())
    return caught.value


def test_names_are_counted_in_the_order_of_the_text() -> None:
    template = template_of('%a, %b:2 = "a.b"(%c, %d) : (i32, f32) -> (i1, i1, i1) loc(#loc3)')
    assert template.results == ((0, 1), (1, 2))
    assert template.operands == (2, 3)
    assert template.location_placeholder == 4
    assert template.operand_types == (I32, ELEMENT_TYPES["f32"])


def test_pretty_and_generic_are_one_template() -> None:
    pretty = template_of("%0 = stablehlo.iota dim = 1 : tensor<2x3xi32>")
    generic = template_of('%0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>')
    assert pretty.attributes == generic.attributes == {"iota_dimension": Integer(1, ELEMENT_TYPES["i64"])}
    assert pretty.result_types == generic.result_types == (tensor_type((2, 3), "i32"),)
    assert pretty.name == generic.name


def test_attributes_behind_a_call() -> None:
    template = template_of("call @f(%x) {a} : (i32) -> ()")
    assert (template.name, template.attributes["callee"]) == ("func.call", Symbol(("f",)))


def test_a_statement_that_uses_an_alias_is_not_shared() -> None:
    assert template_of('"a.b"() : () -> ()').is_shared
    aliases = Aliases(budget=1000)
    definition = parse_statement("!t = tensor<4xi32>", aliases)
    assert isinstance(definition, Definition)
    aliases.types["t"] = definition.value  # type: ignore[assignment]
    template = parse_statement('%0 = "a.b"() : () -> !t', aliases)
    assert isinstance(template, Template)
    assert template.result_types == (tensor_type((4,), "i32"),)
    assert not template.is_shared


def test_labels() -> None:
    label = parse_label("^bb1(%a: i32, %b: tensor<4xi32>):", Aliases())
    assert (label.name, label.arguments.placeholders) == ("^bb1", (0, 1))
    assert label.arguments.types == (I32, tensor_type((4,), "i32"))


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ('"a.b"() : () -> (i32', "", "unexpected end of operation"),
        ('"a.b"(%x : (i32) -> ()', ":", "unexpected"),
        ('%0 = "a.b"() : () -> tensr<4xi32>', "tensr", "unexpected `tensr`"),
        ("%0 = stablehlo.ad %x : i32", "stablehlo.ad", "cannot find op `ad` in dialect `stablehlo`"),
        ('%0 = "a.b"() : () -> !nothing', "!nothing", "use of undefined alias `!nothing`"),
        ("%0 = stablehlo.iota dim = x : tensor<2xi32>", "x", "unexpected"),
        ('"a.b"() {a = 1 : i32, a = 2 : i32} : () -> ()', "a = 2", "duplicate key `a`"),
        ('"a.b"() {a = ' + "[" * 200 + "]" * 200 + "} : () -> ()", "[", "nested more than"),
    ],
)
def test_errors_say_what_is_wrong_and_where(text: str, at: str, message: str) -> None:
    error = error_of(text)
    assert message in error.message
    assert text[error.start :].startswith(at)
    assert error.start < error.end


def test_a_tree_has_positions() -> None:
    text = "%0 = stablehlo.add %x, %y : tensor<4xi32>"
    tree = parse_tree(text, "statement")
    assert text[tree.start_pos : tree.end_pos] == text
    assert text[tree.children[1].start_pos :] == text[5:]
