/** What a row of the queue says of its approval, held against what approving really means. */
import { expect, it } from 'vitest';
import type { Principal } from '../../../domain/principal.ts';
import {
  proposeBetter,
  proposeOps,
  runningCanary,
  SKILL_NAME,
  usedSkill,
} from '../../../testing/canary/canaries.ts';
import { skillIn } from '../../../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../../testing/test-runtime.ts';
import { authorSkill, rollbackSkill } from '../../index.ts';
import { listQueue, previewMany } from '../index.ts';

const ANY = {
  agentId: null,
  source: null,
  learnedFrom: null,
  risk: null,
  finding: null,
  skillId: null,
  text: null,
};

const driftOf = async (rt: TestRuntime, who: Principal) => {
  const request = { tab: 'pending', filter: ANY, order: null, cursor: null, limit: 50 } as const;
  const { items } = await listQueue(rt, who, request);
  return new Map(items.map(({ id, drift }) => [id, drift]));
};

const DRIFT_OF_OUTCOME = { applied: 'current', canary: 'current', approved: 'blocked', failed: 'moved' };

/** What the rows should say: the word for the outcome that the server promises for each. */
const promised = async (rt: TestRuntime, who: Principal, ids: string[]) => {
  const previews = await previewMany(rt, who, ids);
  return new Map(previews.map(({ id, approval }) => [id, DRIFT_OF_OUTCOME[approval?.status ?? 'failed']]));
};

const newSkill = (name: string) => ({
  ...{ op: 'create_skill' as const, name, description: `How to ${name}`, tags: [], bullets: [] },
});

describeOnOne(
  'a changeset in the queue',
  (runtime) => {
    it('tells that it would fail, wait behind a canary, or neither, exactly as its approval would', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const { skillId } = await runningCanary(rt, who);
      const behind = await proposeBetter(rt, who, { words: 'slowly' });
      await usedSkill(rt, who, { name: 'another-skill' });
      const free = await proposeBetter(rt, who, { name: 'another-skill' });
      const taken = await proposeOps(rt, who, [newSkill('soon-taken')]);
      await authorSkill(rt, who, skillIn({ name: 'soon-taken', rules: ['Came first'] }));
      const elsewhere = await proposeOps(rt, who, [newSkill('taken-elsewhere')]);
      await authorSkill(
        rt,
        who,
        skillIn({ name: 'taken-elsewhere', agent_id: 'bot', rules: ['Of another'] }),
      );
      const secret = 'Sign in with the password=Hunter2-Str0ng-Pa55 first';
      const held = await authorSkill(rt, who, skillIn({ name: SKILL_NAME, rules: [secret] }));

      const said = await driftOf(rt, who);
      expect(said.get(behind)).toBe('blocked');
      expect(said.get(free)).toBe('current');
      expect(said.get(taken)).toBe('moved');
      expect(said.get(elsewhere)).toBe('current');
      // A person's own change waits for no canary.
      expect(said.get(held.changeset_id ?? 'applied')).toBe('current');
      expect(said).toEqual(await promised(rt, who, [...said.keys()]));

      await rollbackSkill(rt, who, { skillId, version: 1 });
      const then = await driftOf(rt, who);
      expect([...then.values()]).not.toContain('blocked');
      expect(then).toEqual(await promised(rt, who, [...then.keys()]));
    });

    it('is not blocked by what runs in another tenant', async () => {
      const rt = runtime();
      const [who, other] = [freshPrincipal(), freshPrincipal()];
      await runningCanary(rt, other);
      await usedSkill(rt, who);
      const id = await proposeBetter(rt, who);
      expect((await driftOf(rt, who)).get(id)).toBe('current');
    });
  },
  { SERVICE_AUTO_APPROVE_LOW_RISK: 'false' },
);
