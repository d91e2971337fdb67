/**
 * What tests of a database in trouble need: requests that read and write, and what they and the log were
 * told.
 */

import { randomBytes } from 'node:crypto';
import type { RecallResponse } from '../domain/runs/recall/recall.ts';
import { TEST_BOOTSTRAP_KEY, type TestGateway } from './test-gateway.ts';

export const SESSION_SECRET = 'session-secret-0123456789-0123456789';
/** A gateway whose every caller brings a credential. */
export const OUTAGE_SETTINGS = {
  SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY,
  SERVICE_SESSION_SECRET: SESSION_SECRET,
  SERVICE_DB_POOL_SIZE: '2',
};
export const OPERATOR = { authorization: `Bearer ${TEST_BOOTSTRAP_KEY}`, 'x-tenant-id': 'acme' };
/** A key that nobody has looked up yet. */
export const unknownKey = () => `service_${randomBytes(32).toString('base64url')}`;

/** A reply as far as it says that somebody should come back. */
export interface Answer {
  status: number;
  retryAfter: string | null;
  said: unknown;
}

export const toAnswer = (status: number, headers: Headers, said: unknown): Answer => ({
  status,
  retryAfter: headers.get('retry-after'),
  said,
});

export async function rest(
  { call }: TestGateway,
  [method, path]: readonly [string, string],
  body?: unknown,
  headers = OPERATOR,
) {
  const reply = await call(method, path, { body, headers });
  return toAnswer(reply.status, reply.headers, (reply.json as { detail?: unknown } | undefined)?.detail);
}

/** Requests that store something. */
export const WRITES = [
  [['POST', '/v1/episodes'], { task: 'refund order 1001 '.repeat(4000), outcome: 'success' }],
  [['POST', '/v1/memories'], { content: 'the user likes short answers' }],
  [
    ['POST', '/v1/skills'],
    {
      name: 'refund-orders',
      description: 'Refund an order',
      bullets: [{ content: 'Look up the amount '.repeat(20) }],
    },
  ],
  [['POST', '/v1/admin/api-keys'], { name: 'agent', scopes: ['learn'] }],
] as const;
/** What a recall serves of the skill that {@link WRITES} make, and whether it can be credited. */
export async function recallIn({ call }: TestGateway) {
  const { status, json } = await call('POST', '/v1/recall', {
    body: { query: 'refund an order', session_id: 'outage-2' },
    headers: OPERATOR,
  });
  const { recall_id: id, recorded, skills } = json as RecallResponse;
  const stored = await call('GET', `/v1/recalls/${id}`, { headers: OPERATOR });
  return { status, recorded, skills: skills.map(({ name }) => name), stored: stored.status };
}
export const RECORDED = { status: 200, recorded: true, skills: ['refund-orders'], stored: 200 };
export const UNRECORDED = { status: 200, recorded: false, skills: ['refund-orders'], stored: 404 };

/** The log's lines of an event. */
export const told = (gateway: TestGateway, event: string) =>
  gateway.runtime.lines.filter((line) => line['event'] === event);
/** The log's lines with a stack, and those of requests that nobody expected to fail. */
export const stacks = (gateway: TestGateway) =>
  gateway.runtime.lines.filter(
    (line) => JSON.stringify(line).includes('frames') || line['event'] === 'request.failed',
  );
