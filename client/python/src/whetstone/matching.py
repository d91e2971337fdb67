"""Whether a rule may apply to a call of a tool: the gateway's own matcher (``server/domain/moments``), in Python.

A glob is matched with a set of places in it, so the steps are at most its length times that of the text.
"""

from __future__ import annotations

import json
import re
from typing import Any, Iterable, Mapping

#: So many characters of a text are looked at, and so many values of a list.
_MAX_TEXT = 4000
_MOST_VALUES = 20

_PATH_FIELDS = (
    "file_path",
    "path",
    "paths",
    "notebook_path",
    "file",
    "files",
    "filename",
    "absolute_path",
)
_COMMAND_FIELDS = ("command", "cmd")

_ANY, _ONE, _SEGMENT, _FOLDERS = "any", "one", "segment", "folders"
#: The kind of a token, and the character of a literal.
_Token = tuple[str, str]


def matches_any(
    conditions: Iterable[Mapping[str, Any]], name: str, arguments: Any, last_error: str | None
) -> bool:
    """Whether one of the conditions matches the call."""
    fields = _fields(arguments)
    return any(_matches(condition, name, fields, last_error) for condition in conditions)


def _matches(
    condition: Mapping[str, Any], name: str, fields: Mapping[str, Any], last_error: str | None
) -> bool:
    argument = condition.get("argument")
    given: list[tuple[str | None, list[str], bool, bool]] = [
        (condition.get("tool"), [name], False, False),
        (condition.get("error"), [] if last_error is None else [last_error], True, False),
        (condition.get("command"), _commands(fields), False, False),
        (condition.get("path"), _paths(fields), False, True),
    ]
    if argument is not None:
        given.append((argument["value"], _texts(_field(fields, argument["name"])), False, False))
    return all(
        glob is None
        or any(_matches_glob(_compiled(glob, anywhere, is_path), text, is_path) for text in texts)
        for glob, texts, anywhere, is_path in given
    )


def _compiled(glob: str, anywhere: bool, is_path: bool) -> list[_Token]:
    if not is_path:
        around = "*" if anywhere else ""
        return [_sign(sign) for sign in re.findall(r"\*+|[^*]", f"{around}{glob}{around}", re.S)]
    rooted = re.sub(r"^(?!/|\*\*)", "**/", glob.replace("\\", "/"))
    signs = re.finditer(r"(?:(?<=^)|(?<=/))\*\*+/|\*+|[^*]", rooted, re.S)
    return [_path_sign(found[0]) for found in signs]


def _sign(sign: str) -> _Token:
    if sign.startswith("*"):
        return (_ANY, "")
    return (_ONE, "") if sign == "?" else ("literal", sign)


def _path_sign(sign: str) -> _Token:
    if len(sign) > 1 and sign.endswith("/"):
        return (_FOLDERS, "")
    return (_SEGMENT, "") if sign == "*" else _sign(sign)


def _matches_glob(tokens: list[_Token], text: str, is_path: bool) -> bool:
    places: set[int] = set()
    _enter(places, tokens, 0)
    for character in text[:_MAX_TEXT]:
        reached: set[int] = set()
        for place in places:
            _step(reached, tokens, place, character, is_path and character == "/")
        places = reached
        if not places:
            return False
    return len(tokens) in places


def _enter(places: set[int], tokens: list[_Token], place: int) -> None:
    """Adds a place, and those behind what may stand for nothing."""
    places.add(place)
    while place < len(tokens) and tokens[place][0] in (_ANY, _SEGMENT, _FOLDERS):
        place += 1
        places.add(place)


def _step(
    reached: set[int], tokens: list[_Token], place: int, character: str, is_slash: bool
) -> None:
    if place == len(tokens):
        return
    kind, literal = tokens[place]
    if kind == _FOLDERS:
        # Inside a folder's name what follows cannot begin.
        reached.add(place)
        if is_slash:
            _enter(reached, tokens, place + 1)
    elif kind == _ANY or (kind == _SEGMENT and not is_slash):
        _enter(reached, tokens, place)
    elif (kind == _ONE and not is_slash) or (kind == "literal" and literal == character):
        _enter(reached, tokens, place + 1)


def _fields(arguments: Any) -> Mapping[str, Any]:
    if isinstance(arguments, str) and arguments.startswith("{"):
        try:
            return _fields(json.loads(arguments))
        except ValueError:
            return {}
    return arguments if isinstance(arguments, Mapping) else {}


def _field(fields: Mapping[str, Any], name: str) -> Any:
    """The value of an argument; ``filePath`` is another writing of ``file_path``."""
    camel = re.sub(r"_([a-z])", lambda found: found[1].upper(), name)
    return fields.get(name, fields.get(camel))


def _strings(value: Any) -> list[str]:
    values = value[:_MOST_VALUES] if isinstance(value, (list, tuple)) else [value]
    return [each for each in values if isinstance(each, str)]


def _paths(fields: Mapping[str, Any]) -> list[str]:
    found = [path for name in _PATH_FIELDS for path in _strings(_field(fields, name))]
    return [path.replace("\\", "/") for path in found]


def _commands(fields: Mapping[str, Any]) -> list[str]:
    """Of a list of arguments all together, and the last by itself: what ``bash -c`` runs."""
    found: list[str] = []
    for name in _COMMAND_FIELDS:
        value = _field(fields, name)
        words = _strings(value)
        found += [" ".join(words), *words[-1:]] if isinstance(value, (list, tuple)) else words
    return found


def _texts(value: Any) -> list[str]:
    """An argument's value as texts: those of a list one by one, an object as JSON."""
    if value is None:
        return []
    values = value[:_MOST_VALUES] if isinstance(value, (list, tuple)) else [value]
    return [each if isinstance(each, str) else _json(each) for each in values]


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, default=str)
