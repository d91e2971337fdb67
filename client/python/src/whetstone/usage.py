"""What model calls used, in the form in which it is recorded as the metadata of a run."""

from __future__ import annotations

from typing import Any, Iterable, Mapping


def used(model: Any = None, input_tokens: Any = None, output_tokens: Any = None) -> dict[str, Any]:
    """What one call used, as far as its provider tells."""
    told: dict[str, Any] = {}
    if isinstance(model, str) and model:
        told["model"] = model
    if isinstance(input_tokens, int) and isinstance(output_tokens, int):
        told["usage"] = {"input_tokens": input_tokens, "output_tokens": output_tokens}
    return told


def added_up(calls: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """What several calls or runs used together; only what is known. The model is the last that was asked."""
    total: dict[str, Any] = {}
    for call in calls:
        if call.get("model"):
            total["model"] = call["model"]
        tokens = call.get("usage")
        if tokens:
            before = total.get("usage", {"input_tokens": 0, "output_tokens": 0})
            total["usage"] = {name: before[name] + tokens[name] for name in before}
    return total
