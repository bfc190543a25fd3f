"""Results in notebooks: Jupyter asks a value for `_repr_html_`."""

from __future__ import annotations


class Shown:
    """A value whose text notebooks show."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """The HTML that a notebook shows."""
        return preformatted(str(self))


def preformatted(text: str) -> str:
    """HTML of a verbatim text, which is escaped: programs are untrusted."""
    style = "font-family: monospace; line-height: 1.35; overflow-x: auto; white-space: pre"
    return f'<pre style="{style}">{_escaped(text)}</pre>'


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
