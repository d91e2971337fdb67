"""A stand-in for `langchain_core.runnables` of version 1: a function as a node."""

from typing import Any, Callable


class RunnableLambda:
    def __init__(self, func: Callable[[Any], Any], afunc: Callable[[Any], Any], name: str) -> None:
        self._func = func
        self._afunc = afunc
        self.name = name

    def invoke(self, value: Any) -> Any:
        return self._func(value)

    async def ainvoke(self, value: Any) -> Any:
        return await self._afunc(value)
