"""The messages of xla/service/hlo.proto and xla/xla_data.proto, as far as they are read (`hlo.schema`).

Fields outside the schema are skipped. Enums are numbers; `words` has their names.
"""

from __future__ import annotations

from importlib import resources
from typing import Final

from stablehlo_tools.formats.wire.protobuf import schemas

_FOLDER: Final = resources.files("stablehlo_tools.formats.hlo_proto")
SCHEMAS: Final = schemas(_FOLDER.joinpath("hlo.schema").read_text(encoding="utf-8"))
