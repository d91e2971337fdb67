import { expect, it } from 'vitest';
import { listAudit } from '../../audit/index.ts';
import type { Principal } from '../../domain/principal.ts';
import type { MeasuredArms } from '../../domain/skills/canary/measures.ts';
import { DAY_MS } from '../../domain/time.ts';
import { fromJsonOrNull } from '../../platform/db/database.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { giveFeedback } from '../../runs/feedback/index.ts';
import { ingestTraces } from '../../runs/ingestion/index.ts';
import {
  approveIt,
  proposeBetter,
  QUICK_CANARIES,
  record,
  runningCanary,
  serve,
  serveBoth,
  servedArm,
  usedSkill,
} from '../../testing/canary/canaries.ts';
import { modelCall, type SpanOf, toExport } from '../../testing/samples/trace-spans.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { getChangeset } from '../changesets/index.ts';
import { listCanaries, readCanary } from './index.ts';

const LONG = {
  SERVICE_HOLDOUT_RATE: '0',
  SERVICE_CANARY_MIN_SAMPLES: '40',
  SERVICE_CANARY_MAX_SAMPLES: '90',
};
const GUARDED = { ...QUICK_CANARIES, SERVICE_CANARY_MIN_SAMPLES: '12', SERVICE_CANARY_MAX_SAMPLES: '60' };

const RUNNING = { agentId: null, state: 'running', cursor: null, limit: 9 } as const;

async function measuresNow(rt: TestRuntime, who: Principal, id: string): Promise<MeasuredArms> {
  const where = { tenant: who.tenant, id };
  const { measures } = await clientOf(rt.db.read).experiment.findFirstOrThrow({ where });
  const kept = fromJsonOrNull<MeasuredArms>(measures);
  if (kept === null) throw new Error('nothing is measured');
  return kept;
}

describeOnOne(
  'what a canary measures beside success',
  (runtime) => {
    it('is counted once a run, and feedback does not change it', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const { experimentId } = await runningCanary(rt, who);
      const reply = await serve(rt, who, { session_id: 'a' });
      const arm = servedArm(reply) === 'candidate' ? 'candidate' : 'incumbent';
      const run = {
        ...{ recall_id: reply.recall_id, idempotency_key: 'once', duration_ms: 1000 },
        tool_calls: [{ name: 'kubectl', error: 'refused' }, { name: 'kubectl' }],
        metadata: { usage: { input_tokens: 900, output_tokens: 100 } },
      };
      const episode_id = await record(rt, who, run);
      await record(rt, who, run);
      const counted = await measuresNow(rt, who, experimentId);
      expect(counted[arm].tool_calls).toEqual({ n: 1, sum: 2, squares: 4 });
      expect(counted[arm].tool_errors.sum).toBe(1);
      expect(counted[arm].duration.sum).toBeCloseTo(Math.log(1000), 12);
      expect(counted[arm].tokens.sum).toBeCloseTo(Math.log(1000), 12);
      await giveFeedback(rt, who, { episode_id, score: 0.25, source: 'user' });
      await giveFeedback(rt, who, { episode_id, score: 0.75, source: 'user' });
      expect(await measuresNow(rt, who, experimentId)).toEqual(counted);
      const { guardrails } = await readCanary(rt, who, experimentId);
      expect(guardrails.map(({ guardrail, stands }) => [guardrail, stands])).toEqual([
        ...[
          ['duration', null],
          ['tool_errors', null],
          ['tool_calls', null],
          ['tokens', null],
          ['size', null],
        ],
      ]);
      expect(guardrails.at(-1)?.change).toBeGreaterThan(0);
    });

    it('follows a trace that arrives in parts', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const { experimentId } = await runningCanary(rt, who);
      const reply = await serve(rt, who, { session_id: 'b' });
      const arm = servedArm(reply) === 'candidate' ? 'candidate' : 'incumbent';
      const send = async (spans: SpanOf[]) =>
        await ingestTraces(rt, who, { request: toExport(spans), agentId: 'default' });
      const usage = { 'gen_ai.usage.input_tokens': 300, 'gen_ai.usage.output_tokens': 100 };
      const call = modelCall({ ...usage, recall_id: reply.recall_id });
      const tool: SpanOf = {
        ...{ id: 7, parent: 1, at: 40 },
        attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'kubectl' },
      };
      await send([call]);
      const first = (await measuresNow(rt, who, experimentId))[arm];
      expect([first.tool_calls.sum, first.tokens.n]).toEqual([0, 1]);
      expect(first.tokens.sum).toBeCloseTo(Math.log(400), 12);
      await send([tool]);
      await send([tool, call]);
      const then = (await measuresNow(rt, who, experimentId))[arm];
      expect(then.tool_calls).toEqual({ n: 1, sum: 1, squares: 1 });
      expect(then.duration.n).toBe(1);
      expect(then.duration.sum).toBeGreaterThan(first.duration.sum);
      expect(then.tokens.sum).toBeCloseTo(Math.log(400), 12);
    });
  },
  LONG,
);

