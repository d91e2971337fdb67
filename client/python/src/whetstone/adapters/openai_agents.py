"""Agents on the OpenAI Agents SDK (the package ``openai-agents``).

>>> hooks = WhetstoneRunHooks(client=client)
>>> await Runner.run(agent, task, hooks=hooks, run_config=hooks.run_config())

The filter of the run's configuration puts what is known below the agent's instructions, and the hooks see what its
model answers. One object serves any number of runs.
"""

from __future__ import annotations

import asyncio
import dataclasses
import functools
import inspect
from contextvars import ContextVar
from typing import Any, Callable

from agents import RunConfig, RunHooks

from ..client import Whetstone
from ..prompt_forms import below, text_of
from ..usage import used
from .conversation import Answer, Called, Item, Said, conversation_of
from .open_run import OpenRun
from .openai_forms import loose, response_items
from .run_watch import Describe, RunWatch

__all__ = ["WhetstoneRunHooks"]

#: The run whose model is asked here. The SDK calls the filter in the task of the run, and its hooks in tasks that
#: begin with the context of that one.
_current: ContextVar[OpenRun | None] = ContextVar("whetstone_agents_run", default=None)

_NO_ANSWER = "the model gave no answer"


class WhetstoneRunHooks(RunHooks):  # type: ignore[misc]
    """Recall and record for runs of the OpenAI Agents SDK.

    Args:
        client: Default: one made from the environment.
        describe: What is known of a run that ended, above all its outcome: a model's answer alone does not tell.
        recall_timeout: Longest that a recall may take, in seconds.
    """

    def __init__(
        self,
        *,
        client: Whetstone | None = None,
        describe: Describe | None = None,
        recall_timeout: float | None = None,
    ) -> None:
        self._watch = RunWatch("openai-agents", client, describe, recall_timeout)

    def run_config(self, **options: Any) -> RunConfig:
        """The configuration of a run with learning; ``options`` are those of ``RunConfig``."""
        own = options.pop("call_model_input_filter", None)

        async def filtered(data: Any) -> Any:
            return await self._filter(data, own)

        return RunConfig(call_model_input_filter=filtered, **options)

    async def on_llm_end(self, context: Any, agent: Any, response: Any) -> None:
        """The model has answered."""
        run = _current.get()
        if run is not None:
            self._watch.guarded(lambda: run.answered(_answer(response)), None)

    async def on_agent_end(self, context: Any, agent: Any, output: Any) -> None:
        """The agent has given its output, which may be that of a tool."""
        run = _current.get()
        if run is not None and not run.is_over:
            text = text_of(output)
            calls = run.answer.calls
            self._watch.guarded(lambda: run.stopped(Answer(text, calls)), None)

    async def _filter(self, data: Any, own: Callable[[Any], Any] | None) -> Any:
        given = data.model_data
        if own is not None:
            given = own(data)
            given = await given if inspect.isawaitable(given) else given
        run = await self._begin(given, getattr(data.agent, "model", None))
        learned = "" if run is None else run.recall.instructions
        if not learned:
            return given
        return self._watch.guarded(
            lambda: dataclasses.replace(
                given, instructions=below(given.instructions or "", learned)
            ),
            given,
        )

    async def _begin(self, given: Any, model: Any) -> OpenRun | None:
        items = self._watch.guarded(lambda: _items(given.input), [])
        conversation = conversation_of(items)
        known = _current.get()
        if known is not None and not known.is_over:
            if conversation is None:
                # The service remembers what was said before: this continues it.
                known.asks()
                return known
            if known.idle_since is None:
                # Nobody asks twice at a time in one place: the last call had no answer.
                known.failed(_NO_ANSWER, may_be_retried=True)
        run = await self._watch.abegin(conversation, model if isinstance(model, str) else None)
        _current.set(run)
        task = asyncio.current_task()
        if run is not None and run is not known and task is not None:
            task.add_done_callback(functools.partial(_task_done, run))
        return run


def _task_done(run: OpenRun, task: asyncio.Task[Any]) -> None:
    """The SDK calls no hook where a model fails: then the run is over with its task."""
    if run.is_over or run.idle_since is not None:
        return
    if task.cancelled():
        run.aborted(asyncio.CancelledError())
    else:
        # To look at the task's own error would hide that nobody has looked at it.
        run.failed(_NO_ANSWER, may_be_retried=False)


def _items(given: Any) -> list[Item]:
    if isinstance(given, str):
        return [Said("user", given)]
    return [item for one in given for item in response_items(loose(one))]


def _answer(response: Any) -> Answer:
    items = _items(response.output)
    usage = getattr(response, "usage", None)
    return Answer(
        text="\n".join(item.text for item in items if isinstance(item, Said)),
        calls=tuple(item for item in items if isinstance(item, Called)),
        used=used(
            None, getattr(usage, "input_tokens", None), getattr(usage, "output_tokens", None)
        ),
    )
