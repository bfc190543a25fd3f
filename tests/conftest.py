"""What all tests share."""

from __future__ import annotations

import hypothesis

collect_ignore = ["upstream"]  # what needs material of others, unless it is asked for

# how long an example takes says something of the machine, not of the program
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")
