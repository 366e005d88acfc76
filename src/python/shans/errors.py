"""What can go wrong, as exceptions. All of them are :class:`ShansError`."""


class ShansError(Exception):
    """Whatever this package raises of its own."""


class BadTree(ShansError, ValueError):
    """The file is no tree of chess that this package reads, or it is damaged."""


class NotInTree(ShansError, LookupError):
    """The tree does not have this move, or nothing was searched yet."""


class ProgramError(ShansError, RuntimeError):
    """The program is not there, or it failed; the text is its last line on standard error."""

    def __init__(self, message: str, exit_code: "int | None" = None) -> None:
        super().__init__(message)
        #: As docs/guide/scripts.md lists them; ``None`` if the program could not be started or was ended.
        self.exit_code = exit_code
