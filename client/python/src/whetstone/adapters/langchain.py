"""Agents on LangChain and LangGraph: a callback handler that records runs, and a node that recalls.

>>> graph.add_node("recall", recall_node(client=client))
>>> graph.invoke({"messages": [...]}, {"callbacks": [WhetstoneCallbackHandler(client=client)]})

The node writes ``instructions`` and ``recall_id`` into the state, which has to have both keys: ``class
State(MessagesState, LearnedState)``. The node that asks the model puts the instructions below its own.
"""

from __future__ import annotations

import inspect
from typing import Any, Callable, Mapping, Sequence, TypedDict
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.runnables import RunnableLambda

from ..client import Whetstone
from ..errors import to_whetstone_error
from ..prompt_forms import content_text, task_of, text_of
from ..recall import Recall
from ..records import to_json
from ..usage import used
from .whole_run import WholeRun

__all__ = ["LearnedState", "WhetstoneCallbackHandler", "recall_node"]

#: Above this many open runs the oldest is recorded as it stands.
_MAX_OPEN_RUNS = 1000


class LearnedState(TypedDict, total=False):
    """What the node adds to the state of a graph."""

    instructions: str
    recall_id: str | None


def recall_node(
    *,
    client: Whetstone | None = None,
    query: Callable[[Any], str] | None = None,
    timeout: float | None = None,
) -> Any:
    """A node that recalls what is known for the task in the state. It never fails, and waits at most the limit.

    Args:
        client: Default: one made from the environment.
        query: Finds the task in the state. Default: the last message of the user, else ``input`` or ``prompt``.
        timeout: Longest that the recall may take, in seconds.
    """
    asked = client or Whetstone()

    def task_in(state: Any) -> str:
        try:
            return task_of((state,), {}) if query is None else str(query(state))
        except Exception as error:
            asked.report(to_whetstone_error(error, "agent-code"))
            return ""

    def learned(found: Recall) -> LearnedState:
        return {"instructions": found.instructions, "recall_id": found.recall_id}

    def recall(state: Any) -> LearnedState:
        task = task_in(state)
        return learned(asked.recall(task, timeout=timeout) if task else Recall())

    async def arecall(state: Any) -> LearnedState:
        task = task_in(state)
        return learned(await asked.arecall(task, timeout=timeout) if task else Recall())

    return RunnableLambda(recall, afunc=arecall, name="recall")


