"""One client for many users: who a recall or a record is for. And the operations that people ask for."""

import asyncio
import unittest
from typing import Any

from whetstone import Whetstone, WhetstoneError, caller, learning

from .support import (
    ScriptedGateway,
    answering,
    author,
    gateway_client,
    needs_gateway,
    storing,
)


class Callers(unittest.TestCase):
    def setUp(self) -> None:
        self.gateway = ScriptedGateway(storing)
        self.addCleanup(self.gateway.__exit__)
        self.client = Whetstone(
            self.gateway.url, agent_id="shop", user_id="nobody", recall_timeout=10
        )

    def ask(self, client: Whetstone, **more: Any) -> None:
        client.recall({"query": "x", **more})  # type: ignore[typeddict-item]
        client.record({"task": "x", **more})  # type: ignore[typeddict-item]
        client.flush(30)

    def asked_for(self, agent: str, user: Any, session: Any) -> None:
        """Checks whom the last recall and the last record were for."""
        recall, (record,) = self.gateway.bodies[-2:]
        for body in (recall, record):
            self.assertEqual(body["scope"], {"agent_id": agent, "user_id": user})
            self.assertEqual(body["session_id"], session)

    def test_are_those_of_the_client_else_those_it_is_with_else_those_around(self) -> None:
        client = self.client
        self.ask(client)
        self.asked_for("shop", "nobody", None)
        self.ask(client.with_caller(user="ann", session="s1"))
        self.asked_for("shop", "ann", "s1")
        with caller(user="bob", session="s2"):
            self.ask(client)
            self.asked_for("shop", "bob", "s2")
            self.ask(client.with_caller(user="ann"))
            self.asked_for("shop", "ann", "s2")
            self.ask(client.with_caller(user=None))
            self.asked_for("shop", None, "s2")
        with caller(user="bob"), caller(session="s3"):
            self.ask(client)
            self.asked_for("shop", "bob", "s3")
        self.ask(client)
        self.asked_for("shop", "nobody", None)

    def test_are_those_of_the_call_before_all_else(self) -> None:
        with caller(user="bob", session="s2"):
            self.ask(self.client, scope={"user_id": "ann"}, session_id="s1")
            self.asked_for("shop", "ann", "s1")
            self.ask(self.client, agent_id="depot", user_id=None)
            self.asked_for("depot", None, "s2")

    def test_follow_a_task_of_asyncio_and_a_function_with_learning(self) -> None:
        @learning(client=self.client)
        async def agent(task: str) -> str:
            return task

        async def both() -> None:
            with caller(user="ann", session="s1"):
                await asyncio.create_task(agent("x"))

        asyncio.run(both())
        self.client.flush(30)
        self.asked_for("shop", "ann", "s1")


@needs_gateway
class Operations(unittest.TestCase):
    def test_judge_a_run_by_its_episode_or_its_recall(self) -> None:
        client = gateway_client("py-judged", flush_interval=60)
        recall = client.recall("x")
        client.record({"task": "x", "recall_id": recall.recall_id})
        judged = client.feedback({"recall_id": recall.recall_id, "score": 0.75})
        self.assertEqual(judged["reward"], 0.75)
        judged = asyncio.run(client.afeedback({"episode_id": judged["episode_id"], "score": 0.25}))
        self.assertEqual(judged["reward"], 0.25)
        with self.assertRaises(WhetstoneError) as refused:
            client.feedback({"recall_id": "rc_none", "score": 1})
        self.assertEqual((refused.exception.kind, refused.exception.status), ("status", 404))
        self.assertRegex(refused.exception.request_id or "", "^req_")

    def test_remember_several_things_and_recall_them(self) -> None:
        client = gateway_client("py-remembers").with_caller(user="ann")
        results = client.remember([{"content": "Ann wants her invoices in French"}])
        results += asyncio.run(client.aremember([{"content": "Ann pays by invoice", "kind": "fact"}]))
        self.assertEqual([result["action"] for result in results], ["add", "add"])
        memories = client.recall("send Ann her invoices").memories
        self.assertIn("in French", " ".join(memory["content"] for memory in memories))

    def test_call_by_name_with_path_query_and_body(self) -> None:
        author("py-calls", "pack boxes".replace(" ", "-"), "Pack a box", "Put the heavy things below.")
        client = gateway_client("py-calls")
        skills = client.call("listSkills", query={"agent_id": "py-calls", "limit": 5})
        self.assertEqual([skill["name"] for skill in skills], ["pack-boxes"])
        text = client.call("exportSkill", path={"ref": "pack-boxes"}, query={"agent_id": "py-calls"})
        self.assertIn("Put the heavy things below.", text)


class Repeating(unittest.TestCase):
    def test_tries_a_read_again_and_a_write_only_after_the_rate_limit(self) -> None:
        failing, limiting = answering(500, {}), answering(429, {}, retry_after="0")
        with ScriptedGateway(failing, storing) as gateway:
            with self.assertRaises(WhetstoneError):
                Whetstone(gateway.url).call("ask", body={"question": "x"})
            self.assertEqual(len(gateway.bodies), 1)
        with ScriptedGateway(limiting, answering(200, {"answer": "x", "evidence": []})) as gateway:
            self.assertEqual(Whetstone(gateway.url).ask("x")["answer"], "x")
        with ScriptedGateway(failing, answering(200, {"episode_id": "ep_1"})) as gateway:
            Whetstone(gateway.url).call("recordEpisode", body={"task": "x"})
            keys = {body["idempotency_key"] for body in gateway.bodies}
            self.assertEqual((len(gateway.bodies), len(keys)), (2, 1))
