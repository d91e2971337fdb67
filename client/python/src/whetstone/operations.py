"""Any operation of the gateway by its name.

Unlike recall and record these are asked for by a person or a program that wants to know, so an error is raised.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from typing import Any, Mapping
from urllib.parse import quote, urlencode

from .errors import WhetstoneError, is_passing
from .generated.api import OPERATIONS, OperationName
from .options import Settings
from .records import completed, encode_json
from .retry import backoff_seconds
from .transport import Reply, Request, Transport

_MAX_REPLY_BYTES = 512 * 1024 * 1024

#: Longest single wait before another try; a gateway that asks for more is not asked again.
_PATIENCE = 10.0


class Operations:
    """Calls the operations of the gateway of a client."""

    def __init__(self, settings: Settings, transport: Transport) -> None:
        self._settings = settings
        self._transport = transport

    def call(self, name: OperationName, request: Request) -> Any:
        """The answer of an operation. Raises ``WhetstoneError``."""
        failures = 0
        while True:
            try:
                return _given(name, self._transport.send(request))
            except WhetstoneError as error:
                failures += 1
                time.sleep(self._wait(name, failures, error))

    async def call_async(self, name: OperationName, request: Request) -> Any:
        """The same without blocking the event loop."""
        failures = 0
        while True:
            try:
                return _given(name, await self._transport.send_async(request))
            except WhetstoneError as error:
                failures += 1
                await asyncio.sleep(self._wait(name, failures, error))

    def _wait(self, name: OperationName, failures: int, error: WhetstoneError) -> float:
        """Seconds before the next try; raises the error where there is none."""
        wait = backoff_seconds(failures, random.random(), error)
        if failures > self._settings.retries or not _may_repeat(name, error) or wait > _PATIENCE:
            raise error
        return wait

    def request(
        self,
        name: OperationName,
        path: Mapping[str, Any],
        query: Mapping[str, Any],
        body: Any,
        timeout: float | None,
    ) -> Request:
        """The request of an operation. Raises ``WhetstoneError`` where it cannot be made."""
        if name not in OPERATIONS:
            raise WhetstoneError("invalid", f"the gateway has no operation {name}")
        method, template, _ = OPERATIONS[name]
        return Request(
            method,
            _filled(template, path, query),
            None if body is None else encode_json(self._body(name, body)),
            self._settings.request_timeout if timeout is None else timeout,
            _MAX_REPLY_BYTES,
            is_repeatable=_is_repeatable(name),
        )

    def _body(self, name: OperationName, body: Any) -> Any:
        if name == "recordEpisode":
            return completed(self._settings, body)
        if name == "recordEpisodeBatch":
            return [completed(self._settings, episode) for episode in body]
        return body


def _filled(template: str, path: Mapping[str, Any], query: Mapping[str, Any]) -> str:
    def value(match: re.Match[str]) -> str:
        name = match.group(1)
        if name not in path:
            raise WhetstoneError("invalid", f"{template} needs the path parameter {name}")
        return quote(str(path[name]), safe="")

    filled = re.sub(r"\{(\w+)\}", value, template)
    given = {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in query.items()
        if value is not None
    }
    return f"{filled}?{urlencode(given)}" if given else filled


def _is_repeatable(name: OperationName) -> bool:
    """Records can be sent again because they carry a key, reads because they change nothing."""
    return OPERATIONS[name][0] == "GET" or name in ("recordEpisode", "recordEpisodeBatch")


def _may_repeat(name: OperationName, error: WhetstoneError) -> bool:
    """A request that met the rate limit was not looked at, so it may always be repeated."""
    return error.status == 429 or (is_passing(error) and _is_repeatable(name))


def _given(name: OperationName, reply: Reply) -> Any:
    gives = OPERATIONS[name][2]
    if gives == "json" and not reply.is_json:
        raise WhetstoneError("malformed", "the answer is no JSON")
    return {"json": reply.json, "text": reply.text, "nothing": None}[gives]
