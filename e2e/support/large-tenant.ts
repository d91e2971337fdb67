/** A tenant as large as the dashboard is to be quick with, and how its pages are timed. */
import { expect, type Page, type Request } from '@playwright/test';
import { besideGateway } from '../../lab/gateway/beside-gateway.ts';
import { clientOf, Prisma } from '../../server/platform/db/prisma.ts';
import { type History, historyStatements } from '../../server/testing/database/scale-history.ts';
import { type Library, libraryStatements } from '../../server/testing/database/scale-library.ts';
import type { Tenant } from './tenants.ts';

/** One row in ten is written where E2E_LARGE is not set: the figures of the whole take minutes. */
const SHARE = process.env.E2E_LARGE === undefined ? 10 : 1;

const LIBRARY: Library = { skills: 5000 / SHARE, changesets: 10_000 / SHARE };
const HISTORY: History = {
  ...{ episodes: 100_000 / SHARE, audit: 100_000 / SHARE, canaries: 400 / SHARE, jobs: 2000 / SHARE },
  // Few of them are held, and those are to fill more than a page.
  memories: 20_000,
};

/** Prints a figure; nothing is asserted about it. */
export const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Milliseconds that something takes. */
async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return Math.round(performance.now() - start);
}

/** Writes it all straight into the database: through the API it would take an hour. */
export async function seedLargeTenant({ databaseUrl, tenant }: Tenant): Promise<void> {
  await besideGateway(databaseUrl, async ({ db }) => {
    const statements = [
      ...libraryStatements(tenant, LIBRARY, db.dialect),
      ...historyStatements(tenant, HISTORY, db.dialect),
    ];
    await db.write(async (tx) => {
      for (const statement of statements) await clientOf(tx).$executeRaw(Prisma.raw(statement));
    });
    // PostgreSQL gathers what its planner goes by from time to time by itself; nobody does on SQLite.
    if (db.dialect === 'postgresql') await clientOf(db.read).$executeRaw(Prisma.raw('ANALYZE'));
  });
}

/** Two frames after what was answered has been handed to the page it is painted. */
const painted = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  );

interface Answer {
  error?: unknown;
  result?: { data: { items?: unknown[] } };
}

interface Input {
  cursor?: string;
  limit?: number;
}

/** With this limit the audit page asks what is new, beside its list. */
const NEWS = 100;

/** What a request asks of a list: the input of the first such call in its batch. */
function inputIn(request: Request, procedure: string): Input | undefined {
  const { pathname, searchParams } = new URL(request.url());
  const place = pathname.split('/').at(-1)?.split(',').indexOf(procedure) ?? -1;
  if (place < 0) return undefined;
  // A long input is sent as a body.
  const inputs: Record<string, Input> = JSON.parse(searchParams.get('input') ?? request.postData() ?? '{}');
  return inputs[String(place)];
}

/**
 * The call again by itself, without the others of its batch and without the page: how long it takes, and its
 * rows.
 */
async function callAlone(page: Page, request: Request, procedure: string) {
  const { origin } = new URL(request.url());
  const call = { data: { 0: inputIn(request, procedure) }, headers: { origin } };
  let answers: Answer[] = [];
  const ms = await timed(async () => {
    const response = await page.request.post(`${origin}/api/trpc/${procedure}?batch=1`, call);
    expect(await response.text()).toContain('"result"');
    answers = await response.json();
  });
  expect(answers[0]?.error).toBeUndefined();
  return { ms, rows: answers[0]?.result?.data.items?.length ?? 'no' };
}

/** Something that makes the page read a list: from its begin, or a further page of it. */
interface Reading {
  name: string;
  procedure: string;
  further?: boolean;
  act: () => Promise<unknown>;
}

/**
 * Prints how long it is from the act until the answer's rows were painted, how long the list's own call
 * takes, and how many rows it brings.
 */
export async function printWait(
  page: Page,
  { name, procedure, further = false, act }: Reading,
): Promise<void> {
  const asked = page.waitForRequest((request) => {
    const input = inputIn(request, procedure);
    return input !== undefined && input.limit !== NEWS && (typeof input.cursor === 'string') === further;
  });
  const start = performance.now();
  await act();
  const request = await asked;
  await (await request.response())?.finished();
  await painted(page);
  const shown = Math.round(performance.now() - start);
  const { ms, rows } = await callAlone(page, request, procedure);
  print(`${name}: ${shown} ms until painted, call ${ms} ms for ${rows} rows`);
}
