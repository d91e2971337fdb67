"""The one error of the client.

Calls that a person asked for raise it. What happens beside an agent's run (recall and record) only ever
passes it to ``on_error``, because an agent must not fail for want of a gateway.
"""

from __future__ import annotations

from typing import Any, Literal

FaultKind = Literal[
    "network",  # nothing answered
    "timeout",  # no answer within the limit
    "status",  # the gateway refused: see ``status`` and ``detail``
    "malformed",  # the answer is not what the gateway says
    "paused",  # not sent: the gateway asked for quiet, or has failed several times in a row
    "invalid",  # the caller's own input cannot be sent
    "dropped",  # records that found no room
    "unknown-form",  # the arguments of a function with learning hold no task that could be seen
    "agent-code",  # a hook that the agent's author gave raised
]


class WhetstoneError(Exception):
    """What went wrong with a call to the gateway.

    Attributes:
        kind: What sort of fault it is.
        status: The HTTP status of a refusal, else None.
        detail: ``detail`` of the gateway's error body: a text, or for 422 a list of what does not fit.
        request_id: Under which the gateway's log tells about this call.
        retry_after: How many seconds the gateway asked to wait.
    """

    def __init__(
        self,
        kind: FaultKind,
        message: str,
        *,
        status: int | None = None,
        detail: Any = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.kind: FaultKind = kind
        self.status = status
        self.detail = detail
        self.request_id = request_id
        self.retry_after = retry_after


def to_whetstone_error(raised: BaseException, kind: FaultKind = "network") -> WhetstoneError:
    """Makes the client's error of any exception."""
    if isinstance(raised, WhetstoneError):
        return raised
    error = WhetstoneError(kind, describe(raised))
    error.__cause__ = raised
    return error


def describe(raised: BaseException) -> str:
    """An exception as a text; not every one can be written."""
    try:
        return f"{type(raised).__name__}: {raised}"
    except Exception:
        return type(raised).__name__


def is_passing(error: WhetstoneError) -> bool:
    """True where the same call may succeed later. Whether it is safe to repeat is the caller's question."""
    if error.kind == "status":
        status = error.status or 0
        return status in (408, 425, 429) or status >= 500
    return error.kind in ("network", "timeout", "malformed", "paused")
