"""A stand-in for the package `openai-agents`, as its version 0.22 documents its hooks and its filter of model input."""

from __future__ import annotations

import asyncio
import inspect
from dataclasses import dataclass, field
from typing import Any, Callable, Generic, TypeVar

TContext = TypeVar("TContext")
TAgent = TypeVar("TAgent")


class RunHooksBase(Generic[TContext, TAgent]):
    async def on_llm_start(self, context: Any, agent: Any, system_prompt: Any, input_items: Any) -> None:
        pass

    async def on_llm_end(self, context: Any, agent: Any, response: Any) -> None:
        pass

    async def on_agent_start(self, context: Any, agent: Any) -> None:
        pass

    async def on_agent_end(self, context: Any, agent: Any, output: Any) -> None:
        pass

    async def on_tool_start(self, context: Any, agent: Any, tool: Any) -> None:
        pass

    async def on_tool_end(self, context: Any, agent: Any, tool: Any, result: Any) -> None:
        pass


@dataclass
class Agent:
    name: str
    instructions: str
    model: Any
    tools: dict[str, Callable[[], str]]
    model_name: str = "m"


RunHooks = RunHooksBase[Any, Agent]


@dataclass
class ModelInputData:
    input: list[Any]
    instructions: str | None


@dataclass
class CallModelData:
    model_data: ModelInputData
    agent: Agent
    context: Any


@dataclass
class RunConfig:
    call_model_input_filter: Callable[[CallModelData], Any] | None = None
    workflow_name: str = "Agent workflow"


@dataclass
class Usage:
    input_tokens: int
    output_tokens: int


@dataclass
class ModelResponse:
    output: list[Any]
    usage: Usage
    response_id: str


@dataclass
class RunResult:
    final_output: str
    new_items: list[Any] = field(default_factory=list)


class MaxTurnsExceeded(Exception):
    pass


class Runner:
    """Runs an agent; every hook in a task of its own, as the SDK gathers them with those of the agent."""

    @staticmethod
    async def run(
        agent: Agent,
        input: str,
        *,
        hooks: Any = None,
        run_config: RunConfig | None = None,
        max_turns: int = 10,
    ) -> RunResult:
        hooks = hooks or RunHooksBase()
        if not isinstance(hooks, RunHooksBase):
            raise TypeError("Run hooks must be instances of RunHooks.")
        items: list[Any] = [{"role": "user", "content": input}]
        await asyncio.gather(hooks.on_agent_start(None, agent))
        for _ in range(max_turns):
            given = ModelInputData(items.copy(), agent.instructions)
            keep = (run_config or RunConfig()).call_model_input_filter
            if keep is not None:
                filtered = keep(CallModelData(given, agent, None))
                given = await filtered if inspect.isawaitable(filtered) else filtered
                if not isinstance(given, ModelInputData):
                    raise TypeError("call_model_input_filter must return a ModelInputData instance")
            await asyncio.gather(hooks.on_llm_start(None, agent, given.instructions, given.input))
            answer = agent.model(given)
            response = ModelResponse(answer.output, Usage(11, 3), answer.id)
            await asyncio.gather(hooks.on_llm_end(None, agent, response))
            items += [item.model_dump() for item in answer.output]
            calls = [item for item in answer.output if item.type == "function_call"]
            if not calls:
                output = answer.output[0].content[0].text
                await asyncio.gather(hooks.on_agent_end(None, agent, output))
                return RunResult(output, items)
            for call in calls:
                await asyncio.gather(hooks.on_tool_start(None, agent, call.name))
                result = agent.tools[call.name]()
                await asyncio.gather(hooks.on_tool_end(None, agent, call.name, result))
                items.append(
                    {"type": "function_call_output", "call_id": call.call_id, "output": result}
                )
        raise MaxTurnsExceeded("Max turns exceeded")
