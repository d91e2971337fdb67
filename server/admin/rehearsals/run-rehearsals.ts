/**
 * The rehearse job of a tenant: goes through the recorded past of each rehearsal that was asked for, in batches, and
 * stores what came out. It calls no model and changes nothing but the rehearsal's own row; run again, it begins again.
 */
import { writeAudit } from '../../audit/index.ts';
import type { Stage } from '../../domain/admin/rehearsal/rehearsal.ts';
import type { Standing } from '../../domain/admin/rehearsal/rehearse-changeset.ts';
import type { Job, JobContext } from '../../jobs/index.ts';
import { readFromReplica } from '../../platform/db/replica/replica.ts';
import { errorFields, errorText } from '../../platform/log/log.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { nextTurn } from '../../platform/turns.ts';
import { pastCanaryStore } from './canary-store.ts';
import { CanaryTally, ChangesetTally, type StoredResult } from './collect.ts';
import { RecallTally } from './collect-recalls.ts';
import { type BatchEnd, type Period, pastStore } from './past-store.ts';
import { rehearseCanary } from './rehearse-canaries.ts';
import { Divergence, rehearseChangeset } from './rehearse-changesets.ts';
import { type RehearsalRecord, rehearsalStore } from './store.ts';

/** Most rows of a rehearsal: the last ones of its time. What is left out is counted in the result. */
const MOST = { changesets: 5000, canaries: 300, recalls: 50_000 };
/** How many rows beyond these are counted. */
const COUNTED = 1_000_000;
const BATCH = { changesets: 50, recalls: 200 };

/** Does what was asked for, the oldest first. */
export async function runRehearsals(
  runtime: Runtime,
  { tenant }: Job<'rehearse'>,
  context: JobContext,
): Promise<void> {
  for (;;) {
    context.signal.throwIfAborted();
    const rehearsal = await rehearsalStore(runtime.db.read, tenant).nextOpen();
    if (rehearsal === null) return;
    await runOne({ runtime, tenant, rehearsal, context });
  }
}

interface RehearsalRun {
  runtime: Runtime;
  tenant: string;
  rehearsal: RehearsalRecord;
  context: JobContext;
}

/** Cancelled while it ran. */
class RehearsalCancelled extends Error {}

async function runOne(run: RehearsalRun): Promise<void> {
  const { runtime, rehearsal, context } = run;
  try {
    const result = await readFromReplica(runtime, (reading) => gather({ ...run, runtime: reading }));
    await end(run, { status: 'done', result });
  } catch (error) {
    if (error instanceof RehearsalCancelled) return;
    if (context.signal.aborted) throw error;
    runtime.log.error('rehearsal.failed', { rehearsal_id: rehearsal.id, ...errorFields(error) });
    // Where the job is no longer held, this says so.
    await end(run, { status: 'failed', error: errorText(error) });
  }
}

async function end(
  { runtime, tenant, rehearsal: { id, createdBy: actor }, context }: RehearsalRun,
  ending: { status: 'done'; result: StoredResult } | { status: 'failed'; error: string },
): Promise<void> {
  await context.commit(async (tx) => {
    if (!(await rehearsalStore(tx, tenant).end(id, { ...ending, at: runtime.clock() }))) return;
    const details = { status: ending.status };
    await writeAudit(
      runtime,
      tx,
      { tenant, actor },
      { action: 'rehearsal.ended', resource: `rehearsal:${id}`, details },
    );
  });
}

async function gather(run: RehearsalRun): Promise<StoredResult> {
  const divergence = new Divergence(run.rehearsal);
  const changesets = await gatherChangesets(run, divergence);
  const canaries = await gatherCanaries(run, divergence);
  return { changesets, canaries, ...(await gatherRecalls(run, divergence)) };
}

/** Notes how far it has come, and lets others go first. Throws where it was cancelled. */
async function step(
  { tenant, rehearsal, context }: RehearsalRun,
  stage: Stage,
  [read, total]: [number, number],
): Promise<void> {
  context.signal.throwIfAborted();
  const progress = { stage, read, total };
  if (!(await context.commit((tx) => rehearsalStore(tx, tenant).goOn(rehearsal.id, progress))))
    throw new RehearsalCancelled();
  await nextTurn();
}

