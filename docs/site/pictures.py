"""Draws the pictures of the documentation anew: `python docs/site/pictures.py [terminal|page]`.

`docs/pictures/terminal.svg` is a session in a terminal, which rich draws; `page.png` is the page of `shlo
show`, in Chromium.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
COLUMNS = 128
SESSION = (
    "shlo verify testdata/diagnostics/shapes.mlir",
    "shlo lint testdata/lint/example.mlir --format concise",
    "shlo compare testdata/compare/model.mlir --against testdata/compare/recorded.npz --random uniform:-1,1",
)
MODEL = "testdata/models/attention.debug.mlir"


def main() -> None:
    """Draw what is asked for, or all."""
    wanted = sys.argv[1:] or ["terminal", "page"]
    PICTURES.mkdir(exist_ok=True)
    if "terminal" in wanted:
        (PICTURES / "terminal.svg").write_text(terminal(), encoding="utf-8")
    if "page" in wanted:
        page(PICTURES / "page.png")


def shlo(command: str) -> str:
    """What a command prints in a terminal with colours."""
    environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(COLUMNS)}
    done = subprocess.run(
        [sys.executable, "-m", "stablehlo_tools", *command.split()[1:]],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


def terminal() -> str:
    """A session as an SVG, which asks no other host for a font."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    for command in SESSION:
        console.print(Text(f"$ {command}", style="bold"), soft_wrap=True)
        console.print(Text.from_ansi(shlo(command)), soft_wrap=False)
    drawn = console.export_svg(title="shlo", unique_id="shlo")
    return re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL).replace("Fira Code, ", "")


def page(file: Path) -> None:
    """The page of a program."""
    sys.path.insert(0, str(ROOT))
    from tests.drawing.browser import browser

    with tempfile.TemporaryDirectory() as folder, browser(Path(folder)) as chromium:
        drawn = Path(folder) / "model.html"
        shlo(f"shlo show {MODEL} -o {drawn}")
        chromium.resize(1300, 800)
        chromium.open(drawn)
        chromium.screenshot(file)


if __name__ == "__main__":
    main()
