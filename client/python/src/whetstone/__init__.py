"""The client of a Whetstone gateway: an agent, in any framework, learns from its own past runs.

>>> client = Whetstone(url="https://gateway.example", agent_id="support")
>>> known = client.recall("refund order 1042")
>>> client.record({"task": "refund order 1042", "recall_id": known.recall_id, "outcome": "success"})
"""

from .client import Whetstone
from .context import caller, rules_of
from .errors import FaultKind, WhetstoneError
from .learning import Ending, learning
from .options import VERSION as __version__
from .outbox import Delivered
from .recall import Recall
from .tool_rules import CallBlocked, tool_rules

__all__ = [
    "CallBlocked",
    "Delivered",
    "Ending",
    "FaultKind",
    "Recall",
    "Whetstone",
    "WhetstoneError",
    "__version__",
    "caller",
    "learning",
    "rules_of",
    "tool_rules",
]
