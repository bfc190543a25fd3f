"""The enums of HLO's protocol buffers: the word that HLO text has for each number."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from stablehlo_tools.formats.wire.protobuf import Message

# Element types, as `hlo.shape` names them; and shapes that are no arrays.
TUPLE, OPAQUE, TOKEN, BUFFER = 13, 14, 17, 34
ELEMENT_TYPES: Final[Mapping[int, str]] = {
    1: "pred", 2: "s8", 3: "s16", 4: "s32", 5: "s64", 6: "u8", 7: "u16", 8: "u32", 9: "u64", 10: "f16",
    11: "f32", 12: "f64", 15: "c64", 16: "bf16", 18: "c128", 19: "f8e5m2", 20: "f8e4m3fn", 21: "s4", 22: "u4",
    23: "f8e4m3b11fnuz", 24: "f8e5m2fnuz", 25: "f8e4m3fnuz", 26: "s2", 27: "u2", 28: "f8e4m3", 29: "f8e3m4",
    30: "s1", 31: "u1", 32: "f4e2m1fn", 33: "f8e8m0fnu", 35: "f6e3m2fn", 36: "f6e2m3fn",
}  # fmt: skip

WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "alias kind": ("", "may-alias", "must-alias"),
    "api version": (
        "API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING",
        "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI",
    ),
    "convolution kind": ("unset", "fprop", "dgrad", "wgrad"),
    "distribution": ("rng_invalid", "rng_uniform", "rng_normal"),
    "dot algorithm": (
        "unset", "dot_any_f8_any_f8_f32", "dot_any_f8_any_f8_f32_fast_accum", "dot_f16_f16_f16",
        "dot_f16_f16_f32", "dot_bf16_bf16_bf16", "dot_bf16_bf16_f32", "dot_bf16_bf16_f32_x3",
        "dot_bf16_bf16_f32_x6", "dot_tf32_tf32_f32", "dot_tf32_tf32_f32_x3", "dot_f32_f32_f32",
        "dot_f64_f64_f64", "dot_bf16_bf16_f32_x9",
    ),
    "FFT type": ("FFT", "IFFT", "RFFT", "IRFFT"),
    "padding type": ("PADDING_INVALID", "PADDING_VALID", "PADDING_SAME"),
    "precision": ("default", "high", "highest", "packed_nibble"),
    "random algorithm": ("rng_default", "rng_three_fry", "rng_philox"),
    "result accuracy": ("default", "highest"),
    "schedule": ("SCHEDULE_NONE", "SCHEDULE_LATEST", "SCHEDULE_EARLIEST"),
    "shard group": ("shard_as", "shard_like"),
    "sharding type": ("replicated", "maximal", "tuple", "other", "manual", "unknown", "unreduced"),
    "transposition": ("TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"),
    "tri-state": ("", "true", "false"),
}  # fmt: skip


_NO_PART_OF_A_NAME: Final = re.compile(r"[^\w.-]")


def legal_name(message: Message, field: str) -> str:
    """A name, in which `_` stands for what no name of HLO text has, as when XLA reads it."""
    return _NO_PART_OF_A_NAME.sub("_", message.string(field))


def word(message: Message, kind: str, number: int) -> str:
    """The word for a number that is in a message. Raises UnsupportedProtobuf for one that is not known."""
    words = WORDS[kind]
    if not 0 <= number < len(words):
        raise message.unsupported(f"{kind} {number} is not known")
    return words[number]
