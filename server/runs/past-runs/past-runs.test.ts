/** Past runs through their job: which a change would have reached, what is said of them, and what never counts. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createHandlers } from '../../../worker/tasks.ts';
import { eraseUser } from '../../admin/erasure/index.ts';
import { SHARED_AGENT } from '../../domain/fields.ts';
import type { Principal } from '../../domain/principal.ts';
import { RecallPreviewRequest } from '../../domain/runs/recall/recall.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import type { PastRuns } from '../../domain/skills/changesets/past-runs.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import {
  amendChangeset,
  getChangeset,
  pastRunsStore,
  readPastRuns,
  repeatPastRuns,
  reviewChangeset,
} from '../../skills/changesets/index.ts';
import { proposeOps, record, SKILL_NAME, serve, TASK, usedSkill } from '../../testing/canary/canaries.ts';
import { putSkill } from '../../testing/database/knowledge-rows.ts';
import { eventually } from '../../testing/eventually.ts';
import { startWorker } from '../../testing/jobs/jobs.ts';
import { cases } from '../../testing/property.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { previewRecall } from '../recall/index.ts';
import { tryPastRuns } from './index.ts';

const SETTINGS = { SERVICE_HOLDOUT_RATE: '0', SERVICE_AUTO_APPROVE_LOW_RISK: 'false' };
const INVOICE = 'Reconcile the open invoices of a supplier with the ledger';

const ADDING: Operation[] = [
  { op: 'add', skill: SKILL_NAME, section: 'steps', content: 'Check the quota', issue: '', keywords: [] },
];
const CREATING: Operation[] = [
  { op: 'create_skill', name: 'invoices', description: INVOICE, tags: [], bullets: [] },
];

/** Runs that each begin with a recall, an hour apart; returns their ids, the oldest first. */
async function runsOf(rt: TestRuntime, who: Principal, outcomes: readonly string[], more: object = {}) {
  const { query = TASK, agent_id = 'default', user_id = null } = more as Record<string, string>;
  const ids: string[] = [];
  for (const outcome of outcomes) {
    rt.advance(3_600_000);
    const { recall_id } = await serve(rt, who, { query, agent_id, user_id });
    ids.push(await record(rt, who, { task: query, agent_id, user_id, recall_id, outcome }));
  }
  return ids;
}

const times = (count: number, outcome: string) => Array.from({ length: count }, () => outcome);

async function work(rt: TestRuntime, { tenant }: Principal, changesetId: string): Promise<void> {
  const job = {
    id: 'job_1',
    kind: 'past_runs',
    tenant,
    agentId: 'default',
    changesetId,
    attempt: 1,
  } as const;
  const context = { signal: new AbortController().signal, commit: rt.db.write };
  await tryPastRuns(rt, job, context);
}

async function tried(rt: TestRuntime, who: Principal, id: string): Promise<PastRuns> {
  await work(rt, who, id);
  const found = await readPastRuns(rt, who, id);
  if (found === null) throw new Error('it was never asked for');
  return found;
}

const WORDS = ['refund', 'order', 'ledger', 'voucher', 'cluster', 'rollout', 'invoice', 'parcel'];
const phrase = fc
  .array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 6 })
  .map((said) => said.join(' '));
const world = fc.record({
  skills: fc.array(fc.record({ text: phrase, shared: fc.boolean() }), { minLength: 1, maxLength: 6 }),
  tasks: fc.array(phrase, { minLength: 10, maxLength: 10 }),
  wording: phrase,
  isNew: fc.boolean(),
  // With these the ranking is done in a thread.
  others: fc.constantFrom(0, 0, 0, 110),
});

type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

async function build(rt: TestRuntime, { tenant }: Principal, { skills, others }: World): Promise<void> {
  const more = Array.from({ length: others }, () => ({ text: 'parcel', shared: true }));
  for (const [at, { text: description, shared }] of [...skills, ...more].entries()) {
    const agentId = shared && at > 0 ? SHARED_AGENT : 'default';
    await putSkill(rt, tenant, { id: `sk_${tenant}_${at}`, name: `skill-${at}`, description, agentId });
  }
}

const changeOf = ({ isNew, wording }: World, name: string): Operation =>
  isNew
    ? { op: 'create_skill', name, description: wording, tags: [], bullets: [] }
    : { op: 'set_description', skill: name, description: `${wording}, carefully` };

