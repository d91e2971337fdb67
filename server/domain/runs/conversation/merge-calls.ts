/**
 * The tool calls of a run that is told twice: by records of the calls themselves (spans, or the list that a
 * caller sends) and by the messages, which have what the model asked for and what it was answered. A call that
 * both have is one call.
 */
import type { ToolCall } from '../episodes/episode.ts';
import { isObject } from './embedded-json.ts';
import { argumentForms, isSameInSomeForm } from './same-arguments.ts';
import type { ToolAnswer } from './turn.ts';

/** A tool call; what is not known is null. */
export interface CallFacts {
  readonly callId: string | null;
  readonly name: string;
  readonly arguments: unknown;
  readonly result: string | null;
  readonly error: string | null;
}

/** A call, and the text that orders it among the others. */
export interface PlacedCall {
  readonly at: string;
  readonly call: CallFacts;
}

/** A call that messages tell of, with its answer. */
export function answeredCall(
  { callId, name, arguments: sent }: Pick<CallFacts, 'callId' | 'name' | 'arguments'>,
  answer: Pick<ToolAnswer, 'text' | 'failed'> | null,
): CallFacts {
  const asked = { callId, name, arguments: sent };
  if (answer?.failed === true) return { ...asked, result: null, error: answer.text || 'error' };
  return { ...asked, result: answer?.text ?? null, error: null };
}

/** A call with its arguments in every form. */
interface Compared {
  readonly at: string;
  forms: readonly string[];
  call: CallFacts;
}

/** All calls in their order, each once; those without a name are left out. */
export function mergeCalls(recorded: readonly PlacedCall[], told: readonly PlacedCall[]): ToolCall[] {
  const calls = onceEach(recorded.map(compared));
  const free = new Set(calls);
  let waiting = told.toSorted(byPlace).map(compared);
  for (const isSame of SURE_FIRST) {
    waiting = waiting.filter((one) => {
      const own = [...free].find((other) => isSame(other, one));
      if (own === undefined) return true;
      free.delete(own);
      own.call = completed(own, one);
      return false;
    });
  }
  return [...calls, ...waiting]
    .toSorted(byPlace)
    .filter(({ call }) => call.name !== '')
    .map(({ call }) => ({
      name: call.name,
      arguments: call.arguments as ToolCall['arguments'],
      result: call.result,
      error: call.error,
    }));
}

function compared({ at, call }: PlacedCall): Compared {
  return { at, call, forms: argumentForms(call.arguments) };
}

function byPlace(a: { at: string }, b: { at: string }): number {
  if (a.at === b.at) return 0;
  return a.at < b.at ? -1 : 1;
}

/** Two spans of one call (an SDK's and a tool server's) are one call that both describe. */
function onceEach(recorded: readonly Compared[]): Compared[] {
  const calls: Compared[] = [];
  const byId = new Map<string, Compared>();
  for (const one of recorded) {
    const { callId, name } = one.call;
    const identity = JSON.stringify([callId, name]);
    const known = callId === null ? undefined : byId.get(identity);
    if (known !== undefined && (isUnknown(known, one) || isSameInSomeForm(known.forms, one.forms))) {
      const { result, error } = known.call;
      known.call = {
        ...known.call,
        arguments: sentTo(known, one),
        result: result ?? one.call.result,
        error: error ?? one.call.error,
      };
      if (known.forms.length === 0) known.forms = one.forms;
    } else {
      calls.push(one);
      byId.set(identity, one);
    }
  }
  return calls;
}

type Comparison = (a: Compared, b: Compared) => boolean;

const canBeOne: Comparison = ({ call: a }, { call: b }) =>
  a.name === b.name && (a.callId === null || b.callId === null);
const isUnknown: Comparison = (a, b) => a.forms.length === 0 || b.forms.length === 0;

/** By the calls' ids; where one side has none by name and arguments, the same ones before other forms of them. */
const SURE_FIRST: readonly Comparison[] = [
  ({ call: a }, { call: b }) => a.callId !== null && a.callId === b.callId,
  (a, b) => canBeOne(a, b) && a.forms[0] === b.forms[0],
  (a, b) => canBeOne(a, b) && isSameInSomeForm(a.forms, b.forms),
  (a, b) => canBeOne(a, b) && isUnknown(a, b),
];

/** What a record leaves open is taken from the messages; what it says counts. */
function completed(record: Compared, told: Compared): CallFacts {
  const { call } = record;
  const open = call.result === null && call.error === null;
  return {
    callId: call.callId ?? told.call.callId,
    name: call.name === '' ? told.call.name : call.name,
    arguments: sentTo(record, told),
    result: open ? told.call.result : call.result,
    error: open ? told.call.error : call.error,
  };
}

/** The arguments of the first; where the second has the same ones as an object, that. */
function sentTo(first: Compared, second: Compared): unknown {
  const better = isObject(second.call.arguments) && isSameInSomeForm(first.forms, second.forms);
  return better ? second.call.arguments : (first.call.arguments ?? second.call.arguments);
}
