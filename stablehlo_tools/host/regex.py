"""Regular expressions that are compiled when they are used, since a process uses few of those it imports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

__all__ = ["regex"]

if TYPE_CHECKING:
    from re import compile as regex
else:

    class regex:  # noqa: N801 (it is called as `re.compile` is)
        """A pattern that is compiled when one of its methods is first used."""

        def __init__(self, text, flags=0):
            self.pattern = text
            self._flags = flags

        def __getattr__(self, name):
            if name.startswith("__"):  # copying and pickling ask for these before there is a pattern
                raise AttributeError(name)
            value = getattr(re.compile(self.pattern, self._flags), name)
            setattr(self, name, value)
            return value
