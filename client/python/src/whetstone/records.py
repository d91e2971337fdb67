"""The records that wait to be sent, as the very bytes that will go out.

That makes their bound exact, and keeps what the agent does with its objects afterwards out of the record.
"""

from __future__ import annotations

import concurrent.futures
import dataclasses
import datetime
import enum
import json
import math
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Iterable, Mapping

from .errors import WhetstoneError, to_whetstone_error
from .options import Settings, complete_scope, default_scope
from .transport import resolve

#: The gateway's default bound on a request; a larger record could never be sent.
MAX_RECORD_BYTES = 4_000_000 - 2


@dataclass(eq=False)
class Record:
    """A record as bytes, and the id of its episode once the gateway has it; None where it never will."""

    body: bytes
    episode_id: concurrent.futures.Future[str | None] = field(
        default_factory=concurrent.futures.Future
    )


class RecordBuffer:
    """A queue bounded in records and bytes. Where something has no room the oldest goes, and is counted."""

    def __init__(self, max_records: int, max_bytes: int) -> None:
        self._max_records = max_records
        self._max_bytes = max_bytes
        self._records: deque[Record] = deque()
        self.bytes = 0
        self.dropped = 0

    def __len__(self) -> int:
        return len(self._records)

    def add(self, record: Record) -> None:
        """Adds a record at the end."""
        self._records.append(record)
        self.bytes += len(record.body)
        self._make_room()

    def take(self, max_records: int, max_bytes: int) -> list[Record]:
        """Takes the oldest records: at least one where there is any, then as many as fit both bounds."""
        batch: list[Record] = []
        size = 0
        while self._records:
            size += len(self._records[0].body)
            if batch and (len(batch) == max_records or size > max_bytes):
                break
            batch.append(self._remove_first())
        return batch

    def put_back(self, batch: Iterable[Record]) -> None:
        """Puts a batch that could not be sent back in front of what came meanwhile."""
        records = list(batch)
        self._records.extendleft(reversed(records))
        self.bytes += sum(len(record.body) for record in records)
        self._make_room()

    def _remove_first(self) -> Record:
        record = self._records.popleft()
        self.bytes -= len(record.body)
        return record

    def _make_room(self) -> None:
        while self._records and (
            len(self._records) > self._max_records or self.bytes > self._max_bytes
        ):
            resolve(self._remove_first().episode_id, None)
            self.dropped += 1


def completed(settings: Settings, episode: Mapping[str, Any]) -> dict[str, Any]:
    """The episode as it is sent: with its scope, and a key that makes sending it again harmless."""
    _, session = default_scope(settings)
    return {
        "session_id": session,
        **episode,
        "scope": complete_scope(settings, episode),
        "idempotency_key": episode.get("idempotency_key") or f"ws:{secrets.token_hex(16)}",
        "recall_id": episode.get("recall_id") or None,
    }


def encode_record(settings: Settings, episode: Mapping[str, Any]) -> bytes:
    """The record's bytes. Raises ``WhetstoneError`` of kind ``invalid`` where it cannot be sent."""
    body = encode_json(completed(settings, episode))
    if len(body) > MAX_RECORD_BYTES:
        raise WhetstoneError(
            "invalid", f"a record of {len(body)} bytes cannot be sent: at most {MAX_RECORD_BYTES}"
        )
    return body


def encode_json(value: Any) -> bytes:
    """A value as JSON. Raises ``WhetstoneError`` of kind ``invalid`` where it has none."""
    try:
        return to_json(value).encode("utf-8", "replace")
    except Exception as error:
        raise to_whetstone_error(error, "invalid") from error


def to_json(value: Any) -> str:
    """A value as JSON text: what JSON does not know, as tools return it, in the form nearest to it."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, default=_plain)
    except (TypeError, ValueError):
        # A key that is no text, or a number such as NaN. A circular value fails once more.
        return json.dumps(_writable(value, 0), ensure_ascii=False, allow_nan=False, default=_plain)


_MOST_LEVELS = 100


def _writable(value: Any, level: int) -> Any:
    if level > _MOST_LEVELS:
        raise ValueError("nested too deep, or circular")
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {str(key): _writable(inner, level + 1) for key, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_writable(inner, level + 1) for inner in value]
    return value


def _plain(value: Any) -> Any:
    """The nearest form of a value that JSON does not know."""
    if isinstance(value, (set, frozenset)):
        return list(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (bytes, bytearray)):
        return bytes(value).decode("utf-8", "replace")
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, enum.Enum):
        return value.value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {part.name: getattr(value, part.name) for part in dataclasses.fields(value)}
    dump = getattr(value, "model_dump", None)
    return dump(mode="json") if callable(dump) and not isinstance(value, type) else str(value)
