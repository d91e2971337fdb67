"""Follows runs through their model calls: the first one recalls, the later ones reuse that, the end is recorded.

All of it beside the run: what goes wrong here is reported, and the model call goes on as it was.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, TypeVar

from ..client import Whetstone
from ..context import OuterRun, current_context
from ..errors import to_whetstone_error
from ..recall import Recall
from .conversation import Conversation
from .open_run import OpenRun, RunEnding

if TYPE_CHECKING:
    from ..generated.api import EpisodeIn

Value = TypeVar("Value")

#: Above this many open runs the oldest is recorded as it stands.
_MAX_OPEN_RUNS = 1000


@dataclass(frozen=True)
class EndedRun:
    """A run as its last model call left it, for ``describe``; ``error`` is None where the model did not fail.

    ``stopped`` is a run that was not heard of again: a step limit, a stream that was not read to its end.
    """

    task: str
    answer: str
    error: BaseException | str | None
    recall: Recall
    ending: RunEnding


Describe = Callable[[EndedRun], "EpisodeIn"]


class RunWatch:
    """The open runs of one adapter."""

    def __init__(
        self,
        framework: str,
        client: Whetstone | None,
        describe: Describe | None,
        recall_timeout: float | None,
    ) -> None:
        self.client = client or Whetstone()
        self._framework = framework
        self._describe = describe
        self._recall_timeout = recall_timeout
        self._lock = threading.Lock()
        #: The runs that are not over, with the function with learning that each is inside of.
        self._open: dict[OpenRun, OuterRun | None] = {}

    def begin(self, conversation: Conversation | None, model: Any) -> OpenRun | None:
        """Begins a model call, and recalls for it where that is due. None where there is no run to follow."""
        return self.guarded(lambda: self._begin(conversation, model), None)

    async def abegin(self, conversation: Conversation | None, model: Any) -> OpenRun | None:
        """The same without blocking the event loop."""
        run, query = self.guarded(lambda: self._found(conversation, model), (None, None))
        if run is None or query is None:
            return run
        request: Any = {"query": query, **run.whose}
        recall = await self.client.arecall(request, timeout=self._recall_timeout)
        self.guarded(lambda: run.served(recall), None)
        return run

    def guarded(self, work: Callable[[], Value], fallback: Value) -> Value:
        """Runs what an adapter adds to a run; ``fallback`` where it raises."""
        try:
            return work()
        except Exception as error:
            self.client.report(to_whetstone_error(error, "agent-code"))
            return fallback

    def open_run(self, conversation: Conversation) -> OpenRun:
        """Opens a run that begins here, for whom it begins."""
        outer = current_context().outer
        scope, session = self.client.default_scope()
        whose = {"scope": scope, "session_id": session}

        def ended(run: OpenRun, ending: RunEnding) -> None:
            with self._lock:
                self._open.pop(run, None)
            if outer is None:
                self.guarded(lambda: self._record(run, ending), None)
            else:
                _leave_to_outer(outer, run)

        run = OpenRun(conversation, whose, ended)
        with self._lock:
            self._open[run] = outer
            oldest = next(iter(self._open)) if len(self._open) > _MAX_OPEN_RUNS else None
        if outer is None:
            self.client.follow(run)
        else:
            outer.open.append(run)
        if oldest is not None:
            oldest.end()
        return run

    def _begin(self, conversation: Conversation | None, model: Any) -> OpenRun | None:
        run, query = self._found(conversation, model)
        if run is not None and query is not None:
            request: Any = {"query": query, **run.whose}
            run.served(self.client.recall(request, timeout=self._recall_timeout))
        return run

    def _found(
        self, conversation: Conversation | None, model: Any
    ) -> tuple[OpenRun | None, str | None]:
        """The run that a call belongs to, and what is to be recalled for it."""
        if conversation is None:
            return None, None
        known = self._known_run(conversation)
        run = known or self.open_run(conversation)
        is_sure = not conversation.is_start or (known is not None and not known.awaits_retry)
        run.begin(conversation, model)
        outer = current_context().outer
        if outer is not None:
            # Inside a function with learning its recall counts.
            run.served(outer.recall)
            return run, None
        return run, run.query(is_sure)

    def _known_run(self, conversation: Conversation) -> OpenRun | None:
        """The open run that a call belongs to, the surest sign first.

        Words may be the same by chance: a run of somebody else, or of another place, is never meant.
        """
        outer = current_context().outer
        scope, session = self.client.default_scope()
        whose = {"scope": scope, "session_id": session}
        with self._lock:
            alike = [
                run
                for run, around in self._open.items()
                if run.key == conversation.key and around is outer and run.whose == whose
            ]
        continued = next((run for run in alike if run.is_continued_by(conversation)), None)
        if continued is not None:
            return continued
        now = time.monotonic()
        return next((run for run in alike if run.may_be_retried_by(conversation, now)), None)

    def _record(self, run: OpenRun, ending: RunEnding) -> None:
        own = run.episode()
        described = self.guarded(lambda: self._described(run, ending), {})
        metadata = {**own["metadata"], **described.get("metadata", {})}
        episode: Any = {"framework": self._framework, **own, **described, "metadata": metadata}
        self.client.record(episode)
        self.client.unfollow(run)

    def _described(self, run: OpenRun, ending: RunEnding) -> dict[str, Any]:
        if self._describe is None:
            return {}
        task, answer = run.conversation.task, run.answer.text
        return dict(self._describe(EndedRun(task, answer, run.error, run.recall, ending)) or {})


def _leave_to_outer(outer: OuterRun, run: OpenRun) -> None:
    if run in outer.open:
        outer.open.remove(run)
    episode: Any = run.episode()
    outer.inner.append(episode)
    if not outer.open and outer.when_over is not None:
        outer.when_over()
