/**
 * No transcript and no secret in any log line: asked of every runtime that any suite has opened, when it is
 * closed, about the very texts that its tests had stored. Nobody has to remember to test it.
 */
import { expect } from 'vitest';
import type { SensitiveKind } from '../domain/safety/spans.ts';
import { type Database, fromJson } from '../platform/db/database.ts';
import { clientOf } from '../platform/db/prisma.ts';

/** Rows of each kind that are looked at, newest first. */
const ROWS = 300;
/** Shorter texts, and single words, are in logs for other reasons. */
const LEAST_LENGTH = 16;

/** Credentials of any test, and in the form that this service gives out. */
const SECRETS = /stand-in-key-that-no-log-may-show|test-bootstrap-key-0123456789|service_[\w-]{43}/;

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

const isTelling = (text: string) => text.trim().length >= LEAST_LENGTH && /\S\s+\S/.test(text.trim());

/** What callers have said, as it is stored: transcripts, feedback, queries, memories. */
async function saidIn(db: Database): Promise<Set<string>> {
  const { episode, feedback, recall, memory } = clientOf(db.read);
  const newest = { orderBy: { createdAt: 'desc' }, take: ROWS } as const;
  const episodes = await episode.findMany({
    ...newest,
    select: { task: true, messages: true, toolCalls: true, error: true, verificationDetails: true },
  });
  const transcripts = episodes.flatMap(({ messages, toolCalls, ...texts }) => [
    ...stringsIn(texts),
    ...stringsIn(fromJson(messages)),
    ...stringsIn(fromJson(toolCalls)),
  ]);
  const rest = await Promise.all([
    feedback.findMany({ ...newest, select: { comment: true, correction: true } }),
    recall.findMany({ ...newest, select: { query: true } }),
    memory.findMany({ ...newest, select: { content: true } }),
  ]);
  return new Set([...transcripts, ...stringsIn(rest)].filter(isTelling));
}

/** Fails where one of the lines holds a text that a caller has stored, or a credential. */
export async function expectDiscreetLog(
  db: Database,
  lines: readonly Record<string, unknown>[],
): Promise<void> {
  if (lines.length === 0) return;
  const logged = lines.flatMap(stringsIn).join('\n');
  const told = [...(await saidIn(db))].filter((text) => logged.includes(text.trim()));
  expect(told, 'no log line holds what a caller has stored').toEqual([]);
  expect(logged, 'no log line holds a credential').not.toMatch(SECRETS);
}

// A credential of each kind that is known for one, made so that no scanner of repositories takes this file
// for a leak.

const filler = (length: number) => 'a1B2c3D4e5F6g7H8'.repeat(8).slice(0, length);

/** `text` is how it stands in a text; `core` is the part that must be found nowhere. */
export interface PlantedSecret {
  kind: SensitiveKind;
  text: string;
  core: string;
}

const planted = (kind: SensitiveKind, core: string, text = core): PlantedSecret => ({ kind, core, text });

const dashes = '-'.repeat(5);

export const PLANTED_SECRETS: readonly PlantedSecret[] = [
  planted('aws_access_key', `AKIA${'Q2W3E4R5T6Y7U2I3'}`),
  planted('github_token', `ghp_${filler(36)}`),
  planted('slack_token', `xoxb-1234567890-${filler(24)}`),
  planted('api_key', `sk-proj-${filler(40)}`),
  planted('jwt', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${filler(43)}`),
  planted('password_assignment', 'Tr0ub4dor3xZ9', 'password=Tr0ub4dor3xZ9'),
  planted(
    'private_key',
    filler(64),
    `${dashes}BEGIN RSA PRIVATE KEY${dashes}\n${filler(64)}\n${dashes}END RSA PRIVATE KEY${dashes}`,
  ),
];
