"""Rules at calls of tools."""

import asyncio
import unittest
from typing import Any

from whetstone import CallBlocked, Whetstone, learning, rules_of, tool_rules

from .support import gateway_client, needs_gateway

PUSH = {"content": "Push to a branch.", "applies_when": [{"tool": "push"}]}
DROP = {
    "content": "Ask before a table goes.",
    "applies_when": [{"argument": {"name": "table", "value": "*"}}],
    "blocks": True,
}


def taught(agent: str) -> Whetstone:
    """A client whose agent has a rule for each of two calls."""
    client = gateway_client(agent)
    skill = {"agent_id": agent, "name": "release", "description": "Release the shop"}
    client.call("authorSkill", body={**skill, "bullets": [PUSH, DROP]})
    return client


@needs_gateway
class BeforeACall(unittest.TestCase):
    def test_the_gateway_is_asked_where_a_rule_applies(self) -> None:
        client = taught("py-moment")
        known = client.recall("Release the shop")
        self.assertEqual(len(known.triggers), 2)
        away: Any = Whetstone("http://127.0.0.1:1", on_error=lambda error: self.fail(str(error)))
        self.assertEqual(away.before_tool(known, "status").instructions, "")
        shown = client.before_tool(known, "push", {"branch": "x"}, timeout=10)
        self.assertIn("Push to a branch.", shown.instructions)
        self.assertFalse(shown.blocks)
        blocked = asyncio.run(client.abefore_tool(known, "drop", {"table": "orders"}, timeout=10))
        self.assertTrue(blocked.blocks)

    def test_a_tool_has_its_rules_below_its_result(self) -> None:
        client = taught("py-decorated")
        patient = _Patient(client)

        @tool_rules(client=patient)
        def push(branch: str) -> str:
            return f"pushed {branch}"

        @tool_rules(client=patient)
        async def status() -> int:
            return 7

        self.assertEqual(push("x"), "pushed x")

        @learning(client=client)
        def agent(task: str) -> str:
            return push("x")

        self.assertRegex(agent("Release the shop"), "^pushed x\n\n[^$]*Push to a branch.")
        with rules_of(client.recall("Release the shop")):
            self.assertEqual(asyncio.run(status()), 7)

    def test_a_call_that_a_rule_blocks_needs_a_person(self) -> None:
        client = taught("py-blocked")
        asked = []

        def allow(tool: str, known: Any) -> bool:
            asked.append(tool)
            return len(asked) > 1

        @tool_rules(client=_Patient(client), allow=allow)
        def drop(table: str) -> str:
            return f"{table} is gone"

        with rules_of(client.recall("Release the shop")):
            with self.assertRaisesRegex(CallBlocked, "Ask before a table goes"):
                drop(table="orders")
            self.assertIn("orders is gone", drop("orders"))


class _Patient:
    """The client with time for a busy machine."""

    def __init__(self, client: Whetstone) -> None:
        self._client = client

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    def before_tool(self, *args: Any) -> Any:
        return self._client.before_tool(*args, timeout=10)

    async def abefore_tool(self, *args: Any) -> Any:
        return await self._client.abefore_tool(*args, timeout=10)
