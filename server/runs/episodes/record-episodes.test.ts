import { expect, it } from 'vitest';
import { snakeCased } from '../../domain/camel-case.ts';
import { episodeSchema } from '../../domain/runs/episodes/episode.ts';
import { type EpisodeIn, episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { insertRecall, insertSkill, keptSums } from '../../testing/canary/credited-runs.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { getEpisode, latestEpisode, recordEpisode } from './index.ts';

type Sent = Parameters<typeof episodeInSchema.parse>[0];
const parsed = (sent: Sent): EpisodeIn => episodeInSchema.parse(sent);

async function storedEpisodes(runtime: TestRuntime, tenant: string) {
  return await clientOf(runtime.db.read).episode.findMany({ where: { tenant } });
}

describeOnBoth('recording an episode', (runtime) => {
  it('stores everything that was sent and shows it again', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const sent = {
      scope: { agent_id: 'team/bot:1@x', user_id: 'u-1' },
      session_id: 's-1',
      recall_id: 'rc_unknown',
      idempotency_key: 'k',
      task: 'Deploy',
      messages: [{ role: 'user', content: 'go' }],
      tool_calls: [
        { name: 'ls', arguments: { path: '/' }, result: 'etc' },
        { name: 'raw', arguments: '-l' },
      ],
      outcome: 'partial',
      verification: { passed: true, details: 'tests ran' },
      error: 'none',
      duration_ms: 1200,
      model: 'm-1',
      framework: 'langgraph',
      skills_loaded: ['nobody-knows'],
      metadata: { z: 1, a: { deep: [null, true] } },
    };
    const { episode_id } = await recordEpisode(rt, who, parsed(sent));
    expect(episode_id).toMatch(/^ep_/);
    const { scope: _, idempotency_key: __, ...same } = sent;
    expect(snakeCased(episodeSchema).parse(await getEpisode(rt, who, episode_id))).toEqual({
      ...same,
      episode_id,
      agent_id: 'team/bot:1@x',
      user_id: 'u-1',
      tool_calls: [
        { name: 'ls', arguments: { path: '/' }, result: 'etc', error: null },
        { name: 'raw', arguments: '-l', result: null, error: null },
      ],
      verification: { passed: true, details: 'tests ran', source: 'verifier' },
      reward: 1,
      reward_strength: 1,
      reward_source: 'verification',
      credited: false,
      credit_reason: null,
      holdout: null,
      reflected: false,
      reflection: null,
      created_at: rt.clock().toISOString(),
    });
  });

  it('with one key a hundred times at once makes one episode, and all get its id', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const sent = parsed({ idempotency_key: 'same', outcome: 'success', framework: 'Semantic_Kernel' });
    const replies = await Promise.all(Array.from({ length: 100 }, () => recordEpisode(rt, who, sent)));
    const stored = await storedEpisodes(rt, who.tenant);
    expect(stored).toHaveLength(1);
    expect(new Set(replies.map(({ episode_id }) => episode_id))).toEqual(new Set([stored[0]?.id]));
    expect(await keptSums(rt.db.read, who.tenant)).toEqual({ 'default episodes': 1 });
    const counted = await rt.metrics.episodes.get();
    expect(counted.values.filter(({ labels }) => labels.framework === 'semantic-kernel')).toEqual([
      { labels: { outcome: 'success', framework: 'semantic-kernel' }, value: 1 },
    ]);
  });

  it('with one key in two tenants makes two episodes', async () => {
    const rt = runtime();
    const [ours, theirs] = [freshPrincipal(), freshPrincipal()];
    const sent = parsed({ idempotency_key: 'same' });
    const [one, other] = await Promise.all([recordEpisode(rt, ours, sent), recordEpisode(rt, theirs, sent)]);
    expect(one.episode_id).not.toBe(other.episode_id);
    await expect(getEpisode(rt, ours, other.episode_id)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('with one key of two agents makes two episodes, and says of each where it was recorded before', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const sent = (agent_id: string) => parsed({ idempotency_key: 'same', scope: { agent_id } });
    const [one, other] = await Promise.all(['a', 'b'].map((agent) => recordEpisode(rt, who, sent(agent))));
    expect(other?.episode_id).not.toBe(one?.episode_id);
    expect([one, other]).toMatchObject([{ duplicate: false }, { duplicate: false }]);
    for (const [agent, first] of [['a', one] as const, ['b', other] as const]) {
      const again = await recordEpisode(rt, who, sent(agent));
      expect(again).toMatchObject({ episode_id: first?.episode_id, duplicate: true });
    }
  });

  it('with an empty key or none is always new', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    for (const idempotency_key of ['', '', null, undefined]) {
      await recordEpisode(rt, who, parsed({ idempotency_key }));
    }
    expect(await storedEpisodes(rt, who.tenant)).toHaveLength(4);
  });

  it('schedules reflection for failures, many tool calls and every fifth episode, and never twice', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const scheduled = async (sent: Sent) => (await recordEpisode(rt, who, parsed(sent))).reflection_scheduled;
    const calls = Array.from({ length: 5 }, () => ({ name: 'ls' }));
    expect(await scheduled({ outcome: 'success' })).toBe(false);
    expect(await scheduled({ outcome: 'failure', idempotency_key: 'k' })).toBe(true);
    expect(await scheduled({ outcome: 'failure', idempotency_key: 'k' })).toBe(false);
    expect(await scheduled({ tool_calls: calls })).toBe(true);
    expect(await scheduled({ tool_calls: calls.slice(1) })).toBe(false);
    expect(await scheduled({})).toBe(true);
    expect(await scheduled({ scope: { agent_id: 'other' } })).toBe(false);
  });

  it('numbers episodes that arrive together one by one', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const replies = await Promise.all(Array.from({ length: 20 }, () => recordEpisode(rt, who, parsed({}))));
    expect(replies.filter(({ reflection_scheduled }) => reflection_scheduled)).toHaveLength(4);
  });

  it('takes what its recall served, and the holdout draw', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await insertSkill(rt.db.read, who.tenant, { id: 'sk_1', version: 3, bullets: ['bl_1', 'bl_2'] });
    await insertRecall(rt.db.read, who.tenant, {
      id: 'rc_1',
      skills: [
        { id: 'sk_1', version: 2, arm: 'candidate', bullets: ['bl_1'] },
        { id: 'sk_index', served: false },
      ],
      memories: [
        { id: 'mem_1', served: true },
        { id: 'mem_2', served: false },
      ],
    });
    const { episode_id } = await recordEpisode(rt, who, parsed({ recall_id: 'rc_1', outcome: 'partial' }));
    const [stored] = await storedEpisodes(rt, who.tenant);
    expect(stored).toMatchObject({ holdout: false, liftGroup: 'treated', reward: 0.5 });
    expect(JSON.parse(stored?.served ?? '')).toEqual({
      skills: [{ id: 'sk_1', version: 2, arm: 'candidate' }],
      bullets: ['bl_1'],
      memories: ['mem_1'],
    });
    const credits = await clientOf(rt.db.read).episodeCredit.findMany({ where: { tenant: who.tenant } });
    expect(credits).toMatchObject([
      { tenant: who.tenant, episodeId: episode_id, skillId: 'sk_1', version: 2, arm: 'candidate' },
    ]);
  });

  it('keeps an unknown recall id as it was sent and credits nothing for it, nor for another tenant’s', async () => {
    const rt = runtime();
    const [ours, theirs] = [freshPrincipal(), freshPrincipal()];
    for (const { tenant } of [ours, theirs]) await insertSkill(rt.db.read, tenant, { id: 'sk_1' });
    await insertRecall(rt.db.read, theirs.tenant, { id: 'rc_theirs', skills: [{ id: 'sk_1' }] });
    for (const recall_id of ['rc_theirs', 'no such recall']) {
      const { episode_id } = await recordEpisode(rt, ours, parsed({ recall_id, outcome: 'success' }));
      expect(await getEpisode(rt, ours, episode_id)).toMatchObject({
        recallId: recall_id,
        holdout: null,
        reward: 1,
      });
    }
    expect(await keptSums(rt.db.read, ours.tenant)).toEqual({ 'default episodes': 2 });
    expect(await keptSums(rt.db.read, theirs.tenant)).toEqual({});
  });

  it('counts skills in skills_loaded as used, by name or id, the agent’s own before a shared one, and rewards none', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const skills = [
      { id: 'sk_own', agentId: 'a', name: 'both' },
      { id: 'sk_shared', agentId: '*', name: 'both' },
      { id: 'sk_other', agentId: 'b', name: 'theirs' },
      { id: 'sk_id', agentId: '*', name: 'by-id' },
    ];
    for (const skill of skills) await insertSkill(rt.db.read, who.tenant, skill);
    const skills_loaded = ['both', 'sk_own', 'theirs', 'sk_other', 'sk_id', 'unknown'];
    await recordEpisode(rt, who, parsed({ scope: { agent_id: 'a' }, skills_loaded, outcome: 'success' }));
    expect(await keptSums(rt.db.read, who.tenant)).toEqual({
      'sk_own uses': 1,
      'sk_id uses': 1,
      'a episodes': 1,
    });
    await recordEpisode(rt, who, parsed({ scope: { agent_id: 'b' }, skills_loaded: ['both'] }));
    expect((await keptSums(rt.db.read, who.tenant))['sk_shared uses']).toBe(1);
  });

  it('replaces NUL and lone surrogates in free text and metadata', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const bad = 'a\0b\uD800c';
    const { episode_id } = await recordEpisode(
      rt,
      who,
      parsed({
        task: bad,
        error: bad,
        messages: [{ role: bad, content: bad }],
        tool_calls: [{ name: bad, arguments: { [bad]: [bad] }, result: bad, error: bad }],
        framework: bad,
        skills_loaded: [bad],
        metadata: { [bad]: bad },
        verification: { passed: false, details: bad, source: bad },
      }),
    );
    const clean = 'a\uFFFDb\uFFFDc';
    expect(await getEpisode(rt, who, episode_id)).toMatchObject({
      task: clean,
      error: clean,
      messages: [{ role: clean, content: clean }],
      toolCalls: [{ name: clean, arguments: { [clean]: [clean] }, result: clean, error: clean }],
      framework: clean,
      skillsLoaded: [clean],
      metadata: { [clean]: clean },
      verification: { details: clean, source: clean },
    });
  });

  it('shows the latest episode of a session, by agent', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const latest = async (agentId: string, sessionId: string) =>
      (await latestEpisode(rt, who, { agentId, sessionId })).task;
    for (const task of ['first', 'second']) await recordEpisode(rt, who, parsed({ session_id: 's', task }));
    expect(await latest('default', 's')).toBe('second');
    rt.advance(1);
    await recordEpisode(rt, who, parsed({ session_id: 's', task: 'third' }));
    await recordEpisode(rt, who, parsed({ session_id: 't', task: 'elsewhere' }));
    await recordEpisode(rt, who, parsed({ scope: { agent_id: 'b' }, session_id: 's', task: 'by b' }));
    expect(await latest('default', 's')).toBe('third');
    expect(await latest('b', 's')).toBe('by b');
    const absent = latestEpisode(rt, freshPrincipal(), { agentId: 'default', sessionId: 's' });
    await expect(absent).rejects.toMatchObject({ kind: 'not_found', detail: 'episode not found' });
  });
});
