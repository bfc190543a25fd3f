"""Ends the process of an engine when its caller has ended, however it did: `python guard.py`.

The caller holds the other end of standard input, writes the number of the process there, and closes it by
ending. A process that ends in time, before its caller, takes this one along.
"""

from __future__ import annotations

import os
import signal
import sys


def main() -> None:
    """Wait for the end of the caller, and kill the process with all of its session."""
    number = sys.stdin.buffer.readline()
    sys.stdin.buffer.read()
    if not number.endswith(b"\n"):  # the caller has ended before it started the process
        return
    try:
        if os.name == "posix":
            os.killpg(int(number), signal.SIGKILL)
        else:
            os.kill(int(number), signal.SIGTERM)  # which ends it on Windows, too
    except OSError:
        return  # it has ended


if __name__ == "__main__":
    main()
