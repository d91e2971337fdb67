/** Recalls of sessions that keep in their conversation what they were given. */
import { expect, it } from 'vitest';
import { eraseUser } from '../../admin/erasure/index.ts';
import type { Principal } from '../../domain/principal.ts';
import type { RecallResponse } from '../../domain/runs/recall/recall.ts';
import {
  approveIt,
  proposeOps,
  QUICK_CANARIES,
  runningCanary,
  SKILL_NAME,
  serve,
  servedArm,
  TASK,
  usedSkill,
} from '../../testing/canary/canaries.ts';
import { putSkill } from '../../testing/database/knowledge-rows.ts';
import { measureBoth } from '../../testing/samples/held-back-skills.ts';
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
async function sessionOf(rt: TestRuntime, who: Principal, arm: string): Promise<{ session_id: string }> {
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

    it('counts only the recalls that it is told of', async () => {
      const rt = runtime();
      const who = await prepare(rt);
      const first = await again(rt, who);
      const { recall_id: elsewhere } = await again(rt, who, { session_id: 's-2' });
      const by = async (...ids: string[]) => shownIn(await again(rt, who, { skip_served_by: ids }));
      expect(await by()).toEqual(['bl_k1', 'bl_k2']);
      expect(await by(elsewhere, 'rc_made_up')).toEqual(['bl_k1', 'bl_k2']);
      expect(await by(first.recall_id)).toEqual([]);
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

    it('has nothing to skip after a file or the holdout', async () => {
      const rt = runtime();
      const who = await prepare(rt);
      const files = { skill_files: [{ id: KUBERNETES.id, version: 1 }] };
      expect((await again(rt, who, files)).instructions).toContain('- kubernetes-rollout: Roll out');
      expect(await again(rt, who, files)).toMatchObject({ instructions: '', served_before: 1 });
      const reply = await again(rt, who);
      expect(shownIn(reply)).toEqual(['bl_k1', 'bl_k2']);
      expect(rulesOf(reply)).toEqual(['bl_k1', 'bl_k2']);
    });
  },
  WITHOUT_HOLDOUT,
);

describeOnOne(
  'a recall of a session in a canary that was served before',
  (runtime) => {
    it('shows the rules of its arm once', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await runningCanary(rt, who);
      for (const [arm, rules] of [
        ['candidate', 3],
        ['incumbent', 2],
      ] as const) {
        const session = await sessionOf(rt, who, arm);
        const replies = [
          await serve(rt, who, session),
          await serve(rt, who, { ...session, skip_served: true }),
        ];
        expect(replies.map((reply) => [servedArm(reply), shownIn(reply).length])).toEqual([
          [arm, rules],
          [arm, 0],
        ]);
      }
    });
  },
  QUICK_CANARIES,
);

describeOnOne(
  'a recall of a session that goes without a skill and was served before',
  (runtime) => {
    it('shows nothing of the skill, and records how much text the others added', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await measureBoth(rt, who);
      const held = new Set<string>();
      for (let session = 0; session < 40; session += 1) {
        const of = { session_id: `s-${session}`, skip_served: true };
        const first = await ask(rt, who, ROLLOUT, of);
        const next = await ask(rt, who, ROLLOUT, of);
        expect([next.instructions, rulesOf(next)]).toEqual(['', rulesOf(first)]);
        const { skills } = await explainRecall(rt, who, next.recall_id);
        for (const { reason, skipped } of skills) held.add(`${reason} ${skipped}`);
      }
      expect(held).toEqual(new Set(['served true', 'held_back false']));
    });
  },
  WITHOUT_HOLDOUT,
);

describeOnOne(
  'a recall of the holdout that was served before',
  (runtime) => {
    it('leaves out the memories that it was served', async () => {
      const rt = runtime();
      const who = await prepare(rt);
      const { id: memory } = await remember(rt, who, 'The Kubernetes cluster is in Graz');
      expect(shownIn(await again(rt, who))).toEqual([memory]);
      expect(await again(rt, who)).toMatchObject({ holdout: true, instructions: '', served_before: 1 });
    });
  },
  { SERVICE_HOLDOUT_RATE: '1' },
);
