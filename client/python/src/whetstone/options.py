"""The options of a client and their defaults.

Reading them never raises: a client without a usable address reports that at its first call, so that a bad option
cannot keep an agent from starting.
"""

from __future__ import annotations

import inspect
import os
import sys
from dataclasses import dataclass
from typing import Any, Callable, Mapping
from urllib.parse import urlsplit

from .context import NOT_GIVEN, NotGiven, current_context
from .errors import WhetstoneError

#: The version of this package, which is that of the interface it was generated from.
VERSION = "0.3.0"

#: Longest wait in seconds that a lock or a socket takes on every platform.
LONGEST_SECONDS = 2_000_000.0

OnError = Callable[[WhetstoneError], object]


@dataclass(frozen=True)
class Settings:
    """The options with everything filled in. Times are in seconds."""

    #: Without a slash at the end; None where there is none that could be used.
    url: str | None
    headers: Mapping[str, str]
    agent_id: str
    user_id: str | None
    session_id: str | None
    recall_timeout: float
    request_timeout: float
    retries: int
    max_records: int
    max_bytes: int
    flush_interval: float
    exit_timeout: float
    on_error: OnError | None
    #: Who a client was made for with ``with_caller``, which outranks ``caller``.
    user: str | None | NotGiven = NOT_GIVEN
    session: str | None | NotGiven = NOT_GIVEN

    def report(self, error: WhetstoneError) -> None:
        """Tells ``on_error``, and survives it."""
        try:
            if self.on_error is None:
                _tell_once(error, self.url)
                return
            answer = self.on_error(error)
            if inspect.iscoroutine(answer):
                answer.close()  # One that nobody waits for would be warned of.
        except Exception:
            pass  # The hook is the caller's. An error in it can be reported to nobody else.


def headers_of(api_key: str | None, tenant_id: str | None) -> dict[str, str]:
    """What every request is sent with."""
    key = api_key or os.environ.get("WHETSTONE_API_KEY")
    return {
        "user-agent": f"whetstone-python/{VERSION}",
        **({"authorization": f"Bearer {key}"} if key else {}),
        **({"x-tenant-id": tenant_id} if tenant_id else {}),
    }


def bounded(value: Any, fallback: float, most: float = LONGEST_SECONDS) -> float:
    """The value of an option, at most ``most``; nonsense is replaced by the fallback."""
    usable = isinstance(value, (int, float)) and value >= 0
    return min(value, most) if usable else fallback


def usable_url(address: Any) -> str | None:
    """The address of the gateway, the variable's where none is given; None where it cannot be used."""
    text = str(address or os.environ.get("WHETSTONE_URL") or "").strip()
    try:
        parts = urlsplit(text)
        port_is_valid = parts.port is None or parts.port > 0
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname or not port_is_valid:
        return None
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def no_address() -> WhetstoneError:
    """The error of a client that was given no address."""
    return WhetstoneError(
        "invalid", "no gateway: set WHETSTONE_URL or the option url to its http(s) address"
    )


def _first_given(*values: str | None | NotGiven) -> str | None:
    for value in values:
        if not isinstance(value, NotGiven):
            return value
    return None


def default_scope(settings: Settings) -> tuple[dict[str, Any], str | None]:
    """The scope and the session of a recall or record that names none, here and now."""
    context = current_context()
    user = _first_given(settings.user, context.user, settings.user_id)
    session = _first_given(settings.session, context.session, settings.session_id)
    return {"agent_id": settings.agent_id, "user_id": user}, session


def complete_scope(settings: Settings, given: Mapping[str, Any]) -> dict[str, Any]:
    """The scope of a request: what it says itself, in the long or the short form, else the default."""
    scope, _ = default_scope(settings)
    for name in ("agent_id", "user_id"):
        if name in given:
            scope[name] = given[name]
    return {**scope, **(given.get("scope") or {})}


# What was told already: a wrong key is met again with every call and by every client.
_told: set[str] = set()


def _tell_once(error: WhetstoneError, url: str | None) -> None:
    """Without a hook, what nobody would find out by waiting is told once on the error output."""
    is_key = error.status in (401, 403)
    if not is_key and error.kind != "unknown-form":
        return
    mark = f"{error.status} {url}" if is_key else str(error)
    if mark in _told:
        return
    _told.add(mark)
    advice = " Nothing is recalled and records wait: check WHETSTONE_API_KEY." if is_key else ""
    print(f"whetstone: {error}.{advice}", file=sys.stderr)
