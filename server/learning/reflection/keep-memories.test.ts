/** What runs teach about users and the agent's world: whose it becomes, and what is no evidence. */
import { expect, it } from 'vitest';
import { describeWithModelOnOne } from '../../../lab/model/model-runtime.ts';
import type { RawAnswer } from '../../domain/learning/answers.ts';
import type { Memory } from '../../domain/memories/memory.ts';
import {
  callsFor,
  makeLesson,
  NO_HOLDOUT,
  recallTask,
  recordRun,
  reflect,
  reflection,
} from '../../testing/jobs/reflect-job.ts';
import { list, say } from '../../testing/samples/said-memories.ts';
import { freshPrincipal } from '../../testing/test-runtime.ts';

type Learned = RawAnswer<'reflect'>['memories'][number];

const FACT: Learned = {
  kind: 'fact',
  content: 'The staging cluster is rebuilt on Mondays',
  user_specific: false,
};
const LESSON: Learned = {
  kind: 'lesson',
  content: 'Rollbacks of billing take an hour',
  user_specific: false,
};
const WISH: Learned = { kind: 'preference', content: 'Answers in French, please', user_specific: false };
const OWN: Learned = { kind: 'fact', content: 'Her team is called Bluebird', user_specific: true };
const ALL = [FACT, LESSON, WISH, OWN];

const ofUser = (user: string) => ({ scope: { agent_id: 'default', user_id: user } });

const ownersOf = (memories: Memory[]) =>
  Object.fromEntries(memories.map(({ content, userId }) => [content, userId]));

describeWithModelOnOne(
  'a memory that a run teaches',
  (runtime, model) => {
    it('belongs to the user of the run, no matter what it is about, and names the run', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const id = await recordRun(rt, who, ofUser('ada'));
      model().answer('reflect', reflection({ memories: ALL }));
      await reflect(rt, who);
      const memories = await list(rt, who);
      expect(ownersOf(memories)).toEqual(Object.fromEntries(ALL.map(({ content }) => [content, 'ada'])));
      for (const memory of memories) expect(memory).toMatchObject({ sources: [id], status: 'active' });
      expect((await recallTask(rt, who, { ...ofUser('bob'), query: FACT.content })).memories).toEqual([]);
    });

    it('of a run without a user has none, and waits for a person where it tells about one', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await recordRun(rt, who);
      model().answer('reflect', reflection({ memories: ALL }));
      await reflect(rt, who);
      const [active, held] = [await list(rt, who), await list(rt, who, { status: 'pending' })];
      expect(ownersOf(active)).toEqual({ [FACT.content]: null, [LESSON.content]: null });
      expect(ownersOf(held)).toEqual({ [WISH.content]: null, [OWN.content]: null });
      for (const { holdReasons } of held) expect(holdReasons).toEqual(['injection:personal_fact']);
    });

    it('is stored once, although the job fails after it and runs again', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await recordRun(rt, who, ofUser('ada'));
      model().answer(
        'reflect',
        reflection({ memories: [FACT], lessons: [makeLesson('Wait for the rebuild')] }),
      );
      model().fail('curate', { status: 401, times: 1 });
      await expect(reflect(rt, who)).rejects.toThrow('learning model unavailable');
      expect(await list(rt, who)).toHaveLength(1);
      await reflect(rt, who);
      expect(await list(rt, who)).toHaveLength(1);
      expect(await list(rt, who, { status: 'pending' })).toEqual([]);
    });

    it('is no evidence where the run was served it', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const known = await say(rt, who, FACT.content);
      const { recall_id, memories } = await recallTask(rt, who, { query: FACT.content });
      expect(memories.map(({ id }) => id)).toEqual([known.id]);
      await recordRun(rt, who, { recall_id });
      const echo = 'On Mondays the staging cluster is rebuilt';
      model().answer('reflect', reflection({ memories: [{ ...FACT, content: echo }] }));
      const since = model().calls.length;
      await reflect(rt, who);
      expect((await list(rt, who)).map(({ content }) => content)).toEqual([FACT.content]);
      expect(await list(rt, who, { status: 'pending' })).toEqual([]);
      expect(callsFor(model(), 'memory', since)).toEqual([]);
      expect(callsFor(model(), 'reflect', since)[0]?.user).toContain(
        `The memories that it was served:\n<<<quoted-data>>>\n{"id":"${known.id}","kind":"fact","content":"${FACT.content}"}`,
      );
    });

    it('that resembles another one is reconciled, and waits for a person where the model fails', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await say(rt, who, FACT.content);
      await recordRun(rt, who);
      model().answer(
        'reflect',
        reflection({ memories: [{ ...FACT, content: `${FACT.content} and Fridays` }] }),
      );
      model().fail('memory', { status: 401 });
      await reflect(rt, who);
      expect(await list(rt, who, { status: 'pending' })).toMatchObject([{ holdReasons: ['resembles'] }]);
    });

    it('are ten of a run at most', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await recordRun(rt, who);
      const many = Array.from({ length: 200 }, (_, at) => ({
        ...FACT,
        content: `Snapshot ${at} holds box ${at}`,
      }));
      model().answer('reflect', reflection({ memories: many }));
      await reflect(rt, who);
      expect((await list(rt, who)).length).toBeLessThanOrEqual(10);
    });
  },
  NO_HOLDOUT,
);

describeWithModelOnOne(
  'where learned facts are shared, a memory that a run teaches',
  (runtime, model) => {
    it('has no user where it is about none in particular; a preference is never shared', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await recordRun(rt, who, ofUser('ada'));
      model().answer('reflect', reflection({ memories: ALL }));
      await reflect(rt, who);
      expect(ownersOf(await list(rt, who))).toEqual({
        [FACT.content]: null,
        [LESSON.content]: null,
        [WISH.content]: 'ada',
        [OWN.content]: 'ada',
      });
      const served = await recallTask(rt, who, { ...ofUser('bob'), query: FACT.content });
      expect(served.memories.map(({ content }) => content)).toContain(FACT.content);
    });
  },
  { ...NO_HOLDOUT, SERVICE_SHARE_LEARNED_FACTS: 'true' },
);
