"""The numbers of constraints in an older revision of the specification: the last before StableHLO 1.0.

A row has the numbers today of (C1), (C2) ... of an op, a type or a constant: `-` for a constraint that is not
there any more, `11+12` for a number that the older revision gave twice. `testdata/spec/read_older.py` made it
from both documents.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

OLDER_REVISION: Final = "the revision before StableHLO 1.0"

_ROWS = """
abs 1 2
add 1
all_gather 1 2 3 4 5 6
all_reduce 1 2 3 4 5 6 7
all_to_all 1 2 3 4 5 6 7 8 9
and 1
atan2 1
batch_norm_grad 1 2 3 4 5
batch_norm_inference 1 2 3 4 5 6 7
batch_norm_training 1 2 3 4 5 6 7
bitcast_convert 1 2
broadcast_in_dim 1 2 3 4 5 6
case 1 2 3 4
cbrt 1
ceil 1
cholesky 1 2 3
clamp 1 2 3 4
collective_broadcast 1 2 3
collective_permute 1 2 3 4 5
compare 1 2 3
complex 1 2 3
complex_constant 1 2
concatenate 1 2 3 4 5 6
constant 1
convert 1
convolution 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 31 32 33 29 30
cosine 1
count_leading_zeros 1
divide 1
dot_general 1 2 3 4 5 6 7 8 9 10 11 12 13 14 17 18 15
dynamic_slice 1 2 3 4 5
dynamic_update_slice 1 2 3 4 5 6
exponential 1
exponential_minus_one 1
fft 1 2 3 4 5
float_constant 1 2
floor 1
gather 1 2 3 4 5 6 8 9 18 19 20 21 22 23
get_dimension_size 1
get_tuple_element 1 2
if 1 2 3
imag 1 2
infeed 1 2 3
integer_constant 1
iota 1
is_finite 1
log 1
log_plus_one 1
logistic 1
map 1 2 3 4
maximum 1
minimum 1
multiply 1
negate 1
not 1
optimization_barrier 1
or 1
pad 1 2 3 4
popcnt 1
power 1
quantized - 1 2 3 4 5 6 7 8 9 10 11+12 13
quantized_tensor_constant 1 2
real 1 2
recv 5 6 7 8
reduce 1 2 3 4 5 6 7 8
reduce_precision 1 2 3
reduce_scatter 1 2 3 4 5 6 7 8 9
reduce_window 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
remainder 1
reshape 1 2 3
reverse 1 2 3
rng 1 2 3
rng_bit_generator 1 2
round_nearest_afz 1
round_nearest_even 1
rsqrt 1
scatter 1 2 3 4 5 6 7 8 9 11 19 20 21 22 23 24 25
select 1 2
select_and_scatter 1 2 3 4 5 6 7 8 9 10 11 12
send 5
shift_left 1
shift_right_arithmetic 1
shift_right_logical 1
sign 1
sine 1
slice 1 2 3 4 5
sort 1 2 3 4 5
sqrt 1
subtract 1
tanh 1
tensor_constant 1 2
transpose 1 2 3 4
triangular_solve 1 2 3 4
tuple 1
uniform_dequantize 1 2
uniform_quantize 1 2
while 1 2 3
xor 1
"""


def _by_older_code() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for row in _ROWS.split("\n")[1:-1]:
        name, *numbers = row.split()
        for older, today in enumerate(numbers, start=1):
            codes = (f"{name}_c{number}" for number in today.split("+"))
            found[f"{name}_c{older}"] = () if today == "-" else tuple(codes)
    return found


# The codes today of each code of the older revision; none if the constraint is not there any more.
TODAY: Final[Mapping[str, tuple[str, ...]]] = _by_older_code()
# Whether the older revision has constraints of this op, type or constant.
COVERED: Final = frozenset(code.rpartition("_")[0] for code in TODAY)
# The number, `C8`, that the older revision gives to a constraint of today, by its code.
OLDER_ID: Final[Mapping[str, str]] = {
    today: older.rpartition("_")[2].upper() for older, codes in TODAY.items() for today in codes
}
