"""Agents on CrewAI: ``learn_crew(Crew(...))`` adds its callbacks to those that the crew has.

What is known goes into the inputs of the kickoff as ``learned``: write ``{learned}`` where an agent is to read it, in
its backstory or in a task's description. Without an answer it is empty, so the placeholder never fails.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Callable, Mapping, TypeVar

from ..client import Whetstone
from ..errors import to_whetstone_error
from ..prompt_forms import text_of
from ..usage import used
from .whole_run import WholeRun

__all__ = ["learn_crew"]

Crew = TypeVar("Crew")
Describe = Callable[[Any], Mapping[str, Any]]

#: How long a crew may say nothing before its run is taken for over, in seconds: CrewAI calls nobody back where a
#: kickoff fails.
_SILENCE = 300.0

_current: ContextVar[WholeRun | None] = ContextVar("whetstone_crew_run", default=None)


def learn_crew(
    crew: Crew,
    *,
    client: Whetstone | None = None,
    describe: Describe | None = None,
    recall_timeout: float | None = None,
) -> Crew:
    """The same crew with learning: each kickoff recalls before it and is recorded after it.

    Args:
        crew: A ``crewai.Crew``. It is changed.
        client: Default: one made from the environment.
        describe: Gives what is known of a run from the crew's output, above all its outcome.
        recall_timeout: Longest that a recall may take, in seconds.
    """
    target: Any = crew
    callbacks = _Callbacks(target, client or Whetstone(), describe, recall_timeout)

    # Functions of this place: CrewAI leaves them out of its checkpoints, where it would write a method as a function.
    def before(inputs: dict[str, Any] | None) -> dict[str, Any]:
        return callbacks.before(inputs)

    def after(output: Any) -> Any:
        return callbacks.after(output)

    # Other callbacks may change the inputs first, and the output before it is recorded.
    target.before_kickoff_callbacks = [*target.before_kickoff_callbacks, before]
    target.after_kickoff_callbacks = [*target.after_kickoff_callbacks, after]
    target.step_callback = _both(target.step_callback, callbacks.step)
    target.task_callback = _both(target.task_callback, callbacks.task)
    return crew


@dataclass
class _Callbacks:
    """What CrewAI calls. Each gives back what it was given, and raises nothing."""

    crew: Any
    client: Whetstone
    describe: Describe | None
    recall_timeout: float | None

    def before(self, inputs: dict[str, Any] | None) -> dict[str, Any]:
        """A kickoff begins."""
        given = dict(inputs or {})
        learned: list[str] = []
        self._guarded(lambda: learned.append(self._begin(given)))
        return {**given, "learned": "".join(learned)}

    def step(self, step: Any) -> None:
        """An agent has taken a step: a tool, with its result where it has one already, or its answer."""

        def see() -> None:
            run = _current.get()
            tool = getattr(step, "tool", None)
            if run is None:
                return
            run.heard()
            if isinstance(tool, str) and tool:
                arguments = text_of(getattr(step, "tool_input", None))
                call = {"name": tool, "arguments": arguments}
                result = getattr(step, "result", None)
                run.tool_calls.append(call if result is None else {**call, "result": text_of(result)})

        self._guarded(see)

    def task(self, output: Any) -> None:
        """A task has given its output."""

        def see() -> None:
            run = _current.get()
            if run is not None:
                run.heard()
                run.answer = text_of(getattr(output, "raw", None))

        self._guarded(see)

    def after(self, output: Any) -> Any:
        """The kickoff has ended."""
        self._guarded(lambda: self._end(output))
        return output

    def _begin(self, inputs: Mapping[str, Any]) -> str:
        described = [_filled(task.description, inputs) for task in self.crew.tasks]
        run = WholeRun(self.client, "crewai", "\n".join(described), silence=_SILENCE)
        _current.set(run)
        if run.is_inside:
            return ""
        request: Any = {"query": run.task, **run.whose}
        recall = self.client.recall(request, timeout=self.recall_timeout)
        run.recall_id = recall.recall_id
        run.heard()
        return recall.instructions

    def _end(self, output: Any) -> None:
        run = _current.get()
        if run is None:
            return
        _current.set(None)
        run.answer = text_of(getattr(output, "raw", output))
        usage = getattr(output, "token_usage", None)
        prompt = getattr(usage, "prompt_tokens", None)
        run.used.append(used(None, prompt, getattr(usage, "completion_tokens", None)))
        described: dict[str, Any] = {}
        describe = self.describe
        if describe is not None:
            self._guarded(lambda: described.update(describe(output) or {}))
        run.over(described)

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:
            self.client.report(to_whetstone_error(error, "agent-code"))


def _filled(text: Any, inputs: Mapping[str, Any]) -> str:
    """A task's description with its inputs, as CrewAI fills it in; without the place of what is learned."""
    filled = str(text).replace("{learned}", "")
    for name, value in inputs.items():
        filled = filled.replace("{" + str(name) + "}", str(value))
    return filled.strip()


def _both(own: Callable[[Any], Any] | None, added: Callable[[Any], None]) -> Callable[[Any], Any]:
    def called(value: Any) -> Any:
        added(value)
        return None if own is None else own(value)

    return called
