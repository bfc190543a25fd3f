"""Builds the site of the documentation: `python docs/site/build.py DIRECTORY`.

Needs the extra `docs`. The pages are those of the repository, where they are, so that links are the same on
the site; what is declared has pages that are generated. A warning of Sphinx fails, and so does a link on the
site that leads nowhere.
"""

from __future__ import annotations

import re
import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from links import broken_links
from reference import families
from sphinx.cmd.build import main as sphinx

ROOT = Path(__file__).resolve().parents[2]
TO_FOLDER = re.compile(r"\[([^]]+)\]\((?!https?:|#)[^)#\s]*/(?:profiles)?\)")  # which has no page
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
INDEX = """\
# shlo

```{{include}} README.md
:start-line: 1
```

{contents}
"""
PROJECT = ("ARCHITECTURE", "CONTRIBUTING", "SECURITY", "CHANGELOG")


def main() -> None:
    """Collect the pages, generate others, have Sphinx write the site, and follow its links."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    began, site = time.monotonic(), Path(sys.argv[1])
    with TemporaryDirectory() as folder:
        source = Path(folder)
        of_project = [ROOT / f"{name}.md" for name in ("README", *PROJECT)]
        for page in (*of_project, *(ROOT / "docs").glob("*.md")):
            copy(page, source)
        found = families()
        for name, family in found.items():
            family.write(source / "reference" / name)
        contents = "\n\n".join(_contents(list(found)))
        (source / "index.md").write_text(INDEX.format(contents=contents), encoding="utf-8")
        settings = str(ROOT / "docs" / "site")
        status = sphinx(
            ["-c", settings, "-b", "html", "-q", "-W", "--keep-going", "-j", "auto", folder, str(site)]
        )
    broken = broken_links(site)
    print(*broken, sep="\n", end="\n" * bool(broken))
    pages = sum(1 for _ in site.rglob("*.html"))
    print(f"{pages} pages, {len(broken)} broken links, {time.monotonic() - began:.0f} s")
    sys.exit(status or bool(broken))


def _contents(families: list[str]) -> Iterator[str]:
    """The parts of the sidebar: those of the documentation, the reference, the project.

    Pages of declarations are listed by the index of their kind: a sidebar with a thousand of them is of no
    use, and takes Sphinx half an hour, since each page has it.
    """
    text = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    first, *parts = re.split(r"^(.*):\n\n(?=- )", text, flags=re.MULTILINE)
    captions = ["Guide", *parts[::2]]
    for caption, part in zip(captions, (f"[](README.md){first}", *parts[1::2]), strict=True):
        yield _toctree(caption, [f"docs/{name}" for name in re.findall(r"\]\((\w+)\.md\)", part)])
    yield _toctree("Reference", [f"reference/{name}/index" for name in families])
    yield _toctree("Project", PROJECT)


def _toctree(caption: str, pages: Iterable[str]) -> str:
    listed = "\n".join(pages)
    return f"```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{listed}\n```"


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


if __name__ == "__main__":
    main()
