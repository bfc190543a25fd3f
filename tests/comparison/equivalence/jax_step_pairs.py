"""Pairs of JAX programs: steps of decoding, training and solvers, and integers bit by bit."""

from __future__ import annotations

import functools
import itertools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from tests.comparison.equivalence.jax_pairs import Pair

STEP_PAIRS: list[Pair] = []
_lse = jax.nn.logsumexp


def _pair(name: str, first: Any, second: Any, *arguments: Any, **wrong: Any) -> None:
    STEP_PAIRS.append(Pair(name, first, second, arguments, equal=True))
    for fault, function in wrong.items():
        STEP_PAIRS.append(Pair(f"{name}, {fault}", first, function, arguments, equal=False))


# -- sampling --------------------------------------------------------------------------------------------


def _by_noise(x: Any, u: Any, *, sign: float = 1.0) -> Any:
    """A choice of which nothing is defined unless the numbers `u` are between 0 and 1."""
    return jnp.argmax(x - sign * jnp.log(-jnp.log(u)))


_pair(
    "sampling by noise that is given",
    _by_noise,
    lambda x, u: jnp.argmax(x + jnp.log(-1 / jnp.log(u))),
    (5,),
    (5,),
    sign=functools.partial(_by_noise, sign=-1.0),
)

# -- sums of products in logarithms ------------------------------------------------------------------------


_pair(
    "logsumexp of beginnings",
    lambda x: lax.cumlogsumexp(x),
    lambda x: jnp.log(jnp.cumsum(jnp.exp(x))),
    (4,),
    reverse=lambda x: jnp.log(jnp.cumsum(jnp.exp(x[::-1]))[::-1]),
)
_pair(
    "logsumexp of beginnings by a scan",
    lambda x: lax.cumlogsumexp(x),
    lambda x: lax.scan(lambda c, v: (jnp.logaddexp(c, v),) * 2, -jnp.inf, x)[1],
    (6,),
    beside_1=lambda x: lax.scan(lambda c, v: (jnp.logaddexp(c, v),) * 2, 0.0, x)[1],
)


def _labels_between_blanks(labels: Any) -> Any:
    return jnp.zeros(5, jnp.int32).at[1::2].set(labels)


def _ctc(logits: Any, labels: Any) -> Any:
    rows, places = jax.nn.log_softmax(logits), _labels_between_blanks(labels)
    is_repeated = jnp.concatenate([jnp.ones(2, bool), places[2:] == places[:-2]])
    state = jnp.where(jnp.arange(5) < 2, rows[0][places], -jnp.inf)
    for row in rows[1:]:
        one, two = (jnp.concatenate([jnp.full(n, -jnp.inf), state[:-n]]) for n in (1, 2))
        before = jnp.logaddexp(jnp.logaddexp(state, one), jnp.where(is_repeated, -jnp.inf, two))
        state = before + row[places]
    return -jnp.logaddexp(state[-1], state[-2])


def _ctc_of_probabilities(logits: Any, labels: Any, *, skips: bool = False) -> Any:
    rows, places = jax.nn.softmax(logits), _labels_between_blanks(labels)
    is_skipped = (jnp.arange(5) % 2 == 1) & ((places != jnp.roll(places, 2)) | skips)
    state = jnp.where(jnp.arange(5) < 2, rows[0][places], 0)
    for row in rows[1:]:
        one, two = (jnp.pad(state, (n, 0))[:-n] for n in (1, 2))
        state = (state + one + jnp.where(is_skipped, two, 0)) * row[places]
    return -jnp.log(state[-1] + state[-2])


_pair(
    "CTC",
    _ctc,
    _ctc_of_probabilities,
    (3, 4),
    [2],
    skips=functools.partial(_ctc_of_probabilities, skips=True),
)


def _crf(x: Any, moves: Any) -> Any:
    return _lse(lax.scan(lambda a, row: (_lse(a[:, None] + moves, 0) + row, None), x[0], x[1:])[0])


def _crf_of_powers(x: Any, moves: Any, *, turned: bool = False) -> Any:
    moves = jnp.exp(moves if turned else moves.T)
    return jnp.log(functools.reduce(lambda a, row: moves @ a * row, jnp.exp(x)).sum())


_pair(
    "CRF",
    _crf,
    _crf_of_powers,
    (3, 3),
    (3, 3),
    turned=functools.partial(_crf_of_powers, turned=True),
)


