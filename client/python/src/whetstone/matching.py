"""Whether a rule may apply to a call of a tool: the gateway's own matcher (``server/domain/moments``), in Python.

All places in a glob that a text has reached are moved on at once, a bit each, so that a character takes the same few steps
whatever the glob says.
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

_ANY, _ONE, _SEGMENT, _FOLDERS, _LITERAL = "any", "one", "segment", "folders", "literal"
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
        or _matches_one(_compiled(glob, anywhere, is_path), texts, is_path)
        for glob, texts, anywhere, is_path in given
    )


def _compiled(glob: str, anywhere: bool, is_path: bool) -> list[_Token]:
    if not is_path:
        around = "*" if anywhere else ""
        return [_sign(sign) for sign in re.findall(r"\*+|[^*]", f"{around}{glob}{around}", re.S)]
    rooted = re.sub(r"^(?!/|\*\*)", "**/", glob.replace("\\", "/"))
    signs = re.finditer(r"(?:(?<=^)|(?<=/))\*\*+/|\*+|[^*]", rooted, re.S)
    tokens = [_path_sign(found[0]) for found in signs]
    # Folders behind folders say nothing more.
    return [
        token
        for place, token in enumerate(tokens)
        if token[0] != _FOLDERS or place == 0 or tokens[place - 1][0] != _FOLDERS
    ]


def _sign(sign: str) -> _Token:
    if sign.startswith("*"):
        return (_ANY, "")
    return (_ONE, "") if sign == "?" else (_LITERAL, sign)


def _path_sign(sign: str) -> _Token:
    if len(sign) > 1 and sign.endswith("/"):
        return (_FOLDERS, "")
    return (_SEGMENT, "") if sign == "*" else _sign(sign)


def _matches_one(tokens: list[_Token], texts: list[str], is_path: bool) -> bool:
    """Texts are looked at as long as they have no more characters than one may."""
    left = _MAX_TEXT
    for text in texts[:_MOST_VALUES]:
        if _matches_glob(tokens, text, is_path):
            return True
        left -= len(text)
        if left <= 0:
            break
    return False


def _matches_glob(tokens: list[_Token], text: str, is_path: bool) -> bool:
    def of_kind(*kinds: str) -> int:
        return sum(1 << place for place, (kind, _) in enumerate(tokens) if kind in kinds)

    literals: dict[str, int] = {}
    for place, (kind, character) in enumerate(tokens):
        if kind == _LITERAL:
            literals[character] = literals.get(character, 0) | 1 << place
    folders, optional = of_kind(_FOLDERS), of_kind(_ANY, _SEGMENT, _FOLDERS)
    of_any = (of_kind(_ONE), of_kind(_ANY, _SEGMENT))
    of_slash = (folders, of_kind(_ANY)) if is_path else of_any
    places = _with_skipped(1, optional)
    for character in text[:_MAX_TEXT]:
        passed, stays = of_slash if character == "/" else of_any
        moved = places & (literals.get(character, 0) | passed)
        entered = _with_skipped(moved << 1 | places & stays, optional)
        # Inside a folder's name what follows cannot begin: nothing is skipped from there.
        places = entered | places & folders
        if places == 0:
            return False
    return places >> len(tokens) & 1 == 1


def _with_skipped(places: int, optional: int) -> int:
    """With the places behind what may stand for nothing: at most two in a row."""
    once = places | (places & optional) << 1
    return once | (once & optional) << 1


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
