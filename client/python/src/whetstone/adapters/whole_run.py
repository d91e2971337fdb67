"""A run whose beginning and end the framework tells."""

from __future__ import annotations

import time
from typing import Any, Mapping

from ..client import Whetstone
from ..context import current_context
from ..errors import to_whetstone_error
from ..prompt_forms import text_of
from ..usage import added_up


class WholeRun:
    """One run of a chain, a graph or a crew. It is recorded once; inside a function with learning, by that."""

    def __init__(self, client: Whetstone, framework: str, task: str, silence: float | None) -> None:
        self.task = task
        self.recall_id: str | None = None
        self.answer = ""
        self.tool_calls: list[dict[str, Any]] = []
        self.used: list[Mapping[str, Any]] = []
        self.is_over = False
        self._client = client
        self._framework = framework
        self._silence = silence
        self._started = self._heard = time.monotonic()
        self._outer = current_context().outer
        scope, session = client.default_scope()
        #: The scope and the session that the run is for.
        self.whose = {"scope": scope, "session_id": session}
        if self._outer is None:
            client.follow(self)
        else:
            self.recall_id = self._outer.recall.recall_id
            self._outer.open.append(self)

    @property
    def is_inside(self) -> bool:
        """True within a function with learning, which recalls and records."""
        return self._outer is not None

    @property
    def idle_since(self) -> float | None:
        """Since when nothing was heard of it; None where its framework is sure to tell its end."""
        return None if self._silence is None else self._heard

    @property
    def ends_at(self) -> float | None:
        """When it is over if nothing is heard of it before."""
        return None if self._silence is None else self._heard + self._silence

    def heard(self) -> None:
        """The run goes on."""
        self._heard = time.monotonic()

    def end(self) -> None:
        """Records it as it stands."""
        self.over({})

    def failed(self, error: BaseException) -> None:
        """Records a run that raised; one that was stopped did not fail."""
        is_failure = isinstance(error, Exception) and type(error).__name__ not in _STOPS
        self.over({"outcome": "failure" if is_failure else "unknown", "error": text_of(error)})

    def over(self, more: Mapping[str, Any]) -> None:
        """Records the run, with ``more`` beside what was seen of it. Never raises."""
        if self.is_over:
            return
        self.is_over = True
        try:
            episode: Any = self._episode(more)
            if self._outer is None:
                self._client.record(episode)
                self._client.unfollow(self)
                return
            self._outer.open.remove(self)
            self._outer.inner.append(episode)
            if not self._outer.open and self._outer.when_over is not None:
                self._outer.when_over()
        except Exception as error:
            self._client.report(to_whetstone_error(error, "agent-code"))

    def _episode(self, more: Mapping[str, Any]) -> dict[str, Any]:
        said = [{"role": "assistant", "content": self.answer}] if self.answer else []
        return {
            **self.whose,
            "task": self.task,
            "recall_id": self.recall_id,
            "messages": [{"role": "user", "content": self.task}, *said],
            "tool_calls": self.tool_calls,
            "duration_ms": round((time.monotonic() - self._started) * 1000),
            "framework": self._framework,
            "outcome": "unknown",
            **more,
            "metadata": {**added_up(self.used), **more.get("metadata", {})},
        }


#: Raised by frameworks to stop a run that a person will go on with, or that was left.
_STOPS = ("GraphInterrupt", "GraphBubbleUp", "NodeInterrupt", "CancelledError")