def _viterbi(x: Any, moves: Any) -> Any:
    return lax.scan(lambda a, row: ((a[:, None] + moves).max(0) + row, None), x[0], x[1:])[0].max()


def _best_of_all(x: Any, moves: Any, *, last: int = 2) -> Any:
    ways = np.array(list(itertools.product(range(3), repeat=3)))
    return (x[np.arange(3), ways].sum(1) + moves[ways[:, :-1], ways[:, 1:]][:, :last].sum(1)).max()


_pair("Viterbi", _viterbi, _best_of_all, (3, 3), (3, 3), last=functools.partial(_best_of_all, last=1))


def _sinkhorn(x: Any) -> Any:
    rows = columns = 0.0
    for _ in range(2):
        rows = -_lse(x + columns, 1, keepdims=True)
        columns = -_lse(x + rows, 0, keepdims=True)
    return jnp.exp(x + rows + columns)


def _normalized(x: Any, *, steps: int = 2) -> Any:
    x = jnp.exp(x)
    for _ in range(steps):
        x = x / x.sum(1, keepdims=True)
        x = x / x.sum(0, keepdims=True)
    return x


_pair("Sinkhorn", _sinkhorn, _normalized, (3, 2), fewer=functools.partial(_normalized, steps=1))
_pair(
    "sampling by noise",
    lambda u, x: jnp.argmax(x - jnp.log(-jnp.log(jax.nn.sigmoid(u)))),
    lambda u, x: jnp.argmin(jnp.log(jax.nn.softplus(-u)) - x),
    (5,),
    (5,),
    sign=lambda u, x: jnp.argmin(jnp.log(jax.nn.softplus(u)) - x),
)

# -- decoding ----------------------------------------------------------------------------------------------


_pair(
    "tokens accepted",
    lambda u, p, q: jnp.cumprod((u < p / q).astype(jnp.int32)).sum(),
    lambda u, p, q: jnp.where((u < p / q).all(), 5, jnp.argmin(u < p / q)),
    *((5,),) * 3,
    none_if_all=lambda u, p, q: jnp.argmin(u < p / q),
)
_pair(
    "tokens guessed",
    lambda x, y: jnp.cumprod((x == y).astype(jnp.int32)).sum(),
    lambda x, y: jnp.where((x == y).all(), 5, jnp.argmin(x == y)),
    [5],
    [5],
    none_if_all=lambda x, y: jnp.argmin(x == y),
)


def _has_room(gates: Any, room: int = 2) -> Any:
    return (jnp.argmax(gates, -1) == 0).sum() <= room


_more_room = functools.partial(_has_room, room=4)
STEP_PAIRS.append(Pair("room of an expert", _has_room, _more_room, ((5, 3),), equal=False))
_pair(
    "the first one above",
    lambda x: jnp.argmax(x > 0.5),
    lambda x: jnp.where((x > 0.5).any(), jnp.argmax(x > 0.5), 0),
    (6,),
    last=lambda x: jnp.where((x > 0.5).any(), jnp.argmax(x > 0.5), 6),
)


def _longest(x: Any) -> Any:
    return lax.scan(lambda count, each: (jnp.where(each > 0.25, count + 1, 0),) * 2, 0, x)[1].max()


_pair(
    "the longest run",
    _longest,
    lambda x: jnp.stack([jnp.cumprod((x > 0.25)[at:].astype(jnp.int32)).sum() for at in range(5)]).max(),
    (5,),
    not_all=lambda x: jnp.minimum(_longest(x), 4),
)
_pair(
    "a slice beyond the end",
    lambda x, i: lax.dynamic_slice(x, (i,), (3,)),
    lambda x, i: x[jnp.clip(jnp.where(i < 0, i + 8, i), 0, 5) + jnp.arange(3)],
    (8,),
    [],
    unclamped=lambda x, i: x[jnp.minimum(i + jnp.arange(3), 7)],
)
_pair(
    "rows put beyond the end",
    lambda x, u, i: lax.dynamic_update_slice(x, u, (i, 0)),
    lambda x, u, i: lax.dynamic_update_slice(x, u, (jnp.where(i < 0, i + 6, jnp.minimum(i, 4)), 0)),
    (6, 3),
    (2, 3),
    [],
    dropped=lambda x, u, i: x.at[jnp.where(i < 0, i + 6, i) + jnp.arange(2)].set(u, mode="drop"),
)


