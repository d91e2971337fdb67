"""How runs on the OpenAI client end, and what belongs to one."""

import gc
import unittest
from typing import Any

from whetstone import Whetstone
from whetstone.adapters.openai import EndedRun, wrap_openai

from .framework_agents import TOOLS
from .stand_ins.openai_client import FINAL_ANSWER, APIStatusError, OpenAI, Provider
from .support import ScriptedGateway, Told, storing, until

USER = {"role": "user", "content": "look up an order"}
CALLED = {
    "role": "assistant",
    "content": None,
    "tool_calls": [
        {"id": "call_1", "type": "function", "function": {"name": "get_order", "arguments": "{}"}}
    ],
}
RESULT = {"role": "tool", "tool_call_id": "call_1", "content": "shipped"}


class Endings(unittest.TestCase):
    def setUp(self) -> None:
        self.gateway = ScriptedGateway(storing)
        self.addCleanup(self.gateway.__exit__)
        self.told = Told()
        self.client = Whetstone(
            self.gateway.url, recall_timeout=10, flush_interval=0, on_error=self.told
        )
        self.provider = Provider()
        self.ended: list[EndedRun] = []
        self.openai: Any = wrap_openai(
            OpenAI(self.provider), client=self.client, describe=self.describe
        )

    def describe(self, run: EndedRun) -> Any:
        self.ended.append(run)
        return {"metadata": {"own": True}}

    def create(self, *messages: Any, **more: Any) -> Any:
        return self.openai.chat.completions.create(model="m", messages=list(messages), **more)

    def records(self) -> list[Any]:
        return [one for body in self.gateway.bodies if isinstance(body, list) for one in body]

    def recorded(self) -> Any:
        """The one record, without a flush: the ending itself has to make it."""
        self.assertTrue(until(self.records))
        (record,) = self.records()
        return record

    def test_with_an_answer(self) -> None:
        self.create(USER)
        record = self.recorded()
        self.assertEqual(record["metadata"]["own"], True)
        self.assertEqual(record["recall_id"], "rc_1")
        (ended,) = self.ended
        self.assertEqual((ended.ending, ended.answer, ended.error), ("answered", FINAL_ANSWER, None))

    def test_with_a_stream_that_is_read_to_its_end_left_or_forgotten(self) -> None:
        list(self.create(USER, stream=True))
        self.assertEqual(self.recorded()["messages"][1]["content"].strip(), FINAL_ANSWER)
        stream = self.create(USER, stream=True)
        next(stream)
        stream.close()
        self.assertTrue(until(lambda: len(self.records()) == 2))
        with self.create(USER, stream=True) as stream:
            next(stream)
        self.assertTrue(until(lambda: len(self.records()) == 3))
        stream = self.create(USER, stream=True)
        next(stream)
        del stream
        gc.collect()
        self.assertTrue(until(lambda: len(self.records()) == 4))
        endings = [one.ending for one in self.ended]
        self.assertEqual(endings, ["answered", "stopped", "stopped", "stopped"])
        self.assertEqual(self.records()[-1]["messages"][1]["content"], "Order ")

    def test_with_an_error_that_nobody_can_try_again(self) -> None:
        self.provider.failing = [422]
        with self.assertRaises(APIStatusError):
            self.create(USER)
        self.assertEqual(self.recorded()["error"], "APIStatusError: refused")
        self.assertEqual(self.ended[0].ending, "failed")

    def test_with_the_answer_to_a_call_that_is_tried_again_after_a_tool(self) -> None:
        self.create(USER, tools=TOOLS)
        self.provider.failing = [503]
        with self.assertRaises(APIStatusError):
            self.create(USER, CALLED, RESULT, tools=TOOLS)
        self.create(USER, CALLED, RESULT, tools=TOOLS)
        record = self.recorded()
        self.assertNotIn("error", record)
        self.assertEqual(record["tool_calls"][0]["result"], "shipped")
        self.assertEqual(len([body for body in self.gateway.bodies if isinstance(body, dict)]), 1)

    def test_at_a_flush_where_nothing_follows_a_tool_call(self) -> None:
        self.create(USER, tools=TOOLS)
        self.assertEqual(self.records(), [])
        self.assertEqual(self.client.flush(30).sent, 1)
        self.assertEqual(self.ended[0].ending, "stopped")

    def test_of_two_runs_with_the_same_words_are_two(self) -> None:
        self.create(USER)
        self.create(USER)
        self.assertTrue(until(lambda: len(self.records()) == 2))

    def test_leave_requests_alone_that_are_no_run_or_are_to_be_raw(self) -> None:
        plain = OpenAI(Provider())
        raw = {"X-Stainless-Raw-Response": "true"}
        cases: list[dict[str, Any]] = [
            {"messages": [{"role": "system", "content": "Only this."}]},
            {"messages": [USER], "extra_headers": raw},
        ]
        for request in cases:
            expected = plain.chat.completions.create(model="m", **request)
            given = self.openai.chat.completions.create(model="m", **request)
            self.assertEqual(given, expected)
        self.assertEqual(self.client.flush(30).sent, 0)
        self.assertEqual(self.gateway.bodies, [])

    def test_have_the_last_turns_in_the_query(self) -> None:
        answer = {"role": "assistant", "content": "Shall I refund it?"}
        self.create(USER, answer, {"role": "user", "content": "yes, go ahead"})
        query = self.gateway.bodies[0]["query"]
        self.assertEqual(query, "look up an order\nShall I refund it?\nyes, go ahead")
        self.assertEqual(self.recorded()["task"], "yes, go ahead")
