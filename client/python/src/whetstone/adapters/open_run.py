"""A run that is not over as far as its model calls tell.

It is recorded once: with its last answer, with an error after which nobody tries again, or when nothing has been heard
of it for long, at a flush or at the end of the process.
"""

from __future__ import annotations

import math
import time
from typing import Any, Callable, Literal

from ..errors import describe
from ..recall import Recall
from ..usage import added_up, used
from .conversation import Answer, Conversation

#: How a run ended: with an answer, with its model's error, by its cancellation, or without another word (a step limit,
#: a stream that was not read to its end, a tool call that was the answer).
RunEnding = Literal["answered", "failed", "aborted", "stopped"]

#: How long a run may be silent between two model calls, while its tools work or a person thinks; in seconds.
_LONGEST_SILENCE = 300.0
#: What a framework waits before it tries a failed call again, at least and at most.
_RETRY_FROM = 0.3
_RETRY_UNTIL = 60.0
#: The age above which a recall is made again: a rule that was rolled back must not be served for long.
_FRESH = 60.0


class OpenRun:
    """One run, as its model calls show it. Its ``whose`` is the scope and the session that it is recorded for."""

    def __init__(
        self,
        conversation: Conversation,
        whose: dict[str, Any],
        on_end: Callable[[OpenRun, RunEnding], None],
    ) -> None:
        self.whose = whose
        self.conversation = conversation
        self.answer = Answer()
        self.error: BaseException | str | None = None
        self.recall = Recall()
        self.is_over = False
        self._on_end = on_end
        self._started = time.monotonic()
        self._recalled_at = -math.inf
        self._is_mixed = False
        self._used: list[dict[str, Any]] = []
        #: Since when the run has not asked its model; None while it does.
        self.idle_since: float | None = None
        #: When it is over if nothing is heard of it before.
        self.ends_at: float | None = None
        self._retry: tuple[float, float] | None = None

    @property
    def key(self) -> str:
        """The same for every model call of the run."""
        return self.conversation.key

    @property
    def awaits_retry(self) -> bool:
        """The last call failed, and the same call may come again."""
        return self._retry is not None

    def is_continued_by(self, conversation: Conversation) -> bool:
        """True where a call with this conversation can follow the run's last answer."""
        if conversation.is_start or self.idle_since is None:
            return False
        return any(not call.id or call.id in conversation.call_ids for call in self.answer.calls)

    def may_be_retried_by(self, conversation: Conversation, now: float) -> bool:
        """True where the last call failed and this one, which begins now, looks like another try of it."""
        if self._retry is None or conversation.is_start != self.conversation.is_start:
            return False
        return not conversation.is_start or self._retry[0] <= now <= self._retry[1]

    def begin(self, conversation: Conversation, model: Any) -> None:
        """Begins a call of ``model`` in this run."""
        self.conversation = conversation
        self.answer = Answer()
        self.error = None
        self._retry = None
        self._used.append(used(model))
        self.asks()

    def query(self, is_sure: bool) -> str | None:
        """What to recall for the call that begins; None where what is known is young enough.

        ``is_sure`` is false where the call may as well be the start of another run with the same words.
        """
        is_fresh = time.monotonic() - self._recalled_at < _FRESH
        return None if is_sure and is_fresh else self.conversation.query

    def served(self, recall: Recall) -> None:
        """Takes what was recalled."""
        # What a failed first call was served has had no effect.
        before = Recall() if self.conversation.is_start else self.recall
        self._recalled_at = time.monotonic()
        if recall.recall_id is None:
            # Without an answer nothing more is served; what was served before stays to be credited.
            self.recall = Recall(
                recall_id=before.recall_id,
                holdout=before.holdout,
                recorded=before.recorded,
                failure=recall.failure,
            )
            return
        # A run that was served with skills and then without them says nothing about either.
        is_other = before.recall_id is not None and recall.holdout != before.holdout
        self._is_mixed = self._is_mixed or is_other
        self.recall = recall

    def asks(self) -> None:
        """The agent waits for its model."""
        self.idle_since = None
        self.ends_at = None

    def rests(self, longest: float = _LONGEST_SILENCE) -> None:
        """The agent has what it asked for, and may ask for more."""
        if not self.is_over:
            self.idle_since = time.monotonic()
            self.ends_at = self.idle_since + longest

    def answered(self, answer: Answer) -> None:
        """The model's answer is complete."""
        self._take(answer)
        if answer.calls:
            self.rests()
        else:
            self._end("answered")

    def stopped(self, answer: Answer) -> None:
        """The agent stopped reading; ``answer`` is what it had until then."""
        self._take(answer)
        self._end("stopped")

    def failed(self, error: BaseException | str, may_be_retried: bool) -> None:
        """The model failed."""
        self.error = error
        if not may_be_retried:
            self._end("failed")
            return
        now = time.monotonic()
        self._retry = (now + _RETRY_FROM, now + _RETRY_UNTIL)
        self.rests(_RETRY_UNTIL)

    def aborted(self, error: BaseException) -> None:
        """The agent's own cancellation ended the run."""
        self.error = error
        self._end("aborted")

    def end(self) -> None:
        """Ends the run as it stands."""
        self._end("stopped" if self.error is None else "failed")

    def episode(self) -> dict[str, Any]:
        """The run as it is recorded. A model's answer or error does not show whether the task was done."""
        conversation, answer = self.conversation, self.answer
        said = [{"role": "assistant", "content": answer.text}] if answer.text else []
        asked = [{"name": call.name, "arguments": call.arguments} for call in answer.calls]
        ended = time.monotonic() if self.idle_since is None else self.idle_since
        return {
            **self.whose,
            "task": conversation.task,
            "recall_id": None if self._is_mixed else self.recall.recall_id,
            "messages": [*conversation.messages, *said],
            "tool_calls": [*conversation.tool_calls, *asked],
            "duration_ms": round((ended - self._started) * 1000),
            "outcome": "unknown",
            **({} if self.error is None else {"error": _text(self.error)}),
            "metadata": added_up(self._used),
        }

    def _take(self, answer: Answer) -> None:
        self.answer = answer
        self._used.append(answer.used)

    def _end(self, ending: RunEnding) -> None:
        if not self.is_over:
            self.is_over = True
            self._on_end(self, ending)


def _text(error: BaseException | str) -> str:
    return error if isinstance(error, str) else describe(error)