class WhetstoneCallbackHandler(BaseCallbackHandler):  # type: ignore[misc]
    """Records each run of a chain, a graph or a model that it is given to, with its tools, model and tokens.

    Args:
        client: Default: one made from the environment.
        describe: Gives what is known of a run that ended, above all its outcome, from its outputs; they are None
            where it raised.
    """

    #: In the order of the run, also in ``asyncio``: nothing here waits.
    run_inline = True

    def __init__(
        self,
        *,
        client: Whetstone | None = None,
        describe: Callable[[Any], Mapping[str, Any]] | None = None,
    ) -> None:
        super().__init__()
        self._client = client or Whetstone()
        self._describe = describe
        #: The open runs by the ids of all that runs within them.
        self._runs: dict[UUID, WholeRun] = {}
        self._roots: dict[UUID, WholeRun] = {}
        self._tools: dict[UUID, dict[str, Any]] = {}

    def on_chain_start(
        self, serialized: Any, inputs: Any, *, run_id: UUID, parent_run_id: UUID | None = None, **_: Any
    ) -> None:
        """A chain begins: of a run that is open, or a run of its own."""
        self._guarded(lambda: self._begin(run_id, parent_run_id, lambda: task_of((inputs,), {})))
        self._guarded(lambda: self._see_recall(run_id, inputs))

    def on_chain_end(self, outputs: Any, *, run_id: UUID, **_: Any) -> None:
        """A chain has ended."""
        self._guarded(lambda: self._see_recall(run_id, outputs))
        self._guarded(lambda: self._end(run_id, outputs))

    def on_chain_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        """A chain has raised."""
        self._guarded(lambda: self._fail(run_id, error))

    def on_chat_model_start(
        self, serialized: Any, messages: Any, *, run_id: UUID, parent_run_id: UUID | None = None, **_: Any
    ) -> None:
        """A chat model is asked."""
        self._guarded(
            lambda: self._begin(run_id, parent_run_id, lambda: task_of((list(messages[0]),), {}))
        )

    def on_llm_start(
        self, serialized: Any, prompts: Any, *, run_id: UUID, parent_run_id: UUID | None = None, **_: Any
    ) -> None:
        """A model of texts is asked."""
        self._guarded(lambda: self._begin(run_id, parent_run_id, lambda: str(prompts[0])))

    def on_llm_end(self, response: Any, *, run_id: UUID, **_: Any) -> None:
        """A model has answered."""
        self._guarded(lambda: self._see_usage(run_id, response))
        self._guarded(lambda: self._end(run_id, response.generations[0][0].text))

    def on_llm_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        """A model has failed."""
        self._guarded(lambda: self._fail(run_id, error))

    def on_tool_start(
        self,
        serialized: Any,
        input_str: str,
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        inputs: Any = None,
        **more: Any,
    ) -> None:
        """A tool begins. One that is called by itself is no run."""

        def begin() -> None:
            run = self._runs.get(parent_run_id) if parent_run_id else None
            if run is None:
                return
            name = (serialized or {}).get("name") or more.get("name") or "tool"
            arguments = to_json(inputs) if inputs is not None else input_str
            self._tools[run_id] = {"name": name, "arguments": arguments}
            run.tool_calls.append(self._tools[run_id])
            # What runs within the tool belongs to the same run.
            self._runs[run_id] = run

        self._guarded(begin)

    def on_tool_end(self, output: Any, *, run_id: UUID, **_: Any) -> None:
        """A tool has given its result, which may say that it failed."""

        def end() -> None:
            call = self._tools.pop(run_id, {})
            is_error = getattr(output, "status", None) == "error"
            content = getattr(output, "content", output)
            call["error" if is_error else "result"] = content_text(content) or text_of(content)
            self._runs.pop(run_id, None)

        self._guarded(end)

    def on_tool_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        """A tool has raised."""

        def fail() -> None:
            self._tools.pop(run_id, {})["error"] = text_of(error)
            self._runs.pop(run_id, None)

        self._guarded(fail)

    def _begin(self, run_id: UUID, parent: UUID | None, find_task: Callable[[], str]) -> None:
        run = self._runs.get(parent) if parent else None
        if run is None:
            task = find_task()
            if not task:
                return
            run = WholeRun(self._client, "langchain", task, silence=None)
            self._roots[run_id] = run
            if len(self._roots) > _MAX_OPEN_RUNS:
                self._roots.pop(next(iter(self._roots))).end()
        self._runs[run_id] = run

    def _see_recall(self, run_id: UUID, values: Any) -> None:
        """The recall that the node has written into the state."""
        run = self._runs.get(run_id)
        recall_id = values.get("recall_id") if isinstance(values, Mapping) else None
        if run is not None and not run.is_inside and isinstance(recall_id, str):
            run.recall_id = recall_id

    def _see_usage(self, run_id: UUID, response: Any) -> None:
        run = self._runs.get(run_id)
        if run is None:
            return
        told = response.llm_output or {}
        tokens = told.get("token_usage") or {}
        message = getattr(response.generations[0][0], "message", None)
        usage = getattr(message, "usage_metadata", None) or {}
        metadata = getattr(message, "response_metadata", None) or {}
        run.used.append(
            used(
                metadata.get("model_name") or told.get("model_name"),
                usage.get("input_tokens", tokens.get("prompt_tokens")),
                usage.get("output_tokens", tokens.get("completion_tokens")),
            )
        )

    def _end(self, run_id: UUID, outputs: Any) -> None:
        self._runs.pop(run_id, None)
        run = self._roots.pop(run_id, None)
        if run is not None:
            run.answer = _answer(outputs)
            run.over(self._described(outputs))

    def _fail(self, run_id: UUID, error: BaseException) -> None:
        self._runs.pop(run_id, None)
        run = self._roots.pop(run_id, None)
        if run is not None:
            described = self._described(None)
            run.failed(error) if not described else run.over({"error": text_of(error), **described})

    def _described(self, outputs: Any) -> Mapping[str, Any]:
        described: dict[str, Any] = {}

        def describe() -> None:
            if self._describe is None:
                return
            answer = self._describe(outputs)
            if inspect.iscoroutine(answer):
                answer.close()
                raise TypeError("describe is asynchronous")
            described.update(answer or {})

        self._guarded(describe)
        return described

    def _guarded(self, work: Callable[[], None]) -> None:
        """What goes wrong here is reported, and the run goes on as it was."""
        try:
            work()
        except Exception as error:
            self._client.report(to_whetstone_error(error, "agent-code"))


def _answer(outputs: Any) -> str:
    """The answer in what a chain gives: a text, a message, or a dictionary with either."""
    if isinstance(outputs, Mapping):
        messages = outputs.get("messages")
        if isinstance(messages, Sequence) and messages and not isinstance(messages, str):
            return _answer(messages[-1])
        for key in ("output", "answer", "result", "text"):
            if key in outputs:
                return _answer(outputs[key])
    content = getattr(outputs, "content", None)
    return text_of(outputs) if content is None else content_text(content)
