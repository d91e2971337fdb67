/** Recalls of sessions that keep in their conversation what they were given. */
import { expect, it } from 'vitest';
import { eraseUser } from '../../admin/erasure/index.ts';
import type { Principal } from '../../domain/principal.ts';
import type { RecallResponse } from '../../domain/runs/recall/recall.ts';
import {
  approveIt,
  proposeOps,
  SKILL_NAME,
  serve,
  servedArm,
  TASK,
  usedSkill,
} from '../../testing/canary/canaries.ts';
import { putSkill } from '../../testing/database/knowledge-rows.ts';
import {
  ask,
  INVOICE,
  KUBERNETES,
  of,
  ROLLOUT,
  remember,
  WITHOUT_HOLDOUT,
} from '../../testing/samples/said-memories.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { explainRecall, readServed } from './index.ts';

const SKIP = { session_id: 's-1', skip_served: true };
const again = (rt: TestRuntime, who: Principal, more: object = {}) =>
  ask(rt, who, ROLLOUT, { ...SKIP, ...more });

async function prepare(rt: TestRuntime): Promise<Principal> {
  const who = freshPrincipal();
  await putSkill(rt, who.tenant, KUBERNETES);
  return who;
}

/** Ids of rules and memories in the text. */
const shownIn = ({ instructions }: Pick<RecallResponse, 'instructions'>) =>
  [...instructions.matchAll(/\[((?:bl|mem)_\w+)\]/g)].map(([, id]) => id);
const rulesOf = ({ skills }: RecallResponse) =>
  skills.flatMap(({ bullets }) => bullets ?? []).map(({ id }) => id);

/** A session that is served this arm. */
async function _sessionOf(rt: TestRuntime, who: Principal, arm: string): Promise<{ session_id: string }> {
  for (let at = 0; at < 200; at += 1) {
    const session = { session_id: `s-${at}` };
    if (servedArm(await serve(rt, who, session)) === arm) return session;
  }
  throw new Error('an arm is not served');
}

async function expectSameText(rt: TestRuntime, who: Principal, reply: RecallResponse): Promise<void> {
  const { lines } = await readServed(rt, who, reply.recall_id);
  expect(lines.map(({ text }) => text).join('\n')).toBe(reply.instructions);
}

describeOnOne(
  'a recall of a session that was served before',
  (runtime) => {
    it('has no text where nothing is new; all stays in its lists, counts as served, and is recorded as skipped', async () => {
      const rt = runtime();
      const who = await prepare(rt);
      const { id: memory } = await remember(rt, who, 'The Kubernetes cluster is in Graz');
      const first = await again(rt, who);
      expect(shownIn(first)).toEqual(['bl_k1', 'bl_k2', memory]);
      expect(first).not.toHaveProperty('served_before');
      for (const _ of [1, 2]) {
        const next = await again(rt, who);
        expect(next).toMatchObject({ instructions: '', served_before: 3 });
        expect([next.skills, next.memories]).toEqual([first.skills, first.memories]);
        expect(await explainRecall(rt, who, next.recall_id)).toMatchObject({
          skills: [
            {
              served: true,
              reason: 'served',
              skipped: true,
              bullets: ['bl_k1', 'bl_k2'],
              skippedRules: ['bl_k1', 'bl_k2'],
            },
          ],
          memories: [{ served: true, skipped: true }],
        });
        await expectSameText(rt, who, next);
      }
    });

    it('shows the rules that changed or came since, and nothing of a version in which none did', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await usedSkill(rt, who);
      const first = await serve(rt, who, SKIP);
      const [changed = '', unchanged = ''] = rulesOf(first);
      expect(shownIn(first)).toEqual([changed, unchanged]);
      const update = {
        op: 'update' as const,
        skill: SKILL_NAME,
        bullet: changed,
        content: 'Wait for the rollout',
      };
      const added = { ...update, op: 'add' as const, section: 'steps' as const, issue: '', keywords: [] };
      const ops = [update, { ...added, content: 'Drain the node before the rollout' }];
      await approveIt(rt, who, await proposeOps(rt, who, ops), { skipCanary: true });
      const next = await serve(rt, who, SKIP);
      expect(rulesOf(next)).toHaveLength(3);
      expect(shownIn(next)).toEqual(rulesOf(next).filter((id) => id !== unchanged));
      expect(next).toMatchObject({
        served_before: 1,
        instructions: expect.stringContaining('Wait for the rollout'),
      });
      await expectSameText(rt, who, next);
      expect(await readServed(rt, who, next.recall_id)).toMatchObject({ gone: 0 });
      const described = {
        op: 'set_description' as const,
        skill: SKILL_NAME,
        description: `${TASK}, with care`,
      };
      await approveIt(rt, who, await proposeOps(rt, who, [described]), { skipCanary: true });
      const last = await serve(rt, who, SKIP);
      expect([last.skills[0]?.version, last.instructions]).toEqual([3, '']);
    });

    it('shows all of it to another session, agent or tenant, without a session and by default', async () => {
      const rt = runtime();
      const [who, other] = [await prepare(rt), await prepare(rt)];
      await putSkill(rt, who.tenant, {
        ...INVOICE,
        ...KUBERNETES,
        id: 'sk_other',
        agentId: 'deployer',
        rules: { bl_o: 'Wait' },
      });
      await again(rt, who);
      for (const more of [
        { session_id: 's-2' },
        { session_id: null },
        { skip_served: false },
        { skip_served: null },
      ])
        expect(shownIn(await again(rt, who, more))).toEqual(['bl_k1', 'bl_k2']);
      expect(shownIn(await again(rt, who, of(null, 'deployer')))).toEqual(['bl_o']);
      expect(shownIn(await again(rt, other))).toEqual(['bl_k1', 'bl_k2']);
      expect(shownIn(await again(rt, who))).toEqual([]);
    });

    it('leaves out the card of a user that stands there, and shows all again once the user is erased', async () => {
      const rt = runtime();
      const who = await prepare(rt);
      const mine = of('ann');
      await remember(rt, who, 'Prefers rollouts on Mondays', { user_id: 'ann', kind: 'preference' });
      const first = await again(rt, who, mine);
      expect(first.instructions).toContain('### About the user');
      const next = await again(rt, who, mine);
      expect(next).toMatchObject({ instructions: '', profile: first.profile, served_before: 3 });
      await expectSameText(rt, who, next);
      await eraseUser(rt, who, 'ann');
      expect(shownIn(await again(rt, who, mine))).toEqual(['bl_k1', 'bl_k2']);
    });
  },
  WITHOUT_HOLDOUT,
);
