/** Runs as their model calls show them: which call belongs to which run, what it is told, and when a run is over. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { recordingClient } from '../../testing/recording-client.ts';
import { type ConversationItem, conversationOf, type RequestedTool } from './conversation.ts';
import type { CallHints } from './open-run.ts';
import { RunWatch } from './run-watch.ts';

/** A gateway that numbers its recalls, and what it was sent. */
function watching() {
  const { client, recalled, recorded } = recordingClient();
  const watch = new RunWatch('test', { client });
  const begin = async (items: ConversationItem[], signs?: CallHints) => {
    const call = await watch.begin(conversationOf(items), signs);
    if (call === null) throw new Error('not followed');
    return call;
  };
  return { client, begin, recalled, recorded };
}

const said = (role: string, text: string): ConversationItem => ({ kind: 'message', role, text });
const tool = (id: string): RequestedTool => ({ kind: 'call', id, name: 'look', arguments: '{}' });
const result = (id: string): ConversationItem => ({ kind: 'result', id, text: 'seen', isError: false });
const ANSWER = { text: 'done', calls: [] };
const REFUSED = new Error('refused');
const RETRY = { fromMs: 0, untilMs: 60_000 };

describe('runs that are word for word alike', () => {
  it.each([['unique'], ['equal']])(
    'keep a recall each, side by side, with %s ids of their tools',
    async (ids) => {
      const { client, begin, recorded } = watching();
      const asked = said('user', 'the same');
      const runs = Array.from({ length: 5 }, (_, n) => tool(ids === 'unique' ? `call_${n}` : 'call'));
      const first = await Promise.all(runs.map(() => begin([asked])));
      for (const [n, call] of first.entries()) call.answered({ text: '', calls: [runs[n] ?? tool('')] });
      const second: Awaited<ReturnType<typeof begin>>[] = [];
      for (const called of runs.toReversed()) second.push(await begin([asked, called, result(called.id)]));
      for (const call of second) call.answered(ANSWER);
      await client.flush();
      expect(recorded.map(({ recall_id }) => recall_id).sort()).toEqual([
        'rc_1',
        'rc_2',
        'rc_3',
        'rc_4',
        'rc_5',
      ]);
      expect(recorded).toMatchObject(runs.map(() => ({ tool_calls: [{ name: 'look', result: 'seen' }] })));
    },
  );

  it('follow each other with a recall each, after an answer and after an error', async () => {
    const { client, begin, recorded } = watching();
    const asked = [said('user', 'the same')];
    (await begin(asked)).answered(ANSWER);
    (await begin(asked)).failed(REFUSED, null);
    (await begin(asked)).answered(ANSWER);
    await client.flush();
    expect(recorded).toMatchObject([
      { recall_id: 'rc_1', outcome: 'unknown' },
      { recall_id: 'rc_2', outcome: 'unknown', error: 'refused' },
      { recall_id: 'rc_3', outcome: 'unknown' },
    ]);
  });
});

