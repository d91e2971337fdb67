"""Every adapter in front of a real gateway and of every bad one.

The agent's answers, streams and exceptions are those of the same agent without the adapter. The frameworks are
stand-ins of their documented interfaces.
"""

import time
import unittest
from typing import Any, Callable

from whetstone import Whetstone, caller

from .framework_agents import AGENTS, SYSTEM, FrameworkAgent, shipped
from .stand_ins.openai_client import FINAL_ANSWER, Provider
from .support import (
    FAULTS,
    SLACK,
    ScriptedGateway,
    Told,
    author,
    gateway_client,
    latest,
    needs_gateway,
    storing,
)

TASK = "look up an order of a customer"
RULE = "Look an order up by its number, never by its customer."


def broken() -> str:
    """A tool that fails."""
    raise LookupError("no such order")


def prompt_of(request: Any) -> str:
    """What the model reads before the task."""
    if "messages" in request:
        first = request["messages"][0]
        return first["content"] if first["role"] == "system" else ""
    return request["instructions"]


def outcome(run: Callable[[], Any]) -> Any:
    """What an agent gives, or the error that it raises."""
    try:
        return run()
    except Exception as error:
        return type(error), str(error)


class EachAgent(unittest.TestCase):
    """Runs a test for each agent."""

    def for_each(self, check: Callable[[FrameworkAgent], None]) -> None:
        for agent in AGENTS:
            with self.subTest(agent.name):
                check(agent)


@needs_gateway
class WithAGateway(EachAgent):
    @classmethod
    def setUpClass(cls) -> None:
        author("py-orders", "order-lookup", "Look up an order of a customer", RULE)

    def test_has_what_was_learned_below_its_own_instructions_and_answers_the_same(self) -> None:
        def check(agent: FrameworkAgent) -> None:
            provider = Provider()
            plain = agent.run(provider, TASK, None, shipped)
            before = len(provider.requests)
            learned = agent.run(provider, TASK, gateway_client("py-orders"), shipped)
            if agent.name == "openai responses":
                self.assertEqual(repr(learned), repr(plain))
            else:
                self.assertEqual(learned, plain)
            requests = provider.requests[before:]
            self.assertEqual(len(requests), 2 if agent.has_tools else 1)
            for request in requests:
                self.assertTrue(prompt_of(request).startswith(SYSTEM))
                self.assertEqual(prompt_of(request).count(RULE), 1)

        self.for_each(check)

    def test_has_its_run_recorded_as_one_episode_with_its_tools_model_and_tokens(self) -> None:
        def check(agent: FrameworkAgent) -> None:
            client = gateway_client("py-orders", session_id=f"py-run-{agent.name}")
            agent.run(Provider(), TASK, client, shipped)
            self.assertEqual(client.flush(30).sent, 1)
            episode = latest(client, f"py-run-{agent.name}", "py-orders")
            self.assertEqual((episode["task"], episode["framework"]), (TASK, agent.framework))
            self.assertRegex(episode["recall_id"], "^rc_")
            said = [(one["role"], one["content"].strip()) for one in episode["messages"]]
            self.assertEqual(said, [("user", TASK), ("assistant", FINAL_ANSWER)])
            tools = [(one["name"], one["result"]) for one in episode["tool_calls"]]
            self.assertEqual(tools, [("get_order", "shipped")] if agent.has_tools else [])
            metadata = episode["metadata"]
            if agent.framework in ("openai", "langchain"):
                self.assertEqual(metadata["model"], "stand-in")
            if agent.has_tools and agent.name != "openai in asyncio":
                # A stream tells its tokens only where it was asked to.
                self.assertEqual(metadata["usage"], {"input_tokens": 22, "output_tokens": 6})

        self.for_each(check)


@needs_gateway
class WithAFault(EachAgent):
    def test_is_what_it_was_before(self) -> None:
        def check(agent: FrameworkAgent) -> None:
            for name, url in FAULTS.items():
                for task in (TASK, "refuse"):
                    with self.subTest(name, task=task):
                        provider = Provider()
                        client = Whetstone(url, recall_timeout=0.05, exit_timeout=0)
                        plain = outcome(lambda: agent.run(Provider(), task, None, shipped))
                        started = time.monotonic()
                        learned = outcome(lambda: agent.run(provider, task, client, shipped))
                        self.assertLess(time.monotonic() - started, 0.3 + SLACK)
                        self.assertEqual(repr(learned), repr(plain))
                        self.assertEqual(prompt_of(provider.requests[-1]), SYSTEM)

        self.for_each(check)


class Runs(EachAgent):
    def setUp(self) -> None:
        self.gateway = ScriptedGateway(storing)
        self.addCleanup(self.gateway.__exit__)
        self.told = Told()
        self.client = Whetstone(self.gateway.url, recall_timeout=10, on_error=self.told)

    def records(self) -> list[Any]:
        """What was recorded since the last call."""
        self.client.flush(30)
        records = [one for body in self.gateway.bodies if isinstance(body, list) for one in body]
        self.gateway.bodies.clear()
        return records

    def test_are_recorded_once_where_their_model_refuses(self) -> None:
        def check(agent: FrameworkAgent) -> None:
            outcome(lambda: agent.run(Provider(), "refuse", self.client, shipped))
            (record,) = self.records()
            self.assertEqual((record["task"], record["messages"][0]["content"]), ("refuse", "refuse"))
            if agent.framework in ("openai", "langchain"):
                self.assertIn("APIStatusError: refused", record["error"])
            elif agent.framework == "openai-agents":
                # Its hooks hear of no error.
                self.assertEqual(record["error"], "the model gave no answer")
            else:
                # CrewAI calls nobody back where a kickoff fails.
                self.assertNotIn("error", record)

        self.for_each(check)

    def test_have_a_tool_that_failed_recorded_with_its_error(self) -> None:
        def check(agent: FrameworkAgent) -> None:
            agent.run(Provider(), TASK, self.client, broken)
            (record,) = self.records()
            (call,) = record["tool_calls"]
            # A crew's step has a result only, also where it failed.
            said = call.get("result") if agent.framework == "crewai" else call.get("error")
            self.assertEqual(said, "LookupError: no such order")

        for agent in AGENTS:
            if agent.has_tools:
                with self.subTest(agent.name):
                    check(agent)

    def test_are_for_whom_they_were_begun(self) -> None:
        def check(agent: FrameworkAgent) -> None:
            with caller(user="ann", session="s1"):
                agent.run(Provider(), TASK, self.client, shipped)
            asked = [body for body in self.gateway.bodies if isinstance(body, dict)]
            self.assertTrue(asked)
            for one in [*asked, *self.records()]:
                self.assertEqual((one["scope"]["user_id"], one["session_id"]), ("ann", "s1"))

        self.for_each(check)
