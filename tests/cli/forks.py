"""The mark of tests in which a command forks workers."""

from __future__ import annotations

import pytest

# Warnings of the fork, not of the command: of JAX, if another test has used it, and of Python 3.12 and later,
# if another one has left a thread behind.
FORKS = pytest.mark.filterwarnings(
    "ignore:os.fork:RuntimeWarning", "ignore:This process .* is multi-threaded:DeprecationWarning"
)
