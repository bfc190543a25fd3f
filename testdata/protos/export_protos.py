"""Write the protocol buffers of this folder: HLO modules and snapshots as jaxlib 0.10.2 writes them.

    python testdata/protos/export_protos.py

Of each NAME.hlo, here and in ../hlo, there is NAME.pb, and NAME.txt: what XLA prints of the module that it
makes of NAME.pb. `inputs.pb` and `sized.pb` are what XLA dumps of a run: `--xla_dump_hlo_as_proto` puts the
arguments behind the message.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from jaxlib import _hlo

HERE = Path(__file__).resolve().parent
RUN = """
import jax, ml_dtypes, numpy as np

def run(flags, count, narrow, half, matrix):
    return ~flags, count + 1, narrow, half * half, matrix @ matrix.T

jax.jit(run)(
    np.array([True, False, True, True, False, True, True, True, False, True, True]), np.int32(41),
    np.array([1, -2, 3], ml_dtypes.int4), np.array([1.5, -2.5], ml_dtypes.bfloat16),
    np.arange(6, dtype=np.float32).reshape(2, 3),
)
"""


def write_module(source: Path) -> None:
    """Write the module of a text, and what XLA prints of it."""
    options = _hlo.HloPrintOptions()
    options.print_large_constants = True
    proto = _hlo.hlo_module_from_text(source.read_text(encoding="utf-8")).as_serialized_hlo_module_proto()
    text = _hlo.XlaComputation(proto).get_hlo_module().to_string(options)
    (HERE / f"{source.stem}.pb").write_bytes(proto)
    (HERE / f"{source.stem}.txt").write_text(text.rstrip("\n") + "\n", encoding="utf-8")


def write_snapshot(name: str, *flags: str) -> None:
    """Write what XLA dumps of a run."""
    with tempfile.TemporaryDirectory() as folder:
        flags = ("--xla_dump_hlo_unoptimized_snapshots", f"--xla_dump_to={folder}", *flags)
        environment = {**os.environ, "XLA_FLAGS": " ".join(flags), "JAX_PLATFORMS": "cpu"}
        subprocess.run([sys.executable, "-c", RUN], check=True, env=environment)
        (dumped,) = Path(folder).glob("*jit_run*.hlo_unoptimized_snapshot.pb")
        shutil.copyfile(dumped, HERE / name)


def main() -> None:
    """Write them all."""
    for source in sorted([*HERE.glob("*.hlo"), *HERE.parent.joinpath("hlo").glob("*.hlo")]):
        write_module(source)
    write_snapshot("inputs.pb")
    write_snapshot("sized.pb", "--xla_dump_hlo_as_proto")


if __name__ == "__main__":
    main()