async function gatherChangesets(
  run: RehearsalRun,
  divergence: Divergence,
): Promise<StoredResult['changesets']> {
  const { runtime, tenant, rehearsal } = run;
  const tx = runtime.db.read;
  const tally = new ChangesetTally();
  const leftOut = await eachBatch(run, 'changesets', {
    read: (past, after) => pastStore(tx, tenant).changesets(past, after, BATCH.changesets),
    async take(rows) {
      for (const row of rows) tally.add(await rehearseChangeset(tx, tenant, row, { rehearsal, divergence }));
    },
  });
  return tally.result(leftOut);
}

/** Where more were proposed in its time, {@link claimsOnChangesets} leaves them out. */
const CLAIMED = 1000;

/** What a rehearsal says of each changeset of its time, by id: its result lists only those that surely differ. */
export async function claimsOnChangesets(
  { db }: Runtime,
  tenant: string,
  rehearsalId: string,
): Promise<Map<string, Standing>> {
  const found = await rehearsalStore(db.read, tenant).find(rehearsalId);
  if (found === null) return new Map();
  const { record: rehearsal } = found;
  const divergence = new Divergence(rehearsal);
  const claims = new Map<string, Standing>();
  for (const row of await pastStore(db.read, tenant).changesets(rehearsal, null, CLAIMED)) {
    const { wouldBe } = await rehearseChangeset(db.read, tenant, row, { rehearsal, divergence });
    claims.set(row.id, wouldBe);
  }
  return claims;
}

async function gatherCanaries(run: RehearsalRun, divergence: Divergence): Promise<StoredResult['canaries']> {
  const { runtime, tenant, rehearsal } = run;
  const { ids, total } = await pastCanaryStore(runtime.db.read, tenant).began(rehearsal, MOST.canaries);
  const tally = new CanaryTally();
  for (const [index, id] of ids.entries()) {
    await step(run, 'canaries', [index, ids.length]);
    const { settings, until } = rehearsal;
    const canary = await rehearseCanary(runtime, tenant, id, { settings, until, divergence });
    if (canary !== null) tally.add(canary);
  }
  return tally.result(total - ids.length);
}

async function gatherRecalls(
  run: RehearsalRun,
  divergence: Divergence,
): Promise<Pick<StoredResult, 'recalls' | 'holdout'>> {
  const { runtime, tenant, rehearsal } = run;
  const { today, settings: rehearsed } = rehearsal;
  const indexSize = runtime.config.recall.skillIndexSize;
  const tally = new RecallTally({ tenant, today, rehearsed, indexSize });
  const leftOut = await eachBatch(run, 'recalls', {
    read: (past, after) => pastStore(runtime.db.read, tenant).recalls(past, after, BATCH.recalls),
    take(rows) {
      for (const row of rows) tally.add(row, divergence.ofLibrary(row.agentId, row.createdAt));
    },
  });
  return tally.result(leftOut);
}

interface Batches<Row> {
  read: (past: Period, after: BatchEnd | null) => Promise<Row[]>;
  take: (rows: Row[]) => Promise<void> | void;
}

/** Takes the last rows of the time in their order; returns how many were left out. */
async function eachBatch<Row extends { id: string; createdAt: Date }>(
  run: RehearsalRun,
  kind: 'changesets' | 'recalls',
  { read, take }: Batches<Row>,
): Promise<number> {
  const store = pastStore(run.runtime.db.read, run.tenant);
  const all = await store.count(kind, run.rehearsal, COUNTED);
  const total = Math.min(all, MOST[kind]);
  let after = await store.beginning(kind, run.rehearsal, MOST[kind]);
  for (let done = 0; ; ) {
    await step(run, kind, [done, total]);
    const rows = await read(run.rehearsal, after);
    const last = rows.at(-1);
    if (last === undefined) return all - total;
    await take(rows);
    done += rows.length;
    after = { at: last.createdAt, id: last.id };
  }
}
