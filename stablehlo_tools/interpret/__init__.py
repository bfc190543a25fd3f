"""Executes verified modules on numpy."""

from __future__ import annotations

from stablehlo_tools.host.stubs import lazily

__getattr__, __dir__ = lazily(__name__)
