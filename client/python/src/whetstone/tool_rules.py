"""Rules at calls of tools: around any function that is a tool, in any framework."""

from __future__ import annotations

import functools
import inspect
from typing import TYPE_CHECKING, Any, Callable, TypeVar

from .context import current_context
from .errors import to_whetstone_error

if TYPE_CHECKING:
    from .client import Whetstone
    from .recall import Recall

Function = TypeVar("Function", bound=Callable[..., Any])
Allow = Callable[[str, "Recall"], bool]


class CallBlocked(Exception):
    """A rule blocks the call, and nobody allowed it. The text is for the model."""


def tool_rules(
    *, client: Whetstone, allow: Allow | None = None, name: str | None = None
) -> Callable[[Function], Function]:
    """The same tool, plain or asynchronous, with the rules that apply to its calls.

    They are those of the recall that holds here: of ``learning`` around the agent, or of ``rules_of``. A result that is
    a text has them below it; another one stays as it is. Where a rule blocks and ``allow`` does not agree, the call
    raises ``CallBlocked``. Without an answer of the gateway the tool runs as it is.

    Args:
        client: Asks for them.
        allow: Asks a person, given the tool's name and the rules. Default: nobody can be asked.
        name: What the model calls the tool. Default: the function's name.
    """

    def decorate(function: Function) -> Function:
        tool = name or function.__name__

        def checked(known: Recall) -> str:
            if known.blocks and not _agrees(client, allow, tool, known):
                raise CallBlocked(
                    f"not run, as a person has to allow this call:\n{known.instructions}"
                )
            return known.instructions

        if inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            async def awaiting(*args: Any, **kwargs: Any) -> Any:
                recall, given = _recall_here(), _arguments(function, args, kwargs)
                rules = "" if recall is None else checked(await client.abefore_tool(recall, tool, given))
                return _noted(await function(*args, **kwargs), rules)

            return awaiting  # type: ignore[return-value]

        @functools.wraps(function)
        def calling(*args: Any, **kwargs: Any) -> Any:
            recall, given = _recall_here(), _arguments(function, args, kwargs)
            rules = "" if recall is None else checked(client.before_tool(recall, tool, given))
            return _noted(function(*args, **kwargs), rules)

        return calling  # type: ignore[return-value]

    return decorate


def _recall_here() -> Recall | None:
    context = current_context()
    if context.recall is not None:
        return context.recall
    return None if context.outer is None else context.outer.recall


def _arguments(function: Callable[..., Any], args: Any, kwargs: dict[str, Any]) -> dict[str, Any]:
    try:
        bound = inspect.signature(function).bind(*args, **kwargs)
    except (TypeError, ValueError):
        return kwargs
    return dict(bound.arguments)


def _agrees(client: Whetstone, allow: Allow | None, tool: str, known: Recall) -> bool:
    try:
        return allow is not None and allow(tool, known) is True
    except Exception as error:
        client.report(to_whetstone_error(error, "agent-code"))
        return False


def _noted(result: Any, rules: str) -> Any:
    return f"{result}\n\n{rules}" if rules and isinstance(result, str) else result
