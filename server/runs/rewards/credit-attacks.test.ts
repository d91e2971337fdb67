/** What somebody who knows a recall's id, or holds an agent's key, cannot make of one recall or one session. */
import { expect, it } from 'vitest';
import { readInsights, readLift } from '../../admin/insights/index.ts';
import type { Principal } from '../../domain/principal.ts';
import type { CREDIT_REASONS } from '../../domain/runs/credit.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { readCanary } from '../../skills/canary/index.ts';
import { authorSkill, getSkill } from '../../skills/index.ts';
import {
  QUICK_CANARIES,
  record,
  runningCanary,
  SKILL_NAME,
  serve,
  serveBoth,
  servedArm,
  TASK,
  usedSkill,
} from '../../testing/canary/canaries.ts';
import { skillIn } from '../../testing/samples/skill-history.ts';
import { modelCall, toExport } from '../../testing/samples/trace-spans.ts';
import {
  describeOnBoth,
  describeOnOne,
  freshPrincipal,
  type TestRuntime,
} from '../../testing/test-runtime.ts';
import { getEpisode, recordBatch } from '../episodes/index.ts';
import { giveFeedback } from '../feedback/index.ts';
import { ingestTraces } from '../ingestion/index.ts';
import { lockEntry, replaceVerdicts } from './index.ts';

const HOUR_MS = 3_600_000;

const creditOf = async (rt: TestRuntime, who: Principal, id: string) => {
  const { credited, creditReason } = await getEpisode(rt, who, id);
  return { credited, creditReason };
};

const refused = (creditReason: (typeof CREDIT_REASONS)[number]) => ({ credited: false, creditReason });
const CREDITED = { credited: true, creditReason: null };

async function skillRow(rt: TestRuntime, { tenant }: Principal, id: string) {
  const where = { tenant, id };
  const { uses, evidence, reward } = await clientOf(rt.db.read).skill.findFirstOrThrow({ where });
  return { uses, evidence, reward };
}

/** A skill, and a recall that served it. */
async function servedOnce(rt: TestRuntime, who: Principal, more: object = {}) {
  const skillId = await usedSkill(rt, who, { uses: 0 });
  return { skillId, recall_id: (await serve(rt, who, more)).recall_id };
}

