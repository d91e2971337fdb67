/**
 * No transcript and no secret in any log line: asked of every runtime that any suite has opened, when it is closed, about the
 * very texts that its tests had stored. Nobody has to remember to test it.
 */
import { expect } from 'vitest';
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
