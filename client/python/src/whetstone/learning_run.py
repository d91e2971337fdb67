"""The runs of a function with learning: what is recalled for them and what is recorded of them."""

from __future__ import annotations

import asyncio
import inspect
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable, Mapping, TypeVar

from .client import Whetstone
from .context import OuterRun
from .errors import WhetstoneError, to_whetstone_error
from .prompt_forms import task_of, text_of, with_instructions
from .recall import Recall
from .usage import added_up

if TYPE_CHECKING:
    from .generated.api import EpisodeIn

Arguments = tuple[tuple[Any, ...], dict[str, Any]]
Task = Callable[..., str]
Apply = Callable[..., Arguments]
Value = TypeVar("Value")

#: How long after a stream was returned an adapter inside has begun, if there is one; in seconds.
_ADAPTER_BEGINS = 1.0


@dataclass(frozen=True)
class Ending:
    """How a run ended, for ``describe``: with a result (of a stream, what was read of it) or with an error."""

    ok: bool
    result: Any = None
    error: BaseException | None = None


Describe = Callable[[Ending, Recall], "EpisodeIn"]


@dataclass
class LearningRun:
    """One run: its arguments with what was recalled."""

    task: str
    common: dict[str, Any]
    outer: OuterRun
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    started: float = field(default_factory=time.monotonic)
    is_streamed: bool = False


@dataclass(eq=False)
class LearningRuns:
    """Opens and records the runs of one function."""

    client: Whetstone
    task: Task | None
    apply: Apply | None
    describe: Describe | None
    session_id: str | None
    framework: str
    recall_timeout: float | None
    is_warned: bool = False

    def open(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> LearningRun | None:
        """Recalls for a run. None where its arguments hold no task."""
        request = self._request(args, kwargs)
        if request is None:
            return None
        recall = self.client.recall(request, timeout=self.recall_timeout)
        return self._opened(request, recall, args, kwargs)

    async def aopen(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> LearningRun | None:
        """The same without blocking the event loop."""
        request = self._request(args, kwargs)
        if request is None:
            return None
        recall = await self.client.arecall(request, timeout=self.recall_timeout)
        return self._opened(request, recall, args, kwargs)

    def record(self, run: LearningRun | None, ending: Ending) -> None:
        """Records a run that is over; None is one without a task. Never raises."""
        if run is not None:
            self._guarded(lambda: self._record(run, ending), None)

    def record_when_over(self, run: LearningRun, result: Any) -> None:
        """Records the run behind a stream once it is over: an adapter inside tells; without one nothing does."""
        run.is_streamed = True
        late = _LateRun(run, lambda: self.record(run, Ending(True, result)))
        late.forget = lambda: self.client.unfollow(late)
        run.outer.when_over = late.end
        self.client.follow(late)

    def _request(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """What to recall, for whose run begins here: options, then who the client is for."""
        task = self._task_in(args, kwargs)
        scope, session = self.client.default_scope()
        whose = {"scope": scope, "session_id": self.session_id or session}
        return {"query": task, **whose} if task else None

    def _opened(
        self, request: Any, recall: Recall, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> LearningRun:
        if recall.instructions:
            args, kwargs = self._guarded(
                lambda: self._applied(recall, args, kwargs), (args, kwargs)
            )
        common = {name: request[name] for name in ("scope", "session_id")}
        return LearningRun(request["query"], common, OuterRun(recall), args, kwargs)

    def _applied(
        self, recall: Recall, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Arguments:
        if self.apply is None:
            return with_instructions(recall.instructions, args, kwargs)
        positional, named = _synchronous(self.apply(recall, *args, **kwargs))
        return tuple(positional), dict(named)

    def _task_in(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str | None:
        def find() -> str | None:
            if self.task is None:
                return task_of(args, kwargs)
            return str(_synchronous(self.task(*args, **kwargs)))

        task = self._guarded(find, None)
        if task == "":
            self._warn()
        return task

    def _warn(self) -> None:
        """A form that is not understood is the same at every call: once is enough."""
        if self.is_warned:
            return
        self.is_warned = True
        message = "learning sees no task in the arguments: nothing is recalled or recorded; give task"
        self.client.report(WhetstoneError("unknown-form", message))

    def _record(self, run: LearningRun, ending: Ending) -> None:
        for inner in list(run.outer.open):
            inner.end()
        inner_runs = run.outer.inner
        own: dict[str, Any] = {
            "tool_calls": [call for one in inner_runs for call in one.get("tool_calls", [])],
            "metadata": added_up(one.get("metadata", {}) for one in inner_runs),
            **_ending_fields(run, ending),
        }
        described = self._guarded(lambda: self._described(run, ending), {})
        episode: Any = {
            **run.common,
            "task": run.task,
            "recall_id": run.outer.recall.recall_id,
            "duration_ms": round((time.monotonic() - run.started) * 1000),
            "framework": self.framework,
            "messages": _messages(run, ending),
            **own,
            **described,
            "metadata": {**own["metadata"], **described.get("metadata", {})},
        }
        self.client.record(episode)

    def _described(self, run: LearningRun, ending: Ending) -> dict[str, Any]:
        if self.describe is None:
            return {}
        return dict(_synchronous(self.describe(ending, run.outer.recall)) or {})

    def _guarded(self, work: Callable[[], Value], fallback: Value) -> Value:
        """Guards the caller's own hooks: ``fallback`` where one raises, or is asynchronous, which nobody waits for."""
        try:
            return work()
        except Exception as error:
            self.client.report(to_whetstone_error(error, "agent-code"))
            return fallback


class _LateRun:
    """A run whose stream is still read."""

    def __init__(self, run: LearningRun, record: Callable[[], None]) -> None:
        self._run = run
        self._record = record
        self._returned = time.monotonic()
        self._is_over = False
        self.forget: Callable[[], None] = lambda: None

    @property
    def idle_since(self) -> float | None:
        silent = [inner.idle_since for inner in self._run.outer.open]
        times = [since for since in silent if since is not None]
        return None if len(times) < len(silent) else max([self._returned, *times])

    @property
    def ends_at(self) -> float | None:
        return None if self._run.outer.open else self._returned + _ADAPTER_BEGINS

    def end(self) -> None:
        if self._is_over:
            return
        self._is_over = True
        self._record()
        self.forget()


def _synchronous(value: Any) -> Any:
    if inspect.iscoroutine(value):
        value.close()
        raise TypeError("a hook of learning is asynchronous")
    return value


def _ending_fields(run: LearningRun, ending: Ending) -> dict[str, Any]:
    """That a function returned does not say that its task was done, and one that was stopped did not fail."""
    if ending.error is None:
        errors = [one.get("error") for one in run.outer.inner if one.get("error")]
        told = {"error": errors[-1]} if run.is_streamed and errors else {}
        return {"outcome": "unknown", **told}
    is_stopped = not isinstance(ending.error, Exception) or isinstance(
        ending.error, asyncio.CancelledError
    )
    return {"outcome": "unknown" if is_stopped else "failure", "error": text_of(ending.error)}


def _messages(run: LearningRun, ending: Ending) -> list[Mapping[str, Any]]:
    """The answer is what the function returned; of a stream it is what an adapter saw pass."""
    user = {"role": "user", "content": run.task}
    if run.is_streamed:
        seen = run.outer.inner[-1].get("messages", []) if run.outer.inner else []
        return [user, *(message for message in seen if message.get("role") == "assistant")]
    answer = text_of(ending.result)
    return [user, {"role": "assistant", "content": answer}] if answer else [user]
