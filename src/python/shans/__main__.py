"""`python -m shans` is the program."""

import subprocess
import sys

from .errors import ProgramError
from .program import program_path


def main() -> int:
    try:
        return subprocess.call([program_path(), *sys.argv[1:]])
    except (OSError, ProgramError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        # The program had it, too, and has ended.
        return 130


if __name__ == "__main__":
    sys.exit(main())
