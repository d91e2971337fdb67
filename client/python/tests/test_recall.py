"""Recall from a gateway, and from everything else that may stand in its place."""

import asyncio
import time
import unittest

from whetstone import Recall, Whetstone

from .support import (
    FAULTS,
    SLACK,
    ScriptedGateway,
    Told,
    answering,
    author,
    gateway_client,
    needs_gateway,
    storing,
)

LIMIT = 0.15


def is_empty(recall: Recall) -> bool:
    """True for the recall of an agent without a gateway."""
    return recall == Recall(failure=recall.failure) and recall.failure is not None


@needs_gateway
class FromAGateway(unittest.TestCase):
    def test_gives_the_instructions_the_skills_and_the_id(self) -> None:
        author("py-shop", "refund-orders", "Refund an order", "Look the order up before you refund it.")
        client = gateway_client("py-shop")
        recall = client.recall("refund the order of a customer")
        self.assertIsNone(recall.failure)
        self.assertEqual([skill["name"] for skill in recall.skills], ["refund-orders"])
        self.assertRegex(recall.recall_id or "", "^rc_")
        self.assertIn("Look the order up", recall.instructions)
        self.assertEqual(asyncio.run(client.arecall("refund an order")).skills[0]["name"], "refund-orders")


@needs_gateway
class FromAFault(unittest.TestCase):
    def test_is_empty_within_the_limit_and_tells_on_error(self) -> None:
        for name, url in FAULTS.items():
            with self.subTest(name):
                told = Told()
                client = Whetstone(url, recall_timeout=LIMIT, on_error=told)
                started = time.monotonic()
                recall = client.recall("anything")
                self.assertLess(time.monotonic() - started, LIMIT + SLACK)
                self.assertTrue(is_empty(recall), recall)
                self.assertEqual(told, [recall.failure])

    def test_is_empty_within_the_limit_in_asyncio_while_other_tasks_go_on(self) -> None:
        async def recalled(url: str) -> tuple[Recall, float]:
            client = Whetstone(url, recall_timeout=LIMIT)
            recall = await client.arecall("anything")
            return recall, time.monotonic()

        async def all_at_once() -> list[tuple[Recall, float]]:
            return await asyncio.gather(*(recalled(url) for url in FAULTS.values()))

        started = time.monotonic()
        for recall, ended in asyncio.run(all_at_once()):
            self.assertTrue(is_empty(recall), recall)
            self.assertLess(ended - started, LIMIT + SLACK)


class Recalling(unittest.TestCase):
    def test_is_empty_without_an_address_or_with_a_bad_one(self) -> None:
        for url in ("", "not an address", "ftp://host/", "http://host:99999", "http://[::1", "http://"):
            with self.subTest(url):
                self.assertTrue(is_empty(Whetstone(url).recall("x")))

    def test_is_empty_for_what_cannot_be_asked(self) -> None:
        circular: dict = {"query": "x"}
        circular["self"] = circular
        for request in (None, 7, circular, {"query": "x", "scope": 7}):
            with self.subTest(repr(request)), ScriptedGateway(storing) as gateway:
                self.assertTrue(is_empty(Whetstone(gateway.url).recall(request)))  # type: ignore[arg-type]

    def test_survives_a_key_that_cannot_be_sent_and_a_hook_that_raises(self) -> None:
        def broken(_: object) -> None:
            raise RuntimeError("the hook")

        async def asynchronous(_: object) -> None:
            raise RuntimeError("the hook")

        for hook in (broken, asynchronous):
            client = Whetstone("http://127.0.0.1:1", api_key="line\nbreak", on_error=hook)
            self.assertTrue(is_empty(client.recall("x")))

    def test_does_not_ask_a_gateway_that_wants_to_be_left_alone(self) -> None:
        with ScriptedGateway(answering(429, {"detail": "limit"}, retry_after="60")) as gateway:
            client = Whetstone(gateway.url, recall_timeout=10)
            self.assertEqual(client.recall("x").failure.status, 429)  # type: ignore[union-attr]
            self.assertEqual(client.recall("x").failure.kind, "paused")  # type: ignore[union-attr]
            self.assertEqual(len(gateway.bodies), 1)

    def test_pays_for_an_outage_a_few_times_and_not_at_every_recall(self) -> None:
        with ScriptedGateway(answering(500, {"detail": "internal error"})) as gateway:
            client = Whetstone(gateway.url, recall_timeout=10)
            for _ in range(20):
                client.recall("x")
            self.assertEqual(len(gateway.bodies), 5)

    def test_ends_with_its_task_and_leaves_the_event_loop_to_others(self) -> None:
        async def cancelled(url: str) -> bool:
            recall = asyncio.ensure_future(Whetstone(url, recall_timeout=60).arecall("x"))
            await asyncio.sleep(0)
            recall.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await recall
            return True

        with ScriptedGateway(lambda *_: time.sleep(5)) as gateway:
            self.assertTrue(asyncio.run(cancelled(gateway.url)))

    def test_uses_a_connection_again_and_another_where_that_is_gone(self) -> None:
        def last(handler, body) -> None:  # type: ignore[no-untyped-def]
            storing(handler, body)
            handler.close_connection = True  # Without a word of it in the answer.

        with ScriptedGateway(storing, last, storing) as gateway:
            client = Whetstone(gateway.url, recall_timeout=10)
            failures = [client.recall("x").failure for _ in range(3)]
            self.assertEqual(failures, [None, None, None])
            self.assertEqual(len(gateway.connections), 2)
