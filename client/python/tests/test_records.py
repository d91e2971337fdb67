"""Records on their way: they arrive once, wait within bounds, and never reach into the agent's run."""

import datetime
import decimal
import json
import threading
import time
import unittest
from concurrent.futures import Future, wait
from dataclasses import dataclass
from typing import Any

from whetstone import Delivered, Whetstone
from whetstone.records import Record, RecordBuffer
from whetstone.retry import backoff_seconds, retry_after_seconds

from .support import (
    FAULTS,
    SLACK,
    ScriptedGateway,
    Told,
    answering,
    gateway_client,
    needs_gateway,
    storing,
    until,
)


@needs_gateway
class ForAGateway(unittest.TestCase):

    def test_arrive_but_for_the_one_that_the_gateway_refuses(self) -> None:
        told = Told()
        client = gateway_client("py-boxes", on_error=told)
        ids = [
            client.record({"task": str(n), "framework": "x" * 65 if n == 13 else "x"})
            for n in range(20)
        ]
        self.assertEqual(client.flush(30), Delivered(19, 1, 0, 0))
        self.assertEqual([(error.kind, error.status) for error in told], [("status", 422)])
        self.assertEqual([at for at, one in enumerate(ids) if one.result(1) is None], [13])

    def test_are_stored_once_though_they_were_sent_twice(self) -> None:
        client = gateway_client("py-once")
        episode: Any = {"task": "once", "idempotency_key": "py-once-1"}
        first, second = client.record(episode), client.record(episode)
        client.flush(30)
        self.assertEqual(first.result(1), second.result(1))
        lines = client.call("exportEpisodes", path={"agent_id": "py-once"}).splitlines()
        self.assertEqual([json.loads(line)["task"] for line in lines], ["once"])


@needs_gateway
class ForAFault(unittest.TestCase):
    def test_wait_within_their_bounds_and_a_flush_ends_in_time(self) -> None:
        for name, url in FAULTS.items():
            with self.subTest(name):
                client = Whetstone(url, max_records=50, flush_interval=0, exit_timeout=0)
                started = time.monotonic()
                for number in range(200):
                    client.record({"task": f"task {number}"})
                self.assertLess(time.monotonic() - started, SLACK)
                started = time.monotonic()
                delivered = client.flush(0.3)
                self.assertLess(time.monotonic() - started, 0.3 + SLACK)
                self.assertEqual(delivered.sent, 0)
                # A batch that is under way waits beside what the buffer holds.
                self.assertEqual(delivered.waiting + delivered.dropped, 200)
                self.assertLessEqual(delivered.waiting, 150)


