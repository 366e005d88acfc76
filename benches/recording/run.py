"""Runs a command, and makes a record of what it tells."""

import datetime
import glob
import os
import platform
import re
import shlex
import subprocess
import sys
import tempfile

from . import kinds

BENCHES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def machine():
    """The processor and how many of it, as the system names them."""
    name = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            name = re.search(r"model name\s*:\s*(.*)", file.read()).group(1)
    except (OSError, AttributeError):
        pass
    return f"{os.cpu_count()} x {name}, {platform.system()}"


def commit_of(program):
    """The commit that a program was built from, as `shans --version` tells it."""
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True)
    return re.search(r"\((.*)\)", version.stdout).group(1)


def laid_out(words, program, folder):
    """The command as it is shown, and a folder in which it runs as it stands."""
    shown, links = [words[0]], {"shans": os.path.abspath(program), "benches": BENCHES}
    for word in words[1:]:
        is_file = os.path.isfile(word)
        shown.append(os.path.basename(word) if is_file else word)
        if shown[-1].startswith("/"):
            sys.exit(f"{word} is not a file; name engines as PATH finds them")
        # What belongs to a file stands beside it, such as FILE.judge.
        for path in [word, *glob.glob(glob.escape(word) + ".*")] if is_file else []:
            path, name = os.path.abspath(path), os.path.basename(path)
            if links.setdefault(name, path) != path:
                sys.exit(f"{path}: another file has this name")
    for name, path in links.items():
        os.symlink(path, os.path.join(folder, name))
    return shown


def recorded(words, program, title):
    """Runs the command; the object that is kept."""
    kind = kinds.of(shlex.join(words))
    with tempfile.TemporaryDirectory() as folder:
        shown = laid_out(words, program, folder)
        interpreter = [sys.executable] if shown[0].endswith(".py") else []
        path = os.pathsep.join([folder, os.environ["PATH"]])
        done = subprocess.run(
            [*interpreter, *shown, *kind.options],
            check=True, stdout=subprocess.PIPE, text=True, cwd=folder, env={**os.environ, "PATH": path},
        )
    return {
        "title": title,
        "command": shlex.join(shown),
        "commit": commit_of(program),
        "machine": machine(),
        "date": datetime.date.today().isoformat(),
        **kind.figures(done.stdout),
    }
