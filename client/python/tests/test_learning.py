"""Any function with learning: what it returns and raises is what it would without, gateway or none."""

import asyncio
import inspect
import unittest
from collections import UserString
from typing import Any, AsyncIterator, Callable, Generator

from whetstone import Whetstone, learning

from .support import (
    EMPTY,
    FAULTS,
    ScriptedGateway,
    Told,
    answering,
    author,
    gateway_client,
    latest,
    needs_gateway,
    storing,
)

RULE = "Let the dough of the bread rest for an hour."
TASK = "bake a loaf of bread"


@needs_gateway
class WithAGateway(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        author("py-cook", "bake-bread", "Bake a loaf of bread", RULE)
        cls.client = gateway_client("py-cook")

    def test_gets_what_was_learned_in_front_of_its_task_and_its_run_is_recorded(self) -> None:
        seen: list[str] = []

        @learning(client=self.client, session_id="py-text")
        def agent(prompt: str) -> str:
            """Bakes."""
            seen.append(prompt)
            return "a loaf"

        self.assertEqual(agent(TASK), "a loaf")
        self.assertEqual((agent.__name__, agent.__doc__), ("agent", "Bakes."))
        self.assertIn(RULE, seen[0])
        self.assertTrue(seen[0].endswith(f"\n\n{TASK}"))
        self.client.flush(30)
        episode = latest(self.client, "py-text", "py-cook")
        self.assertRegex(episode["recall_id"], "^rc_")
        self.assertEqual((episode["task"], episode["outcome"]), (TASK, "unknown"))
        said = [(one["role"], one["content"]) for one in episode["messages"]]
        self.assertEqual(said, [("user", TASK), ("assistant", "a loaf")])

    def test_is_recorded_as_a_failure_where_it_raises_and_raises_the_very_same_error(self) -> None:
        error = ValueError("the oven is cold")

        @learning(client=self.client, session_id="py-raises")
        async def agent(task: str) -> str:
            raise error

        with self.assertRaises(ValueError) as raised:
            asyncio.run(agent(TASK))
        self.assertIs(raised.exception, error)
        self.client.flush(30)
        episode = latest(self.client, "py-raises", "py-cook")
        self.assertEqual(episode["outcome"], "failure")
        self.assertEqual(episode["error"], "ValueError: the oven is cold")


def plain(task: str) -> str:
    if "refuse" in task:
        raise LookupError("refused")
    return task.upper()


async def asynchronous(task: str) -> str:
    return plain(task)


def generator(task: str) -> Generator[str, None, str]:
    yield from plain(task).split()
    return "returned"


async def async_generator(task: str) -> AsyncIterator[str]:
    for word in plain(task).split():
        yield word


def outcome(agent: Callable[..., Any], task: str) -> Any:
    """What a function of any kind gives, or the error that it raises."""

    async def collected(stream: Any) -> list[str]:
        return [piece async for piece in stream]

    async def awaited(work: Any) -> Any:
        return await work

    try:
        result = agent(task)
        if inspect.isawaitable(result):
            return asyncio.run(awaited(result))
        if hasattr(result, "__anext__"):
            return asyncio.run(collected(result))
        return list(result) if hasattr(result, "__next__") else result
    except LookupError as error:
        return repr(error)


KINDS = (
    plain,
    asynchronous,
    generator,
    async_generator,
    lambda task: asynchronous(task),
    lambda task: generator(task),
    lambda task: async_generator(task),
    lambda task: iter(plain(task).split()),
)


@needs_gateway
class WithAFault(unittest.TestCase):
    def test_is_what_it_was_before(self) -> None:
        for name, url in FAULTS.items():
            client = Whetstone(url, recall_timeout=0.05, exit_timeout=0)
            for agent in KINDS:
                for task in ("bake bread", "refuse"):
                    with self.subTest(name, agent=agent, task=task):
                        learned = learning(client=client)(agent)
                        self.assertEqual(outcome(learned, task), outcome(agent, task))


class AFunction(unittest.TestCase):
    def setUp(self) -> None:
        self.gateway = ScriptedGateway(storing)
        self.addCleanup(self.gateway.__exit__)
        self.told = Told()
        self.client = Whetstone(self.gateway.url, recall_timeout=10, on_error=self.told)

    def recorded(self) -> list[Any]:
        self.client.flush(30)
        return [one for body in self.gateway.bodies if isinstance(body, list) for one in body]

    def test_of_every_kind_is_recorded_once_with_its_answer(self) -> None:
        for agent in KINDS[:-1]:
            outcome(learning(client=self.client)(agent), "bake bread")
        answers = [one["messages"][1]["content"] for one in self.recorded()]
        self.assertEqual(answers, ["BAKE BREAD", "BAKE BREAD", "BAKEBREAD", "BAKEBREAD"] + ["BAKE BREAD", "BAKEBREAD", "BAKEBREAD"])

    def test_that_makes_a_stream_is_recorded_though_it_is_left(self) -> None:
        stream = learning(client=self.client)(generator)("bake bread")
        self.assertEqual(next(stream), "BAKE")
        stream.close()
        (record,) = self.recorded()
        self.assertEqual(record["messages"][1]["content"], "BAKE")
        self.assertEqual(record["outcome"], "unknown")

    def test_that_makes_a_stream_is_sent_values_and_errors_as_without(self) -> None:
        @learning(client=self.client)
        def echo(task: str) -> Any:
            said = yield task
            try:
                yield said
            except KeyError:
                yield "caught"

        stream = echo("x")
        self.assertEqual([next(stream), stream.send("y"), stream.throw(KeyError())], ["x", "y", "caught"])

    def test_that_is_stopped_did_not_fail(self) -> None:
        async def stopped() -> None:
            begun = asyncio.Event()

            @learning(client=self.client)
            async def agent(task: str) -> None:
                begun.set()
                await asyncio.sleep(60)

            run = asyncio.ensure_future(agent("x"))
            await begun.wait()
            run.cancel()
            await run

        with self.assertRaises(asyncio.CancelledError):
            asyncio.run(stopped())
        (record,) = self.recorded()
        self.assertEqual((record["outcome"], record["error"]), ("unknown", "CancelledError: "))

    def test_is_none_the_worse_for_hooks_that_raise_or_are_asynchronous(self) -> None:
        def broken(*_: Any) -> Any:
            raise RuntimeError("hook")

        async def asynchronous_hook(*_: Any) -> Any:
            return ((), {})

        instructions = {**EMPTY, "recall_id": "rc_1", "instructions": "Learned."}
        with ScriptedGateway(answering(200, instructions)) as gateway:
            client = Whetstone(gateway.url, recall_timeout=10, on_error=self.told, exit_timeout=0)
            for hook in (broken, asynchronous_hook):
                for hooks in ({"task": hook}, {"apply": hook}, {"describe": hook}):
                    agent = learning(client=client, **hooks)(lambda task: task)  # type: ignore[arg-type]
                    self.assertTrue(agent("x").endswith("x"))
        self.assertEqual(self.told.kinds.count("agent-code"), 6)

    def test_without_a_task_runs_as_it_is_and_is_told_of_once(self) -> None:
        agent = learning(client=self.client)(lambda number, text=None: number)
        self.assertEqual([agent(1), agent(2, text=UserString("x"))], [1, 2])
        self.assertEqual(self.told.kinds, ["unknown-form"])
        self.assertEqual(self.recorded(), [])
