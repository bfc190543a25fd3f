"""XlaBuilder: every operation of XLA's "Operation semantics", which builds StableHLO.

    from stablehlo_tools.hlo.builder import Add, Parameter, XlaBuilder

    builder = XlaBuilder("sum")
    x = Parameter(builder, 0, "f32[2,3]")
    y = Parameter(builder, 1, "f32[3]")
    computation = builder.build(Add(x, y, broadcast_dimensions=[1]))
    stablehlo_tools.run(computation.module, [array, vector])

The operations have the names and the arguments of the document. Each is verified when it is added: an
invalid argument raises `XlaBuilderError`, which names the rule and the values.
"""

from __future__ import annotations

from stablehlo_tools.hlo.builder.algebra import *  # noqa: F403
from stablehlo_tools.hlo.builder.algebra import default_convolution_dimension_numbers
from stablehlo_tools.hlo.builder.arrays import *  # noqa: F403
from stablehlo_tools.hlo.builder.collectives import *  # noqa: F403
from stablehlo_tools.hlo.builder.control import *  # noqa: F403
from stablehlo_tools.hlo.builder.core import *  # noqa: F403
from stablehlo_tools.hlo.builder.elementwise import *  # noqa: F403
from stablehlo_tools.hlo.builder.reductions import *  # noqa: F403

# The operations and classes that these modules define, and not what they import.
__all__ = [  # noqa: PLE0604 - strings, all of them
    "default_convolution_dimension_numbers",
    *(
        name
        for name, value in sorted(globals().items())
        if name[0].isupper() and getattr(value, "__module__", "").startswith(f"{__name__}.")
    ),
]