def _of_most(x: Any, *, share: float = 0.7) -> Any:
    powers = -jnp.sort(-jax.nn.softmax(x))
    count = ((jnp.cumsum(powers, -1) - powers) < share).sum(-1, keepdims=True)
    return jnp.where(jax.nn.softmax(x) >= jnp.take_along_axis(powers, count - 1, -1), x, -jnp.inf)


def _by_sums(x: Any, *, includes: bool = False) -> Any:
    powers = jax.nn.softmax(x)
    before = jnp.where(powers[:, None] > powers[:, :, None], powers[:, None], 0).sum(-1)
    return jnp.where(before + includes * powers < 0.7, x, -jnp.inf)


_pair(
    "logits of most of the probability",
    _of_most,
    _by_sums,
    (4, 6),
    included=functools.partial(_by_sums, includes=True),
    share=functools.partial(_of_most, share=0.71),
)

# -- training ----------------------------------------------------------------------------------------------


def _advantages(rewards: Any, values: Any, ends: Any, *, ends_all: bool = True) -> Any:
    def step(later: Any, row: Any) -> Any:
        reward, value, after, end = row
        made = reward + 0.99 * after * (1 - end) - value + 0.99 * 0.95 * (1 - end * ends_all) * later
        return made, made

    return lax.scan(step, 0.0, (rewards, values[:-1], values[1:], ends), reverse=True)[1]


def _returns(rewards: Any, values: Any, ends: Any) -> Any:
    made, later = [], values[-1]
    for step in reversed(range(5)):
        later = rewards[step] + 0.99 * (1 - ends[step]) * (0.05 * values[step + 1] + 0.95 * later)
        made.append(later - values[step])
    return jnp.stack(made[::-1])


_pair(
    "advantages",
    _returns,
    _advantages,
    *((5,), (6,), (5,)),
    beyond_ends=functools.partial(_advantages, ends_all=False),
)
_pair(
    "clipped ratios",
    lambda r, a: jnp.minimum(r * a, jnp.clip(r, 0.8, 1.2) * a).mean(),
    lambda r, a: jnp.where(a > 0, jnp.minimum(r, 1.2) * a, jnp.maximum(r, 0.8) * a).mean(),
    (6,),
    (6,),
    both=lambda r, a: (jnp.clip(r, 0.8, 1.2) * a).mean(),
)
_pair(
    "update unless one overflows",
    lambda w, g: jnp.where(jnp.abs(g).max() < 8, w - g, w),
    lambda w, g: jnp.where((jnp.abs(g) < 8).all(), w - g, w),
    (5,),
    (5,),
    any=lambda w, g: jnp.where((jnp.abs(g) < 8).any(), w - g, w),
)


def _of_eight_bits(x: Any) -> Any:
    scale = jnp.abs(x).max() / 127
    return jnp.round(x / scale).astype(jnp.int8).astype(jnp.float32) * scale


def _to_a_grid(x: Any, *, rounded: Any = jnp.round) -> Any:
    most = jnp.abs(x).max()
    return rounded(x * (127 / most)) * most / 127


_pair(
    "eight bits and back",
    _of_eight_bits,
    _to_a_grid,
    (7,),
    down=functools.partial(_to_a_grid, rounded=jnp.floor),
)
_pair(
    "mean of what is masked",
    lambda x: jnp.where(x > 0.5, x, 0).sum() / (x > 0.5).sum(),
    lambda x: ((x > 0.5) @ x) / (6 - (x <= 0.5).sum()),
    (6,),
    none=lambda x: jnp.where(x > 0.5, x, 0).sum() / jnp.maximum((x > 0.5).sum(), 1),
)

# -- solvers -----------------------------------------------------------------------------------------------


def _runge_kutta(y: Any, a: Any) -> Any:
    one = a @ y
    two = a @ (y + one / 8)
    three = a @ (y + two / 8)
    return y + (one + 2 * two + 2 * three + a @ (y + three / 4)) / 24


def _taylor(y: Any, a: Any, *, last: float = 24) -> Any:
    a = a / 4
    return y + a @ y + a @ a @ y / 2 + a @ a @ a @ y / 6 + a @ a @ a @ a @ y / last


_pair("Runge and Kutta", _runge_kutta, _taylor, (3,), (3, 3), last=functools.partial(_taylor, last=25))


