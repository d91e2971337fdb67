/** Redacts what is known of a trace before it is kept: the same fields that are redacted of an episode. */
import { redact } from '../../safety/redact.ts';
import { redactValue } from '../../safety/redact-value.ts';
import type { CallFacts } from '../conversation/merge-calls.ts';
import type { BoundedList, RankedValue } from './ranked-value.ts';
import { callKey } from './tool-span.ts';
import { boundRequested, type RequestedEntry, type RetrievedText, type TraceState } from './trace-state.ts';

/** A redacted copy. Keys that hold arguments are computed again from the redacted ones. */
export function redactTrace(state: TraceState): TraceState {
  return {
    ...state,
    root: mapped(state.root, (root) => ({ ...root, error: textOrNull(root.error) })),
    task: mapped(state.task, redact),
    output: mapped(state.output, redact),
    conversation: mapped(state.conversation, (messages) =>
      messages.map(({ role, content }) => ({ role: redact(role), content: redact(content) })),
    ),
    tools: {
      ...state.tools,
      entries: state.tools.entries.map((entry) => ({ ...entry, call: redactCall(entry.call) })),
    },
    asked: boundRequested(state.asked.entries.map(redactAsked), state.asked.cut),
    ...(state.found === undefined ? {} : { found: redactFound(state.found) }),
  };
}

function redactFound({ entries, cut }: BoundedList<RetrievedText>): BoundedList<RetrievedText> {
  return { entries: entries.map(({ key, text }) => ({ key, text: redact(text) })), cut };
}

function mapped<T>(candidate: RankedValue<T> | null, change: (value: T) => T): RankedValue<T> | null {
  return candidate === null ? null : { ...candidate, value: change(candidate.value) };
}

function textOrNull(text: string | null): string | null {
  return text === null ? null : redact(text);
}

function redactArguments(value: unknown): unknown {
  return typeof value === 'string' ? redact(value) : redactValue(value);
}

function redactCall(call: CallFacts): CallFacts {
  return {
    ...call,
    name: redact(call.name),
    arguments: redactArguments(call.arguments),
    result: textOrNull(call.result),
    error: textOrNull(call.error),
  };
}

function redactAsked({ nth, facts, answer }: RequestedEntry): RequestedEntry {
  const { callId, name, arguments: sent } = facts.value;
  const value = { callId, name: redact(name), arguments: redactArguments(sent) };
  return {
    key: callKey(value, nth),
    nth,
    facts: { ...facts, value },
    answer: mapped(answer, ({ text, failed }) => ({ text: redact(text), failed })),
  };
}
