"""Detection of changes of a tree: its parts, compared by identity."""

from __future__ import annotations

import operator

from stablehlo_tools.ir.operations import Module, Operation


class ModuleState:
    """The parts of a module at one time.

    Trees are changed in place: lists of operations and operands, attributes, types. The objects in them are
    never changed (`Operation.attributes`), so that a module has not changed if it refers to the same objects
    in the same order.
    """

    __slots__ = ("_objects", "_sizes")

    def __init__(self, module: Module) -> None:
        objects: list[object] = [module.resources, module.location_aliases]
        sizes: list[int] = []
        pending: list[Operation] = [module]
        while pending:
            operation = pending.pop()
            operands, results = operation.operands, operation.results
            objects += (operation, operation.name, operation.attributes, operation.properties, *operands)
            for value in results:
                objects += (value, value.type)
            sizes += (len(operands), len(results))
            for block, values in operation.successors:
                objects += (block, *values)
                sizes.append(len(values))
            for region in operation.regions:
                for block in region.blocks:
                    for value in block.arguments:
                        objects += (value, value.type, value.name, value.location)
                    pending += block.operations
                    sizes += (len(block.arguments), len(block.operations))
                sizes.append(len(region.blocks))
        self._objects = objects  # held, so that no other object can take their identity
        self._sizes = sizes

    def is_of(self, module: Module) -> bool:
        """Whether the module is still the same."""
        now = ModuleState(module)
        return self._sizes == now._sizes and all(map(operator.is_, self._objects, now._objects))
