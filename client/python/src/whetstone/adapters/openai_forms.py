"""The two forms of OpenAI-compatible requests and their answers, plain and streamed, read without trusting them."""

from __future__ import annotations

import json
import re
from typing import Any, Iterable, Mapping, Sequence

from ..prompt_forms import below, content_text
from ..usage import used
from .conversation import Answer, Called, Item, Returned, Said

Loose = Mapping[str, Any]

#: How a tool's error begins where a framework or the agent itself writes it for the model.
_ERROR_TEXT = re.compile(
    r"(?:An error occurred while running the tool|Tool '[^']+' timed out after|(?:[A-Z]\w*)?(?:Error|Exception): )"
)


def loose(value: Any) -> Loose:
    """A dictionary, also of one of the client's own objects; empty for anything else."""
    if isinstance(value, Mapping):
        return value
    dump = getattr(value, "model_dump", None)
    dumped = dump() if callable(dump) and not isinstance(value, type) else None
    return dumped if isinstance(dumped, Mapping) else {}


def _all_loose(values: Any) -> list[Loose]:
    return [loose(value) for value in values] if isinstance(values, (list, tuple)) else []


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _is_system(role: Any) -> bool:
    return role in ("system", "developer")


def _is_tool_error(text: str) -> bool:
    """These interfaces have no mark for a tool that failed: its text says so, or a field of it."""
    if _ERROR_TEXT.match(text):
        return True
    if not text.startswith("{"):
        return False
    try:
        body = loose(json.loads(text))
    except (ValueError, RecursionError):
        return False
    is_marked = body.get("isError") is True or body.get("is_error") is True
    return is_marked or body.get("error") not in (None, False)


def _returned(call_id: Any, content: Any) -> Returned:
    text = content_text(content)
    return Returned(_text(call_id), text, _is_tool_error(text))


def _error(error: Any) -> str | None:
    if error is None:
        return None
    return _text(loose(error).get("message")) or json.dumps(error, default=str)


def _used(answer: Loose) -> dict[str, Any]:
    usage = loose(answer.get("usage"))
    given = usage.get("input_tokens", usage.get("prompt_tokens"))
    taken = usage.get("output_tokens", usage.get("completion_tokens"))
    return used(answer.get("model"), given, taken)


class ChatForm:
    """``chat.completions``."""

    def items(self, request: Loose) -> list[Item]:
        """What the model is told."""
        items: list[Item] = []
        for message in _all_loose(request.get("messages")):
            role = message.get("role")
            if role == "tool":
                items.append(_returned(message.get("tool_call_id"), message.get("content")))
            elif not _is_system(role):
                items.append(Said(_text(role), content_text(message.get("content"))))
                items.extend(_chat_calls(message.get("tool_calls")))
        return items

    def with_instructions(self, request: Loose, learned: str) -> dict[str, Any]:
        """The request with what was learned below its own system prompt; one of parts gets one more part."""
        messages = list(request.get("messages") or [])
        first = loose(messages[0]) if messages else {}
        if not _is_system(first.get("role")):
            return {**request, "messages": [{"role": "system", "content": learned}, *messages]}
        own = first.get("content")
        if isinstance(own, (list, tuple)):
            content: Any = [*own, {"type": "text", "text": learned}]
        else:
            content = below(_text(own), learned)
        return {**request, "messages": [{**first, "content": content}, *messages[1:]]}

    def previous(self, request: Loose) -> str | None:
        """The id of what the service itself remembers of the conversation; None where it does not."""
        return None

    def answer(self, values: Sequence[Any]) -> Answer | None:
        """Of the whole answer or, streamed, of its chunks; None where it is none."""
        answers = [loose(value) for value in values]
        choices = [choice for one in answers for choice in _all_loose(one.get("choices"))[:1]]
        error = next((one["error"] for one in answers if one.get("error") is not None), None)
        if not choices and error is None:
            return None
        messages = [loose(choice.get("message")) for choice in choices]
        deltas = [loose(choice.get("delta")) for choice in choices]
        calls = [call for message in messages for call in _chat_calls(message.get("tool_calls"))]
        told: dict[str, Any] = {}
        for one in answers:
            # Some services tell the tokens with each piece, counted up to there.
            told.update(_used(one))
        return Answer(
            text="".join(_text(message.get("content")) for message in [*messages, *deltas]),
            calls=(*calls, *_joined_calls(deltas)),
            used=told,
            error=_error(error),
            is_complete=any(isinstance(one.get("finish_reason"), str) for one in choices),
        )


