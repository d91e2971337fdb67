"""The end of the process, and its forks: the last chance of what was not sent, and a fresh start in a child."""

from __future__ import annotations

import atexit
import os
import threading
import time
import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .outbox import Outbox


_leaving: set[Outbox] = set()
_forked: weakref.WeakSet[Outbox] = weakref.WeakSet()
_lock = threading.Lock()


def watch(outbox: Outbox) -> None:
    """Has ``outbox`` sent at the end of the process."""
    _leaving.add(outbox)


def leave(outbox: Outbox) -> None:
    """Forgets ``outbox``: there is nothing left to send, and a client that is done must not be held in memory."""
    _leaving.discard(outbox)


def after_fork(outbox: Outbox) -> None:
    """Has ``outbox`` start again in every child."""
    with _lock:
        _forked.add(outbox)


def _send_at_exit() -> None:
    """Sends what waits; all clients together have the longest time that one of them was given."""
    started = time.monotonic()
    for outbox in list(_leaving):
        left = outbox.exit_timeout - (time.monotonic() - started)
        try:
            outbox.end_runs()
            outbox.flush(max(0.0, left))
        except KeyboardInterrupt:
            return  # Somebody does not want to wait.


def _start_in_child() -> None:
    global _lock
    _lock = threading.Lock()
    _leaving.clear()
    for outbox in list(_forked):
        outbox.in_child()


atexit.register(_send_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_in_child)
