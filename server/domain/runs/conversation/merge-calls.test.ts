/** A call that a run's messages and a record of the call itself both show is one call. */
import { describe, expect, it } from 'vitest';
import { mergeCalls, type PlacedCall } from './merge-calls.ts';

const call = (at: string, sent: unknown, more: Partial<PlacedCall['call']> = {}): PlacedCall => ({
  at,
  call: { callId: null, name: 'lookup', arguments: sent, result: null, error: null, ...more },
});
const shown = (recorded: PlacedCall[], told: PlacedCall[]) =>
  mergeCalls(recorded, told).map(({ arguments: sent, result }) => [sent, result]);

describe('one call', () => {
  it.each<[string, unknown, Record<string, unknown>]>([
    ['fields in another order', { day: 1, city: 'Bern' }, { city: 'Bern', day: 1 }],
    ['a bare number', '7', { id: 7 }],
    ['a bare text', 'Bern', { city: 'Bern' }],
    ['a bare list', '["a", "b"]', { names: ['a', 'b'] }],
    ['text in text', JSON.stringify(JSON.stringify({ id: 7 })), { id: 7 }],
    ['the only field of the framework', { input: '{"city": "Bern", "day": 1}' }, { day: 1, city: 'Bern' }],
    [
      'a dict of Python',
      `{'city': "O'Hare", 'quote': 'it\\'s "so"\\n', 'on': True, 'off': [False, None]}`,
      { city: "O'Hare", quote: 'it\'s "so"\n', on: true, off: [false, null] },
    ],
    ['an escape of Python', "{'a': '\\xe9\\u00e9\\U0001f600\\\\'}", { a: 'éé😀\\' }],
    ['no arguments', null, {}],
  ])('is what has %s on one side', (_, recorded, told) => {
    expect(shown([call('1', recorded, { result: 'found' })], [call('2', told)])).toEqual([[told, 'found']]);
  });

  it.each<[string, unknown, unknown]>([
    ['another value', 'Bern', { city: 'Basel' }],
    ['another field', { town: 'Bern' }, { city: 'Bern' }],
    ['one argument of several', 'Bern', { city: 'Bern', day: 1 }],
    ['what only looks like Python', "{'city': 'Bern", { city: 'Bern' }],
  ])('is not what has %s', (_, recorded, told) => {
    expect(shown([call('1', recorded)], [call('2', told)])).toHaveLength(2);
  });

  it('is found by its id first, then by equal arguments, then by other forms of them', () => {
    const recorded = [
      call('1', null, { result: 'unknown' }),
      call('2', 'Bern', { result: 'bare' }),
      call('3', { city: 'Bern' }, { result: 'equal' }),
      call('4', { city: 'Chur' }, { callId: 'c', result: 'by id' }),
    ];
    const told = [
      call('5', { city: 'Bern' }),
      call('6', { city: 'Bern' }),
      call('7', { city: 'Genf' }),
      call('8', { city: 'Zug' }, { callId: 'c' }),
    ];
    expect(shown(recorded, told)).toEqual([
      [{ city: 'Genf' }, 'unknown'],
      [{ city: 'Bern' }, 'bare'],
      [{ city: 'Bern' }, 'equal'],
      [{ city: 'Chur' }, 'by id'],
    ]);
  });

  it('is told apart where its arguments are two million characters that no one can read', () => {
    const long = `{'a': '${"\\'".repeat(1_000_000)}`;
    expect(shown([call('1', long)], [call('2', { a: 1 })])).toHaveLength(2);
  });
});
