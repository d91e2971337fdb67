"""How long to wait before trying again."""

from __future__ import annotations

import email.utils
import math
import time

from .errors import WhetstoneError
from .options import LONGEST_SECONDS

_FIRST_WAIT = 0.2
_LONGEST_WAIT = 60.0


def backoff_seconds(failures: int, chance: float, error: WhetstoneError | None = None) -> float:
    """Seconds before the next try after ``failures`` failed ones (at least 1). ``chance`` is in [0, 1).

    Half of the wait is chance, so that clients that failed together do not return together. A gateway that named its
    own time is not asked earlier.
    """
    ceiling = min(_LONGEST_WAIT, _FIRST_WAIT * 2 ** min(failures, 20))
    waited = ceiling / 2 + chance * ceiling / 2
    return max(waited, (error.retry_after if error else None) or 0.0)


def retry_after_seconds(header: str | None, now: float | None = None) -> float | None:
    """How long ``Retry-After`` asks to wait: seconds or a date; None without a sensible one.

    ``now`` is the present time in seconds since 1970, that of the system by default.
    """
    text = (header or "").strip()
    if not text:
        return None
    try:
        seconds = float(text)
    except ValueError:
        try:
            date = email.utils.parsedate_to_datetime(text)
            seconds = date.timestamp() - (time.time() if now is None else now)
        except (TypeError, ValueError, OverflowError):
            return None
    if not math.isfinite(seconds):
        return None
    return min(max(0.0, seconds), LONGEST_SECONDS)
