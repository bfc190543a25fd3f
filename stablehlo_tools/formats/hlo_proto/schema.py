"""The messages of xla/service/hlo.proto and xla/xla_data.proto, as far as they are read (`hlo.schema`).

Fields outside the schema are skipped. Enums are numbers: the word that HLO text has for each is below.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources
from typing import Final

from stablehlo_tools.formats.wire.protobuf import Message, schemas
from stablehlo_tools.hlo.fields import Words

_FOLDER: Final = resources.files("stablehlo_tools.formats.hlo_proto")
SCHEMAS: Final = schemas(_FOLDER.joinpath("hlo.schema").read_text(encoding="utf-8"))


# -- enums ------------------------------------------------------------------------------------------

# Element types, as `hlo.shape` names them, and shapes other than arrays.
TUPLE, OPAQUE, TOKEN, BUFFER = 13, 14, 17, 34
ELEMENT_TYPES: Final[Mapping[int, str]] = {
    1: "pred", 2: "s8", 3: "s16", 4: "s32", 5: "s64", 6: "u8", 7: "u16", 8: "u32", 9: "u64", 10: "f16",
    11: "f32", 12: "f64", 15: "c64", 16: "bf16", 18: "c128", 19: "f8e5m2", 20: "f8e4m3fn", 21: "s4", 22: "u4",
    23: "f8e4m3b11fnuz", 24: "f8e5m2fnuz", 25: "f8e4m3fnuz", 26: "s2", 27: "u2", 28: "f8e4m3", 29: "f8e3m4",
    30: "s1", 31: "u1", 32: "f4e2m1fn", 33: "f8e8m0fnu", 35: "f6e3m2fn", 36: "f6e2m3fn",
}  # fmt: skip

ALIAS_KIND: Final = Words("alias kind", ("", "may-alias", "must-alias"))
RESULT_ACCURACY: Final = Words("result accuracy", ("default", "highest"))
SHARD_GROUP: Final = Words("shard group", ("shard_as", "shard_like"))
SHARDING_TYPE: Final = Words(
    "sharding type", ("replicated", "maximal", "tuple", "other", "manual", "unknown", "unreduced")
)

_NO_PART_OF_A_NAME: Final = re.compile(r"[^\w.-]")


def legal_name(message: Message, field: str) -> str:
    """The name with `_` in place of characters that names in HLO text cannot have, as XLA does."""
    return _NO_PART_OF_A_NAME.sub("_", message.string(field))


def word(message: Message, words: Words, number: int) -> str:
    """The name of a number in a message. Raises UnsupportedProtobuf for an unknown number."""
    if not 0 <= number < len(words.numbered):
        raise message.unsupported(f"unknown {words.name} {number}")
    return words.numbered[number]
