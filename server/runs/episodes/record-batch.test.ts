import { expect, it } from 'vitest';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { insertRecalls, insertSkill, keptSums } from '../../testing/canary/credited-runs.ts';
import { describeOnBoth, freshPrincipal } from '../../testing/test-runtime.ts';
import { recordBatch, recordEpisode } from './index.ts';

const parsed = (sent: Parameters<typeof episodeInSchema.parse>[0]) => episodeInSchema.parse(sent);

describeOnBoth('recording a batch', (runtime) => {
  it('keeps the order, and finds duplicates within the batch and before it', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const before = await recordEpisode(rt, who, parsed({ idempotency_key: 'b' }));
    const sent = [{ idempotency_key: 'z' }, {}, { idempotency_key: 'b' }, { idempotency_key: 'z' }, {}];
    const { episodes, ...counts } = await recordBatch(rt, who, sent.map(parsed));
    expect(counts).toEqual({ accepted: 3, duplicates: 2 });
    expect(episodes.map(({ duplicate }) => duplicate)).toEqual([false, false, true, true, false]);
    expect(episodes[2]?.episode_id).toBe(before.episode_id);
    expect(episodes[3]?.episode_id).toBe(episodes[0]?.episode_id);
    const again = await recordBatch(rt, who, sent.slice(0, 1).map(parsed));
    expect(again).toEqual({
      accepted: 0,
      duplicates: 1,
      episodes: [{ episode_id: episodes[0]?.episode_id, reflection_scheduled: false, duplicate: true }],
    });
    expect(await keptSums(rt.db.read, who.tenant)).toEqual({ 'default episodes': 4 });
  });

  it('of 1,000 served episodes is credited exactly', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await insertSkill(rt.db.read, who.tenant, { id: 'sk_1', bullets: ['bl_1'] });
    await insertSkill(rt.db.read, who.tenant, { id: 'sk_2' });
    const recalls = await Promise.all([
      insertRecalls(rt.db.read, who.tenant, 450, { id: 'rc_1', skills: [{ id: 'sk_1', bullets: ['bl_1'] }] }),
      insertRecalls(rt.db.read, who.tenant, 450, { id: 'rc_2', skills: [{ id: 'sk_2' }] }),
    ]);
    const sent = Array.from({ length: 1000 }, (_, index) =>
      parsed({
        recall_id: recalls.flat()[index % 900],
        outcome: 'partial',
        idempotency_key: `k${index % 900}`,
      }),
    );
    const { accepted, duplicates } = await recordBatch(rt, who, sent);
    expect({ accepted, duplicates }).toEqual({ accepted: 900, duplicates: 100 });
    expect(await keptSums(rt.db.read, who.tenant)).toEqual({
      'sk_1 uses': 450,
      'sk_1 evidence': 450,
      'sk_1 reward': 225,
      'sk_2 uses': 450,
      'sk_2 evidence': 450,
      'sk_2 reward': 225,
      'bl_1 used': 450,
      'default episodes': 900,
      'default treated evidence': 900,
      'default treated reward': 450,
      'default treated sessions': 900,
      'default treated means': 450,
      'default treated squares': 225,
      'default treated evidence of 2026-02-23': 900,
      'default treated reward of 2026-02-23': 450,
    });
  });

  it.each([
    ['998 names in one episode', 1, 998],
    ['20,000 names in one episode', 1, 20_000],
    ['3,000 names in 1,000 episodes', 1000, 3],
  ])('credits what it loaded among %s', async (_, episodes, names) => {
    const rt = runtime();
    const who = freshPrincipal();
    await insertSkill(rt.db.read, who.tenant, { id: 'sk_1', name: 'by-its-id' });
    await insertSkill(rt.db.read, who.tenant, { id: 'sk_2', name: 'by-its-name' });
    await insertSkill(rt.db.read, who.tenant, { id: 'sk_3', name: 'shared-one', agentId: '*' });
    const loaded = (at: number) => Array.from({ length: names }, (_, name) => `name-${at}-${name}`);
    const sent = Array.from({ length: episodes }, (_, at) =>
      parsed({ skills_loaded: at === 0 ? ['sk_1', ...loaded(at), 'by-its-name', 'shared-one'] : loaded(at) }),
    );
    expect(await recordBatch(rt, who, sent)).toMatchObject({ accepted: episodes });
    const sums = await keptSums(rt.db.read, who.tenant);
    expect(sums).toMatchObject({
      'sk_1 uses': 1,
      'sk_2 uses': 1,
      'sk_3 uses': 1,
      'default episodes': episodes,
    });
  });

  it('of 1,000 taken keys finds the episodes that hold them', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const sent = Array.from({ length: 1000 }, (_, at) => parsed({ idempotency_key: `key-${at}` }));
    const { episodes } = await recordBatch(rt, who, sent);
    const again = await recordBatch(rt, who, sent);
    expect(again).toMatchObject({ accepted: 0, duplicates: 1000 });
    expect(again.episodes.map((one) => one.episode_id)).toEqual(episodes.map((one) => one.episode_id));
  });

  it('is refused above 1,000 episodes, and then nothing of it is stored', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const many = Array.from({ length: 1001 }, () => parsed({}));
    await expect(recordBatch(rt, who, many)).rejects.toMatchObject({ kind: 'too_large' });
    expect(await clientOf(rt.db.read).episode.count({ where: { tenant: who.tenant } })).toBe(0);
  });

  it('and its twin in the opposite order at once store each key once', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const sent = Array.from({ length: 200 }, (_, index) => parsed({ idempotency_key: `k${index}` }));
    const [forth, back] = await Promise.all([
      recordBatch(rt, who, sent),
      recordBatch(rt, who, sent.toReversed()),
    ]);
    expect(forth.accepted + back.accepted).toBe(200);
    expect(back.episodes.toReversed().map(({ episode_id }) => episode_id)).toEqual(
      forth.episodes.map(({ episode_id }) => episode_id),
    );
  });
});
