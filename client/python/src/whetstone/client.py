"""The client: recall and record beside an agent's run, which never fail it, and the gateway's operations, which may."""

from __future__ import annotations

import asyncio
import copy
import math
import os
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Iterable, Mapping, cast

from .circuit_breaker import CircuitBreaker
from .context import NOT_GIVEN, FollowedRun, NotGiven
from .errors import WhetstoneError
from .operations import Operations
from .options import OnError, Settings, bounded, complete_scope, default_scope, headers_of, usable_url
from .outbox import Delivered, Outbox
from .recall import Recall, Recaller, moment_of
from .transport import Transport

if TYPE_CHECKING:
    from .generated.api import (
        AskIn,
        AskOut,
        EpisodeIn,
        FeedbackIn,
        FeedbackOut,
        MemoryIn,
        OperationName,
        RecallRequest,
    )

#: Most memories that the gateway takes in one call.
_MEMORIES_AT_ONCE = 1000

#: How long the rules for a call of a tool may take, in seconds.
_MOMENT_TIMEOUT = 0.05

#: How long ``feedback`` waits for the run that it judges to be sent.
_FEEDBACK_FLUSH = 5.0


class Whetstone:
    """A client of a Whetstone gateway. May be used by several threads and event loops.

    Making one never raises, so that a bad option cannot keep an agent from starting: the first call reports it. Each
    method that asks the gateway has a twin for ``asyncio`` whose name begins with ``a``. Times are in seconds.

    Args:
        url: Address of the gateway. Default: the variable ``WHETSTONE_URL``.
        api_key: API key. Default: ``WHETSTONE_API_KEY``.
        agent_id: Agent of recalls and records that name none. Default: ``WHETSTONE_AGENT``, else ``default``.
        user_id: User of recalls and records that name none.
        session_id: Session of recalls and records that name none.
        tenant_id: Needed beside the operator's bootstrap key only.
        on_error: Told about everything that went wrong beside the agent's run, from any thread. It may raise:
            nothing comes of it. Without it, a key that is refused and a form that is not understood are told once on
            the error output.
        recall_timeout: Longest that a recall may take.
        request_timeout: Longest that any other request may take.
        retries: How often a request that may be repeated safely is tried again, at most 10.
        max_records: Most records that wait to be sent; above it the oldest are dropped.
        max_bytes: Most bytes of records that wait to be sent.
        flush_interval: Longest that a record waits for company before it is sent.
        exit_timeout: Longest that the end of the process is put off for what waits; 0 turns it off.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        api_key: str | None = None,
        agent_id: str | None = None,
        user_id: str | None = None,
        session_id: str | None = None,
        tenant_id: str | None = None,
        on_error: OnError | None = None,
        recall_timeout: float = 0.3,
        request_timeout: float = 10.0,
        retries: int = 2,
        max_records: int = 10_000,
        max_bytes: int = 16 * 1024 * 1024,
        flush_interval: float = 1.0,
        exit_timeout: float = 2.0,
    ) -> None:
        self._settings = Settings(
            url=usable_url(url),
            headers=headers_of(api_key, tenant_id),
            agent_id=agent_id or os.environ.get("WHETSTONE_AGENT") or "default",
            user_id=user_id,
            session_id=session_id,
            recall_timeout=bounded(recall_timeout, 0.3),
            request_timeout=bounded(request_timeout, 10.0),
            retries=int(bounded(retries, 2, 10)),
            max_records=int(bounded(max_records, 10_000)),
            max_bytes=int(bounded(max_bytes, 16 * 1024 * 1024, math.inf)),
            flush_interval=bounded(flush_interval, 1.0),
            exit_timeout=bounded(exit_timeout, 2.0),
            on_error=on_error,
        )
        self._transport = Transport(self._settings)
        self._breaker = CircuitBreaker()
        self._outbox = Outbox(self._settings, self._transport)
        self._use_settings()

    def _use_settings(self) -> None:
        self._recaller = Recaller(self._settings, self._transport, self._breaker)
        self._operations = Operations(self._settings, self._transport)

    def with_caller(
        self,
        *,
        user: str | None | NotGiven = NOT_GIVEN,
        session: str | None | NotGiven = NOT_GIVEN,
    ) -> Whetstone:
        """This client for one user and session. Both share what waits to be sent."""
        other = copy.copy(self)
        other._settings = replace(
            self._settings,
            user=self._settings.user if user is NOT_GIVEN else user,
            session=self._settings.session if session is NOT_GIVEN else session,
        )
        other._use_settings()
        return other

    def recall(self, request: str | RecallRequest, *, timeout: float | None = None) -> Recall:
        """What is known for a task, within the limit and never raising: empty where the gateway does not answer."""
        return self._recaller.recall(request, timeout)

    async def arecall(
        self, request: str | RecallRequest, *, timeout: float | None = None
    ) -> Recall:
        """As ``recall``. Only the cancellation of its own task ends it early."""
        return await self._recaller.recall_async(request, timeout)

    def before_tool(
        self,
        recall: Recall,
        name: str,
        arguments: Any = None,
        last_error: str | None = None,
        *,
        timeout: float | None = _MOMENT_TIMEOUT,
    ) -> Recall:
        """The rules of a recall that apply to a call of a tool that is about to be made, never raising.

        The gateway is asked only where one may.
        """
        moment = moment_of(recall, name, arguments, last_error)
        return Recall() if moment is None else self._recaller.recall(moment, timeout)

    async def abefore_tool(
        self,
        recall: Recall,
        name: str,
        arguments: Any = None,
        last_error: str | None = None,
        *,
        timeout: float | None = _MOMENT_TIMEOUT,
    ) -> Recall:
        """As ``before_tool``."""
        moment = moment_of(recall, name, arguments, last_error)
        return Recall() if moment is None else await self._recaller.recall_async(moment, timeout)

    def record(self, episode: EpisodeIn) -> Future[str | None]:
        """Keeps what happened in a run, to be sent in the background. Returns at once and never raises.

        The future, which nobody has to look at, gives the id of the episode once the gateway has it, and None where
        it never will. In ``asyncio``: ``await asyncio.wrap_future(...)``.
        """
        return self._outbox.add(cast("Mapping[str, Any]", episode), self._settings)

    def feedback(self, feedback: FeedbackIn, *, timeout: float | None = None) -> FeedbackOut:
        """Judges a run by the id of its episode, or of the recall that it was recorded with.

        What waits is sent first, as the run may be among it. Raises ``WhetstoneError``.
        """
        self._outbox.send_waiting(_FEEDBACK_FLUSH)
        return cast("FeedbackOut", self.call("giveFeedback", body=feedback, timeout=timeout))

    async def afeedback(
        self, feedback: FeedbackIn, *, timeout: float | None = None
    ) -> FeedbackOut:
        """As ``feedback``."""
        await asyncio.to_thread(self._outbox.send_waiting, _FEEDBACK_FLUSH)
        return cast("FeedbackOut", await self.acall("giveFeedback", body=feedback, timeout=timeout))

    def remember(
        self, memories: Iterable[MemoryIn], *, timeout: float | None = None
    ) -> list[dict[str, Any]]:
        """Remembers several things; the results are in their order, and an error is that of one memory alone.

        Raises ``WhetstoneError`` where the gateway does not answer; to say all of them again adds none twice.
        """
        results: list[dict[str, Any]] = []
        for body in self._memory_batches(memories):
            results += self.call("addMemoryBatch", body=body, timeout=timeout)["results"]
        return results

    async def aremember(
        self, memories: Iterable[MemoryIn], *, timeout: float | None = None
    ) -> list[dict[str, Any]]:
        """As ``remember``."""
        results: list[dict[str, Any]] = []
        for body in self._memory_batches(memories):
            answer = await self.acall("addMemoryBatch", body=body, timeout=timeout)
            results += answer["results"]
        return results

    def ask(self, question: str | AskIn, *, timeout: float | None = None) -> AskOut:
        """Answers a question from what was learned. Raises ``WhetstoneError``."""
        return cast("AskOut", self.call("ask", body=self._question(question), timeout=timeout))

    async def aask(self, question: str | AskIn, *, timeout: float | None = None) -> AskOut:
        """As ``ask``."""
        body = self._question(question)
        return cast("AskOut", await self.acall("ask", body=body, timeout=timeout))

    def call(
        self,
        operation: OperationName,
        *,
        path: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        timeout: float | None = None,
    ) -> Any:
        """Calls any operation of the gateway. Raises ``WhetstoneError``."""
        request = self._operations.request(operation, path or {}, query or {}, body, timeout)
        return self._operations.call(operation, request)

    async def acall(
        self,
        operation: OperationName,
        *,
        path: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        timeout: float | None = None,
    ) -> Any:
        """As ``call``."""
        request = self._operations.request(operation, path or {}, query or {}, body, timeout)
        return await self._operations.call_async(operation, request)

    def flush(self, timeout: float = 5.0) -> Delivered:
        """Sends what was recorded so far and returns when it is there or the time is up. Never raises.

        A run of an adapter that is silent for a second is recorded as it stands.
        """
        return self._outbox.flush(timeout)

    async def aflush(self, timeout: float = 5.0) -> Delivered:
        """As ``flush``."""
        return await asyncio.to_thread(self._outbox.flush, timeout)

    @property
    def delivered(self) -> Delivered:
        """How many records were sent, were dropped and wait."""
        return self._outbox.delivered

    def default_scope(self) -> tuple[dict[str, Any], str | None]:
        """The scope and the session of a recall or record that names none, here and now."""
        return default_scope(self._settings)

    def follow(self, run: FollowedRun) -> None:
        """Has a run recorded at a flush and at the end of the process, if nothing is heard of it. For adapters."""
        self._outbox.follow(run)

    def unfollow(self, run: FollowedRun) -> None:
        """The run is recorded."""
        self._outbox.unfollow(run)

    def report(self, error: WhetstoneError) -> None:
        """Passes an error that an adapter met to ``on_error``."""
        self._settings.report(error)

    def _question(self, question: str | AskIn) -> dict[str, Any]:
        given: Mapping[str, Any] = (
            {"question": question} if isinstance(question, str) else dict(question)
        )
        return {**given, "scope": complete_scope(self._settings, given)}

    def _memory_batches(self, memories: Iterable[MemoryIn]) -> Iterable[list[dict[str, Any]]]:
        complete = [
            {**memory, "scope": complete_scope(self._settings, cast("Mapping[str, Any]", memory))}
            for memory in memories
        ]
        for start in range(0, len(complete), _MEMORIES_AT_ONCE):
            yield complete[start : start + _MEMORIES_AT_ONCE]
