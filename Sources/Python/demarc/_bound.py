"""Objects that have a meaning only in the process that made them. Everything here is private."""

from __future__ import annotations

from typing import NoReturn, TypeVar

Self = TypeVar("Self", bound="Unchanging")


class Bound:
    """An object that has a meaning only in the process that made it: it cannot be pickled.

    A pickle would contain a number that stands for something else in another process. A copy would share the handle of
    the original, and would close it.
    """

    __slots__ = ()

    def _refuse(self) -> NoReturn:
        raise TypeError("this object cannot be copied or pickled")

    def __reduce__(self) -> NoReturn:
        self._refuse()

    def __setstate__(self, state: object) -> NoReturn:
        # A pickle that an earlier version wrote.
        self._refuse()


class Unchanging(Bound):
    """A bound object that never changes, so that it is its own copy."""

    __slots__ = ()

    def __copy__(self: Self) -> Self:
        return self

    def __deepcopy__(self: Self, memo: object) -> Self:
        return self
