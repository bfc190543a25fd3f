"""Settings of Sphinx for the site, which build.py collects the pages of."""

import sys
from pathlib import Path

from sphinx.application import Sphinx

from stablehlo_tools import __version__

sys.path.insert(0, str(Path(__file__).parent))  # for mlir.py
project = "shlo"
release = __version__
extensions = ["myst_parser"]
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
html_theme = "furo"
html_title = f"shlo {__version__}"
html_theme_options = {  # both sides: the reader's system chooses, or a click
    "light_css_variables": {"color-brand-primary": "#0b57a4", "color-brand-content": "#0b57a4"},
    "dark_css_variables": {"color-brand-primary": "#7cb7ff", "color-brand-content": "#7cb7ff"},
}
smartquotes = False  # `--option` stays what it is
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_static_path = ["static"]
html_css_files = ["wide.css"]
maximum_signature_line_length = 90
toc_object_entries_show_parents = "hide"
# pages of declarations are listed by the index of their kind
suppress_warnings = ["toc.not_included"]
highlight_language = "text"


def setup(app: Sphinx) -> None:
    """Add what Sphinx does not know."""
    from mlir import MlirLexer

    app.add_lexer("mlir", MlirLexer)