class Records(unittest.TestCase):
    def test_wait_while_the_gateway_is_away_and_arrive_when_it_is_back(self) -> None:
        away = answering(503, {"detail": "away"})
        with ScriptedGateway(away, storing) as gateway:
            client = Whetstone(gateway.url, retries=0, flush_interval=60)
            client.record({"task": "patience"})
            self.assertEqual(client.flush().waiting, 1)
            self.assertEqual(client.flush(), Delivered(1, 0, 0, 0))
            first, second = gateway.bodies
            self.assertEqual(first, second)

    def test_are_sent_again_no_earlier_than_the_gateway_asks(self) -> None:
        with ScriptedGateway(answering(429, {"detail": "limit"}, retry_after="1"), storing) as gateway:
            client = Whetstone(gateway.url)
            client.record({"task": "x"})
            self.assertEqual(client.flush(30).sent, 1)
            self.assertGreaterEqual(gateway.times[1] - gateway.times[0], 0.99)

    def test_are_not_sent_again_and_again_where_the_gateway_asks_for_a_very_long_time(self) -> None:
        with ScriptedGateway(answering(429, {}, retry_after="9" * 12)) as gateway:
            client = Whetstone(gateway.url, flush_interval=0, exit_timeout=0)
            client.record({"task": "x"})
            self.assertTrue(until(lambda: len(gateway.bodies) == 1))
            self.assertEqual(client.flush(0.3).waiting, 1)
            # The first round and that of the flush; a wait that ended at once would have added hundreds.
            self.assertLessEqual(len(gateway.bodies), 2)

    def test_are_dropped_counted_and_reported_where_they_have_no_json(self) -> None:
        class Broken(dict):  # type: ignore[type-arg]
            def get(self, *_: Any) -> Any:
                raise RuntimeError("the agent's own")

        told = Told()
        circular: dict[str, Any] = {}
        circular["self"] = circular
        client = Whetstone("http://127.0.0.1:1", on_error=told, exit_timeout=0)
        bad: list[Any] = [{"metadata": circular}, Broken(), {"task": "x" * 4_000_001}, None, 7]
        ids = [client.record(episode) for episode in bad]
        self.assertEqual([one.result(1) for one in ids], [None] * 5)
        self.assertEqual(client.delivered, Delivered(0, 5, 0, 0))
        self.assertEqual(told.kinds, ["invalid"] * 5)

    def test_keep_what_json_does_not_know_in_the_form_nearest_to_it(self) -> None:
        @dataclass
        class Order:
            number: int

        metadata = {
            "when": datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone.utc),
            "price": decimal.Decimal("9.50"),
            "order": Order(7),
            "raw": b"bytes",
            "tags": {"one"},
            "ratio": float("nan"),
            ("a", 1): "a key",
            "text": "half a pair: \ud800",
        }
        with ScriptedGateway(storing) as gateway:
            client = Whetstone(gateway.url)
            client.record({"metadata": metadata})  # type: ignore[typeddict-item]
            self.assertEqual(client.flush(30).sent, 1)
            expected = {
                "when": "2026-01-02T00:00:00+00:00",
                "price": "9.50",
                "order": {"number": 7},
                "raw": "bytes",
                "tags": ["one"],
                "ratio": None,
                "('a', 1)": "a key",
                "text": "half a pair: ?",
            }
            self.assertEqual(gateway.bodies[0][0]["metadata"], expected)

    def test_of_many_threads_all_arrive(self) -> None:
        with ScriptedGateway(storing) as gateway:
            client = Whetstone(gateway.url, flush_interval=0)
            ids: list[Future[Any]] = []

            def work() -> None:
                ids.extend(client.record({"task": str(n)}) for n in range(100))

            threads = [threading.Thread(target=work) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(wait(ids, 30).not_done, set())
            keys = {one["idempotency_key"] for body in gateway.bodies for one in body}
            self.assertEqual(len(keys), 800)
            self.assertEqual(client.delivered.sent, 800)


class Parts(unittest.TestCase):
    def test_a_buffer_drops_its_oldest_and_takes_back_what_was_not_sent(self) -> None:
        buffer = RecordBuffer(3, 100)
        records = [Record(bytes([n])) for n in range(5)]
        for record in records[:4]:
            buffer.add(record)
        batch = buffer.take(2, 100)
        self.assertEqual([one.body for one in batch], [b"\1", b"\2"])
        buffer.add(records[4])
        buffer.put_back(batch)
        self.assertEqual([one.body for one in buffer.take(9, 9)], [b"\2", b"\3", b"\4"])
        self.assertEqual((len(buffer), buffer.bytes, buffer.dropped), (0, 0, 2))
        self.assertEqual([one.episode_id.done() for one in records], [True, True] + [False] * 3)

    def test_backoff_doubles_has_chance_in_it_and_honours_the_gateway(self) -> None:
        self.assertEqual([backoff_seconds(n, 0.0) for n in (1, 2, 3)], [0.2, 0.4, 0.8])
        self.assertEqual(backoff_seconds(1, 0.5), 0.30000000000000004)
        self.assertEqual(backoff_seconds(1000, 0.0), 30)

    def test_retry_after_is_seconds_a_date_or_nothing(self) -> None:
        date = "Fri, 02 Jan 2026 00:00:10 GMT"
        self.assertEqual(retry_after_seconds(date, now=1767312000.0), 10)
        texts = {"2": 2.0, "-1": 0.0, "soon": None, "": None, "inf": None, "nan": None}
        for text, seconds in texts.items():
            self.assertEqual(retry_after_seconds(text), seconds, text)
