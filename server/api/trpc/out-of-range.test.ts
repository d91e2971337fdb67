/** Moments and cursors that no list has: refused or without rows on both databases, never a 500. */
import { expect, it } from 'vitest';
import { QUEUE_ORDERS } from '../../skills/changesets/index.ts';
import { describeOnBoth, type TestRuntime } from '../../testing/test-runtime.ts';
import { answerTrpc } from './handler.ts';

const MOMENTS = [
  '0000-01-01T00:00:00Z',
  '0000-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
];
const EDGES = ['0001-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '9999-12-31T23:59:59.999Z'];

const cursor = (key: unknown, id: unknown = 'x') =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url');

const CURSORS = [
  ...[...MOMENTS, ...EDGES].map((moment) => cursor(moment)),
  ...['-000001-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '0', '', '\0'].map(
    (key) => cursor(key),
  ),
  ...[0, 1.5, -0.1, 1e20, -1e308, 2 ** 31, 2 ** 63, Number.MIN_VALUE].map((key) => cursor(key)),
  ...[
    cursor('a', '\0'),
    cursor(1, ''),
    cursor(null),
    cursor([1]),
    'no-cursor',
    'key_\0',
    '%',
    Buffer.from('[1e999,"x"]').toString('base64url'),
  ],
];

async function statusOf(runtime: TestRuntime, path: string, input: unknown): Promise<number> {
  const query = encodeURIComponent(JSON.stringify(input));
  const request = new Request(`http://127.0.0.1:8080/api/trpc/${path}?input=${query}`);
  return (await answerTrpc(runtime, request)).status;
}

const LISTS: [string, Record<string, unknown>][] = [
  ['audit.search', {}],
  ['episodes.list', {}],
  ['memories.list', {}],
  ['keys.list', {}],
  ['jobs.failed', {}],
  ...(['name', 'success', 'uses'] as const).map((order): [string, object] => ['skills.list', { order }]),
  ...QUEUE_ORDERS.flatMap((order): [string, object][] => [
    ['changesets.queue', { tab: 'all', order }],
    ['changesets.queue', { tab: 'decided', order }],
  ]),
] as [string, Record<string, unknown>][];

describeOnBoth(
  'what is out of range',
  (runtime) => {
    it.each(LISTS)('%s %j takes any cursor', async (path, input) => {
      for (const one of CURSORS) {
        const status = await statusOf(runtime(), path, { ...input, cursor: one });
        expect([200, 422], Buffer.from(one, 'base64url').toString()).toContain(status);
      }
    });

    it.each([
      ['audit.search', (at: string) => ({ from: at })],
      ['audit.search', (at: string) => ({ to: at })],
      ['memories.list', (at: string) => ({ asOf: at })],
      ['changesets.counts', (at: string) => ({ since: at })],
    ])('takes any moment: %s', async (path, inputAt) => {
      for (const at of MOMENTS) {
        expect([422], `${path} ${at}`).toContain(await statusOf(runtime(), path, inputAt(at)));
      }
      for (const at of EDGES) {
        expect([200], `${path} ${at}`).toContain(await statusOf(runtime(), path, inputAt(at)));
      }
    });
  },
  { SERVICE_RATE_LIMIT_PER_MINUTE: '0' },
);
