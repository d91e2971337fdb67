/** What a change rests on is kept and shown, policy can ask for more of it, and two people can be made to agree. */
import { expect, it } from 'vitest';
import { MemoryIn } from '../../domain/memories/memory.ts';
import type { Principal } from '../../domain/principal.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import { addMemory, approveMemory } from '../../memories/index.ts';
import { recordEpisode } from '../../runs/episodes/index.ts';
import { skillIn } from '../../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { authorSkill } from '../index.ts';
import {
  amendChangeset,
  getChangeset,
  previewMany,
  proposeChangesets,
  reviewChangeset,
  reviewMany,
} from './index.ts';

const ADD: Operation = {
  ...{ op: 'add', skill: 'deploy-service', content: 'Check the free disk space before the rollout' },
  ...{ issue: '', keywords: [], section: 'steps' },
};

/** Proposes what runs of these sessions taught: the first of one user, all others of `user`. */
async function proposeFrom(
  rt: TestRuntime,
  who: Principal,
  sessions: (string | null)[],
  user = (_: number) => 'u-2',
): Promise<string> {
  await authorSkill(rt, who, skillIn());
  const episodeIds: string[] = [];
  for (const [index, session_id] of sessions.entries()) {
    const scope = { agent_id: 'default', user_id: index === 0 ? 'u-0' : user(index) };
    const sent = { scope, session_id, task: 'Deploy', outcome: 'success', idempotency_key: `run-${index}` };
    episodeIds.push((await recordEpisode(rt, who, episodeInSchema.parse(sent))).episode_id);
  }
  const [changeset] = await proposeChangesets(rt, who.tenant, {
    ...{ agentId: 'default', ops: [ADD], rationale: 'Runs failed.', source: 'reflection', episodeIds },
    ...{ proposedBy: 'system:reflection', evalScore: null, baselineScore: null },
  });
  if (changeset === undefined) throw new Error('the proposal was dropped');
  return changeset.id;
}

describeOnOne('what a learned change rests on', (runtime) => {
  it('is counted by session and user and kept with it', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const id = await proposeFrom(rt, who, ['s-1', 's-1', 's-2']);
    expect(await getChangeset(rt, who, id)).toMatchObject({
      status: 'applied',
      support: {
        ...{ runs: 3, sessions: 2, users: 2 },
        decidedBy: { verification: 0, feedback: 0, outcome: 3, judge: 0 },
      },
    });
  });

  it('counts all runs without a session as one', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const id = await proposeFrom(rt, who, [null, null, 's-1']);
    expect((await getChangeset(rt, who, id)).support).toMatchObject({ runs: 3, sessions: 2 });
  });
});

describeOnOne(
  'where policy asks for three sessions',
  (runtime) => {
    it('a change that two taught waits, and one that three taught is applied', async () => {
      const rt = runtime();
      const [two, three] = [freshPrincipal(), freshPrincipal()];
      const waiting = await proposeFrom(rt, two, ['s-1', 's-2']);
      expect(await getChangeset(rt, two, waiting)).toMatchObject({ status: 'pending', risk: 'low' });
      const applied = await proposeFrom(rt, three, ['s-1', 's-2', 's-3'], (index) => `u-${index}`);
      expect(await getChangeset(rt, three, applied)).toMatchObject({ status: 'applied' });
    });

    it('one user in three sessions is one', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const waiting = await proposeFrom(rt, who, ['s-1', 's-2', 's-3', 's-4']);
      expect(await getChangeset(rt, who, waiting)).toMatchObject({
        status: 'pending',
        support: { sessions: 4, users: 2, independentSessions: 2 },
      });
    });
  },
  { SERVICE_MIN_SESSIONS_FOR_AUTO_APPROVE: '3' },
);

const OWN_WORK = { kind: 'forbidden', detail: 'someone else has to approve what you proposed or wrote' };

describeOnOne(
  'where two people must agree',
  (runtime) => {
    const pair = () => {
      const author = { ...freshPrincipal(), actor: 'key:author' };
      return { author, other: { ...author, actor: 'key:other' } };
    };

    it('what a person wrote waits for another one', async () => {
      const rt = runtime();
      const { author, other } = pair();
      const written = await authorSkill(rt, author, skillIn());
      expect(written).toMatchObject({
        status: 'pending',
        reason: 'Someone other than its author has to approve it.',
      });
      const id = String(written.changeset_id);
      const approval = { id, approve: true, comment: null };
      await expect(reviewChangeset(rt, author, approval)).rejects.toMatchObject(OWN_WORK);
      expect(await previewMany(rt, author, [id])).toMatchObject([{ excluded: OWN_WORK.detail }]);
      const many = { decisions: [{ id, expect: null }], approve: true, comment: null };
      expect(await reviewMany(rt, author, many)).toMatchObject([{ result: null }]);
      expect(await getChangeset(rt, author, id)).toMatchObject({ status: 'pending' });
      expect(await reviewChangeset(rt, other, approval)).toMatchObject({ status: 'applied' });
    });

    it('who reworded a change may reject it, and not approve it', async () => {
      const rt = runtime();
      const { author, other } = pair();
      const id = String((await authorSkill(rt, author, skillIn())).changeset_id);
      const { ops } = await getChangeset(rt, other, id);
      await amendChangeset(rt, other, { id, ops, comment: null });
      const approval = { id, approve: true, comment: null };
      await expect(reviewChangeset(rt, other, approval)).rejects.toMatchObject(OWN_WORK);
      expect(await reviewChangeset(rt, other, { ...approval, approve: false })).toMatchObject({
        status: 'rejected',
      });
    });

    it('a memory that waits is approved by somebody else than who added it', async () => {
      const rt = runtime();
      const { author, other } = pair();
      const { id } = await addMemory(rt, author, MemoryIn.parse({ content: 'The depot opens at six' }));
      await expect(approveMemory(rt, author, id)).rejects.toMatchObject({ kind: 'forbidden' });
      expect(await approveMemory(rt, other, id)).toMatchObject({ status: 'active' });
    });
  },
  { SERVICE_REVIEW_FOUR_EYES: 'true', SERVICE_AUTO_APPROVE_MEMORIES: 'false' },
);