async function servedByPreview(
  rt: TestRuntime,
  who: Principal,
  { id, name, tasks }: { id: string; name: string; tasks: readonly string[] },
): Promise<boolean[]> {
  const served: boolean[] = [];
  for (const query of tasks) {
    const request = RecallPreviewRequest.parse({ query, changeset_id: id });
    const { with_change: changed } = await previewRecall(rt, who, request);
    served.push(changed?.skills.some((skill) => skill.name === name) === true);
  }
  return served;
}

describeOnOne(
  'the past runs of a change',
  (runtime) => {
    it('are those whose recall would serve the changed skill, the ones that failed first', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await usedSkill(rt, who);
      await runsOf(rt, who, times(8, 'success'), { query: INVOICE });
      const failed = await runsOf(rt, who, times(3, 'failure'));
      await runsOf(rt, who, times(9, 'success'));
      const id = await proposeOps(rt, who, ADDING);
      expect(await getChangeset(rt, who, id)).toMatchObject({ pastRuns: { status: 'computing', all: null } });
      const found = await tried(rt, who, id);
      expect(found).toMatchObject({
        status: 'done',
        sentence: 'Of the last 20 runs of default, 12 would have been served this: 3 failed, 9 succeeded.',
        all: { runs: 20, failure: 3, success: 17 },
        reached: { runs: 12, failure: 3, success: 9, rated: 12 },
        ...{ newlyReached: 0, noLongerReached: 0 },
      });
      expect(found.examples?.slice(0, 3).map((run) => run.episodeId)).toEqual(failed.toReversed());
      expect(found.examples?.map((run) => run.outcome)).toEqual([
        ...times(3, 'failure'),
        ...times(2, 'success'),
      ]);
      expect(await getChangeset(rt, who, id)).toMatchObject({ pastRuns: found });
      const reviewer = { ...who, scopes: new Set(['review'] as const) };
      expect(await readPastRuns(rt, reviewer, id)).toEqual({ ...found, examples: null });
    });

    it('are for a new skill those that it would have been the first to help', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await runsOf(rt, who, times(4, 'failure'), { query: INVOICE });
      await runsOf(rt, who, times(6, 'success'));
      const found = await tried(rt, who, await proposeOps(rt, who, CREATING));
      expect(found).toMatchObject({ reached: { runs: 4, failure: 4 }, newlyReached: 4 });
    });

    it('are said in words where too little is known of them', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const id = await proposeOps(rt, who, CREATING);
      expect((await tried(rt, who, id)).sentence).toContain('no recent run of default began with a recall');
      await runsOf(rt, who, times(9, 'unknown'), { query: INVOICE });
      await repeatPastRuns(rt, who, id);
      const few = await tried(rt, who, id);
      expect(few.sentence).toBe(
        'Too few past runs to tell: only 9 recent runs of default began with a recall.',
      );
      expect(few).toMatchObject({ reached: null, newlyReached: null, examples: [] });
      await runsOf(rt, who, ['unknown'], { query: INVOICE });
      await repeatPastRuns(rt, who, id);
      expect((await tried(rt, who, id)).sentence).toContain('10 would have been served this. How they ended');
    });

    it('leave out the holdout, other agents and other tenants', async () => {
      const [rt, who, other] = [runtime(), freshPrincipal(), freshPrincipal()];
      await runsOf(rt, other, times(12, 'failure'), { query: INVOICE });
      await runsOf(rt, who, times(12, 'failure'), { query: INVOICE, agent_id: 'acme/else' });
      await runsOf(rt, who, times(10, 'success'), { query: INVOICE });
      const held = await runsOf(rt, who, ['failure'], { query: INVOICE });
      const where = { tenant: who.tenant, id: { in: held } };
      await clientOf(rt.db.read).episode.updateMany({ where, data: { holdout: true } });
      const id = await proposeOps(rt, who, CREATING);
      expect(await tried(rt, who, id)).toMatchObject({
        all: { runs: 10, failure: 0 },
        reached: { runs: 10 },
      });
      await work(rt, other, id);
      expect(await clientOf(rt.db.read).pastRuns.count({ where: { tenant: other.tenant } })).toBe(0);
      await expect(readPastRuns(rt, other, id)).rejects.toThrow('changeset not found');
      await expect(repeatPastRuns(rt, other, id)).rejects.toThrow('changeset not found');
      const shared = await proposeOps(rt, who, CREATING, SHARED_AGENT);
      expect((await tried(rt, who, shared)).sentence).toContain('Of the last 22 runs of 2 agents, 22 would');
    });

    it('no longer have those of a user who was erased', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await runsOf(rt, who, times(10, 'success'), { query: INVOICE });
      const erased = await runsOf(rt, who, ['failure'], { query: INVOICE, user_id: 'ada' });
      const id = await proposeOps(rt, who, CREATING);
      const before = await tried(rt, who, id);
      expect(before).toMatchObject({
        reached: { runs: 11, failure: 1 },
        examples: [{ episodeId: erased[0] }, {}, {}, {}, {}],
      });
      await eraseUser(rt, who, 'ada');
      const after = await readPastRuns(rt, who, id);
      expect(after).toMatchObject({ all: { runs: 10 }, reached: { runs: 10, failure: 0 } });
      expect(JSON.stringify(after)).not.toContain(erased[0]);
    });

    it('are looked for again after an amendment, and an earlier round is not stored', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await runsOf(rt, who, times(10, 'success'), { query: INVOICE });
      const id = await proposeOps(rt, who, CREATING);
      expect(await tried(rt, who, id)).toMatchObject({ reached: { runs: 10 } });
      const ops: Operation[] = [
        { op: 'create_skill', name: 'rollouts', description: TASK, tags: [], bullets: [] },
      ];
      expect(await amendChangeset(rt, who, { id, ops, comment: null })).toMatchObject({
        pastRuns: { status: 'computing' },
      });
      await pastRunsStore(rt.db.read, who.tenant).end(id, 1, { status: 'done', runs: [] }, rt.clock());
      expect(await readPastRuns(rt, who, id)).toMatchObject({ status: 'computing' });
      const found = await tried(rt, who, id);
      expect(found.sentence).toBe('None of the last 10 runs of default would have been served this.');
      await reviewChangeset(rt, who, { id, approve: false, comment: 'no' });
      expect(await readPastRuns(rt, who, id)).toEqual(found);
    });

    it('say why they are not known where the change no longer applies', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const skill = await usedSkill(rt, who);
      const id = await proposeOps(rt, who, ADDING);
      await putSkill(rt, who.tenant, { id: skill, name: SKILL_NAME, version: 2 });
      expect(await tried(rt, who, id)).toMatchObject({
        ...{ status: 'failed', reached: null },
        sentence: expect.stringContaining(
          'could not be tried on past runs: changeset can no longer be applied',
        ),
      });
      await reviewChangeset(rt, who, { id, approve: false, comment: 'no' });
      expect(await readPastRuns(rt, who, id)).toBeNull();
      await expect(repeatPastRuns(rt, who, id)).rejects.toThrow('changeset is rejected');
    });

    it('are found by a worker, as often as the queue runs the job', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await runsOf(rt, who, times(10, 'success'), { query: INVOICE });
      const id = await proposeOps(rt, who, CREATING);
      const worker = await startWorker(rt, createHandlers(rt));
      await eventually('the job is done', async () => (await readPastRuns(rt, who, id))?.status === 'done');
      await worker.stop(0);
      const found = await readPastRuns(rt, who, id);
      expect(found).toMatchObject({ reached: { runs: 10 } });
      rt.advance(1000);
      await work(rt, who, id);
      expect(await readPastRuns(rt, who, id)).toEqual(found);
    });

    it('are those for which the preview of their recall serves the change', async () => {
      const rt = runtime();
      await fc.assert(
        fc.asyncProperty(world, async (made) => {
          const who = freshPrincipal();
          await build(rt, who, made);
          const name = made.isNew ? 'skill-new' : 'skill-0';
          const ids: string[] = [];
          for (const query of made.tasks) ids.push(...(await runsOf(rt, who, ['success'], { query })));
          const id = await proposeOps(rt, who, [changeOf(made, name)]);
          const served = await servedByPreview(rt, who, { id, name, tasks: made.tasks });
          await tried(rt, who, id);
          const { runs = [] } = (await pastRunsStore(rt.db.read, who.tenant).find(id)) ?? {};
          const reached = runs.filter((run) => run.reached).map((run) => run.id);
          expect(reached.toSorted()).toEqual(ids.filter((_, at) => served[at]).toSorted());
        }),
        { numRuns: cases(5) },
      );
    });
  },
  SETTINGS,
);
