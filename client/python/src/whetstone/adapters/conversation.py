"""What an agent says to its model, in one form for every framework: that is where adapters see a run."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Sequence, Union


@dataclass(frozen=True)
class Said:
    """A message. System messages are left out: they are the agent's, not the run's."""

    role: str
    text: str


@dataclass(frozen=True)
class Called:
    """A tool that the model asked for."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True)
class Returned:
    """What a tool gave."""

    id: str
    text: str
    is_error: bool = False


Item = Union[Said, Called, Returned]


@dataclass(frozen=True)
class Answer:
    """What a model call answered, as far as it was read. The run goes on with its ``calls``."""

    text: str = ""
    calls: tuple[Called, ...] = ()
    used: dict[str, Any] = field(default_factory=dict)
    #: Names the answer in a later request, which then does not repeat what was said before.
    id: str | None = None
    #: Told within a stream, or in an answer that is one all the same.
    error: str | None = None
    #: False where the stream ended before the answer did.
    is_complete: bool = True


@dataclass(frozen=True)
class Conversation:
    """The run that a model call belongs to: everything since the user last spoke."""

    #: The same for every model call of one run; two runs that are word for word alike share it.
    key: str
    task: str
    #: The task after the turns before it: "yes, go ahead" alone says nothing.
    query: str
    messages: list[dict[str, str]]
    tool_calls: list[dict[str, Any]]
    #: The model calls of this run before this one, by the ids of the tools that they asked for.
    call_ids: frozenset[str]
    #: True where the model has not answered yet since the user last spoke.
    is_start: bool


#: How many messages before the task go into the query, and how much of each.
_EARLIER_MESSAGES = 4
_EARLIER_CHARACTERS = 500


def conversation_of(items: Sequence[Item]) -> Conversation | None:
    """The run at the end of a model's input; None where no user has spoken."""
    start = _last_user_message(items)
    asked = None if start is None else items[start]
    if start is None or not isinstance(asked, Said) or not asked.text:
        return None
    earlier = _messages_before(items, start)
    run = items[start:]
    said = [(item.role, item.text) for item in [*earlier, asked]]
    spoken = [item for item in run if isinstance(item, Said) and item.text]
    return Conversation(
        key=json.dumps(said),
        task=asked.text,
        query="\n".join([*(item.text[:_EARLIER_CHARACTERS] for item in earlier), asked.text]),
        messages=[{"role": item.role, "content": item.text} for item in spoken],
        tool_calls=tool_calls_of(run),
        call_ids=frozenset(item.id for item in run if not isinstance(item, Said) and item.id),
        is_start=len(run) == 1,
    )


def tool_calls_of(items: Sequence[Item]) -> list[dict[str, Any]]:
    """The tools that were called, with what they gave."""
    results = {item.id: item for item in items if isinstance(item, Returned)}
    calls: list[dict[str, Any]] = []
    for item in items:
        if isinstance(item, Called):
            call: dict[str, Any] = {"name": item.name, "arguments": item.arguments}
            result = results.get(item.id)
            if result is not None:
                call["error" if result.is_error else "result"] = result.text
            calls.append(call)
    return calls


def recent_items(items: Sequence[Item]) -> list[Item]:
    """What a later model call needs to know of these items: the run, and the messages just before it."""
    start = _last_user_message(items)
    if start is None:
        return list(items)
    return [*_messages_before(items, start), *items[start:]]


def _last_user_message(items: Sequence[Item]) -> int | None:
    for at in reversed(range(len(items))):
        item = items[at]
        if isinstance(item, Said) and item.role == "user":
            return at
    return None


def _messages_before(items: Sequence[Item], end: int) -> list[Said]:
    """The last messages before ``end``, the oldest first."""
    spoken = [item for item in items[:end] if isinstance(item, Said) and item.text]
    return spoken[-_EARLIER_MESSAGES:]
