/** Proposing a stale, failed or rejected change once more. */
import { expect, it } from 'vitest';
import { listAudit } from '../../../audit/index.ts';
import type { Principal } from '../../../domain/principal.ts';
import type { Operation } from '../../../domain/skills/changesets/ops.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { skillIn } from '../../../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../../testing/test-runtime.ts';
import { authorSkill } from '../../index.ts';
import {
  getChangeset,
  proposeChangesets,
  proposeAgain as proposeShown,
  readDetail,
  reviewChangeset,
} from '../index.ts';

const addition = (content: string): Operation => ({
  ...{ op: 'add', skill: 'deploy-service', section: 'steps', content, issue: '', keywords: [] },
});

async function prepared(rt: TestRuntime) {
  const who = freshPrincipal();
  const say = (...rules: string[]) => authorSkill(rt, who, skillIn({ rules }));
  await say('Look before the deploy', 'Ask the owner');
  const id = await propose(rt, who, [addition('Check the gauge')]);
  return { who, id, say };
}

/** Proposes it again without saying what was shown. */
const proposeAgain = (rt: Runtime, who: Principal, id: string) => proposeShown(rt, who, { id, expect: null });

async function propose(rt: TestRuntime, who: Principal, ops: Operation[]): Promise<string> {
  const [changeset] = await proposeChangesets(rt, who.tenant, {
    ...{ agentId: 'default', ops, rationale: 'Runs failed', source: 'reflection', episodeIds: ['ep_1'] },
    ...{ proposedBy: 'system:reflection', baselineScore: 0.5, evalScore: 0.95 },
  });
  return changeset?.id ?? 'nothing';
}

describeOnOne(
  'a change that is proposed again',
  (runtime) => {
    it('takes the place of a stale one: the same operations and evidence, on the present version', async () => {
      const { who, id, say } = await prepared(runtime());
      const offer = async (which: string) => (await readDetail(runtime(), who, which)).again;
      expect(await offer(id)).toBeNull();
      await say('Look twice before the deploy', 'Ask the owner');
      expect(await offer(id)).toEqual({ faults: [], waitingAs: null });
      const { id: next } = await proposeAgain(runtime(), who, id);
      expect(await offer(id)).toEqual({ faults: [], waitingAs: next });
      expect(await offer(next)).toBeNull();
      const shown = await readDetail(runtime(), who, next);
      expect(shown.changeset).toMatchObject({
        ...{ status: 'pending', source: 'reflection', rationale: 'Runs failed', episodeIds: ['ep_1'] },
        ops: [addition('Check the gauge')],
      });
      expect(shown.drift).toBe('current');
      await expect(proposeAgain(runtime(), who, id)).rejects.toMatchObject({
        kind: 'conflict',
        detail: `the same waits for review as ${next}`,
      });
      expect(await getChangeset(runtime(), who, id)).toMatchObject({
        status: 'rejected',
        rejectionReason: `proposed again as ${next}`,
      });
      expect(await listAudit(runtime(), who, 2)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            action: 'changeset.proposed',
            actor: who.actor,
            details: expect.objectContaining({ earlier: id }),
          }),
        ]),
      );
      const { status } = await reviewChangeset(runtime(), who, { id: next, approve: true, comment: null });
      expect(status).toBe('applied');
    });

    it('waits for a reviewer after a failure or a rejection, no matter what policy would allow', async () => {
      const { who, id, say } = await prepared(runtime());
      const { config } = runtime();
      const governance = { ...config.governance, autoApproveLowRisk: true };
      const allowing = { ...runtime(), config: { ...config, governance } };
      await reviewChangeset(runtime(), who, { id, approve: false, comment: 'by mistake' });
      const { id: second } = await proposeAgain(allowing, who, id);
      expect(await getChangeset(runtime(), who, second)).toMatchObject({ status: 'pending' });
      await say('Ask the owner');
      const failed = await reviewChangeset(runtime(), who, { id: second, approve: true, comment: null });
      expect(failed.status).toBe('failed');
      const { id: third } = await proposeAgain(runtime(), who, second);
      expect(await getChangeset(runtime(), who, third)).toMatchObject({ status: 'pending' });
      expect(await getChangeset(runtime(), who, second)).toMatchObject({ status: 'failed' });
    });

    it('is refused, and changes nothing, where it is not what was shown any more', async () => {
      const { who, id, say } = await prepared(runtime());
      await say('Look twice before the deploy', 'Ask the owner');
      const shown = (await readDetail(runtime(), who, id)).changeset.digest;
      await say('Look three times before the deploy', 'Ask the owner');
      await expect(proposeShown(runtime(), who, { id, expect: shown })).rejects.toMatchObject({
        kind: 'conflict',
        detail: 'things changed since this was shown: skill deploy-service moved from version 1 to 3',
      });
      expect(await getChangeset(runtime(), who, id)).toMatchObject({ status: 'pending' });
      const { digest } = (await readDetail(runtime(), who, id)).changeset;
      const { id: next } = await proposeShown(runtime(), who, { id, expect: digest });
      expect(await getChangeset(runtime(), who, next)).toMatchObject({ status: 'pending' });
    });

    it('is refused, and changes nothing, where it would still apply, does not apply, or is decided', async () => {
      const { who, id, say } = await prepared(runtime());
      const again = (which: string) => proposeAgain(runtime(), who, which);
      await expect(again(id)).rejects.toMatchObject({ kind: 'conflict', detail: 'changeset is not stale' });
      await say('Check the gauge');
      await expect(again(id)).rejects.toMatchObject({ kind: 'invalid' });
      expect((await readDetail(runtime(), who, id)).again).toEqual({
        ...{ faults: [{ index: 0, why: 'changes_nothing' }], waitingAs: null },
      });
      expect(await getChangeset(runtime(), who, id)).toMatchObject({ status: 'pending' });
      const other = await propose(runtime(), who, [addition('Call the pilot')]);
      await reviewChangeset(runtime(), who, { id: other, approve: true, comment: null });
      await expect(again(other)).rejects.toMatchObject({ detail: 'changeset is applied' });
      await expect(proposeAgain(runtime(), freshPrincipal(), id)).rejects.toMatchObject({
        kind: 'not_found',
      });
    });
  },
  { SERVICE_AUTO_APPROVE_LOW_RISK: 'false', SERVICE_CANARY_ENABLED: 'false' },
);