describeOnOne(
  'one recall',
  (runtime) => {
    it.each([
      ['of forged sessions', (run: number) => ({ session_id: `forged-${run}` })],
      ['that name no session', () => ({})],
      ['of forged users', (run: number) => ({ scope: { agent_id: 'default', user_id: `u${run}` } })],
      ['with keys of their own', (run: number) => ({ idempotency_key: `forged-${run}` })],
      ['that were verified', () => ({ verification: { passed: false } })],
    ])('credits one of 40 runs %s', async (_, forged) => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { skillId, recall_id } = await servedOnce(rt, who, { session_id: 's' });
      const first = await record(rt, who, { recall_id, session_id: 's', outcome: 'success' });
      const later: string[] = [];
      for (let run = 0; run < 39; run += 1)
        later.push(await record(rt, who, { recall_id, outcome: 'failure', ...forged(run) }));
      expect(await creditOf(rt, who, first)).toEqual(CREDITED);
      for (const id of later) expect(await creditOf(rt, who, id)).toMatchObject({ credited: false });
      expect(await skillRow(rt, who, skillId)).toEqual({ uses: 1, evidence: 1, reward: 1 });
      expect((await readLift(rt, who, 'default')).lift).toMatchObject({ treatedN: 1, holdoutN: 0 });
    });

    it('credits one of 40 runs at once, alone, in batches or in traces', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { skillId, recall_id } = await servedOnce(rt, who);
      const sent = episodeInSchema.parse({ recall_id, outcome: 'failure' });
      const trace = (run: number) =>
        toExport([modelCall({ recall_id }, { trace: `trace-${run}`, failed: 'gave up' })]);
      await Promise.all([
        ...Array.from({ length: 16 }, () => record(rt, who, sent)),
        ...Array.from({ length: 6 }, () => recordBatch(rt, who, [sent, sent])),
        ...Array.from({ length: 12 }, (_, run) =>
          ingestTraces(rt, who, { request: trace(run), agentId: 'default' }),
        ),
      ]);
      const episodes = await clientOf(rt.db.read).episode.findMany({ where: { tenant: who.tenant } });
      expect(episodes).toHaveLength(40);
      expect(episodes.filter(({ credited }) => credited)).toHaveLength(1);
      expect(new Set(episodes.map(({ creditReason }) => creditReason))).toEqual(
        new Set([null, 'already_credited']),
      );
      expect(await skillRow(rt, who, skillId)).toMatchObject({ uses: 1, evidence: 1 });
    });

    it('credits the first of a batch, and a retry finds it credited', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { skillId, recall_id } = await servedOnce(rt, who);
      const sent = ['a', 'b'].map((idempotency_key) =>
        episodeInSchema.parse({ recall_id, idempotency_key, outcome: 'success' }),
      );
      const { episodes } = await recordBatch(rt, who, sent);
      expect((await recordBatch(rt, who, sent.toReversed())).duplicates).toBe(2);
      const credit = await Promise.all(episodes.map(({ episode_id }) => creditOf(rt, who, episode_id)));
      expect(credit).toEqual([CREDITED, refused('already_credited')]);
      expect(await skillRow(rt, who, skillId)).toEqual({ uses: 1, evidence: 1, reward: 1 });
    });

    it('credits no other agent and no other session, and stays free for its own', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { skillId, recall_id } = await servedOnce(rt, who, { session_id: 's' });
      const scope = { agent_id: 'another' };
      const other = await record(rt, who, { recall_id, scope, outcome: 'failure' });
      const forged = await record(rt, who, { recall_id, session_id: 't', outcome: 'failure' });
      const own = await record(rt, who, { recall_id, outcome: 'success' });
      expect(await creditOf(rt, who, other)).toEqual(refused('other_agent'));
      expect(await creditOf(rt, who, forged)).toEqual(refused('other_session'));
      expect(await creditOf(rt, who, own)).toEqual(CREDITED);
      expect(await skillRow(rt, who, skillId)).toEqual({ uses: 1, evidence: 1, reward: 1 });
      expect((await readLift(rt, who, 'another')).lift).toMatchObject({ treatedN: 0, holdoutN: 0 });
    });

    it('credits no run that is recorded too late, whatever time it claims', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { skillId, recall_id } = await servedOnce(rt, who);
      const recalledAt = rt.clock().toISOString();
      rt.advance(168 * HOUR_MS + 1);
      const claims = { metadata: { created_at: recalledAt, timestamp: recalledAt } };
      const late = await record(rt, who, { recall_id, outcome: 'failure', ...claims });
      const spans = toExport([modelCall({ recall_id }, { trace: 'late', failed: 'gave up' })]);
      const { episodes } = await ingestTraces(rt, who, { request: spans, agentId: 'default' });
      for (const id of [late, episodes[0]?.episode_id ?? ''])
        expect(await creditOf(rt, who, id)).toEqual(refused('too_old'));
      expect(await skillRow(rt, who, skillId)).toEqual({ uses: 0, evidence: 0, reward: 0 });
      rt.advance(-168 * HOUR_MS - 1);
    });

    it('credits a trace once it is known to be its agent’s, and nobody before', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { recall_id } = await servedOnce(rt, who);
      const send = async (attributes: Record<string, string>, id: number) =>
        await ingestTraces(rt, who, {
          request: toExport([modelCall(attributes, { id, trace: 'moving' })]),
          agentId: undefined,
        });
      const { episodes } = await send({ recall_id, 'gen_ai.agent.name': 'stranger' }, 5);
      const id = episodes[0]?.episode_id ?? '';
      expect(await creditOf(rt, who, id)).toEqual(refused('other_agent'));
      await ingestTraces(rt, who, {
        request: toExport([modelCall({ recall_id }, { id: 6, trace: 'moving' })]),
        agentId: 'default',
      });
      expect(await creditOf(rt, who, id)).toEqual(CREDITED);
      const copy = await record(rt, who, { recall_id });
      expect(await creditOf(rt, who, copy)).toEqual(refused('already_credited'));
    });

    it('is not moved by feedback, or by verdicts on rules, for a run that it does not credit', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { skillId, recall_id } = await servedOnce(rt, who);
      const own = await record(rt, who, { recall_id, outcome: 'success' });
      const copy = await record(rt, who, { recall_id, outcome: 'success', skills_loaded: [SKILL_NAME] });
      await giveFeedback(rt, who, { episode_id: copy, score: 0, source: 'user' });
      expect(await getEpisode(rt, who, copy)).toMatchObject({ reward: 0, rewardSource: 'feedback' });
      const rule = await clientOf(rt.db.read).bullet.findFirstOrThrow({
        where: { tenant: who.tenant, skillId },
      });
      await rt.db.write(async (tx) => {
        const entry = await lockEntry(rt, tx, who.tenant, copy);
        const verdicts = [{ bullet: rule.id, verdict: 'harmful' as const, reason: '' }];
        if (entry !== null) await replaceVerdicts(rt, tx, who.tenant, { entry, verdicts });
      });
      expect(await skillRow(rt, who, skillId)).toEqual({ uses: 2, evidence: 1, reward: 1 });
      const { harmful, used } = await clientOf(rt.db.read).bullet.findFirstOrThrow({
        where: { tenant: who.tenant, id: rule.id },
      });
      expect({ harmful, used }).toEqual({ harmful: 0, used: 1 });
      // By the recall it goes to the run that counts, also where another was recorded since.
      const given = await giveFeedback(rt, who, { recall_id, score: 0.5, source: 'user' });
      expect(given.episode_id).toBe(own);
      expect(await skillRow(rt, who, skillId)).toMatchObject({ evidence: 1, reward: 0.5 });
    });

    it('stays credited when the credited run is gone', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { skillId, recall_id } = await servedOnce(rt, who);
      const id = await record(rt, who, { recall_id, outcome: 'success' });
      await clientOf(rt.db.read).episode.deleteMany({ where: { tenant: who.tenant, id } });
      const again = await record(rt, who, { recall_id, outcome: 'failure' });
      expect(await creditOf(rt, who, again)).toEqual(refused('already_credited'));
      expect(await skillRow(rt, who, skillId)).toEqual({ uses: 1, evidence: 1, reward: 1 });
    });
  },
  { SERVICE_HOLDOUT_RATE: '0' },
);

