"""Delivers a batch of records.

The gateway takes a batch whole or not at all, so one bad record is found by halving: it is given up and reported,
and the others arrive.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .errors import WhetstoneError, is_passing
from .options import Settings
from .records import Record
from .transport import Request, Transport, resolve

RECORDS_PATH = "/v1/episodes:batch"
_MAX_REPLY_BYTES = 4 * 1024 * 1024


@dataclass
class Delivery:
    """What became of a batch. ``left`` could not be sent for ``error``, and may be later."""

    sent: int
    refused: int
    left: list[Record]
    error: WhetstoneError | None


def send_batch(settings: Settings, transport: Transport, records: list[Record]) -> Delivery:
    """Sends ``records``, in order. Never raises."""
    try:
        _post(settings, transport, records)
        return Delivery(len(records), 0, [], None)
    except WhetstoneError as error:
        if is_passing(error) or not _blames_records(error):
            return Delivery(0, 0, records, error)
        if len(records) > 1:
            return _send_halves(settings, transport, records)
        settings.report(error)
        resolve(records[0].episode_id, None)
        return Delivery(0, 1, [], None)


def _send_halves(settings: Settings, transport: Transport, records: list[Record]) -> Delivery:
    middle = (len(records) + 1) // 2
    first = send_batch(settings, transport, records[:middle])
    rest = records[middle:]
    if first.error is not None:
        return Delivery(first.sent, first.refused, first.left + rest, first.error)
    second = send_batch(settings, transport, rest)
    return Delivery(
        first.sent + second.sent, first.refused + second.refused, second.left, second.error
    )


def _post(settings: Settings, transport: Transport, records: list[Record]) -> None:
    body = b"[" + b",".join(record.body for record in records) + b"]"
    request = Request(
        "POST", RECORDS_PATH, body, settings.request_timeout, _MAX_REPLY_BYTES, is_repeatable=True
    )
    # In this thread, which nobody waits for: at the end of a process none can be started.
    stored = transport.exchange(request).run().json
    episodes = stored.get("episodes") if isinstance(stored, dict) else None
    if not isinstance(episodes, list) or len(episodes) != len(records):
        raise WhetstoneError("malformed", "the answer does not say that the records were stored")
    for record, episode in zip(records, episodes):
        resolve(record.episode_id, _id_of(episode))


def _id_of(stored: Any) -> str | None:
    episode_id = stored.get("episode_id") if isinstance(stored, dict) else None
    return episode_id if isinstance(episode_id, str) else None


def _blames_records(error: WhetstoneError) -> bool:
    """A refusal of the records themselves; one of the credential or the address says nothing about them."""
    return error.kind == "status" and error.status in (400, 413, 422)
