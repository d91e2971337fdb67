"""Connections to one gateway: kept for a moment after a request, and made through the proxy of the environment."""

from __future__ import annotations

import base64
import http.client
import ssl
import threading
import time
import urllib.request
import weakref
from urllib.parse import SplitResult, unquote, urlsplit

#: How long a connection is kept after its last answer; servers close theirs after five seconds or more.
_KEPT_SECONDS = 4.0
_MOST_KEPT = 4

Connection = http.client.HTTPConnection


class Connections:
    """The connections to the gateway at ``url``. May be used by several threads."""

    def __init__(self, url: str) -> None:
        self._target = urlsplit(url)
        self._proxy = _proxy_for(self._target)
        self._lock = threading.Lock()
        self._kept: list[tuple[float, Connection]] = []
        self._tls: ssl.SSLContext | None = None
        weakref.finalize(self, _close_all, self._kept)

    def take_kept(self) -> Connection | None:
        """A connection that was used before, or None."""
        limit = time.monotonic() - _KEPT_SECONDS
        with self._lock:
            while self._kept:
                since, connection = self._kept.pop()
                if since > limit:
                    return connection
                connection.close()
        return None

    def open(self, timeout: float) -> Connection:
        """A new connection, which connects with its first request. ``timeout`` is in seconds."""
        place = self._proxy or self._target
        host, port = place.hostname or "", place.port
        if self._target.scheme == "https":
            connection: Connection = http.client.HTTPSConnection(
                host, port, timeout=timeout, context=self._tls_context()
            )
        else:
            connection = http.client.HTTPConnection(host, port, timeout=timeout)
        if self._proxy is not None and self._target.scheme == "https":
            connection.set_tunnel(
                self._target.hostname or "", self._target.port or 443, _proxy_headers(self._proxy)
            )
        return connection

    def keep(self, connection: Connection) -> None:
        """Keeps a connection whose last answer was read to its end."""
        with self._lock:
            if len(self._kept) < _MOST_KEPT:
                self._kept.append((time.monotonic(), connection))
                return
        connection.close()

    def request_target(self, path: str) -> str:
        """What the request line names for a path of the gateway: proxies want the whole address."""
        if self._proxy is not None and self._target.scheme == "http":
            return f"http://{self._target.netloc}{self._target.path}{path}"
        return self._target.path + path

    def extra_headers(self) -> dict[str, str]:
        """Headers that a proxy needs with each request."""
        if self._proxy is None or self._target.scheme == "https":
            return {}
        return {"host": self._target.netloc.rpartition("@")[2], **_proxy_headers(self._proxy)}

    def forget(self) -> None:
        """Leaves all connections to the process that made them. For a child after a fork."""
        self._lock = threading.Lock()
        _close_all(self._kept)

    def _tls_context(self) -> ssl.SSLContext:
        if self._tls is None:
            self._tls = ssl.create_default_context()
        return self._tls


def _close_all(kept: list[tuple[float, Connection]]) -> None:
    while kept:
        kept.pop()[1].close()


def _proxy_for(target: SplitResult) -> SplitResult | None:
    """The proxy that the environment names for an address (``HTTPS_PROXY``, ``NO_PROXY``, …)."""
    address = urllib.request.getproxies_environment().get(target.scheme)
    if not address or urllib.request.proxy_bypass(target.netloc.rpartition("@")[2]):
        return None
    proxy = urlsplit(address if "://" in address else f"http://{address}")
    return proxy if proxy.hostname else None


def _proxy_headers(proxy: SplitResult) -> dict[str, str]:
    if proxy.username is None:
        return {}
    pair = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"proxy-authorization": "Basic " + base64.b64encode(pair.encode()).decode()}