describe('a call that failed', () => {
  it.each([
    ['the framework says so', { isRetry: true }, {}, 1],
    ['it belongs to the same run', { identity: REFUSED }, { identity: REFUSED }, 1],
    ['it looks like it, with a new recall', {}, {}, 2],
  ])('is tried again where %s: one record', async (_why, signs: CallHints, before: CallHints, recalls) => {
    const { client, begin, recalled, recorded } = watching();
    const asked = [said('user', 'again')];
    for (let n = 0; n < 2; n += 1) (await begin(asked, before)).failed(REFUSED, RETRY);
    (await begin(asked, signs)).answered(ANSWER);
    await client.flush();
    expect(recorded).toHaveLength(1);
    expect(recorded[0]).not.toHaveProperty('error');
    expect(recorded[0]?.recall_id).toBe(`rc_${recalled.length}`);
    expect(recalled.length).toBeGreaterThanOrEqual(recalls);
  });

  it('is no retry of another run, nor of one that could not come so soon', async () => {
    const { client, begin, recorded } = watching();
    const asked = [said('user', 'again')];
    (await begin(asked, { identity: {} })).failed(REFUSED, RETRY);
    (await begin(asked, { identity: {} })).answered(ANSWER);
    (await begin([said('user', 'soon')])).failed(REFUSED, { fromMs: 5000, untilMs: 60_000 });
    (await begin([said('user', 'soon')])).answered(ANSWER);
    await client.flush();
    expect(recorded).toHaveLength(4);
  });

  it('is no retry of the run of somebody else', async () => {
    const { client, begin, recorded } = watching();
    const asked = [said('user', 'again')];
    const ann = { caller: { user: 'ann' } };
    (await begin(asked, ann)).failed(REFUSED, RETRY);
    (await begin(asked, { caller: { user: 'bob' }, isRetry: true })).answered(ANSWER);
    (await begin(asked, ann)).answered({ text: '', calls: [tool('a')] });
    const looked = [...asked, tool('a'), result('a')];
    await client.runWith({ user: 'eve' }, async () => (await begin(looked)).answered(ANSWER));
    (await begin(looked, ann)).answered(ANSWER);
    await client.flush();
    expect(recorded).toMatchObject([
      { scope: { user_id: 'bob' }, recall_id: 'rc_2' },
      { scope: { user_id: 'eve' }, recall_id: 'rc_4' },
      { scope: { user_id: 'ann' }, recall_id: 'rc_3' },
    ]);
  });

  it('within a run is tried again with the recall of the run', async () => {
    const { client, begin, recalled, recorded } = watching();
    const asked = said('user', 'again');
    (await begin([asked])).answered({ text: '', calls: [tool('a')] });
    (await begin([asked, tool('a'), result('a')])).failed(REFUSED, { fromMs: 5000, untilMs: 60_000 });
    (await begin([asked, tool('a'), result('a')])).answered(ANSWER);
    await client.flush();
    expect({ recalls: recalled.length, records: recorded.length }).toEqual({ recalls: 1, records: 1 });
  });
});

describe('a run that is not heard of again', () => {
  it('is recorded by a flush, while one at work is left alone', async () => {
    const { client, begin, recorded } = watching();
    (await begin([said('user', 'silent')])).answered({ text: '', calls: [tool('a')] });
    const busy = await begin([said('user', 'busy')]);
    const { waiting } = await client.flush({ timeoutMs: 200 });
    expect(waiting).toBe(0);
    expect(recorded).toMatchObject([{ task: 'silent', outcome: 'unknown', tool_calls: [{ name: 'look' }] }]);
    busy.answered(ANSWER);
    await client.flush();
    expect(recorded).toHaveLength(2);
  });

  it('is left alone by the flush of another run while its tool works', async () => {
    const { client, begin, recorded } = watching();
    const asked = said('user', 'looks');
    (await begin([asked])).answered({ text: '', calls: [tool('a')] });
    const flushed = client.flush();
    (await begin([asked, tool('a'), result('a')])).answered(ANSWER);
    await flushed;
    await client.flush();
    expect(recorded).toMatchObject([{ recall_id: 'rc_1', messages: [{}, { content: 'done' }] }]);
  });

  it('is recorded by a flush within an answer that nobody reads on, as far as it was read', async () => {
    const { client, begin, recorded } = watching();
    const call = await begin([said('user', 'looks')]);
    call.rests(() => ({ text: 'half', calls: [] }));
    call.asks();
    await client.flush();
    expect(recorded).toEqual([]);
    call.rests(() => ({ text: 'half of it', calls: [] }));
    await client.flush();
    expect(recorded).toMatchObject([{ messages: [{ role: 'user' }, { content: 'half of it' }] }]);
  });
});

describe('a run that lasts', () => {
  afterEach(() => void vi.useRealTimers());

  it('recalls again after a minute, and is credited to the last recall', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { client, begin, recalled, recorded } = watching();
    const items: ConversationItem[] = [said('user', 'looks')];
    for (const [n, seconds] of [30, 29, 2, 59].entries()) {
      (await begin(items)).answered({ text: '', calls: [tool(`${n}`)] });
      items.push(tool(`${n}`), result(`${n}`));
      vi.advanceTimersByTime(seconds * 1000);
    }
    expect(recalled).toHaveLength(2);
    (await begin(items)).answered(ANSWER);
    await client.flush();
    expect(recorded).toMatchObject([{ recall_id: 'rc_2', duration_ms: 120_000 }]);
  });

  it('tells the query of a second turn what the turns before it were', async () => {
    const { begin, recalled } = watching();
    const turns = [said('user', 'refund order 1042'), said('assistant', 'Shall I? '.repeat(100))];
    (await begin([...turns, said('user', 'yes, go ahead')])).answered(ANSWER);
    expect(recalled[0]?.query).toMatch(/^refund order 1042\nShall I\? [\s\S]{400,500}\nyes, go ahead$/);
  });
});
