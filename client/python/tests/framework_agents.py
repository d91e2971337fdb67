"""Agents as people write them on each framework: with a client they learn, without one they are what they were before."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable

from whetstone import Whetstone
from whetstone.adapters.crewai import learn_crew
from whetstone.adapters.openai import wrap_openai

from .stand_ins.crewai_crew import Crew, Task
from .stand_ins.langgraph_graph import Graph, Message
from .stand_ins.openai_client import AsyncOpenAI, OpenAI, Provider

sys.path.insert(0, str(Path(__file__).parent / "stand_ins"))

import agents  # noqa: E402

from whetstone.adapters.langchain import WhetstoneCallbackHandler, recall_node  # noqa: E402
from whetstone.adapters.openai_agents import WhetstoneRunHooks  # noqa: E402

SYSTEM = "You help with orders."
TOOLS = [{"type": "function", "function": {"name": "get_order", "parameters": {"type": "object"}}}]

Tool = Callable[[], str]


def shipped() -> str:
    """What the tool gives."""
    return "shipped"


def tool_result(tool: Tool) -> str:
    """As people write it who call tools by hand: the model is told of the error."""
    try:
        return tool()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def openai_client(provider: Provider, client: Whetstone | None) -> OpenAI:
    """The client, with learning or without."""
    openai = OpenAI(provider)
    return openai if client is None else wrap_openai(openai, client=client)


def plain_openai(provider: Provider, task: str, client: Whetstone | None, tool: Tool) -> Any:
    """A loop around chat completions."""
    openai = openai_client(provider, client)
    messages: list[Any] = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": task}]
    while True:
        answer = openai.chat.completions.create(model="m", messages=messages, tools=TOOLS)
        message = answer.choices[0].message
        messages.append(message)
        if not message.tool_calls:
            return messages
        for call in message.tool_calls:
            messages.append(
                {"role": "tool", "tool_call_id": call.id, "content": tool_result(tool)}
            )


def streamed_openai(provider: Provider, task: str, client: Whetstone | None, tool: Tool) -> Any:
    """One answer, streamed."""
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": task}]
    create = openai_client(provider, client).chat.completions.create
    with create(model="m", messages=messages, stream=True) as stream:
        return stream.response, list(stream)


def responses(provider: Provider, task: str, client: Whetstone | None, tool: Tool) -> Any:
    """Responses whose service remembers what was said before."""
    openai = openai_client(provider, client)
    given: Any = task
    previous = None
    while True:
        answer = openai.responses.create(
            model="m",
            instructions=SYSTEM,
            input=given,
            tools=TOOLS,
            previous_response_id=previous,
        )
        calls = [item for item in answer.output if item.type == "function_call"]
        if not calls:
            return answer.output
        previous = answer.id
        given = [
            {"type": "function_call_output", "call_id": call.call_id, "output": tool_result(tool)}
            for call in calls
        ]


def async_openai(provider: Provider, task: str, client: Whetstone | None, tool: Tool) -> Any:
    """The asynchronous client, with the tool and then streamed."""
    openai: Any = AsyncOpenAI(provider)
    if client is not None:
        wrap_openai(openai, client=client)

    async def run() -> Any:
        messages: list[Any] = [
            {"role": "system", "content": SYSTEM},
            {"role": "user", "content": task},
        ]
        create = openai.chat.completions.create
        answer = await create(model="m", messages=messages, tools=TOOLS)
        messages.append(answer.choices[0].message.model_dump())
        messages.append({"role": "tool", "tool_call_id": "call_1", "content": tool_result(tool)})
        stream = await create(model="m", messages=messages, tools=TOOLS, stream=True)
        return [chunk async for chunk in stream]

    return asyncio.run(run())


def langgraph(provider: Provider, task: str, client: Whetstone | None, tool: Tool) -> Any:
    """A graph with the node and the handler."""
    node = None if client is None else recall_node(client=client)
    handlers = [] if client is None else [WhetstoneCallbackHandler(client=client)]
    graph = Graph(provider, SYSTEM, tool, node)
    state = graph.invoke({"messages": [Message("human", task)]}, {"callbacks": handlers})
    return state["messages"]


def openai_agents(provider: Provider, task: str, client: Whetstone | None, tool: Tool) -> Any:
    """The Agents SDK, with its hooks and its filter."""

    def model(given: Any) -> Any:
        request = {"instructions": given.instructions, "input": given.input, "tools": TOOLS}
        return provider.response(request)

    agent = agents.Agent("orders", SYSTEM, model, {"get_order": lambda: tool_result(tool)})
    if client is None:
        return asyncio.run(agents.Runner.run(agent, task))
    hooks = WhetstoneRunHooks(client=client)
    return asyncio.run(
        agents.Runner.run(agent, task, hooks=hooks, run_config=hooks.run_config())
    )


def crew(provider: Provider, task: str, client: Whetstone | None, tool: Tool) -> Any:
    """A crew of one agent, with the place of what is learned in its backstory."""
    steps: list[Any] = []
    made = Crew(
        provider,
        SYSTEM if client is None else SYSTEM + "{learned}",
        [Task("{request}")],
        lambda: tool_result(tool),
        step_callback=steps.append,
    )
    if client is not None:
        learn_crew(made, client=client)
    return made.kickoff({"request": task}).raw, len(steps)


@dataclass(frozen=True)
class FrameworkAgent:
    """One way to write an agent."""

    name: str
    framework: str
    run: Callable[[Provider, str, "Whetstone | None", Tool], Any]
    has_tools: bool = True


AGENTS = [
    FrameworkAgent("openai chat", "openai", plain_openai),
    FrameworkAgent("openai chat, streamed", "openai", streamed_openai, has_tools=False),
    FrameworkAgent("openai responses", "openai", responses),
    FrameworkAgent("openai in asyncio", "openai", async_openai),
    FrameworkAgent("LangGraph", "langchain", langgraph),
    FrameworkAgent("OpenAI Agents", "openai-agents", openai_agents),
    FrameworkAgent("CrewAI", "crewai", crew),
]