def _determinant(a: Any) -> Any:
    made = 1.0
    for k in range(3):
        made, rest = made * a[k, k], a[k + 1 :, k + 1 :]
        a = a.at[k + 1 :, k + 1 :].set(rest - jnp.outer(a[k + 1 :, k], a[k, k + 1 :]) / a[k, k])
    return made


_pair(
    "determinant",
    _determinant,
    lambda a: jnp.cross(a[0], a[1]) @ a[2],
    (3, 3),
    order=lambda a: jnp.cross(a[1], a[0]) @ a[2],
)


def _gain(state: Any, spread: Any, seen: Any, *, noise: float = 1.0) -> Any:
    gain = spread @ spread.T / (jnp.trace(spread @ spread.T) + noise)
    rest = jnp.eye(2) - gain
    return state + gain @ (seen - state), rest @ spread @ spread.T @ rest.T + gain @ gain.T * noise


_pair("Kalman gain", _gain, _gain, *((2,), (2, 2), (2,)), noise=functools.partial(_gain, noise=1.01))

# -- bits --------------------------------------------------------------------------------------------------


def _threefry(key: Any, x: Any, *, parity: int = 0x1BD11BDA) -> Any:
    key, x = (lax.bitcast_convert_type(each, jnp.uint32) for each in (key, x))
    keys, (a, b) = [*key, key[0] ^ key[1] ^ jnp.uint32(parity)], x
    a, b = a + keys[0], b + keys[1]
    for turn in range(5):
        for bits in ((13, 15, 26, 6), (17, 29, 16, 24))[turn % 2]:
            a, b = a + b, (b << bits) | (b >> (32 - bits))
            b = a ^ b
        a, b = a + keys[(turn + 1) % 3], b + keys[(turn + 2) % 3] + jnp.uint32(turn + 1)
    return lax.bitcast_convert_type(jnp.stack([a, b]), jnp.int32)


def _threefry_of_jax(key: Any, x: Any) -> Any:
    from jax.extend.random import threefry_2x32

    key, x = (lax.bitcast_convert_type(each, jnp.uint32) for each in (key, x))
    return lax.bitcast_convert_type(threefry_2x32(key, x.ravel()).reshape(x.shape), jnp.int32)


_pair(
    "Threefry",
    _threefry_of_jax,
    _threefry,
    [2],
    [2, 4],
    parity=functools.partial(_threefry, parity=0x1BD11BDB),
)


def _leading_zeros(x: Any, *, halves: int = 5) -> Any:
    x = lax.bitcast_convert_type(x, jnp.uint32)
    for bit in range(halves):
        x = x | (x >> (1 << bit))
    return 32 - lax.population_count(x).astype(jnp.int32)


_pair("leading zeros", lax.clz, _leading_zeros, [8], half=functools.partial(_leading_zeros, halves=4))
_pair(
    "half of a sum",
    lambda x, y: (x & y) + ((x ^ y) >> 1),
    lambda x, y: (x >> 1) + (y >> 1) + (x & y & 1),
    [8],
    [8],
    overflow=lambda x, y: (x + y) >> 1,
)
_pair(
    "bits turned",
    lambda x: (x << 13) | lax.shift_right_logical(x, 19),
    lambda x: (x << 13) + lax.shift_right_logical(x, 19),
    [4],
    sign=lambda x: (x << 13) | (x >> 19),
)
_pair(
    "a sum of eight bits",
    lambda x: x.astype(jnp.int8).sum(dtype=jnp.int8),
    lambda x: x.sum().astype(jnp.int8),
    [8],
    saturated=lambda x: jnp.clip(x.astype(jnp.int8).astype(jnp.int32).sum(), -128, 127).astype(jnp.int8),
)


