"""Recall that cannot fail.

No matter what the gateway does, the agent has an answer within the limit, if need be an empty one. An empty recall is
what an agent without a gateway works with, so nothing downstream needs a second path.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Mapping

from .circuit_breaker import CircuitBreaker
from .errors import WhetstoneError, to_whetstone_error
from .matching import matches_any
from .options import Settings, complete_scope, default_scope
from .records import encode_json
from .transport import Reply, Request, Transport

if TYPE_CHECKING:
    from .generated.api import MemoryRef, RecallRequest, SkillRef, TriggerRef

_MAX_REPLY_BYTES = 8 * 1024 * 1024

#: The gateway's bound on a query; a longer one is cut, as the agent's task is not to blame.
_MAX_QUERY = 100_000


@dataclass(frozen=True)
class Recall:
    """What is known for a task.

    Attributes:
        recall_id: To be recorded with the episode; None where the recall failed.
        instructions: Markdown for the system prompt; empty where nothing applies.
        skills: The skills that are served in full.
        skill_index: Further skills, by name and description.
        memories: The memories that are served.
        profile: What is known of the user.
        holdout: True where the session is in the group that is served no skills, to measure whether they help.
        recorded: Whether the gateway stored this recall, so that an episode can be credited to it.
        served_before: How much ``skip_served`` left out of the instructions.
        triggers: Which of its rules apply to calls of tools.
        failure: Why this recall is empty though the gateway was to be asked; None where it answered.
    """

    recall_id: str | None = None
    instructions: str = ""
    skills: list[SkillRef] = field(default_factory=list)
    skill_index: list[SkillRef] = field(default_factory=list)
    memories: list[MemoryRef] = field(default_factory=list)
    profile: str | None = None
    holdout: bool = False
    recorded: bool = False
    served_before: int = 0
    triggers: list[TriggerRef] = field(default_factory=list)
    failure: WhetstoneError | None = None

    @property
    def blocks(self) -> bool:
        """Of what was recalled before a call: whether a person has to allow it."""
        return any(
            rule.get("blocks") is True for skill in self.skills for rule in skill["bullets"] or []
        )


def checked_recall(body: Any) -> Recall:
    """The reply as a recall; raises where it is none. Lists are checked as callers walk them."""
    if isinstance(body, dict):
        lists = [body.get(name) for name in ("skills", "skill_index", "memories")]
        are_lists = all(
            isinstance(items, list) and all(isinstance(item, dict) for item in items)
            for items in lists
        )
        recall_id, instructions = body.get("recall_id"), body.get("instructions")
        if are_lists and isinstance(recall_id, str) and isinstance(instructions, str):
            profile = body.get("profile")
            return Recall(
                recall_id=recall_id,
                instructions=instructions,
                skills=body["skills"],
                skill_index=body["skill_index"],
                memories=body["memories"],
                profile=profile if isinstance(profile, str) else None,
                holdout=body.get("holdout") is True,
                recorded=body.get("recorded") is not False,
                served_before=body.get("served_before") or 0,
                triggers=body.get("triggers") or [],
            )
    raise WhetstoneError(
        "malformed", "the answer is not a recall: is this the address of a gateway?"
    )


def moment_of(recall: Recall, name: str, arguments: Any, last_error: str | None) -> Any:
    """What the gateway is asked before a call; None where by its triggers no rule of the recall applies."""
    conditions = [each for trigger in recall.triggers for each in trigger["applies_when"]]
    if recall.recall_id is None or not matches_any(conditions, name, arguments, last_error):
        return None
    tool = {"name": name, "arguments": arguments or {}}
    return {"moment": {"recall_id": recall.recall_id, "tool": tool, "last_error": last_error}}


class Recaller:
    """Asks the gateway of a client. It asks once: there is no time for a second try."""

    def __init__(self, settings: Settings, transport: Transport, breaker: CircuitBreaker) -> None:
        self._settings = settings
        self._transport = transport
        self._breaker = breaker

    def recall(self, asked: str | RecallRequest, timeout: float | None) -> Recall:
        """What is known for a task. Never raises."""
        try:
            request = self._request(asked, timeout)
            return self._answered(self._transport.send(request))
        except Exception as raised:
            return self._failed(raised)

    async def recall_async(self, asked: str | RecallRequest, timeout: float | None) -> Recall:
        """The same without blocking the event loop."""
        try:
            request = self._request(asked, timeout)
            return self._answered(await self._transport.send_async(request))
        except Exception as raised:
            return self._failed(raised)

    def _request(self, asked: str | RecallRequest, timeout: float | None) -> Request:
        paused = self._breaker.reason(time.monotonic())
        if paused is not None:
            raise paused
        given: Mapping[str, Any] = {"query": asked} if isinstance(asked, str) else dict(asked)
        _, session = default_scope(self._settings)
        # Before a call of a tool there is no task.
        query = {} if "moment" in given else {"query": str(given.get("query", ""))[:_MAX_QUERY]}
        body = {
            "session_id": session,
            **given,
            **query,
            "scope": complete_scope(self._settings, given),
        }
        limit = self._settings.recall_timeout if timeout is None else timeout
        return Request(
            "POST", "/v1/recall", encode_json(body), limit, _MAX_REPLY_BYTES, is_repeatable=True
        )

    def _answered(self, reply: Reply) -> Recall:
        recall = checked_recall(reply.json)
        self._breaker.succeeded()
        return recall

    def _failed(self, raised: Exception) -> Recall:
        error = to_whetstone_error(raised, "invalid")
        if error.kind != "paused":
            self._breaker.failed(error, time.monotonic())
            self._settings.report(error)
        return Recall(failure=error)
