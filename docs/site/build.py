"""Builds the site of the documentation: `python docs/site/build.py DIRECTORY`.

Needs the extra `docs`. The pages are those of the repository, where they are, so that links are the same on
the site; what is declared has pages that are generated. A warning of Sphinx, such as a broken link, fails.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from sphinx.cmd.build import main as sphinx

from stablehlo_tools.explanations import explain, names
from stablehlo_tools.explanations.facts import (
    CodeExplanation,
    ConstructExplanation,
    Explanation,
    LintExplanation,
    LoweringExplanation,
    OpExplanation,
)
from stablehlo_tools.explanations.markdown import own_page

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
TO_FOLDER = re.compile(r"\[([^]]+)\]\((?!https?:|#)[^)#\s]*/(?:profiles)?\)")  # which has no page
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
OF_OP = re.compile(r".*_[cio]\d+$")
INDEX = """\
# shlo

```{{include}} README.md
:start-line: 1
```

```{{toctree}}
:hidden:
:caption: Guide

docs/README
docs/cookbook
{guide}
```

```{{toctree}}
:hidden:
:caption: Reference

reference/api
{reference}
```

```{{toctree}}
:hidden:
:caption: Project

ARCHITECTURE
CONTRIBUTING
SECURITY
CHANGELOG
```
"""
MODULES = (
    "api", "ir.operations", "interpret.tracing", "rewrite.matching", "ir.edit", "testing", "engines.protocol",
)  # fmt: skip


def main() -> None:
    """Collect the pages, generate others, and have Sphinx write the site."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with TemporaryDirectory() as folder:
        source = Path(folder)
        for page in (*(ROOT / name for name in PAGES), *(ROOT / "docs").glob("*.md")):
            copy(page, source)
        families = list(generate(source / "reference"))
        pages = sorted(page.stem for page in (ROOT / "docs").glob("*.md"))
        guide = "\n".join(f"docs/{name}" for name in pages if name not in ("README", "cookbook"))
        reference = "\n".join(f"reference/{name}/index" for name in families)
        (source / "index.md").write_text(INDEX.format(guide=guide, reference=reference), encoding="utf-8")
        arguments = [
            "-c",
            str(ROOT / "docs" / "site"),
            "-b",
            "html",
            "-q",
            "-W",
            "--keep-going",
            "-j",
            "auto",
        ]
        sys.exit(sphinx([*arguments, str(source), sys.argv[1]]))


def copy(page: Path, target: Path) -> None:
    """Copy a page, and the files that it links to, to the same place below another directory."""
    place = target / page.relative_to(ROOT)
    place.parent.mkdir(parents=True, exist_ok=True)
    text = page.read_text(encoding="utf-8")
    place.write_text(TO_FOLDER.sub(r"\1", text), encoding="utf-8")
    for name in LINK.findall(text):
        linked = (page.parent / name).resolve()
        copied = target / linked.relative_to(ROOT)
        if linked.is_file() and not copied.exists() and linked.suffix != ".md":
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(linked, copied)
        elif linked.is_file() and not copied.exists():
            copy(linked, target)


def generate(folder: Path) -> Iterator[str]:
    """Write a page for each op, construct, lint rule, rewrite and code; the names of their folders."""
    found: dict[str, Explanation] = {name: explain(name) for name in names()}
    kinds: dict[str, tuple[str, Callable[[str, Explanation], bool]]] = {
        "ops": ("Ops", lambda name, each: isinstance(each, OpExplanation) and not name.startswith("mhlo.")),
        "constructs": ("Types and constants", lambda name, each: isinstance(each, ConstructExplanation)),
        "lint": ("Lint rules", lambda name, each: isinstance(each, LintExplanation)),
        "lowerings": ("Rewrites", lambda name, each: isinstance(each, LoweringExplanation)),
        "codes": (
            "Diagnostics",
            lambda name, each: isinstance(each, CodeExplanation) and not OF_OP.match(name),
        ),
    }
    for kind, (title, belongs) in kinds.items():
        chosen = {name: each for name, each in found.items() if belongs(name, each)}
        for name, each in chosen.items():
            rules = (
                [other for code, other in found.items() if is_rule_of(code, name)] if kind == "ops" else []
            )
            write(folder / kind / f"{name}.md", "\n\n".join(own_page(part) for part in (each, *rules)))
        listed = "\n".join(chosen)
        write(folder / kind / "index.md", f"# {title}\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```")
        yield kind
    modules = "\n\n".join(
        f"## {name}\n\n```{{eval-rst}}\n.. automodule:: stablehlo_tools.{name}\n   :members:\n```"
        for name in MODULES
    )
    write(folder / "api.md", f"# Python\n\n{modules}")


def is_rule_of(code: str, op: str) -> bool:
    """Whether a code is that of a constraint of an op."""
    return code.startswith(f"{op}_c") and code[len(op) + 2 :].isdigit()


def write(path: Path, text: str) -> None:
    """Write a page, whose first heading is its title."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(re.sub(r"\A## ", "# ", text) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
