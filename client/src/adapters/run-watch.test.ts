/** Runs as their model calls show them, where two cannot be told apart. */
import { expect, it } from 'vitest';
import { emptyRecall } from '../recall.ts';
import { Whetstone } from '../whetstone.ts';
import { toConversation } from './conversation.ts';
import { RunWatch } from './run-watch.ts';

it('two runs at once that are word for word alike cost one recall and are two records', async () => {
  const sent: { path: string; body: string }[] = [];
  const client = new Whetstone({
    url: 'http://127.0.0.1:1',
    fetch: async (input, init) => {
      const body = await new Response(init?.body ?? null).text();
      sent.push({ path: new URL(String(input)).pathname, body });
      if (body.startsWith('[')) return Response.json({ episodes: JSON.parse(body) });
      return Response.json({ ...emptyRecall(null), recall_id: 'rc_1' });
    },
  });
  const watch = new RunWatch('test', { client });
  const run = toConversation([{ kind: 'message', role: 'user', text: 'the same' }]);
  await Promise.all([watch.recall(run), watch.recall(run)]);
  await watch.ended(run, 'first');
  await watch.ended(run, 'second');
  await client.flush();
  expect(sent.map(({ path }) => path)).toEqual(['/v1/recall', '/v1/episodes:batch']);
  expect(JSON.parse(sent[1]?.body ?? '')).toMatchObject([
    { task: 'the same', recall_id: 'rc_1', duration_ms: expect.any(Number) },
    { task: 'the same', recall_id: null },
  ]);
});
