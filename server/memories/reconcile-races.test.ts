import { expect, it } from 'vitest';
import { describeWithModel } from '../../lab/model/model-runtime.ts';
import type { RecordedCall } from '../../lab/model/stand-in-plan.ts';
import { listAudit } from '../audit/index.ts';
import type { Memory } from '../domain/memories/memory.ts';
import { putMemories } from '../testing/database/knowledge-rows.ts';
import { decide, list, say, shownIn, timesAsked, whileThinking } from '../testing/samples/said-memories.ts';
import { freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { deleteMemory } from './index.ts';

const OLD = 'The staging database runs on port 5433';
const NEW = 'The staging database now runs on port 6000';

const lines = (rt: TestRuntime, id: string) => rt.lines.filter(({ memory_id }) => memory_id === id);

/** Follows who took whose place, from a closed memory to the one that stands. */
function endOfChain(memories: readonly Memory[], from: Memory): Memory {
  let last = from;
  for (let step = 0; last.supersededBy !== null; step += 1) {
    const next = memories.find(({ id }) => id === last.supersededBy);
    if (next === undefined || step > memories.length) throw new Error('the chain leads nowhere');
    last = next;
  }
  return last;
}

describeWithModel('memories that are said at the same time', (runtime, model) => {
  it.each(['supersede', 'update', 'noop'] as const)(
    'leave one active chain where each is %s',
    async (action) => {
      const rt = runtime();
      const who = freshPrincipal();
      model().answer('memory', (call: RecordedCall) => ({
        ...{ action, target: shownIn(call)[0], reason: 'r' },
        content: `The metrics exporter listens on several ports, as of call ${model().calls.indexOf(call)}`,
      }));
      const ports = Array.from({ length: 16 }, (_, at) => 9100 + at);
      const replies = await Promise.all(
        ports.map((port) =>
          say(rt, who, `The metrics exporter listens on port ${port}`, { scope: { user_id: 'u1' } }),
        ),
      );
      const kept = await list(rt, who, { includeHistory: true });
      const active = kept.filter(({ status }) => status === 'active');
      expect(active).toHaveLength(1);
      for (const memory of kept) expect(endOfChain(kept, memory).id).toBe(active[0]?.id);
      const pending = await list(rt, who, { status: 'pending' });
      const made = replies.filter((reply) => reply.action !== 'noop');
      expect(new Set(made.map(({ id }) => id))).toEqual(new Set([...kept, ...pending].map(({ id }) => id)));
      const actions = (await listAudit(rt, who, 100)).map((entry) => entry.action);
      expect(actions.sort()).toEqual(made.map((reply) => `memory.${reply.action}`).sort());
    },
  );

  it.each([
    ['are considered again when another came in between', 1, 'active'],
    ['are held when others came in between twice', 2, 'pending'],
  ])('%s', async (_, others, status) => {
    const rt = runtime();
    const who = freshPrincipal();
    decide(model(), 'add');
    await say(rt, who, OLD);
    const before = timesAsked(model());
    model().latency(700);
    const second = say(rt, who, NEW);
    for (let at = 0; at < others; at += 1) {
      const texts = [`The staging database runs on port ${7000 + at}`];
      await whileThinking(model(), before + at, () => putMemories(rt, who.tenant, { texts }));
    }
    const reply = await second;
    expect(reply).toMatchObject({ action: 'add', status });
    expect(timesAsked(model())).toBe(before + 2);
    const last = model().calls.at(-1);
    expect(last === undefined ? [] : shownIn(last)).toHaveLength(2);
    const logged = status === 'active' ? [] : [{ event: 'memory.reconcile_failed' }];
    expect(lines(rt, reply.id)).toMatchObject(logged);
  });

  it('are stored as they are when what they would replace is removed meanwhile', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    decide(model(), 'update', 'The staging database runs on port 5433, later on 6000');
    const first = await say(rt, who, OLD);
    const before = timesAsked(model());
    model().latency(1000);
    const second = say(rt, who, NEW);
    await whileThinking(model(), before, () => deleteMemory(rt, who, first.id));
    expect(await second).toMatchObject({ action: 'add', status: 'active' });
    expect(await list(rt, who, { includeHistory: true })).toMatchObject([{ content: NEW }]);
  });
});
