"""The options of a client and their defaults.

Reading them never raises: a client without a usable address reports that at its first call, so that a bad option
cannot keep an agent from starting.
"""

from __future__ import annotations

import inspect
import math
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


def resolve_settings(
    *,
    url: str | None,
    api_key: str | None,
    agent_id: str | None,
    user_id: str | None,
    session_id: str | None,
    tenant_id: str | None,
    on_error: OnError | None,
    recall_timeout: float,
    request_timeout: float,
    retries: int,
    max_records: int,
    max_bytes: int,
    flush_interval: float,
    exit_timeout: float,
) -> Settings:
    """The options of a client with everything filled in; nonsense is replaced by the default."""
    environment = os.environ
    key = api_key or environment.get("WHETSTONE_API_KEY")
    headers = {"user-agent": f"whetstone-python/{VERSION}"}
    if key:
        headers["authorization"] = f"Bearer {key}"
    if tenant_id:
        headers["x-tenant-id"] = tenant_id
    return Settings(
        url=_usable_url(url or environment.get("WHETSTONE_URL")),
        headers=headers,
        agent_id=agent_id or environment.get("WHETSTONE_AGENT") or "default",
        user_id=user_id,
        session_id=session_id,
        recall_timeout=_bounded(recall_timeout, 0.3),
        request_timeout=_bounded(request_timeout, 10.0),
        retries=int(_bounded(retries, 2, 10)),
        max_records=int(_bounded(max_records, 10_000)),
        max_bytes=int(_bounded(max_bytes, 16 * 1024 * 1024, math.inf)),
        flush_interval=_bounded(flush_interval, 1.0),
        exit_timeout=_bounded(exit_timeout, 2.0),
        on_error=on_error,
    )


def _bounded(value: Any, fallback: float, most: float = LONGEST_SECONDS) -> float:
    usable = isinstance(value, (int, float)) and value >= 0
    return min(value, most) if usable else fallback


def _usable_url(address: Any) -> str | None:
    text = str(address or "").strip()
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
