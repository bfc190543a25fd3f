"""An engine with a defect: `python -m tests.targets.conformance.spoilt DEFECT MODULE INPUTS OUTPUTS`.

It is right but for `stablehlo.reverse` of i32: there it is `wrong`, it has a `crash`, or it `hangs`.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import stablehlo_tools


def main(defect: str, module: str, inputs: str, outputs: str) -> None:
    """Execute a program, with the defect if it has the operation."""
    program = stablehlo_tools.parse(Path(module))
    has_it = any(
        operation.name == "stablehlo.reverse" and "i32>" in str(operation.results[0].type)
        for operation in program.walk()
    )
    if has_it and defect == "crash":
        os.abort()
    if has_it and defect == "hang":
        time.sleep(1000)
    with np.load(inputs) as arrays:
        results = stablehlo_tools.run(program, [arrays[f"arg{index}"] for index in range(len(arrays.files))])
    if defect == "wrong":
        results = [each + (each.dtype == np.int32) for each in results]
    named: dict[str, Any] = {f"out{index}": each for index, each in enumerate(results)}
    np.savez(outputs, **named)


if __name__ == "__main__":
    main(*sys.argv[1:])