def _chat_calls(calls: Any) -> list[Called]:
    """The tools of a message; ``custom`` ones take a text."""
    found: list[Called] = []
    for call in _all_loose(calls):
        called = loose(call.get("function") or call.get("custom"))
        arguments = called.get("arguments", called.get("input"))
        found.append(Called(_text(call.get("id")), _text(called.get("name")), _text(arguments)))
    return found


def _joined_calls(deltas: Iterable[Loose]) -> list[Called]:
    """Streamed tools come in pieces, which their index joins."""
    calls: dict[Any, Called] = {}
    for delta in deltas:
        for piece in _all_loose(delta.get("tool_calls")):
            before = calls.get(piece.get("index"), Called("", "", ""))
            (more,) = _chat_calls([piece])
            calls[piece.get("index")] = Called(
                before.id or more.id, before.name or more.name, before.arguments + more.arguments
            )
    return list(calls.values())


class ResponsesForm:
    """``responses``."""

    def items(self, request: Loose) -> list[Item]:
        """What the model is told."""
        given = request.get("input")
        if isinstance(given, str):
            return [Said("user", given)]
        return [item for one in _all_loose(given) for item in response_items(one)]

    def with_instructions(self, request: Loose, learned: str) -> dict[str, Any]:
        """The request with what was learned below its own instructions."""
        return {**request, "instructions": below(_text(request.get("instructions")), learned)}

    def previous(self, request: Loose) -> str | None:
        """The id of what the service itself remembers of the conversation; None where it does not."""
        conversation = request.get("conversation")
        named = _text(conversation) or _text(loose(conversation).get("id"))
        return _text(request.get("previous_response_id")) or named or None

    def answer(self, values: Sequence[Any]) -> Answer | None:
        """A stream's last event carries the whole answer; one that was left before has pieces of its text."""
        events = [loose(value) for value in values]
        ends = ("response.completed", "response.incomplete", "response.failed")
        last = next((one for one in reversed(events) if one.get("type") in ends), None)
        whole = loose(last.get("response")) if last is not None else None
        if whole is None:
            whole = next((one for one in events if one.get("object") == "response"), None)
        failed = next((one for one in events if one.get("type") == "error"), None)
        pieces = [one for one in events if one.get("type") == "response.output_text.delta"]
        if whole is None and failed is None and not pieces:
            return None
        items = [item for one in _all_loose((whole or {}).get("output")) for item in response_items(one)]
        texts = [item.text for item in items if isinstance(item, Said)]
        streamed = "".join(_text(one.get("delta")) for one in pieces)
        return Answer(
            text=streamed if whole is None else "\n".join(texts),
            calls=tuple(item for item in items if isinstance(item, Called)),
            used=_used(whole or {}),
            id=_text((whole or {}).get("id")) or None,
            error=_error((whole or {}).get("error")) or _error(failed),
            is_complete=whole is not None,
        )


def response_items(item: Loose) -> list[Item]:
    """One item of a response's input or output."""
    kind = item.get("type")
    if kind == "function_call":
        arguments = _text(item.get("arguments"))
        return [Called(_text(item.get("call_id")), _text(item.get("name")), arguments)]
    if kind == "custom_tool_call":
        return [Called(_text(item.get("call_id")), _text(item.get("name")), _text(item.get("input")))]
    if kind in ("function_call_output", "custom_tool_call_output"):
        return [_returned(item.get("call_id"), item.get("output"))]
    role = item.get("role")
    if role is None or _is_system(role):
        return []
    return [Said(_text(role), content_text(item.get("content")))]
