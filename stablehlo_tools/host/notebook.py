"""What notebooks show of results: their text, or what a room above has for their type.

Jupyter asks a value for `_repr_html_`. A drawing of a program needs rooms above that of the program: the
package, which knows all of them, says here what draws it.
"""

from __future__ import annotations

from collections.abc import Callable

_DRAWERS: dict[str, Callable[[object], str]] = {}


def draw_by(kind: str, draw: Callable[[object], str]) -> None:
    """Have a function make the HTML of values of a class of this name."""
    _DRAWERS[kind] = draw


class Shown:
    """A value of which notebooks show the text, or what draws its class."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """The HTML that a notebook shows."""
        draw = _DRAWERS.get(type(self).__name__)
        return preformatted(str(self)) if draw is None else draw(self)


def preformatted(text: str) -> str:
    """HTML of a text as it is; a program may say anything in it."""
    return f'<pre style="line-height: 1.35">{_escaped(text)}</pre>'


def collapsed(title: str, inside: str) -> str:
    """HTML of a title, below which the rest is opened."""
    return f"<details><summary><code>{_escaped(title)}</code></summary>{inside}</details>"


def table(head: list[str], rows: list[list[str]]) -> str:
    """HTML of a table."""
    lines = [_cells("th", head), *(_cells("td", row) for row in rows)]
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _cells(tag: str, texts: list[str]) -> str:
    return "".join(f"<{tag}>{_escaped(text)}</{tag}>" for text in texts)


def _escaped(text: str) -> str:
    import html  # with all entities of HTML, which few need

    return html.escape(text)
