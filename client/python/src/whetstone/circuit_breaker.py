"""When not to ask for a recall."""

from __future__ import annotations

import math

from .errors import WhetstoneError, is_passing

_FAILURES_BEFORE_PAUSE = 5
_PAUSE = 5.0
_LONGEST_PAUSE = 60.0


class CircuitBreaker:
    """Gives a gateway that asked for time that time, and leaves one that failed several times alone for a moment.

    An outage then costs the agent its recalls, but not the wait for each of them. Times are those of
    ``time.monotonic``. Without a lock, which a fork could leave locked: two threads that meet here cost one request.
    """

    def __init__(self) -> None:
        self._failures = 0
        self._until = -math.inf

    def reason(self, now: float) -> WhetstoneError | None:
        """The reason not to ask now, or None. After the pause the first call is let through as a test."""
        left = self._until - now
        if left <= 0:
            return None
        return WhetstoneError(
            "paused", f"the gateway is left alone for another {left:.1f} s", retry_after=left
        )

    def succeeded(self) -> None:
        """The gateway answered."""
        self._failures = 0
        self._until = -math.inf

    def failed(self, error: WhetstoneError, now: float) -> None:
        """The gateway did not answer, or refused for now."""
        if not is_passing(error) or error.kind == "paused":
            return
        self._failures += 1
        asked = min(error.retry_after or 0.0, _LONGEST_PAUSE)
        own = _PAUSE if self._failures >= _FAILURES_BEFORE_PAUSE else 0.0
        self._until = max(self._until, now + max(asked, own))
