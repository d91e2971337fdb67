"""Agents on the ``openai`` package: ``wrap_openai(OpenAI())``, also ``AsyncOpenAI`` and what looks like either.

It watches ``chat.completions.create``, ``responses.create`` and their ``parse``, whole and streamed, and what the
client itself builds on them (``stream``). Requests through ``with_raw_response`` pass by unseen.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
from typing import Any, Callable, Mapping, TypeVar, Union

from ..client import Whetstone
from .conversation import Answer, Conversation, Item, Said, conversation_of, recent_items
from .observed_stream import AsyncObservedStream, ObservedStream, StreamObserver
from .open_run import OpenRun
from .openai_forms import ChatForm, ResponsesForm
from .run_watch import Describe, EndedRun, RunWatch

__all__ = ["EndedRun", "wrap_openai"]

Client = TypeVar("Client")
Form = Union[ChatForm, ResponsesForm]

#: Conversations that the service remembers are remembered here too, the latest of them.
_MAX_REMEMBERED = 200

_RAW_RESPONSE = "x-stainless-raw-response"


def wrap_openai(
    openai: Client,
    *,
    client: Whetstone | None = None,
    describe: Describe | None = None,
    framework: str = "openai",
    recall_timeout: float | None = None,
) -> Client:
    """The same client with learning: what is known goes below the system prompt, and each run is recorded.

    Wrap it last: what ``with_options`` gives is another client.

    Args:
        openai: ``OpenAI()``, ``AsyncOpenAI()`` or a client of the same form. It is changed.
        client: Default: one made from the environment.
        describe: What is known of a run that ended, above all its outcome: a model's answer alone does not tell.
        framework: Name of the framework in the records.
        recall_timeout: Longest that a recall may take, in seconds.
    """
    watch = RunWatch(framework, client, describe, recall_timeout)
    chat = getattr(getattr(openai, "chat", None), "completions", None)
    places: list[tuple[Any, Form]] = [(chat, ChatForm())]
    places.append((getattr(openai, "responses", None), ResponsesForm()))
    for place, form in places:
        for name in ("create", "parse"):
            original = getattr(place, name, None)
            if callable(original):
                setattr(place, name, _WatchedMethod(watch, form, original).wrapped())
    return openai


class _WatchedMethod:
    """One method that asks a model."""

    def __init__(self, watch: RunWatch, form: Form, original: Callable[..., Any]) -> None:
        self._watch = watch
        self._form = form
        self._original = original
        self._remembered: dict[str, list[Item]] = {}

    def wrapped(self) -> Callable[..., Any]:
        """The method with learning, of the same kind."""
        is_async = inspect.iscoroutinefunction(inspect.unwrap(self._original))
        method = self._acall if is_async else self._call

        @functools.wraps(self._original)
        def create(*args: Any, **kwargs: Any) -> Any:
            return method(args, kwargs)

        return create

    def _call(self, args: Any, kwargs: dict[str, Any]) -> Any:
        items, conversation = self._read(kwargs)
        run = self._watch.begin(conversation, kwargs.get("model"))
        if run is None:
            return self._original(*args, **kwargs)
        try:
            result = self._original(*args, **self._changed(run, kwargs))
        except BaseException as error:
            self._failed(run, error)
            raise
        if kwargs.get("stream") is True:
            return ObservedStream(result, self._observer(run, kwargs, items))
        self._watch.guarded(lambda: self._answered(run, kwargs, items, [result]), None)
        return result

    async def _acall(self, args: Any, kwargs: dict[str, Any]) -> Any:
        items, conversation = self._read(kwargs)
        run = await self._watch.abegin(conversation, kwargs.get("model"))
        if run is None:
            return await self._original(*args, **kwargs)
        try:
            result = await self._original(*args, **self._changed(run, kwargs))
        except BaseException as error:
            self._failed(run, error)
            raise
        if kwargs.get("stream") is True:
            return AsyncObservedStream(result, self._observer(run, kwargs, items))
        self._watch.guarded(lambda: self._answered(run, kwargs, items, [result]), None)
        return result

    def _read(self, request: Mapping[str, Any]) -> tuple[list[Item], Conversation | None]:
        """What the model is told, with what its service remembers, and the run that this belongs to."""

        def read() -> tuple[list[Item], Conversation | None]:
            headers = request.get("extra_headers") or {}
            if any(str(name).lower() == _RAW_RESPONSE for name in headers):
                return [], None
            before = self._remembered.get(self._form.previous(request) or "", [])
            items = [*before, *self._form.items(request)]
            return items, conversation_of(items)

        return self._watch.guarded(read, ([], None))

    def _changed(self, run: OpenRun, request: dict[str, Any]) -> dict[str, Any]:
        learned = run.recall.instructions
        if not learned:
            return request
        return self._watch.guarded(lambda: self._form.with_instructions(request, learned), request)

    def _answered(
        self, run: OpenRun, request: Mapping[str, Any], items: list[Item], values: list[Any]
    ) -> None:
        answer = self._form.answer(values)
        if answer is None:
            run.stopped(Answer())
        elif answer.error is not None:
            run.failed(answer.error, may_be_retried=False)
        else:
            self._remember(request, items, answer)
            if answer.is_complete:
                run.answered(answer)
            else:
                run.stopped(answer)

    def _remember(self, request: Mapping[str, Any], items: list[Item], answer: Answer) -> None:
        """Keeps what a later request will leave out, since the service remembers it."""
        said = [Said("assistant", answer.text)] if answer.text else []
        kept = recent_items([*items, *said, *answer.calls])
        conversation = None
        if not request.get("previous_response_id"):
            conversation = self._form.previous(request)
        for name in filter(None, (answer.id, conversation)):
            self._remembered.pop(name, None)
            self._remembered[name] = kept
        while len(self._remembered) > _MAX_REMEMBERED:
            self._remembered.pop(next(iter(self._remembered)), None)

    def _failed(self, run: OpenRun, error: BaseException) -> None:
        is_stopped = isinstance(error, asyncio.CancelledError) or not isinstance(error, Exception)
        if is_stopped:
            self._watch.guarded(lambda: run.aborted(error), None)
        else:
            self._watch.guarded(lambda: run.failed(error, _may_be_retried(error)), None)

    def _observer(
        self, run: OpenRun, request: Mapping[str, Any], items: list[Item]
    ) -> StreamObserver:
        def over(values: list[Any], error: BaseException | None) -> None:
            answer = self._form.answer(values)
            if error is None or (answer is not None and answer.is_complete):
                self._answered(run, request, items, values)
            else:
                self._failed(run, error)

        return StreamObserver(
            guarded=lambda work: self._watch.guarded(work, None),
            asks=run.asks,
            rests=run.rests,
            over=over,
        )


def _may_be_retried(error: BaseException) -> bool:
    """The client's own tries are over; a framework around it may try again where that can help."""
    status = getattr(error, "status_code", None)
    return not isinstance(status, int) or status in (408, 409, 429) or status >= 500
