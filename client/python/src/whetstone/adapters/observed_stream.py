"""A stream that is seen as it passes: its reader gets each piece as it comes, and no faster than it reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

#: Above this many pieces an answer is passed on and not kept.
_MAX_KEPT = 200_000


@dataclass(frozen=True)
class StreamObserver:
    """What is told of a stream."""

    #: Calls the others, whose errors must not reach the reader.
    guarded: Callable[[Callable[[], None]], None]
    #: The reader waits for the next piece.
    asks: Callable[[], None]
    #: The reader has a piece.
    rests: Callable[[], None]
    #: Called once, with the pieces that were read and the error that ended them, if one did.
    over: Callable[[list[Any], "BaseException | None"], None]


class _Observed:
    """What both kinds have in common. Everything that is not said here is the stream's own."""

    def __init__(self, stream: Any, observer: StreamObserver) -> None:
        self._stream = stream
        self._observer = observer
        self._pieces: list[Any] = []
        self._is_over = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def __del__(self) -> None:
        # Its reader has left it without a word.
        if not self.__dict__.get("_is_over", True):
            self._end(None)

    def _asks(self) -> None:
        self._observer.guarded(self._observer.asks)

    def _passed(self, piece: Any) -> None:
        if len(self._pieces) < _MAX_KEPT:
            self._pieces.append(piece)
        self._observer.guarded(self._observer.rests)

    def _end(self, error: BaseException | None) -> None:
        if not self._is_over:
            self._is_over = True
            pieces, self._pieces = self._pieces, []
            self._observer.guarded(lambda: self._observer.over(pieces, error))


class ObservedStream(_Observed):
    """An iterator."""

    def __iter__(self) -> ObservedStream:
        return self

    def __next__(self) -> Any:
        self._asks()
        try:
            piece = next(self._stream)
        except StopIteration:
            self._end(None)
            raise
        except BaseException as error:
            self._end(error)
            raise
        self._passed(piece)
        return piece

    def __enter__(self) -> ObservedStream:
        self._stream.__enter__()
        return self

    def __exit__(self, *raised: Any) -> Any:
        self._end(None)
        return self._stream.__exit__(*raised)

    def close(self) -> Any:
        """Closes the stream: nothing more is read."""
        self._end(None)
        return self._stream.close()


class AsyncObservedStream(_Observed):
    """An asynchronous iterator."""

    def __aiter__(self) -> AsyncObservedStream:
        return self

    async def __anext__(self) -> Any:
        self._asks()
        try:
            piece = await self._stream.__anext__()
        except StopAsyncIteration:
            self._end(None)
            raise
        except BaseException as error:
            self._end(error)
            raise
        self._passed(piece)
        return piece

    async def __aenter__(self) -> AsyncObservedStream:
        await self._stream.__aenter__()
        return self

    async def __aexit__(self, *raised: Any) -> Any:
        self._end(None)
        return await self._stream.__aexit__(*raised)

    async def close(self) -> Any:
        """Closes the stream: nothing more is read."""
        self._end(None)
        return await self._stream.close()
