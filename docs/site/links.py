"""The links of a folder of HTML that lead nowhere: to no file, or to no element of one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

# of a page: all its ids, and its links as they are written
_LINKS = {("a", "href"), ("link", "href"), ("img", "src"), ("script", "src")}


@dataclass
class _Page(HTMLParser):
    ids: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.add(value)
            elif (tag, name) in _LINKS and value:
                self.links.add(value)


def broken_links(site: Path) -> list[str]:
    """A line for each link within a site that leads nowhere, by page. Other hosts are not asked."""
    pages = {path.resolve(): _read(path) for path in sorted(site.rglob("*.html"))}
    return [line for path, page in pages.items() for line in _broken(path, page, pages, site)]


def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def _broken(path: Path, page: _Page, pages: dict[Path, _Page], site: Path) -> Iterator[str]:
    for link in sorted(page.links):
        if urlsplit(link).scheme or link.startswith("//"):
            continue
        address, anchor = urldefrag(link)
        target = (path.parent / unquote(urlsplit(address).path)).resolve() if address else path
        if not target.is_file():
            yield f"{path.relative_to(site.resolve())}: no file {link}"
        elif anchor and target in pages and unquote(anchor) not in pages[target].ids:
            yield f"{path.relative_to(site.resolve())}: no element {link}"