def _dated(days: Any, *, leap: int = 1460) -> Any:
    """Years, months and days, of days since 1970."""
    days = days % 100000 + 719468
    era, day = days // 146097, days % 146097
    year = (day - day // leap + day // 36524 - day // 146096) // 365
    of_year = day - (365 * year + year // 4 - year // 100)
    month = (5 * of_year + 2) // 153
    return year + era * 400 + (month > 9), month, of_year - (153 * month + 2) // 5 + 1


def _dated_by_remainders(days: Any) -> Any:
    years, months, of_month = _dated(days)
    return years + months // 10 - (months > 9), months % 12, of_month


_pair("days since 1970", _dated, _dated_by_remainders, [6], one_day=functools.partial(_dated, leap=1461))


def _table(*, wrong: int = 0) -> Any:
    entries = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        entries = (entries >> 1) ^ np.where(entries & 1, np.uint32(0xEDB88320), np.uint32(0))
    entries[200] ^= np.uint32(wrong)
    return entries


def _checked(x: Any) -> Any:
    def shifted(_: Any, check: Any) -> Any:
        return jnp.where(check & 1, (check >> 1) ^ jnp.uint32(0xEDB88320), check >> 1)

    check = jnp.uint32(0xFFFFFFFF)
    for each in lax.bitcast_convert_type(x, jnp.uint32) & 255:
        check = lax.fori_loop(0, 8, shifted, check ^ each)
    return ~check


def _checked_by_table(x: Any, *, wrong: int = 0) -> Any:
    check = jnp.uint32(0xFFFFFFFF)
    for each in lax.bitcast_convert_type(x, jnp.uint32) & 255:
        check = jnp.asarray(_table(wrong=wrong))[(check ^ each) & 255] ^ (check >> 8)
    return ~check


_pair("sums of checks", _checked, _checked_by_table, [3], entry=functools.partial(_checked_by_table, wrong=1))


def _of_table(x: Any, i: Any, *, wrong: int = 0) -> Any:
    table = np.arange(200, dtype=np.float32) ** 2
    table[123] += wrong
    return x * jnp.asarray(table)[i % 200]


_pair(
    "a table",
    lambda x, i: x * (i % 200) ** 2,
    _of_table,
    (2,),
    [2],
    entry=functools.partial(_of_table, wrong=9),
)


def _divisor(a: Any, b: Any) -> Any:
    return lax.while_loop(lambda each: each[1] != 0, lambda each: (each[1], each[0] % each[1]), (a, b))[0]


def _divisor_in_steps(a: Any, b: Any, *, steps: int) -> Any:
    for _ in range(steps):
        a, b = jnp.where(b == 0, a, b), jnp.where(b == 0, 0, a % jnp.maximum(b, 1))
    return a


_pair(
    "greatest common divisors",
    lambda a, b: _divisor(a % 1000, b % 1000),
    lambda a, b: _divisor_in_steps(a % 1000, b % 1000, steps=20),
    [],
    [],
    four_steps=lambda a, b: _divisor_in_steps(a % 1000, b % 1000, steps=4),
)

# -- linear algebra ----------------------------------------------------------------------------------------


def _solved(a: Any, b: Any, *, lower: bool = True) -> Any:
    return lax.linalg.triangular_solve(a, b, left_side=True, lower=lower)


def _substituted(a: Any, b: Any) -> Any:
    rows: list[Any] = []
    for i in range(3):
        rows.append((b[i] - sum(a[i, j] * rows[j] for j in range(i))) / a[i, i])
    return jnp.stack(rows)


_pair(
    "a triangular system",
    _solved,
    _substituted,
    (3, 3),
    (3, 2),
    upper=functools.partial(_solved, lower=False),
)


def _of_squares(a: Any) -> Any:
    return a @ a.T + jnp.eye(2)


def _log_determinant(a: Any, *, factor: float = 2.0) -> Any:
    return factor * jnp.log(jnp.diagonal(jnp.linalg.cholesky(_of_squares(a)))).sum()


def _log_of_determinant(a: Any) -> Any:
    m = _of_squares(a)
    return jnp.log(m[0, 0] * m[1, 1] - m[0, 1] ** 2)


_pair(
    "log of a determinant",
    _log_determinant,
    _log_of_determinant,
    (2, 2),
    half=functools.partial(_log_determinant, factor=1.0),
)


def _factor(a: Any) -> Any:
    return jnp.linalg.cholesky(jnp.tril(a) @ jnp.tril(a).T)


def _signed(a: Any) -> Any:
    return jnp.tril(a) * jnp.sign(jnp.diagonal(a))


# Next to a diagonal element of 0, rounding decides whether there is a factor.
_pair("a factor of a product", _factor, _signed, (3, 3), signs=jnp.tril)


def _cramer(a: Any, b: Any) -> Any:
    rows = (b[0] * a[1, 1] - a[0, 1] * b[1], a[0, 0] * b[1] - a[1, 0] * b[0])
    return jnp.stack(rows) / (a[0, 0] * a[1, 1] - a[0, 1] * a[1, 0])


_pair("Cramer's rule", jnp.linalg.solve, _cramer, (2, 2), (2,))

# -- transposed convolutions -------------------------------------------------------------------------------


def _transposed(x: Any, kernel: Any, *, stride: int, padding: str) -> Any:
    names = ("NWC", "WIO", "NWC")
    return lax.conv_transpose(x, kernel, (stride,), padding, dimension_numbers=names, transpose_kernel=True)


def _scattered(x: Any, kernel: Any, *, stride: int, before: int, after: int, mirrored: bool = False) -> Any:
    """Each input adds a kernel to the output, of which the ends are cut."""
    size, count = len(kernel), x.shape[1]
    made = jnp.zeros((len(x), (count - 1) * stride + size, kernel.shape[1]))
    for place in range(size):
        taken = kernel[size - 1 - place if mirrored else place]
        made = made.at[:, place : place + (count - 1) * stride + 1 : stride].add(x @ taken.T)
    return made[:, before : made.shape[1] - after]


for _stride, _padding, _before, _after in ((1, "SAME", 1, 1), (2, "SAME", 0, 1), (3, "VALID", 0, 0)):
    _by_hand = functools.partial(_scattered, stride=_stride, before=_before, after=_after)
    _pair(
        f"transposed convolution, {_padding} by {_stride}",
        functools.partial(_transposed, stride=_stride, padding=_padding),
        _by_hand,
        (2, 5, 3),
        (3, 2, 3),
        mirrored=functools.partial(_by_hand, mirrored=True),
    )

# -- whole numbers that floats become ----------------------------------------------------------------------

_SQUARES = np.arange(64, dtype=np.float32) ** 2


def _of_place(x: Any) -> Any:
    return jnp.asarray(_SQUARES)[jnp.clip(x * 8 + 32, 0, 63).astype(jnp.int32)]


def _of_place_by_product(x: Any, *, squares: Any = _SQUARES) -> Any:
    return jax.nn.one_hot(jnp.clip(jnp.floor(x * 8), -32, 31).astype(jnp.int32) + 32, 64) @ squares


_pair(
    "table of rounded numbers",
    _of_place,
    _of_place_by_product,
    (3,),
    entry=functools.partial(_of_place_by_product, squares=np.where(_SQUARES == 53**2, 0, _SQUARES)),
)


def _switched(x: Any, *, fifth: float = 5.0) -> Any:
    branches = [functools.partial(lax.mul, jnp.float32(each)) for each in (0, 1, 2, 3, 4, fifth, 6)]
    return lax.switch(jnp.clip(x, 0, 6).astype(jnp.int32), branches, x)


_pair(
    "branch of a rounded number",
    _switched,
    lambda x: x * jnp.clip(x, 0, 6).astype(jnp.int32),
    (),
    fifth=functools.partial(_switched, fifth=4.0),
)
_pair(
    "number that is never 17",
    lambda x: x,
    lambda x: x * 1,
    (2,),
    rounded=lambda x: jnp.where(x // 1 == 17, 0, x),
)


def _spline(x: Any, c: Any) -> Any:
    place = jnp.clip(x, 0.0, 2.999)
    at = jnp.floor(place).astype(jnp.int32)
    u = place - at
    halves = (1 - u) ** 3, 3 * u**3 - 6 * u**2 + 4, -3 * u**3 + 3 * u**2 + 3 * u + 1, u**3
    return sum(c[at + step] * half / 6 for step, half in enumerate(halves))


def _spline_by_distances(x: Any, c: Any, *, height: float = 4 / 6) -> Any:
    d = jnp.abs(jnp.clip(x, 0.0, 2.999)[:, None] - (jnp.arange(6) - 1))
    return jnp.where(d < 1, height - d * d + d**3 / 2, jnp.where(d < 2, (2 - d) ** 3 / 6, 0)) @ c


_pair(
    "a spline",
    _spline,
    _spline_by_distances,
    (6,),
    (6,),
    height=functools.partial(_spline_by_distances, height=0.66667),
)

# -- powers that are too small for f64 ---------------------------------------------------------------------

_pair(
    "root of a softmax",
    lambda x: jnp.sqrt(jax.nn.softmax(x)),
    lambda x: jnp.exp(x / 2) / jnp.sqrt(jnp.exp(x).sum()),
    (4,),
    of_roots=lambda x: jnp.exp(x / 2) / jnp.exp(x / 2).sum(),
)
