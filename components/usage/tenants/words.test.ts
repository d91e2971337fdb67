import { expect, it } from 'vitest';
import { bytesText, fullness, receiptText } from './words.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [4210, '4.2 kB'],
  [999_600, '1.0 MB'],
  [52_400_000, '52 MB'],
  [1.5e15, '1500 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});

it('a limit is near from nine tenths on, and full where nothing more fits', () => {
  expect([fullness(5, null), fullness(8, 10), fullness(9, 10), fullness(10, 10), fullness(0, 0)]).toEqual([
    ...[null, 'room', 'near', 'full', 'full'],
  ]);
});

it('a receipt tells who, when and how many rows of each table', () => {
  const times = { requested_at: '2026-03-01T12:00:00.000Z', finished_at: null };
  const removed = { api_key: 1, episode: 20 };
  expect(receiptText({ tenant: 'acme', requested_by: 'bootstrap-admin', ...times, removed })).toBe(
    [
      'Deletion of tenant acme',
      'Requested: 2026-03-01T12:00:00.000Z by bootstrap-admin',
      'Finished: not yet',
      'api_key: 1',
      'episode: 20',
      'Rows in all: 21',
    ].join('\n'),
  );
});
