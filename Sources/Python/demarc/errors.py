"""What goes wrong: one exception, with a word for programs and a sentence for people."""

from __future__ import annotations

import enum

__all__ = ["DemarcError", "Status"]


class Status(enum.IntEnum):
    """What became of a call of the library."""

    OK = 0
    #: An argument cannot be.
    INVALID = -1
    #: The engine or evaluator is closed.
    HANDLE = -2
    #: Another call of the evaluator is under way.
    BUSY = -3
    #: The evaluator has decided something else since.
    STALE = -4
    #: The policy cannot be used.
    POLICY = -5
    #: There is no such view, window, account or rule.
    UNKNOWN = -6
    #: The engine knows what is meant, and refuses it.
    REFUSED = -7
    #: This library cannot do what is asked.
    UNSUPPORTED = -8
    #: Something is larger than the library takes.
    LIMIT = -9
    #: What was asked is not a question.
    QUESTION = -10


class DemarcError(Exception):
    """A call that failed. Nothing was decided and nothing has changed: treat it as a block.

    :ivar status: The number that the library returned.
    :ivar code: A stable word, such as ``damaged-file``, ``busy`` or ``unknown-view``.
    :ivar message: A sentence for people. It names neither URL nor account, except where a question in JSON was wrong.
    """

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(status, code, message)
        try:
            self.status: int = Status(status)
        except ValueError:
            # A status of a newer library.
            self.status = status
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return f"{self.message} [{self.code}]"
