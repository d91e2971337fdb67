import { expect, it } from 'vitest';
import { listAudit } from '../../audit/index.ts';
import { exportRecordSchema } from '../../domain/runs/episodes/episode.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { recordBatch, recordEpisode } from '../../runs/episodes/index.ts';
import { insertRecall, insertSkill } from '../../testing/canary/credited-runs.ts';
import { insertEpisodes } from '../../testing/database/rows.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { exportEpisodes } from './index.ts';

const parsed = (sent: Parameters<typeof episodeInSchema.parse>[0]) => episodeInSchema.parse(sent);

async function collect(lines: AsyncIterable<string>): Promise<{ chunks: number[]; records: unknown[] }> {
  const texts: string[] = [];
  for await (const text of lines) texts.push(text);
  const all = texts.join('');
  expect(all === '' || all.endsWith('\n')).toBe(true);
  const records = all.split('\n').slice(0, -1);
  return {
    chunks: texts.map(({ length }) => length),
    records: records.map((line) => exportRecordSchema.strict().parse(JSON.parse(line))),
  };
}

/** Ids in their own order. */
const inOrder = (count: number) =>
  Array.from({ length: count }, (_, n) => `ep_${String(n).padStart(5, '0')}`);

const idsOf = (records: unknown[]) => records.map((record) => exportRecordSchema.parse(record).episode_id);

describeOnOne('an export', (runtime) => {
  it('has one record a line with what was served, redacted, the oldest first', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await insertSkill(rt.db.read, who.tenant, { id: 'sk_1' });
    await insertRecall(rt.db.read, who.tenant, {
      id: 'rc',
      skills: [{ id: 'sk_1', version: 2, bullets: ['bl_1'] }],
      memories: [{ id: 'mem_1', served: true }],
    });
    const first = await recordEpisode(rt, who, parsed({ task: 'mail jane.doe@example.com', framework: 'x' }));
    const created_at = rt.clock().toISOString();
    rt.advance(1);
    const sent = { recall_id: 'rc', outcome: 'partial', messages: [{ role: 'user', content: 'a\nb' }] };
    const second = await recordEpisode(rt, who, parsed(sent));
    await recordEpisode(rt, who, parsed({ scope: { agent_id: 'other' } }));
    const { records } = await collect(await exportEpisodes(rt, who, { agentId: 'default', limit: 10 }));
    expect(records).toMatchObject([
      {
        episode_id: first.episode_id,
        task: 'mail [EMAIL]',
        reward: null,
        served: null,
        holdout: null,
        created_at,
      },
      {
        episode_id: second.episode_id,
        messages: sent.messages,
        ...{ reward: 0.5, reward_strength: 1, credited: true, holdout: false },
        served: {
          skills: [{ id: 'sk_1', version: 2, arm: null }],
          bullets: ['bl_1'],
          memories: ['mem_1'],
        },
      },
    ]);
  });

  it('is audited with its count before its first line leaves', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await recordBatch(rt, who, [{}, {}, {}].map(parsed));
    await exportEpisodes(rt, who, { agentId: 'default', limit: 2 });
    expect(await listAudit(rt, who, 10)).toMatchObject([
      {
        actor: who.actor,
        action: 'episodes.exported',
        resource: 'agent:default',
        details: { count: 2, limit: 2 },
      },
    ]);
  });

  it('goes through any number of pages without a gap or a repetition, up to its limit', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const names = inOrder(1300);
    // Rows of one moment, so that pages end between rows that only their ids tell apart.
    await insertEpisodes(rt.db.read, names.slice(0, 700), { tenant: who.tenant, at: rt.clock() });
    rt.advance(1);
    await insertEpisodes(rt.db.read, names.slice(700), { tenant: who.tenant, at: rt.clock() });
    const all = await collect(await exportEpisodes(rt, who, { agentId: 'default', limit: 10_000 }));
    expect(idsOf(all.records)).toEqual(names);
    const some = await collect(await exportEpisodes(rt, who, { agentId: 'default', limit: 1001 }));
    expect(idsOf(some.records)).toEqual(names.slice(0, 1001));
  });

  it('never holds more than a piece of bounded size in memory', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const large = (size: number) => parsed({ messages: [{ role: 'user', content: 'x'.repeat(size) }] });
    await recordBatch(rt, who, [
      ...Array.from({ length: 12 }, () => large(200_000)),
      large(900_000),
      large(10),
    ]);
    const { chunks, records } = await collect(
      await exportEpisodes(rt, who, { agentId: 'default', limit: 100 }),
    );
    expect(records).toHaveLength(14);
    expect(Math.max(...chunks)).toBeLessThan(1_000_000);
    expect(chunks.filter((size) => size > 500_000)).toHaveLength(1);
  });

  it('ends at the moment of its start and passes over what is erased under way', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const names = inOrder(1200);
    await insertEpisodes(rt.db.read, names, { tenant: who.tenant, at: rt.clock() });
    const lines = await exportEpisodes(rt, who, { agentId: 'default', limit: 10_000 });
    rt.advance(1);
    await recordEpisode(rt, who, parsed({}));
    const reader = lines[Symbol.asyncIterator]();
    const first = await reader.next();
    await clientOf(rt.db.read).episode.deleteMany({
      where: { tenant: who.tenant, id: { in: names.slice(500, 1100) } },
    });
    const rest = await collect({ [Symbol.asyncIterator]: () => reader });
    const seen = [...String(first.value).matchAll(/"episode_id":"([^"]+)"/g)].map(([, id]) => id);
    expect([...seen, ...idsOf(rest.records)]).toEqual([...names.slice(0, 500), ...names.slice(1100)]);
  });
});
