"""A stand-in for the clients of the package `openai`, as its version 3.3 documents them, and for the model behind.

The model first asks for a tool, if there is one, and then answers, always the same way. A task with `refuse` in it is
refused with 400.
"""

from __future__ import annotations

import copy
import functools
from typing import Any, AsyncIterator, Iterator

FINAL_ANSWER = "Order 1042 has been looked up."
MODEL = "stand-in"

CALL = {"id": "call_1", "name": "get_order", "arguments": '{"order":"1042"}'}


class Model:
    """An object of the client: its fields as attributes, and `model_dump` as in pydantic."""

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def model_dump(self, **_: Any) -> dict[str, Any]:
        def dumped(value: Any) -> Any:
            if isinstance(value, Model):
                return value.model_dump()
            return [dumped(one) for one in value] if isinstance(value, list) else value

        return {name: dumped(value) for name, value in self.__dict__.items()}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and other.model_dump() == self.model_dump()

    def __repr__(self) -> str:
        return repr(self.model_dump())


class APIStatusError(Exception):
    """The error of a refused request."""

    def __init__(self, message: str, status_code: int) -> None:
        super().__init__(message)
        self.status_code = status_code


class Provider:
    """The model: what it was told with each request, and how it fails the next ones."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.failing: list[int] = []

    def take(self, request: dict[str, Any]) -> None:
        self.requests.append(copy.deepcopy(request))
        status = 400 if "refuse" in repr(request) else self.failing.pop(0) if self.failing else 0
        if status:
            raise APIStatusError("refused", status)

    def chat(self, request: dict[str, Any]) -> Model:
        self.take(request)
        last: Any = request["messages"][-1]
        role = last["role"] if isinstance(last, dict) else last.role
        function = Model(name=CALL["name"], arguments=CALL["arguments"])
        is_call = bool(request.get("tools")) and role != "tool"
        calls = [Model(id=CALL["id"], type="function", function=function)] if is_call else None
        content = None if is_call else FINAL_ANSWER
        message = Model(role="assistant", content=content, tool_calls=calls)
        reason = "tool_calls" if is_call else "stop"
        choice = Model(index=0, message=message, finish_reason=reason)
        usage = Model(prompt_tokens=11, completion_tokens=3)
        return Model(id="chatcmpl-1", model=MODEL, choices=[choice], usage=usage)

    def chunks(self, request: dict[str, Any]) -> Iterator[Model]:
        whole = self.chat(request).choices[0].message

        def chunk(delta: Model, reason: str | None = None) -> Model:
            choice = Model(index=0, delta=delta, finish_reason=reason)
            return Model(id="chatcmpl-1", model=MODEL, choices=[choice], usage=None)

        for word in (whole.content or "").split(" "):
            yield chunk(Model(content=f"{word} ", tool_calls=None))
        for call in whole.tool_calls or []:
            name = Model(name=call.function.name, arguments="")
            yield chunk(Model(content=None, tool_calls=[Model(index=0, id=call.id, function=name)]))
            for part in (call.function.arguments[:5], call.function.arguments[5:]):
                more = Model(index=0, id=None, function=Model(name=None, arguments=part))
                yield chunk(Model(content=None, tool_calls=[more]))
        yield chunk(Model(content=None, tool_calls=None), "stop")

    def response(self, request: dict[str, Any]) -> Model:
        self.take(request)
        given = request["input"]
        is_result = isinstance(given, list) and given[-1].get("type") == "function_call_output"
        if request.get("tools") and not is_result:
            output = Model(
                type="function_call", call_id=CALL["id"], name=CALL["name"], arguments=CALL["arguments"]
            )
        else:
            text = Model(type="output_text", text=FINAL_ANSWER)
            output = Model(type="message", role="assistant", content=[text])
        usage = Model(input_tokens=11, output_tokens=3)
        number = len(self.requests)
        return Model(
            id=f"resp_{number}", object="response", model=MODEL, output=[output], usage=usage, error=None
        )


class Stream:
    """As `openai.Stream`."""

    def __init__(self, chunks: Iterator[Model]) -> None:
        self._iterator = chunks
        self.response = "the response"
        self.is_closed = False

    def __next__(self) -> Model:
        return next(self._iterator)

    def __iter__(self) -> Iterator[Model]:
        yield from self._iterator

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        self.is_closed = True


class AsyncStream:
    """As `openai.AsyncStream`."""

    def __init__(self, chunks: Iterator[Model]) -> None:
        self._chunks = chunks

    async def __anext__(self) -> Model:
        for chunk in self._chunks:
            return chunk
        raise StopAsyncIteration

    def __aiter__(self) -> AsyncIterator[Model]:
        return self

    async def __aenter__(self) -> AsyncStream:
        return self

    async def __aexit__(self, *_: Any) -> None:
        pass

    async def close(self) -> None:
        pass


def required_args(function: Any) -> Any:
    """As the client's own: it hides that a function is asynchronous."""

    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if "model" not in kwargs:
            raise TypeError("Missing required arguments; Expected 'model'")
        return function(*args, **kwargs)

    return wrapper


class Completions:
    def __init__(self, provider: Provider) -> None:
        self._provider = provider

    @required_args
    def create(self, **request: Any) -> Any:
        if request.get("stream"):
            return Stream(self._provider.chunks(request))
        return self._provider.chat(request)


class AsyncCompletions(Completions):
    @required_args
    async def create(self, **request: Any) -> Any:
        if request.get("stream"):
            return AsyncStream(self._provider.chunks(request))
        return self._provider.chat(request)


class Responses:
    def __init__(self, provider: Provider) -> None:
        self._provider = provider

    def create(self, **request: Any) -> Any:
        return self._provider.response(request)


class OpenAI:
    """The client, on a model of its own or a given one."""

    def __init__(self, provider: Provider) -> None:
        self.chat = Model(completions=Completions(provider))
        self.responses = Responses(provider)


class AsyncOpenAI:
    """The asynchronous client."""

    def __init__(self, provider: Provider) -> None:
        self.chat = Model(completions=AsyncCompletions(provider))


