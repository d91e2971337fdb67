/**
 * The tool calls of a run that is told twice: by records of the calls themselves (spans, or the list that a
 * caller sends) and by the messages, which have what the model asked for and what it was answered. A call that
 * both have is one call.
 */
import { markOf, type ToolCall } from '../episodes/episode.ts';
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
  /** Set where the text comes from outside. */
  readonly source?: 'untrusted';
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

/** All calls in their order, each once. */
export function mergeCalls(recorded: readonly PlacedCall[], told: readonly PlacedCall[]): ToolCall[] {
  const calls = onceEach(recorded.map(compared));
  const taken = new Set<Compared>();
  let waiting = told.toSorted(byPlace).map(compared);
  for (const signs of SURE_FIRST) {
    const findOwn = indexed(calls, signs.recorded, taken);
    waiting = waiting.filter((one) => {
      const own = findOwn(signs.told(one));
      if (own === undefined) return true;
      taken.add(own);
      own.call = completed(own, one);
      return false;
    });
  }
  return [...calls, ...waiting].toSorted(byPlace).map(({ call }) => ({
    name: call.name,
    arguments: call.arguments as ToolCall['arguments'],
    result: call.result,
    error: call.error,
    ...markOf(call),
  }));
}

type SignsOf = (one: Compared) => string[];

/** Finds the first call that has one of the signs and is not taken. Signs that led nowhere once are forgotten. */
function indexed(calls: readonly Compared[], signsOf: SignsOf, taken: ReadonlySet<Compared>) {
  const bySign = new Map<string, Compared[]>();
  for (const call of calls.toReversed()) {
    if (taken.has(call)) continue;
    for (const sign of signsOf(call)) {
      const known = bySign.get(sign);
      if (known === undefined) bySign.set(sign, [call]);
      else known.push(call);
    }
  }
  return (signs: readonly string[]): Compared | undefined => {
    for (const sign of signs) {
      const known = bySign.get(sign) ?? [];
      let last = known.pop();
      while (last !== undefined && taken.has(last)) last = known.pop();
      if (last !== undefined) return last;
    }
    return undefined;
  };
}

/**
 * What a recorded call and one that messages tell of have in common where they are one: the call's id; where one
 * side has none the name and the arguments, the same ones before other forms of them, and last where they are not
 * known on one side.
 */
const SURE_FIRST: readonly { recorded: SignsOf; told: SignsOf }[] = [
  { recorded: idOf, told: idOf },
  {
    recorded: (one) => named(one, [first(one)]),
    told: (one) => asNamed(one, [first(one)]),
  },
  {
    recorded: (one) => named(one, [`whole ${first(one)}`, ...one.forms.map((form) => `form ${form}`)]),
    told: (one) => asNamed(one, [`form ${first(one)}`, ...one.forms.map((form) => `whole ${form}`)]),
  },
  {
    recorded: (one) => named(one, first(one) === '' ? ['unknown', 'any'] : ['any']),
    told: (one) => asNamed(one, first(one) === '' ? ['any'] : ['unknown']),
  },
];

function idOf({ call: { callId } }: Compared): string[] {
  return callId === null ? [] : [callId];
}

/** The arguments as they were recorded; empty where they are not known. */
function first({ forms }: Compared): string {
  return forms[0] ?? '';
}

/** Signs of a recorded call: one with an id is found only by calls without one. */
function named({ call: { name, callId } }: Compared, signs: string[]): string[] {
  const open = signs.map((sign) => JSON.stringify([name, sign]));
  return callId === null ? [...open, ...open.map((sign) => `id ${sign}`)] : open;
}

function asNamed({ call: { name, callId } }: Compared, signs: string[]): string[] {
  const open = signs.map((sign) => JSON.stringify([name, sign]));
  return callId === null ? open : open.map((sign) => `id ${sign}`);
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
    const isUnknown = known?.forms.length === 0 || one.forms.length === 0;
    if (known !== undefined && (isUnknown || isSameInSomeForm(known.forms, one.forms))) {
      const { result, error } = known.call;
      known.call = {
        ...known.call,
        arguments: preferredArguments(known, one),
        result: result ?? one.call.result,
        error: error ?? one.call.error,
        ...markOf(one.call),
      };
      if (known.forms.length === 0) known.forms = one.forms;
    } else {
      calls.push(one);
      byId.set(identity, one);
    }
  }
  return calls;
}

/** What a record leaves open is taken from the messages; what it says counts. */
function completed(record: Compared, told: Compared): CallFacts {
  const { call } = record;
  const open = call.result === null && call.error === null;
  return {
    callId: call.callId ?? told.call.callId,
    name: call.name === '' ? told.call.name : call.name,
    arguments: preferredArguments(record, told),
    result: open ? told.call.result : call.result,
    error: open ? told.call.error : call.error,
    ...markOf(told.call),
    ...markOf(call),
  };
}

/** The arguments of the first; where the second has the same ones as an object, that. */
function preferredArguments(first: Compared, second: Compared): unknown {
  const better = isObject(second.call.arguments) && isSameInSomeForm(first.forms, second.forms);
  return better ? second.call.arguments : (first.call.arguments ?? second.call.arguments);
}
