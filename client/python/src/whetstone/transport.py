"""One request, whole within its limit: connecting, headers and every byte of the body.

The limit holds even where the platform blocks (looking a name up takes no timeout): the request is made in a thread
of its own, and the caller waits for the clock and not for the network.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import http.client
import json
import socket
import threading
import time
from dataclasses import dataclass
from typing import Any

from .connections import Connection, Connections
from .errors import WhetstoneError, describe, to_whetstone_error
from .options import Settings, no_address
from .retry import retry_after_seconds

_CHUNK_BYTES = 64 * 1024


@dataclass(frozen=True)
class Request:
    """What is sent."""

    method: str
    #: Path and query, beginning with a slash.
    path: str
    body: bytes | None
    #: Seconds for all of it.
    timeout: float
    #: Most bytes of the reply that are read.
    max_reply_bytes: int
    #: True where it does no harm to arrive twice: then a kept connection, which may be gone, is used first.
    is_repeatable: bool = False


@dataclass(frozen=True)
class Reply:
    """A successful answer. ``json`` is None where ``is_json`` is false."""

    text: str
    json: Any
    is_json: bool


class Exchange:
    """One request and its answer. ``run`` blocks; ``cancel`` may be called by another thread."""

    def __init__(self, settings: Settings, connections: Connections, request: Request) -> None:
        self._settings = settings
        self._connections = connections
        self._request = request
        self._deadline = time.monotonic() + request.timeout
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._is_cancelled = False

    def run(self) -> Reply:
        """Sends the request and reads its answer. Raises ``WhetstoneError`` and nothing else."""
        try:
            return self._run()
        except WhetstoneError:
            raise
        except (TimeoutError, socket.timeout) as error:
            raise self._late() from error
        except (OSError, http.client.HTTPException) as error:
            raise WhetstoneError("network", describe(error)) from error
        except Exception as error:
            raise to_whetstone_error(error, "invalid") from error

    def start(self) -> concurrent.futures.Future[Reply]:
        """Runs in a thread that does not keep the process. Raises where no thread can be started."""
        future: concurrent.futures.Future[Reply] = concurrent.futures.Future()

        def work() -> None:
            try:
                reply = self.run()
            except BaseException as error:
                resolve(future, error=error)
            else:
                resolve(future, reply)

        threading.Thread(target=work, name="whetstone-request", daemon=True).start()
        return future

    def cancel(self) -> None:
        """Ends the request where it stands; one that is over is left alone."""
        with self._lock:
            self._is_cancelled = True
            sock = None if self._connection is None else self._connection.sock
        if sock is not None:
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except (OSError, ValueError):
                pass  # It was closed already.

    def _run(self) -> Reply:
        kept = self._connections.take_kept() if self._request.is_repeatable else None
        if kept is not None:
            try:
                return self._on(kept)
            except (ConnectionError, http.client.BadStatusLine):
                pass  # The gateway has closed it meanwhile.
        return self._on(self._connections.open(self._left()))

    def _on(self, connection: Connection) -> Reply:
        with self._lock:
            if self._is_cancelled:
                raise self._late()
            self._connection = connection
        is_done = False
        try:
            response = self._ask(connection)
            text = self._read(connection, response)
            is_done = not response.will_close
        finally:
            with self._lock:
                self._connection = None
            if is_done:
                self._connections.keep(connection)
            else:
                connection.close()
        if not 200 <= response.status < 300:
            raise _refusal(response, text)
        content_type = response.headers.get("content-type") or ""
        if "json" not in content_type or "ndjson" in content_type:
            return Reply(text, None, False)
        return _parsed(text)

    def _ask(self, connection: Connection) -> http.client.HTTPResponse:
        request = self._request
        headers: dict[str, str] = {**self._settings.headers, **self._connections.extra_headers()}
        if request.body is not None:
            headers["content-type"] = "application/json"
        self._limit(connection)
        target = self._connections.request_target(request.path)
        connection.request(request.method, target, request.body, headers)
        self._limit(connection)
        return connection.getresponse()

    def _read(self, connection: Connection, response: http.client.HTTPResponse) -> str:
        parts: list[bytes] = []
        length = 0
        while True:
            self._limit(connection)
            part = response.read1(_CHUNK_BYTES)
            if not part:
                break
            parts.append(part)
            length += len(part)
            if length > self._request.max_reply_bytes:
                raise WhetstoneError(
                    "malformed",
                    f"the answer is longer than {self._request.max_reply_bytes} bytes",
                    status=response.status,
                )
        if response.length:
            raise http.client.IncompleteRead(b"", response.length)
        response.close()  # Frees the connection for the next request.
        return b"".join(parts).decode("utf-8", "replace")

    def _limit(self, connection: Connection) -> None:
        """The next read or write may take what is left of the time."""
        left = self._left()
        connection.timeout = left
        if connection.sock is not None:
            connection.sock.settimeout(left)

    def _left(self) -> float:
        left = self._deadline - time.monotonic()
        if left <= 0 or self._is_cancelled:
            raise self._late()
        return left

    def _late(self) -> WhetstoneError:
        return too_late(self._request.timeout)


def too_late(timeout: float) -> WhetstoneError:
    """The error of a request that took longer than ``timeout`` seconds."""
    return WhetstoneError("timeout", f"no answer within {timeout:g} s")


def resolve(
    future: concurrent.futures.Future[Any], value: Any = None, error: BaseException | None = None
) -> None:
    """Ends a future, also one that its owner has cancelled meanwhile."""
    try:
        if error is None:
            future.set_result(value)
        else:
            future.set_exception(error)
    except concurrent.futures.InvalidStateError:
        pass


def _parsed(text: str) -> Reply:
    try:
        return Reply(text, json.loads(text), True)
    except (ValueError, RecursionError):
        return Reply(text, None, False)


def _refusal(response: http.client.HTTPResponse, text: str) -> WhetstoneError:
    body = _parsed(text).json
    detail = body.get("detail", text[:500]) if isinstance(body, dict) else text[:500]
    said = detail if isinstance(detail, str) else json.dumps(detail)
    return WhetstoneError(
        "status",
        f"the gateway answered {response.status}: {said[:500]}",
        status=response.status,
        detail=detail,
        request_id=response.headers.get("x-request-id"),
        retry_after=retry_after_seconds(response.headers.get("retry-after")),
    )


class Transport:
    """Sends requests to the gateway of a client. Every method raises ``WhetstoneError`` and nothing else."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._connections = None if settings.url is None else Connections(settings.url)

    def exchange(self, request: Request) -> Exchange:
        """A request to be run by the caller's own thread."""
        if self._connections is None:
            raise no_address()
        return Exchange(self._settings, self._connections, request)

    def send(self, request: Request) -> Reply:
        """Sends a request and waits for its answer."""
        exchange = self.exchange(request)
        future = _started(exchange)
        try:
            return future.result(request.timeout)
        except (concurrent.futures.TimeoutError, concurrent.futures.CancelledError) as error:
            raise too_late(request.timeout) from error
        finally:
            if not future.done():
                exchange.cancel()

    async def send_async(self, request: Request) -> Reply:
        """The same without blocking the event loop."""
        exchange = self.exchange(request)
        future = _started(exchange)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), request.timeout)
        except (asyncio.TimeoutError, concurrent.futures.TimeoutError) as error:
            raise too_late(request.timeout) from error
        finally:
            # A cancelled future is done, though its thread is not.
            if not future.done() or future.cancelled():
                exchange.cancel()

    def forget_connections(self) -> None:
        """Leaves all connections to the process that made them. For a child after a fork."""
        if self._connections is not None:
            self._connections.forget()


def _started(exchange: Exchange) -> concurrent.futures.Future[Reply]:
    try:
        return exchange.start()
    except RuntimeError as error:
        # No thread can be started: the process ends, or it has too many.
        raise to_whetstone_error(error, "network") from error
