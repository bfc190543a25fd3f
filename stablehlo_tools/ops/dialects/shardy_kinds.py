"""Shardy's ops by kind: by their effect on shardings, and their regions."""

from __future__ import annotations

import enum
from typing import Final


class Collective(enum.Enum):
    """The effect of a collective of Shardy on the sharding of its operand."""

    GATHER = "takes its axes from the end of each dimension"
    SLICE = "puts its axes at the end of each dimension"
    MOVE = "takes its axes from one dimension and puts them at the end of another"
    REDUCE = "leaves the dimensions, and ends the partial sums along its axes"
    UNREDUCE = "leaves the dimensions, and begins partial sums along its axes"
    GATHER_UNREDUCED = "takes its axes from the end of each dimension, and begins partial sums along them"
    PERMUTE = "splits each dimension into as many parts"


COLLECTIVES: Final = {
    "sdy.all_gather": Collective.GATHER,
    "sdy.all_reduce": Collective.REDUCE,
    "sdy.all_slice": Collective.SLICE,
    "sdy.all_to_all": Collective.MOVE,
    "sdy.collective_permute": Collective.PERMUTE,
    "sdy.reduce_scatter": Collective.SLICE,
    "sdy.replicated_to_unreduced": Collective.UNREDUCE,
    "sdy.sharded_to_unreduced": Collective.GATHER_UNREDUCED,
}

# Ops that only annotate shardings, and do not change values.
PLACEMENTS: Final = frozenset(
    {*COLLECTIVES, "sdy.data_flow_edge", "sdy.propagation_barrier", "sdy.sharding_group"}
)

# Ops whose regions use no values from outside, though the names of these are taken there.
ARGUMENTS_ONLY: Final = frozenset({"sdy.manual_computation", "sdy.named_computation"})
