"""The forms in which agents take their task.

A text, a list of messages (plain ones, LangChain's, tuples of role and text, those with parts), or a dictionary that
holds one as its ``messages``, ``prompt``, ``input`` or ``contents``. Keyword arguments count as such a dictionary.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Mapping, Sequence

from .records import to_json

_KEYS = ("messages", "prompt", "input", "contents")


@dataclass(frozen=True)
class Form:
    """An argument that holds the task."""

    task: str
    #: The argument with a text where a model will read it.
    with_text: Callable[[str], Any]


@dataclass(frozen=True)
class _Spoken:
    """One message of a list in any of its forms; its role is ``user``, ``system`` or ``other``."""

    role: str
    text: str
    original: Any


def task_of(args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
    """The task in an agent's arguments; empty where there is none to be seen."""
    found = _task_form(args, kwargs)
    return "" if found is None else found[1].task


def with_instructions(
    instructions: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments with the instructions where a model will read them; those of another form as they are."""
    found = _task_form(args, kwargs)
    if found is None:
        return args, kwargs
    place, form = found
    value = form.with_text(instructions)
    if place is None:
        return args, value
    if isinstance(place, str):
        return args, {**kwargs, place: value}
    return (*args[:place], value, *args[place + 1 :]), kwargs


def text_of(value: Any) -> str:
    """A result or an error as text; empty for nothing and for what cannot be written."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    try:
        if isinstance(value, BaseException):
            return f"{type(value).__name__}: {value}"
        return to_json(value)
    except Exception:
        return ""  # Circular, or a property of the agent's that raises: the record goes without.


def content_text(content: Any) -> str:
    """The text of a content: a text, a part or a list of parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, Mapping):
        return _text_in(content.get("text"))
    if isinstance(content, (list, tuple)):
        return "\n".join(filter(None, (content_text(part) for part in content)))
    return _text_in(getattr(content, "text", None))


def below(own: str, text: str) -> str:
    """A text with another one below it."""
    return f"{own}\n\n{text}" if own else text


def _text_in(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _task_form(
    args: Sequence[Any], kwargs: Mapping[str, Any]
) -> tuple[int | str | None, Form] | None:
    """The first argument that holds a task, and where it is; None for the keyword arguments as a whole."""
    places: list[tuple[int | str | None, Form | None]] = [
        (at, _form_of(value)) for at, value in enumerate(args)
    ]
    places.append((None, _request_form(kwargs)))
    places += [(name, _form_of(value)) for name, value in kwargs.items()]
    for place, form in places:
        if form is not None and form.task:
            return place, form
    return None


def _form_of(value: Any) -> Form | None:
    if isinstance(value, str):
        return Form(value, lambda text: below(text, value))
    if isinstance(value, (list, tuple)):
        return _messages_form(value)
    return _request_form(value) if isinstance(value, Mapping) else None


def _request_form(request: Mapping[str, Any]) -> Form | None:
    for key in _KEYS:
        value = request.get(key)
        inner = _form_of(value)
        if inner is None and key == "contents" and isinstance(value, (list, tuple)):
            inner = _parts_form(value)
        if inner is not None:
            return Form(inner.task, _request_with(request, key, inner))
    return None


def _request_with(request: Mapping[str, Any], key: str, inner: Form) -> Callable[[str], Any]:
    field = _instructions_field(request)

    def with_text(text: str) -> dict[str, Any]:
        if field is None:
            return {**request, key: inner.with_text(text)}
        own = request.get(field)
        if isinstance(own, list):
            return {**request, field: [*own, {"type": "text", "text": text}]}
        return {**request, field: below(content_text(own), text)}

    return with_text


def _instructions_field(request: Mapping[str, Any]) -> str | None:
    """Where the model reads its instructions from a field of its own. Claude takes none in its messages."""
    model = request.get("model")
    is_claude = isinstance(model, str) and "claude" in model and "messages" in request
    if "system" in request or is_claude:
        return "system"
    return "instructions" if "instructions" in request and "input" in request else None


def _role_of(name: str) -> str:
    if name in ("user", "human"):
        return "user"
    return "system" if name in ("system", "developer") else "other"


def _field(message: Any, name: str) -> Any:
    return message.get(name) if isinstance(message, Mapping) else getattr(message, name, None)


def _has(message: Any, name: str) -> bool:
    return name in message if isinstance(message, Mapping) else hasattr(message, name)


def _spoken(item: Any) -> _Spoken | None:
    if isinstance(item, (list, tuple)):
        if len(item) == 2 and isinstance(item[0], str) and isinstance(item[1], str):
            return _Spoken(_role_of(item[0]), item[1], item)
        return None
    # LangChain's messages say their role as their type.
    role = _field(item, "role") or _field(item, "type")
    if not isinstance(role, str) or not (_has(item, "content") or _has(item, "parts")):
        return None
    content = _field(item, "content") or _field(item, "parts")
    return _Spoken(_role_of(role), content_text(content), item)


def _messages_form(items: Sequence[Any]) -> Form | None:
    messages = [spoken for spoken in map(_spoken, items) if spoken is not None]
    asked = next((at for at in reversed(range(len(messages))) if messages[at].role == "user"), None)
    if asked is None or len(messages) < len(items):
        return None
    original = messages[asked].original

    def with_text(text: str) -> list[Any]:
        # Messages of parts have no system message: what a model is to know goes to its user.
        if isinstance(original, Mapping) and "parts" in original and "content" not in original:
            return [*items[:asked], _with_first_part(original, text), *items[asked + 1 :]]
        return _with_system(messages, text)

    return Form(messages[asked].text, with_text)


def _with_first_part(message: Mapping[str, Any], text: str) -> dict[str, Any]:
    """The message with the text as its first part, in the form of its other parts."""
    parts = list(message["parts"])
    is_typed = any(isinstance(part, Mapping) and "type" in part for part in parts)
    first = {"type": "text", "text": text} if is_typed else {"text": text}
    return {**message, "parts": [first, *parts]}


def _with_system(messages: Sequence[_Spoken], text: str) -> list[Any]:
    """Below the system messages at the start; within the one there is, where it is a plain dictionary."""
    originals = [message.original for message in messages]
    after = next((at for at, message in enumerate(messages) if message.role != "system"), 0)
    last = originals[after - 1] if after > 0 else None
    if isinstance(last, Mapping) and isinstance(last.get("content"), str):
        joined = {**last, "content": below(last["content"], text)}
        return [*originals[: after - 1], joined, *originals[after:]]
    is_tuple = any(isinstance(original, tuple) for original in originals)
    added = ("system", text) if is_tuple else {"role": "system", "content": text}
    return [*originals[:after], added, *originals[after:]]


def _parts_form(items: Sequence[Any]) -> Form | None:
    """A list of texts and parts, which is one message."""
    task = content_text(items)
    if not task:
        return None
    return Form(
        task, lambda text: [text if isinstance(items[0], str) else {"text": text}, *items]
    )
