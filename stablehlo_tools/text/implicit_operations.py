"""Operations without text of their own: implicit terminators and the reducer of `applies`."""

from __future__ import annotations

from stablehlo_tools.ir.operations import UNREADABLE, Block, Operation, Region, Value
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.text.formats import FORMATS
from stablehlo_tools.text.scopes import RegionScope
from stablehlo_tools.text.template import Template


def add_implicit_terminator(scope: RegionScope) -> None:
    """Add the implicit terminator of an op of another dialect if the text has none."""
    holder = scope.region.operation
    format = FORMATS.get(holder.name)
    if format is None or not format.terminator:
        return
    block = scope.block or scope.begin_block()
    name = format.terminator
    terminators = (name, "scf.condition", UNREADABLE.text)
    if not block.operations or block.operations[-1].name not in terminators:
        end = Operation(name, [], {}, location=holder.location)
        end.template = Template(name, is_implicit=True)
        end.block = block
        end.source, end.start, end.end = holder.source, holder.start, holder.end
        block.operations.append(end)


def implicit_reducer(operation: Operation, template: Template) -> Region:
    """The region of `applies stablehlo.add`: one op on the two arguments, whose result is returned."""
    region = Region(operation)
    block = Block(region)
    region.blocks.append(block)
    if template.applied is None:
        template.applied = _scalar_template(template.applies, template.operand_types[0])
    scalar = template.applied
    (type,) = scalar.result_types
    block.arguments = [Value(type, "%arg0", block, 0), Value(type, "%arg1", block, 1)]
    for argument in block.arguments:
        argument.location = operation.location
    applied = Operation(scalar.name, list(block.arguments), {}, location=operation.location)
    applied.template = scalar
    applied.results = [Value(type, "%0", applied, 0)]
    returned = Operation("stablehlo.return", list(applied.results), {}, location=operation.location)
    for inner in (applied, returned):
        inner.block = block
        inner.source, inner.start, inner.end = operation.source, operation.start, operation.end
    block.operations = [applied, returned]
    return region


def _scalar_template(name: str, reduced: Type) -> Template:
    """The template of op `name` on two elements of the reduced tensor."""
    type = TensorType((), reduced.element_type) if isinstance(reduced, TensorType) else reduced
    return Template(name, operand_types=(type, type), result_types=(type,), is_implicit=True)
