"""Where the task of an agent is in its arguments, and where what was learned goes."""

import unittest
from typing import Any

from whetstone.prompt_forms import task_of, with_instructions


class Forms(unittest.TestCase):
    def check(self, given: Any, task: str, expected: Any) -> None:
        self.assertEqual(task_of((given,), {}), task)
        self.assertEqual(with_instructions("Learned.", (given,), {}), ((expected,), {}))

    def test_a_text(self) -> None:
        self.check("Do it.", "Do it.", "Learned.\n\nDo it.")

    def test_messages(self) -> None:
        user, learned = {"role": "user", "content": "Do it."}, {"role": "system", "content": "Learned."}
        self.check([user], "Do it.", [learned, user])
        own = {"role": "system", "content": "Own."}
        self.check([own, user], "Do it.", [{**own, "content": "Own.\n\nLearned."}, user])
        call = {"role": "assistant", "content": None, "tool_calls": []}
        self.check([user, call], "Do it.", [learned, user, call])

    def test_requests_with_a_field_for_instructions(self) -> None:
        user = {"role": "user", "content": "Do it."}
        claude = {"model": "claude-x", "messages": [user]}
        self.check(claude, "Do it.", {**claude, "system": "Learned."})
        self.check(
            {"input": "Do it.", "instructions": "Own."},
            "Do it.",
            {"input": "Do it.", "instructions": "Own.\n\nLearned."},
        )
        gemini = {"contents": [{"role": "user", "parts": [{"text": "Do it."}]}]}
        parts = [{"text": "Learned."}, {"text": "Do it."}]
        self.check(gemini, "Do it.", {"contents": [{"role": "user", "parts": parts}]})

    def test_keyword_arguments(self) -> None:
        kwargs = {"system": "Own.", "messages": [{"role": "user", "content": "Do it."}]}
        self.assertEqual(task_of((7,), kwargs), "Do it.")
        _, changed = with_instructions("Learned.", (7,), kwargs)
        self.assertEqual(changed, {**kwargs, "system": "Own.\n\nLearned."})
        self.assertEqual(with_instructions("L.", (), {"query": "Q"}), ((), {"query": "L.\n\nQ"}))

    def test_anything_else(self) -> None:
        for value in (None, 7, [], [7], {}, {"input": 7}, [{"role": "assistant", "content": "x"}], b"x"):
            self.assertEqual(task_of((value,), {}), "")
            self.assertEqual(with_instructions("L.", (value,), {}), ((value,), {}))
