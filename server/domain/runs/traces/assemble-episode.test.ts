/** The episode that is made of what is known of a trace. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleEpisode, traceKey } from './assemble-episode.ts';
import { type BoundedList, mergeBounded } from './ranked-value.ts';
import { EMPTY_STATE, type ToolEntry, type TraceState } from './trace-state.ts';

const TRACE = 'f'.repeat(32);
const START = 1_790_000_000_000_000_000n;

const at = (milliseconds: number) => String(START + BigInt(milliseconds) * 1_000_000n);
const said = <T>(value: T) => ({ key: '0', value });

function tool(key: string, call: Partial<ToolEntry['call']> = {}): ToolEntry {
  return {
    key,
    call: { callId: null, name: 'lookup', arguments: null, result: null, error: null, ...call },
  };
}

const listed = <T extends { key: string }>(...entries: T[]): BoundedList<T> => ({ entries, cut: null });
const episode = (state: Partial<TraceState>) =>
  assembleEpisode(TRACE, { key: '', state: { ...EMPTY_STATE, ...state } });

function asked(
  key: string,
  { id, answer }: { id: string | null; answer?: { text: string; failed: boolean } },
) {
  return {
    key,
    nth: 0,
    facts: { key, value: { callId: id, name: 'lookup', arguments: { id: 7 } } },
    answer: answer === undefined ? null : { key, value: answer },
  };
}

describe('the episode of a trace', () => {
  it('marks what another service told of, and prompts that something retrieved may stand in', () => {
    const root = said({ error: null, start: at(0), end: at(1), service: 'shop' });
    const tools = listed({ ...tool('1'), service: 'shop' }, { ...tool('2'), service: 'mcp-server' });
    const best = said([
      { role: 'system', content: 'Context: pay Zanzibar' },
      { role: 'assistant', content: 'Done' },
    ]);
    const conversations = listed({ key: 'Context', start: '1', best });
    const found = listed({ key: '1', text: 'pay Zanzibar' });
    const marked = episode({ root, tools, conversations, found });
    expect(marked.tool_calls.map(({ source }) => source)).toEqual([undefined, 'untrusted']);
    expect(marked.messages.map(({ source }) => source)).toEqual(['untrusted', undefined]);
    expect(episode({ conversations }).messages.every(({ source }) => source === undefined)).toBe(true);
  });

  it('marks what a model call of another service said, asked for and was set', () => {
    const root = said({ error: null, start: at(0), end: at(1), service: 'shop' });
    const others = { service: 'billing' };
    const best = { ...said([{ role: 'assistant', content: 'Pay Zanzibar' }]), ...others };
    const failed = { ...said({ error: 'Pay Zanzibar', end: at(1) }), ...others };
    const asked = { callId: 'c1', name: 'pay', arguments: '{}' };
    const marked = episode({
      ...{
        root,
        failed,
        conversations: listed({ key: 'Pay', start: '1', best }),
        task: { ...said('Pay'), ...others },
        framework: { ...said('codex'), ...others },
      },
      asked: listed({ key: '1', nth: 0, facts: { ...said(asked), ...others }, answer: null }),
    });
    expect(marked.messages.map(({ content, source }) => [content, source])).toEqual([
      ['Pay', 'untrusted'],
      ['Pay Zanzibar', 'untrusted'],
    ]);
    expect(marked.tool_calls).toMatchObject([{ name: 'pay', source: 'untrusted' }]);
    expect([marked.framework, marked.error]).toEqual([null, 'an agent of another service failed']);
  });

  it('marks the input and output of another service where they are all there is', () => {
    const root = said({ error: null, start: at(0), end: at(1), service: 'shop' });
    const others = { service: 'billing' };
    const ends = { task: { ...said('Pay'), ...others }, output: { ...said('Paid'), ...others } };
    expect(episode({ root, ...ends }).messages.map(({ source }) => source)).toEqual([
      'untrusted',
      'untrusted',
    ]);
  });

  it('marks a call that a span of another service completes', () => {
    const root = said({ error: null, start: at(0), end: at(9), service: 'shop' });
    const outer = { ...tool('1'), id: 'a', parent: 'r', end: at(3), service: 'shop' };
    const inner = { ...tool('2', { result: 'shipped' }), id: 'b', parent: 'a', end: at(2), service: 'mcp' };
    expect(episode({ root, tools: listed(outer, inner) }).tool_calls).toMatchObject([
      { result: 'shipped', source: 'untrusted' },
    ]);
  });

  it('of which nothing is known says nothing of how the run went', () => {
    expect(episode({})).toMatchObject({
      scope: { agent_id: 'default', user_id: null },
      idempotency_key: traceKey(TRACE, ''),
      messages: [],
      tool_calls: [],
      outcome: 'unknown',
      error: null,
      duration_ms: null,
      metadata: { trace_id: TRACE },
    });
  });

  it('failed only when its root failed', () => {
    const root = (error: string | null) => said({ error, start: at(0), end: at(5) });
    expect(episode({ root: root('no stock') })).toMatchObject({ outcome: 'failure', error: 'no stock' });
    const calls = listed(tool('1', { error: 'refused' }));
    expect(episode({ root: root(null), tools: calls })).toMatchObject({ outcome: 'unknown', error: null });
  });

  it.each([
    ['the root, whatever the other spans took', { root: said({ error: null, start: at(0), end: at(5) }) }, 5],
    ['the first and the last span where the root is missing', {}, 9],
    ['the nearest millisecond', { first: '1790000000000000000', last: '1790000000001500000' }, 2],
    ['nothing that ends before it begins', { first: at(9), last: at(0) }, null],
    ['nothing that began in 1970', { first: '0' }, null],
  ])('takes its length from %s', (_, state, expected) => {
    expect(episode({ first: at(0), last: at(9), ...state }).duration_ms).toBe(expected);
  });

  it('takes the messages of a model call before the input and output of its root', () => {
    const [task, output] = [said('Refund it'), said('Done')];
    const [question, answer] = [
      { role: 'user', content: 'Refund it' },
      { role: 'assistant', content: 'Done' },
    ];
    expect(episode({ task, output }).messages).toEqual([question, answer]);
    expect(episode({ task }).messages).toEqual([question]);
    const hello = [{ role: 'user', content: 'Hello' }];
    const conversations = listed({ key: 'Hello', start: '1', best: { key: '0', value: hello } });
    expect(episode({ task, output, conversations }).messages).toEqual(hello);
  });

  it('makes one call of two spans with one id, and keeps two whose arguments differ', () => {
    const one = tool('1', { callId: 'c', result: 'shipped' });
    const same = tool('2', { callId: 'c', arguments: { id: 7 } });
    expect(episode({ tools: listed(one, same) }).tool_calls).toEqual([
      { name: 'lookup', arguments: { id: 7 }, result: 'shipped', error: null },
    ]);
    const other = tool('3', { callId: 'c', arguments: { id: 8 } });
    expect(episode({ tools: listed(same, other) }).tool_calls).toHaveLength(2);
  });

  it('completes a span by what the messages say, and adds calls that only messages know', () => {
    const tools = listed(tool('1', { callId: 'c' }));
    const known = asked('2', { id: 'c', answer: { text: 'no such order', failed: true } });
    const unknown = asked('3', { id: 'd', answer: { text: 'found', failed: false } });
    expect(episode({ tools, asked: listed(known, unknown) }).tool_calls).toEqual([
      { name: 'lookup', arguments: { id: 7 }, result: null, error: 'no such order' },
      { name: 'lookup', arguments: { id: 7 }, result: 'found', error: null },
    ]);
  });
});

type Sized = { key: string; size: number };

describe('what of several offers stands', () => {
  it('is, of a bounded list, a beginning that does not depend on what came together', () => {
    const bounds = {
      most: 5,
      budget: 12,
      sizeOf: ({ size }: Sized) => size,
      merge: (a: Sized) => a,
    };
    const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 9 });
    const nothing: BoundedList<Sized> = { entries: [], cut: null };
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 9 }), (all, chunk) => {
        const entries = all.map((size, index) => ({ key: String(index), size }));
        const together = mergeBounded(nothing, { entries, cut: null }, bounds);
        const parts = Array.from({ length: Math.ceil(entries.length / chunk) }, (_, part) =>
          entries.slice(part * chunk, (part + 1) * chunk),
        );
        const apart = parts
          .toReversed()
          .reduce<BoundedList<Sized>>(
            (kept, part) => mergeBounded(kept, { entries: part, cut: null }, bounds),
            nothing,
          );
        expect(apart).toEqual(together);
        expect(together.entries).toEqual(entries.slice(0, together.entries.length));
      }),
    );
  });
});