/** Runs of both arms by turns; those with the candidate succeed and last `ms`, the others fail in a second. */
async function recordBoth(rt: TestRuntime, who: Principal, ms: number): Promise<void> {
  const served = await serveBoth(rt, who, 12);
  for (let turn = 0; turn < 12; turn++) {
    const [without = '', withIt = ''] = [served.incumbent[turn], served.candidate[turn]];
    const duration_ms = 1000 + (turn % 3);
    await record(rt, who, { recall_id: without, outcome: 'failure', duration_ms });
    await record(rt, who, { recall_id: withIt, outcome: 'success', duration_ms: ms + (turn % 3) });
  }
}

describeOnOne(
  'a canary with a guardrail',
  (runtime) => {
    it('holds a candidate that succeeds and is slow, and records why', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const { changesetId, experimentId } = await runningCanary(rt, who);
      await recordBoth(rt, who, 2000);
      const reason = expect.stringMatching(
        /^held: runs took 100 % longer \(at least 9\d.* %\), more than the 20 % allowed$/,
      );
      expect(await getChangeset(rt, who, changesetId)).toMatchObject({
        status: 'rejected',
        rejectionReason: reason,
      });
      const canary = await readCanary(rt, who, experimentId);
      expect(canary).toMatchObject({ status: 'rejected', reason });
      expect(canary.guardrails[0]).toMatchObject({ guardrail: 'duration', margin: 0.2, stands: 'broken' });
      const [end] = (await listAudit(rt, who, 100)).filter(({ action }) => action === 'canary.rejected');
      expect(end?.details).toMatchObject({
        reason,
        guardrails: { duration: { margin: 0.2, stands: 'broken', low: expect.any(Number) } },
      });
    });

    it('promotes one that succeeds in the same time', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const { changesetId } = await runningCanary(rt, who);
      await recordBoth(rt, who, 1050);
      expect(await getChangeset(rt, who, changesetId)).toMatchObject({ status: 'applied' });
    });

    it('goes on where runs do not tell what is guarded', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const { experimentId } = await runningCanary(rt, who);
      const served = await serveBoth(rt, who, 12);
      for (const recall_id of served.incumbent) await record(rt, who, { recall_id, outcome: 'failure' });
      for (const recall_id of served.candidate) await record(rt, who, { recall_id, outcome: 'success' });
      expect(await readCanary(rt, who, experimentId)).toMatchObject({ status: 'running' });
    });

    it('is expected to end sooner where the runs before it told what is guarded', async () => {
      const rt = runtime();
      const forecastAfter = async (told: object) => {
        const who = freshPrincipal();
        await usedSkill(rt, who);
        for (let run = 0; run < 30; run++) {
          const { recall_id } = await serve(rt, who);
          await record(rt, who, { ...told, recall_id, outcome: 'success' });
        }
        rt.advance(DAY_MS);
        await approveIt(rt, who, await proposeBetter(rt, who));
        const [canary] = (await listCanaries(rt, who, RUNNING)).items;
        return (await readCanary(rt, who, canary?.id ?? '')).forecast;
      };
      const [known, unknown] = [await forecastAfter({ duration_ms: 1000 }), await forecastAfter({})];
      expect(known?.days).toBeGreaterThan(0);
      expect(known?.days).toBeLessThan(unknown?.days ?? 0);
    });
  },
  { ...GUARDED, SERVICE_CANARY_GUARDRAILS: 'duration:0.2' },
);
