"""The error function, its complement and its inverse.

f32: the rational approximations that XLA uses, so that results agree to the last digits. f64: W. J. Cody
by way of Cephes. Inverse: M. Giles, "Approximating the erfinv function".
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from stablehlo_tools.ops.declare import Array
