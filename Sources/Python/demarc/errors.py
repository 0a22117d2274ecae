"""Errors: one exception with a code for programs and a sentence for people."""

from __future__ import annotations

import enum

__all__ = ["DemarcError", "Status"]


class Status(enum.IntEnum):
    """The result of a call to the library."""

    OK = 0
    #: An argument is not valid.
    INVALID = -1
    #: The engine or evaluator is closed.
    HANDLE = -2
    #: Another call of the evaluator is in progress.
    BUSY = -3
    #: The evaluator has made another decision since.
    STALE = -4
    #: The policy cannot be used.
    POLICY = -5
    #: No such view, window, account or rule exists.
    UNKNOWN = -6
    #: The arguments are valid, but the engine refuses the change.
    REFUSED = -7
    #: The library does not support the request.
    UNSUPPORTED = -8
    #: An argument is larger than the library accepts.
    LIMIT = -9
    #: The request is not a valid question.
    QUESTION = -10


class DemarcError(Exception):
    """A call that failed. Nothing was decided and nothing has changed: treat it as a block.

    :ivar status: The status that the library returned.
    :ivar code: A stable identifier, such as ``damaged-file``, ``busy`` or ``unknown-view``.
    :ivar message: A sentence for people. It contains no URLs or accounts, except from :meth:`Evaluator.ask` and
        :meth:`Evaluator.ask_json`: there, it quotes the question, and lists the names that exist, such as accounts.
    """

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(status, code, message)
        try:
            self.status: int = Status(status)
        except ValueError:
            # A status from a newer library.
            self.status = status
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return f"{self.message} [{self.code}]"
