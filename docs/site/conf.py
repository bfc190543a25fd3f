"""Settings of Sphinx for the site, which build.py collects the pages of."""

from stablehlo_tools import __version__

project = "shlo"
release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
html_theme = "furo"
html_title = f"shlo {__version__}"
html_theme_options = {  # both sides: the reader's system chooses, or a click
    "light_css_variables": {"color-brand-primary": "#0b57a4", "color-brand-content": "#0b57a4"},
    "dark_css_variables": {"color-brand-primary": "#7cb7ff", "color-brand-content": "#7cb7ff"},
}
autodoc_typehints = "description"
autodoc_member_order = "bysource"
html_copy_source = False
suppress_warnings = ["misc.highlighting_failure", "toc.not_included", "ref.python", "myst.header", "docutils"]
highlight_language = "text"
