"""A stand-in for a crew of the package `crewai`, which calls its callbacks as version 1.15 does."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Callable

from .openai_client import Provider


@dataclass
class Task:
    description: str


@dataclass
class Crew:
    provider: Provider
    backstory: str
    tasks: list[Task]
    tool: Callable[[], str]
    step_callback: Any = None
    task_callback: Any = None
    before_kickoff_callbacks: list[Any] = field(default_factory=list)
    after_kickoff_callbacks: list[Any] = field(default_factory=list)

    def kickoff(self, inputs: dict[str, Any] | None = None) -> Any:
        for callback in self.before_kickoff_callbacks:
            inputs = callback({} if inputs is None else inputs)
        raw = ""
        for task in self.tasks:
            raw = self._perform(task, inputs or {})
            if self.task_callback:
                self.task_callback(SimpleNamespace(description=task.description, raw=raw, agent="clerk"))
        usage = SimpleNamespace(prompt_tokens=22, completion_tokens=6)
        output = SimpleNamespace(raw=raw, token_usage=usage)
        for callback in self.after_kickoff_callbacks:
            output = callback(output)
        return output

    def _perform(self, task: Task, inputs: dict[str, Any]) -> str:
        def filled(text: str) -> str:
            # A placeholder without an input is an error there too.
            return text.format(**inputs)

        messages = [
            {"role": "system", "content": filled(self.backstory)},
            {"role": "user", "content": filled(task.description)},
        ]
        while True:
            said = self.provider.chat({"messages": messages, "tools": ["get_order"]}).choices[0].message
            if not said.tool_calls:
                if self.step_callback:
                    self.step_callback(SimpleNamespace(thought="", output=said.content, text=said.content))
                return said.content
            result = self.tool()
            call = said.tool_calls[0].function
            if self.step_callback:
                self.step_callback(
                    SimpleNamespace(tool=call.name, tool_input=call.arguments, result=result, text="")
                )
            messages.append({"role": "tool", "content": result})
