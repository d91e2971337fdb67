"""Learning around any agent function: recall before, record after.

What the function returns or raises passes through untouched, and an error in what this file adds is reported, never
raised.
"""

from __future__ import annotations

import functools
import inspect
from contextlib import nullcontext
from typing import Any, AsyncIterator, Awaitable, Callable, Iterator, TypeVar, overload

from .client import Whetstone
from .context import inside
from .learning_run import Apply, Describe, Ending, LearningRun, LearningRuns, Task

__all__ = ["Ending", "learning"]

Function = TypeVar("Function", bound=Callable[..., Any])


@overload
def learning(function: Function, /) -> Function: ...


@overload
def learning(
    *,
    client: Whetstone | None = None,
    task: Task | None = None,
    apply: Apply | None = None,
    describe: Describe | None = None,
    session_id: str | None = None,
    framework: str = "function",
    recall_timeout: float | None = None,
) -> Callable[[Function], Function]: ...


def learning(
    function: Callable[..., Any] | None = None,
    /,
    *,
    client: Whetstone | None = None,
    task: Task | None = None,
    apply: Apply | None = None,
    describe: Describe | None = None,
    session_id: str | None = None,
    framework: str = "function",
    recall_timeout: float | None = None,
) -> Any:
    """The same function with learning: plain, asynchronous, or a generator of either kind.

    A function that raises counts as a failure; whether one that returns did its task, only ``describe`` can say. An
    adapter inside leaves recall and record to it.

    Args:
        function: What runs the agent.
        client: Default: one made from the environment.
        task: Finds the task in the arguments. Default: the first one that is a text, a list of messages (then the
            last of the user), or a dictionary with ``messages``, ``prompt``, ``input`` or ``contents``. Without a
            task the agent runs as it is.
        apply: Gives the arguments with what was recalled, as ``(args, kwargs)``. Default: in the ``system`` or
            ``instructions`` of a dictionary that has them, below the system message of a list, in front of a text.
            Not called where nothing was recalled.
        describe: What is known of the run beyond its arguments and its ending, above all its true outcome.
        session_id: The session of its runs.
        framework: Name of the framework in the records.
        recall_timeout: Longest that the recall may take, in seconds.
    """

    def decorate(agent: Callable[..., Any]) -> Callable[..., Any]:
        runs = LearningRuns(
            client or Whetstone(),
            task=task,
            apply=apply,
            describe=describe,
            session_id=session_id,
            framework=framework,
            recall_timeout=recall_timeout,
        )
        return functools.wraps(agent)(_wrapped(agent, runs))

    return decorate if function is None else decorate(function)


def _wrapped(agent: Callable[..., Any], runs: LearningRuns) -> Callable[..., Any]:
    if inspect.isasyncgenfunction(agent):

        def streaming(*args: Any, **kwargs: Any) -> AsyncIterator[Any]:
            async def begin() -> tuple[LearningRun | None, Any]:
                run = await runs.aopen(args, kwargs)
                given = (args, kwargs) if run is None else (run.args, run.kwargs)
                return run, agent(*given[0], **given[1])

            return _adriven(runs, begin)

        return streaming
    if inspect.iscoroutinefunction(agent):

        async def awaiting(*args: Any, **kwargs: Any) -> Any:
            run = await runs.aopen(args, kwargs)
            if run is None:
                return await agent(*args, **kwargs)
            with inside(run.outer):
                return await _awaited(runs, run, agent(*run.args, **run.kwargs))

        return awaiting
    if inspect.isgeneratorfunction(agent):

        def generating(*args: Any, **kwargs: Any) -> Iterator[Any]:
            run = runs.open(args, kwargs)
            if run is None:
                return (yield from agent(*args, **kwargs))
            return (yield from _driven(runs, run, agent(*run.args, **run.kwargs)))

        return generating

    def calling(*args: Any, **kwargs: Any) -> Any:
        run = runs.open(args, kwargs)
        return agent(*args, **kwargs) if run is None else _called(runs, run, agent)

    return calling


def _called(runs: LearningRuns, run: LearningRun, agent: Callable[..., Any]) -> Any:
    try:
        with inside(run.outer):
            result = agent(*run.args, **run.kwargs)
    except BaseException as error:
        runs.record(run, Ending(False, None, error))
        raise
    # A plain function may hand on what another one of its kind makes.
    if inspect.iscoroutine(result):
        return _awaited(runs, run, result)
    if inspect.isgenerator(result):
        return _driven(runs, run, result)
    if inspect.isasyncgen(result):
        return _adriven(runs, functools.partial(_already, run, result))
    if hasattr(result, "__next__") or hasattr(result, "__anext__"):
        runs.record_when_over(run, result)
    else:
        runs.record(run, Ending(True, result))
    return result


async def _already(run: LearningRun, generator: Any) -> tuple[LearningRun, Any]:
    return run, generator


async def _awaited(runs: LearningRuns, run: LearningRun, work: Awaitable[Any]) -> Any:
    try:
        with inside(run.outer):
            result = await work
    except BaseException as error:
        runs.record(run, Ending(False, None, error))
        raise
    if hasattr(result, "__next__") or hasattr(result, "__anext__"):
        runs.record_when_over(run, result)
    else:
        runs.record(run, Ending(True, result))
    return result


def _driven(runs: LearningRuns, run: LearningRun, generator: Any) -> Iterator[Any]:
    """A generator as it is, seen as it passes. Only its own steps are inside the run, not what its reader does."""
    pieces: list[Any] = []
    advance: Callable[[], Any] = functools.partial(next, generator)
    while True:
        try:
            with inside(run.outer):
                piece = advance()
        except StopIteration as stop:
            runs.record(run, Ending(True, _joined(pieces) or stop.value))
            return stop.value
        except BaseException as error:
            runs.record(run, Ending(False, _joined(pieces), error))
            raise
        pieces.append(piece)
        try:
            sent = yield piece
        except GeneratorExit:
            generator.close()
            runs.record(run, Ending(True, _joined(pieces)))
            raise
        except BaseException as error:
            advance = functools.partial(generator.throw, error)
        else:
            advance = functools.partial(generator.send, sent)


async def _adriven(
    runs: LearningRuns, begin: Callable[[], Awaitable[tuple[LearningRun | None, Any]]]
) -> AsyncIterator[Any]:
    """The same for an asynchronous generator, which begins with its first step."""
    run, generator = await begin()
    pieces: list[Any] = []
    advance: Callable[[], Awaitable[Any]] = generator.__anext__
    while True:
        try:
            with nullcontext() if run is None else inside(run.outer):
                piece = await advance()
        except StopAsyncIteration:
            runs.record(run, Ending(True, _joined(pieces)))
            return
        except BaseException as error:
            runs.record(run, Ending(False, _joined(pieces), error))
            raise
        pieces.append(piece)
        try:
            sent = yield piece
        except GeneratorExit:
            await generator.aclose()
            runs.record(run, Ending(True, _joined(pieces)))
            raise
        except BaseException as error:
            advance = functools.partial(generator.athrow, error)
        else:
            advance = functools.partial(generator.asend, sent)


def _joined(pieces: list[Any]) -> Any:
    """What a stream gave: one text, where it was made of texts."""
    if all(isinstance(piece, str) for piece in pieces):
        return "".join(pieces)
    return pieces
