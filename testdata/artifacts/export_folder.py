"""Writes the folder `linear`, a layer as torch_xla 2.9 exports it: `python export_folder.py`."""

from __future__ import annotations

import shutil
from pathlib import Path

import torch
from torch_xla.stablehlo import save_as_stablehlo

FOLDER = Path(__file__).parent / "linear"


def main() -> None:
    """Write the folder anew."""
    layer = torch.nn.Linear(3, 2)
    with torch.no_grad():
        layer.weight.copy_(torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))
        layer.bias.copy_(torch.tensor([10.0, 20.0]))
    shutil.rmtree(FOLDER, ignore_errors=True)
    save_as_stablehlo(torch.export.export(layer, (torch.ones(1, 3),)), FOLDER)


if __name__ == "__main__":
    main()
