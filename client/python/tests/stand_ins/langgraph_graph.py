"""A stand-in for a LangGraph with a model and a tool node, which calls its handlers as `langchain_core` 1 does."""

from __future__ import annotations

import uuid
from types import SimpleNamespace
from typing import Any, Callable

from .openai_client import Provider


class Message:
    """A message; `type` is its role."""

    def __init__(self, type: str, content: Any, **more: Any) -> None:
        self.type = type
        self.content = content
        self.__dict__.update(more)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and vars(other) == vars(self)

    def __repr__(self) -> str:
        return repr(vars(self))


class Manager:
    """Calls the handlers of one run; what they raise is only logged."""

    def __init__(self, handlers: list[Any], run_id: Any, parent: Any) -> None:
        self._handlers = handlers
        self.run_id = run_id
        self._parent = parent

    def tell(self, event: str, *args: Any, **more: Any) -> None:
        for handler in self._handlers:
            try:
                getattr(handler, event)(*args, run_id=self.run_id, parent_run_id=self._parent, **more)
            except Exception as error:
                print(f"Error in {type(handler).__name__}.{event} callback: {error!r}")

    def child(self) -> Manager:
        return Manager(self._handlers, uuid.uuid4(), self.run_id)

    def chain(self, work: Callable[[Manager, Any], Any], given: Any) -> Any:
        self.tell("on_chain_start", None, given, name="a chain")
        try:
            result = work(self, given)
        except BaseException as error:
            self.tell("on_chain_error", error)
            raise
        self.tell("on_chain_end", result)
        return result


class Graph:
    """`recall` (if there is one), then a model and its tool in turns."""

    def __init__(self, provider: Provider, system: str, tool: Callable[[], str], recall: Any) -> None:
        self._provider = provider
        self._system = system
        self._tool = tool
        self._recall = recall

    def invoke(self, state: dict[str, Any], config: dict[str, Any]) -> dict[str, Any]:
        root = Manager(config.get("callbacks", []), uuid.uuid4(), None)
        return root.chain(self._work, {**state})

    def _work(self, root: Manager, state: dict[str, Any]) -> dict[str, Any]:
        if self._recall is not None:
            state = {**state, **root.child().chain(lambda _, given: self._recall.invoke(given), state)}
        while True:
            answer = root.child().chain(self._ask, state)["messages"][0]
            state = {**state, "messages": [*state["messages"], answer]}
            if not answer.tool_calls:
                return state
            result = root.child().chain(self._call, state)["messages"][0]
            state = {**state, "messages": [*state["messages"], result]}

    def _ask(self, node: Manager, state: dict[str, Any]) -> dict[str, Any]:
        learned = state.get("instructions", "")
        system = Message("system", f"{self._system}\n\n{learned}" if learned else self._system)
        messages = [system, *state["messages"]]
        model = node.child()
        model.tell("on_chat_model_start", None, [messages])
        roles = {"human": "user", "ai": "assistant"}
        try:
            plain = [{"role": roles.get(one.type, one.type), "content": one.content} for one in messages]
            said = self._provider.chat({"messages": plain, "tools": ["get_order"]}).choices[0].message
        except Exception as error:
            model.tell("on_llm_error", error)
            raise
        calls = [{"id": one.id, "name": one.function.name} for one in said.tool_calls or []]
        usage = {"input_tokens": 11, "output_tokens": 3}
        answer = Message(
            "ai",
            said.content or "",
            tool_calls=calls,
            usage_metadata=usage,
            response_metadata={"model_name": "stand-in"},
        )
        generation = SimpleNamespace(text=answer.content, message=answer)
        model.tell("on_llm_end", SimpleNamespace(generations=[[generation]], llm_output=None))
        return {"messages": [answer]}

    def _call(self, node: Manager, state: dict[str, Any]) -> dict[str, Any]:
        tool = node.child()
        tool.tell("on_tool_start", {"name": "get_order"}, "{'order': '1042'}", inputs={"order": "1042"})
        try:
            result = Message("tool", self._tool(), status="success")
        except Exception as error:
            tool.tell("on_tool_error", error)
            result = Message("tool", str(error), status="error")
        else:
            tool.tell("on_tool_end", result)
        return {"messages": [result]}
