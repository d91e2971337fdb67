"""What holds for everything that a function does, however deep: who it works for, and the run that is recorded already.

It follows ``asyncio`` tasks and ``asyncio.to_thread``. A thread that is started by hand begins without it, unless it
runs in ``contextvars.copy_context()``.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Callable, Final, Iterator, Protocol

if TYPE_CHECKING:
    from .generated.api import EpisodeIn
    from .recall import Recall


class NotGiven(Enum):
    """Tells an argument that was left out from None, which says that there is none."""

    NOT_GIVEN = "not given"


NOT_GIVEN: Final = NotGiven.NOT_GIVEN

class FollowedRun(Protocol):
    """A run that an adapter follows and has not recorded yet."""

    @property
    def idle_since(self) -> float | None:
        """Since when nothing was heard of it, by ``time.monotonic``; None while its model is at work."""

    @property
    def ends_at(self) -> float | None:
        """When it is over if nothing is heard of it before, by ``time.monotonic``."""

    def end(self) -> None:
        """Records it as it stands."""


@dataclass(eq=False)
class OuterRun:
    """A run that a function with learning records: adapters inside it leave recall and record to it."""

    recall: Recall
    #: The runs that adapters see inside it and that are not over.
    open: list[FollowedRun] = field(default_factory=list)
    #: What those that are over would have recorded.
    inner: list[EpisodeIn] = field(default_factory=list)
    #: Called where the last of them is over.
    when_over: Callable[[], None] | None = None


@dataclass(frozen=True)
class Context:
    """What holds here."""

    user: str | None | NotGiven = NOT_GIVEN
    session: str | None | NotGiven = NOT_GIVEN
    outer: OuterRun | None = None
    #: The recall whose rules apply to calls of tools.
    recall: Recall | None = None


_context: ContextVar[Context] = ContextVar("whetstone", default=Context())


def current_context() -> Context:
    """What holds here."""
    return _context.get()


@contextmanager
def caller(
    *, user: str | None | NotGiven = NOT_GIVEN, session: str | None | NotGiven = NOT_GIVEN
) -> Iterator[None]:
    """Everything that is recalled and recorded inside is for this user and session, adapters included.

    >>> with caller(user="ann", session="s-1"):
    ...     agent(task)
    """
    before = _context.get()
    token = _context.set(
        replace(
            before,
            user=before.user if user is NOT_GIVEN else user,
            session=before.session if session is NOT_GIVEN else session,
        )
    )
    try:
        yield
    finally:
        _context.reset(token)


@contextmanager
def rules_of(recall: Recall) -> Iterator[None]:
    """The tools that are called inside have the rules of this recall, where they are decorated by ``tool_rules``."""
    token = _context.set(replace(_context.get(), recall=recall))
    try:
        yield
    finally:
        _context.reset(token)


@contextmanager
def inside(outer: OuterRun) -> Iterator[None]:
    """Runs a function with learning: what adapters see inside belongs to ``outer``."""
    token = _context.set(replace(_context.get(), outer=outer))
    try:
        yield
    finally:
        _context.reset(token)
