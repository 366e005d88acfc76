"""The program that is installed with this package."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from typing import Any

from .errors import ProgramError

_NAME = "shans.exe" if sys.platform == "win32" else "shans"


def program_path() -> str:
    """Where the program is: what the environment variable SHANS names, or beside this Python, or in the PATH.

    Raises `ProgramError` if it is nowhere."""
    named = os.environ.get("SHANS")
    if named:
        return named
    for folder in _folders():
        path = os.path.join(folder, _NAME)
        if os.access(path, os.X_OK):
            return path
    found = shutil.which("shans")
    if found is None:
        raise ProgramError("the program shans is not installed: pip install shans")
    return found


def _folders() -> Iterator[str]:
    """Where pip puts programs: of this environment, and of this user."""
    yield sysconfig.get_path("scripts")
    yield sysconfig.get_path("scripts", scheme=sysconfig.get_preferred_scheme("user"))


def output_of(arguments: Sequence[str]) -> str:
    """What the program prints. Raises `ProgramError` if it fails."""
    try:
        ended = subprocess.run(
            [program_path(), *arguments], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace"
        )
    except OSError as error:
        raise ProgramError(f"the program cannot be started: {error}") from error
    if ended.returncode != 0:
        said = ended.stderr.strip().splitlines()
        code = ended.returncode if ended.returncode > 0 else None
        raise ProgramError(said[-1].removeprefix("error: ") if said else "the program was ended", code)
    return ended.stdout


def json_of(arguments: Sequence[str]) -> dict[str, Any]:
    """The object that the program prints."""
    printed = json.loads(output_of(arguments))
    assert isinstance(printed, dict)
    return printed
