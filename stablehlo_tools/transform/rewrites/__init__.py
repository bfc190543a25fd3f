"""The rewrites, a file for each purpose.

The laws that they keep:

* None makes a program worse: slower to execute, or harder to read; unless it lowers what a target lacks.
* One that may give other bits says so: `is_exact=False`.
* One that does not always apply says when in its pattern, in brackets.
* Of two that hold for one operation, in one stage, one has the higher priority.
"""
