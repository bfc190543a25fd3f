"""Executes a command with a limit of memory: `python limited.py BYTES COMMAND...`."""

from __future__ import annotations

import os
import subprocess
import sys


def main(limit: int, command: list[str]) -> None:
    """Become the command."""
    try:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        soft = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
    except (ImportError, OSError, ValueError):
        pass  # a system without such limits
    try:
        if os.name == "nt":  # where the caller would take the new process for another one, and this for ended
            sys.exit(subprocess.call(command))
        os.execvp(command[0], command)  # noqa: S606 - that is what it is for
    except OSError as error:
        sys.exit(f"cannot start {command[0]}: {error.strerror or error}")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