describeOnBoth(
  'a shared skill',
  (runtime) => {
    it('is judged for an agent by its own runs, and shown with those of all', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await authorSkill(
        rt,
        who,
        skillIn({ name: SKILL_NAME, description: TASK, agent_id: '*', rules: [TASK] }),
      );
      const run = async (agent_id: string, outcome: string) => {
        const scope = { agent_id };
        const { recall_id } = await serve(rt, who, { scope });
        return await record(rt, who, { recall_id, scope, outcome });
      };
      for (let n = 0; n < 4; n += 1) await run('mine', 'success');
      const foreign: string[] = [];
      for (let n = 0; n < 6; n += 1) foreign.push(await run('foreign', 'failure'));
      const [first = ''] = foreign;
      await giveFeedback(rt, who, { episode_id: first, score: 0.5, source: 'user' });
      const rateOf = async (agentId: string) => (await readInsights(rt, who, agentId)).skills[0];
      expect(await rateOf('mine')).toMatchObject({ name: SKILL_NAME, uses: 4, successRate: 1 });
      expect(await rateOf('foreign')).toMatchObject({ uses: 6, successRate: 0.5 / 6 });
      expect(await rateOf('third')).toMatchObject({ uses: 0, successRate: null });
      const shown = await getSkill(rt, who, { ref: SKILL_NAME, agentId: 'mine' });
      expect(shown).toMatchObject({ uses: 10, successRate: 0.45 });
    });
  },
  { SERVICE_HOLDOUT_RATE: '0' },
);

describeOnOne(
  'one session',
  (runtime) => {
    it('is one unit of a canary, with however many recalls and runs', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { experimentId } = await runningCanary(rt, who);
      const reply = await serve(rt, who, { session_id: 's' });
      const arm = servedArm(reply) === 'candidate' ? 'candidate' : 'incumbent';
      for (let run = 0; run < 40; run += 1) {
        const { recall_id } = await serve(rt, who, { session_id: 's' });
        await record(rt, who, { recall_id, outcome: run < 30 ? 'success' : 'failure' });
      }
      const { arms, status } = await readCanary(rt, who, experimentId);
      expect(status).toBe('running');
      expect(arms[arm]).toMatchObject({ weight: 1 });
      expect(arms[arm].reward).toBeCloseTo(0.75, 9);
    });

    it('cannot promote a canary with skills that it says it loaded, nor with a recall of each arm', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { experimentId, skillId } = await runningCanary(rt, who);
      const before = await skillRow(rt, who, skillId);
      for (let run = 0; run < 20; run += 1)
        await record(rt, who, { skills_loaded: [SKILL_NAME], session_id: `s${run}`, outcome: 'success' });
      const served = await serveBoth(rt, who, 1);
      for (let run = 0; run < 20; run += 1) {
        await record(rt, who, { recall_id: served.candidate[0], outcome: 'success' });
        await record(rt, who, { recall_id: served.incumbent[0], outcome: 'failure' });
      }
      const { arms, status } = await readCanary(rt, who, experimentId);
      expect(status).toBe('running');
      expect(arms).toMatchObject({
        candidate: { weight: 1, reward: 1 },
        incumbent: { weight: 1, reward: 0 },
      });
      const after = await skillRow(rt, who, skillId);
      expect(after).toEqual({
        uses: before.uses + 22,
        evidence: before.evidence + 2,
        reward: before.reward + 1,
      });
    });
  },
  QUICK_CANARIES,
);

describeOnOne(
  'one session in the holdout',
  (runtime) => {
    it('is one unit of the lift, however many ids were tried to find it and runs recorded in it', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await usedSkill(rt, who);
      let found = '';
      for (let id = 0; found === ''; id += 1)
        if ((await serve(rt, who, { session_id: `grind-${id}` })).holdout) found = `grind-${id}`;
      for (let run = 0; run < 40; run += 1) {
        const { recall_id } = await serve(rt, who, { session_id: found });
        await record(rt, who, { recall_id, session_id: found, outcome: run < 10 ? 'success' : 'failure' });
      }
      const where = { tenant: who.tenant, agentId: 'default' };
      const totals = await clientOf(rt.db.read).agentTotals.findFirstOrThrow({ where });
      expect(totals).toMatchObject({ holdoutEvidence: 40, holdoutReward: 10, holdoutSessions: 1 });
      expect(totals.holdoutMeans).toBeCloseTo(0.25, 9);
      expect(totals.holdoutSquares).toBeCloseTo(0.0625, 9);
      const weeks = await clientOf(rt.db.read).liftWeek.findMany({ where });
      expect(weeks).toHaveLength(1);
      expect(weeks[0]).toMatchObject({ holdoutSessions: 1, treatedSessions: 0 });
    });
  },
  { SERVICE_HOLDOUT_RATE: '0.2' },
);
