"""Records on their way to the gateway, beside the agent's run.

Adding one never waits and never raises, what cannot be sent waits within the buffer's bounds, and the thread that
sends does not keep the process alive.
"""

from __future__ import annotations

import math
import random
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Mapping

from . import process_end
from .context import FollowedRun
from .errors import WhetstoneError, to_whetstone_error
from .options import Settings
from .records import Record, RecordBuffer, encode_record
from .retry import backoff_seconds
from .send_batch import send_batch
from .transport import Transport, resolve

_BATCH_RECORDS = 100
_BATCH_BYTES = 1_000_000

#: How long a run has to be silent to be taken for over at a flush: others that share the client may be at work.
_SILENT = 1.0
#: How often open runs are looked at.
_LOOK_AFTER = 0.5
#: How long the thread stays when there is nothing to do: a new one cannot be started at the end of a process.
_IDLE = 10.0


@dataclass(frozen=True)
class Delivered:
    """What became of the records of a client.

    Attributes:
        sent: Records that the gateway has, since the client was made.
        dropped: Records that found no room in the buffer, were refused or could not be written as JSON.
        waiting: Records that wait, those under way among them.
        waiting_bytes: Their bytes.
    """

    sent: int
    dropped: int
    waiting: int
    waiting_bytes: int


class Outbox:
    """The records of one client, and those of the clients made of it."""

    def __init__(self, settings: Settings, transport: Transport) -> None:
        self._settings = settings
        self._transport = transport
        self._sent = 0
        self._refused = 0
        self._start_empty()
        process_end.after_fork(self)

    def _start_empty(self) -> None:
        #: Guards everything below, and tells of changes.
        self._changed = threading.Condition()
        self._buffer = RecordBuffer(self._settings.max_records, self._settings.max_bytes)
        self._followed: list[FollowedRun] = []
        self._under_way: list[Record] = []
        self._failures = 0
        self._reported_drops = 0
        self._rounds = 0
        self._last_error: WhetstoneError | None = None
        #: When the next round begins, by ``time.monotonic``.
        self._due = math.inf
        self._thread: threading.Thread | None = None

    def in_child(self) -> None:
        """After a fork: what waits is the parent's, which sends it; so are its thread and its connections."""
        self._transport.forget_connections()
        self._start_empty()

    @property
    def delivered(self) -> Delivered:
        """How many records were sent, were dropped and wait."""
        with self._changed:
            return Delivered(
                self._sent,
                self._buffer.dropped + self._refused,
                len(self._buffer) + len(self._under_way),
                self._buffer.bytes + sum(len(record.body) for record in self._under_way),
            )

    def add(self, episode: Mapping[str, Any], settings: Settings) -> Future[str | None]:
        """Keeps a record for sending. Never raises."""
        try:
            record = Record(encode_record(settings, episode))
        except Exception as error:
            with self._changed:
                self._refused += 1
            settings.report(to_whetstone_error(error, "invalid"))
            refused: Future[str | None] = Future()
            resolve(refused, None)
            return refused
        with self._changed:
            self._buffer.add(record)
            is_full = self._failures == 0 and len(self._buffer) >= _BATCH_RECORDS
            if self._failures == 0 or self._due == math.inf:
                wait = 0.0 if is_full else self._settings.flush_interval
                self._due = min(self._due, time.monotonic() + wait)
            self._wake()
        self._report_drops()
        return record.episode_id

    def follow(self, run: FollowedRun) -> None:
        """Has a run recorded at a flush, at the end of the process, or when it is silent for too long."""
        with self._changed:
            self._followed.append(run)
            self._wake()

    def unfollow(self, run: FollowedRun) -> None:
        """The run is recorded."""
        with self._changed:
            if run in self._followed:
                self._followed.remove(run)

    def flush(self, timeout: float) -> Delivered:
        """Records the runs that are silent, and sends as ``send_waiting``."""
        deadline = time.monotonic() + timeout
        self._end_silent_runs(min(_SILENT, timeout / 2))
        return self.send_waiting(deadline - time.monotonic())

    def send_waiting(self, timeout: float) -> Delivered:
        """Sends what waits, trying again while there is time. Never raises; what is left waits on."""
        deadline = time.monotonic() + timeout
        with self._changed:
            if not self._under_way:
                self._due = -math.inf
            self._wake()
            for tries in range(self._settings.retries + 1):
                if self._is_empty() or self._thread is None:
                    break
                rounds = self._rounds
                self._changed.wait_for(
                    lambda: self._rounds > rounds or self._is_empty(),
                    max(0.0, deadline - time.monotonic()),
                )
                is_late = time.monotonic() >= deadline or self._due >= deadline
                if is_late or tries == self._settings.retries:
                    break
        return self.delivered

    def end_runs(self) -> None:
        """Records all runs as they stand. For the end of the process, where nothing goes on with them."""
        for run in list(self._followed):
            run.end()

    @property
    def exit_timeout(self) -> float:
        """Seconds for which the end of the process is put off for what waits."""
        return self._settings.exit_timeout

    def _end_silent_runs(self, silence: float) -> None:
        silent = [(run, run.idle_since) for run in list(self._followed)]
        known = [(run, since) for run, since in silent if since is not None]
        if not known:
            return
        wait = max(since for _, since in known) + silence - time.monotonic()
        if wait > 0:
            time.sleep(wait)
        for run, since in known:
            if run.idle_since == since:
                run.end()

    def _is_empty(self) -> bool:
        return len(self._buffer) == 0 and not self._under_way

    def _wake(self) -> None:
        """Has the thread look at what changed; the caller holds the lock."""
        if self._settings.exit_timeout > 0:
            process_end.watch(self)
        if self._thread is None and (len(self._buffer) > 0 or self._followed):
            thread = threading.Thread(target=self._work, name="whetstone-records", daemon=True)
            try:
                thread.start()
                self._thread = thread
            except RuntimeError as error:
                # The process ends, or has too many threads: the next record tries again.
                self._settings.report(to_whetstone_error(error, "network"))
        self._changed.notify_all()

    def _work(self) -> None:
        while True:
            with self._changed:
                if not self._wait_for_work():
                    self._thread = None
                    process_end.leave(self)
                    return
                is_due = len(self._buffer) > 0 and time.monotonic() >= self._due
            self._end_late_runs()
            if is_due:
                self._send_all()

    def _wait_for_work(self) -> bool:
        """Waits until something is due; False where nothing was to do for long. The caller holds the lock."""
        if len(self._buffer) == 0 and not self._followed:
            process_end.leave(self)
            self._changed.wait(_IDLE)
            return len(self._buffer) > 0 or bool(self._followed)
        wait = self._due - time.monotonic() if len(self._buffer) > 0 else math.inf
        if wait > 0:
            self._changed.wait(min(wait, _LOOK_AFTER if self._followed else _IDLE))
        return True

    def _end_late_runs(self) -> None:
        now = time.monotonic()
        for run in list(self._followed):
            ends_at = run.ends_at
            if ends_at is not None and ends_at <= now:
                run.end()

    def _send_all(self) -> None:
        """One round: everything that waits, up to the first error."""
        error: WhetstoneError | None = None
        while error is None:
            with self._changed:
                self._under_way = self._buffer.take(_BATCH_RECORDS, _BATCH_BYTES)
                batch = self._under_way
            if not batch:
                break
            delivery = send_batch(self._settings, self._transport, batch)
            with self._changed:
                self._under_way = []
                self._sent += delivery.sent
                self._refused += delivery.refused
                self._buffer.put_back(delivery.left)
            error = delivery.error
        self._after_round(error)

    def _after_round(self, error: WhetstoneError | None) -> None:
        with self._changed:
            self._rounds += 1
            if error is None:
                self._failures = 0
                self._due = math.inf if len(self._buffer) == 0 else time.monotonic()
            else:
                self._failures += 1
                wait = backoff_seconds(self._failures, random.random(), error)
                self._due = time.monotonic() + wait
            self._changed.notify_all()
        self._report_drops()
        if error is not None:
            self._settings.report(error)

    def _report_drops(self) -> None:
        """Tells of records without room once they have doubled: a flood of them must not become a flood of calls."""
        with self._changed:
            dropped = self._buffer.dropped
            if dropped == 0 or dropped < self._reported_drops * 2:
                return
            self._reported_drops = dropped
        self._settings.report(
            WhetstoneError("dropped", f"{dropped} records so far found no room in the buffer")
        )
