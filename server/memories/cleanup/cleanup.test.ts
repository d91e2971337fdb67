import { expect, it } from 'vitest';
import { readInsights } from '../../admin/insights/index.ts';
import { listAudit } from '../../audit/index.ts';
import type { CleanupDecision, SuggestionKind } from '../../domain/memories/suggestion.ts';
import type { Principal } from '../../domain/principal.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { DAY_MS } from '../../domain/time.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { recordBatch } from '../../runs/episodes/index.ts';
import { putMemories } from '../../testing/database/knowledge-rows.ts';
import { jobContext } from '../../testing/jobs/reflect-job.ts';
import { ask, list, of, say, texts } from '../../testing/samples/said-memories.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { approveMemory, deleteMemory } from '../index.ts';
import { getProfile } from '../profiles/index.ts';
import { checkMemories, decideSuggestions, listSuggestions, restoreMemory } from './index.ts';

const UNUSED_MS = 91 * DAY_MS;
const SAME = ['The staging database runs on port 5433', 'On port 5433 runs the staging database'];

const check = (rt: TestRuntime, { tenant }: Principal) =>
  checkMemories(rt, { tenant, agentId: 'default' }, jobContext(rt));

const suggested = async (rt: TestRuntime, who: Principal, kind: SuggestionKind | null = null) =>
  (await listSuggestions(rt, who, { filter: { kind }, limit: 50 })).items;

const look = async (rt: TestRuntime, who: Principal) =>
  (await suggested(rt, who)).map(({ kind, memory }) => `${kind}: ${memory.content}`).toSorted();

async function decide(rt: TestRuntime, who: Principal, decision: CleanupDecision) {
  const [result] = await decideSuggestions(rt, who, [decision]);
  return result?.fault?.detail ?? result?.status;
}

/** The one suggestion there is, about two memories that say the same. */
async function aDuplicate(rt: TestRuntime, who: Principal) {
  const ids = await putMemories(rt, who.tenant, { texts: SAME });
  await check(rt, who);
  const [suggestion] = await suggested(rt, who);
  if (suggestion === undefined) throw new Error('nothing is suggested');
  return { ids, suggestion };
}

describeOnBoth('cleaning up memories', (runtime) => {
  it('merges what repeats another: recalls serve it no more, and again once that is undone', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const { ids, suggestion } = await aDuplicate(rt, who);
    const { id, digest } = suggestion;
    expect(suggestion).toMatchObject({ kind: 'near_duplicate', action: 'merge', alternative: 'keep' });
    expect([suggestion.memory.id, suggestion.other?.id]).toEqual(ids);
    const served = async () => texts(await ask(rt, who, 'Which port has the staging database?')).toSorted();
    expect(await served()).toEqual(SAME.toSorted());
    expect(await decide(rt, who, { id, action: 'merge', digest })).toBe('applied');
    expect(await served()).toEqual([SAME[1]]);
    expect(await list(rt, who, { includeHistory: true })).toMatchObject([
      { id: ids[1], status: 'active' },
      { id: ids[0], status: 'superseded', supersededBy: ids[1] },
    ]);
    expect(await suggested(rt, who)).toEqual([]);
    expect(await decide(rt, who, { id, action: 'merge', digest })).toBe('it is applied already');
    expect(await decide(rt, who, { id, action: 'undo' })).toBe('open');
    expect(await served()).toEqual(SAME.toSorted());
    expect(await look(rt, who)).toEqual([`near_duplicate: ${SAME[0]}`]);
    expect((await listAudit(rt, who, 10)).map(({ action, resource }) => [action, resource])).toEqual([
      ['memory.restored', `memory:${ids[0]}`],
      ['memory.merged', `memory:${ids[0]}`],
    ]);
  });

  it('refuses what is no longer as it was shown, another tenant, and an action that is none for it', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const { ids, suggestion } = await aDuplicate(rt, who);
    const { id, digest } = suggestion;
    expect(await decide(rt, who, { id, action: 'merge', digest: 'other' })).toContain('things changed');
    expect(await decide(rt, who, { id, action: 'forget', digest })).toContain('near_duplicate');
    expect(await decide(rt, freshPrincipal(), { id, action: 'merge', digest })).toBe('suggestion not found');
    expect(await decide(rt, who, { id, action: 'undo' })).toBe('nothing was decided');
    await deleteMemory(rt, who, ids[1] ?? '');
    expect(await suggested(rt, who)).toEqual([]);
    expect(await decide(rt, who, { id, action: 'merge', digest })).toBe('a memory of it was deleted');
    expect(await list(rt, who)).toMatchObject([{ id: ids[0], status: 'active' }]);
  });

  it('suggests nothing again that was kept or restored, and counts it as clean', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const { ids, suggestion } = await aDuplicate(rt, who);
    const { id, digest } = suggestion;
    const share = async () => (await readInsights(rt, who, 'default')).memoryHygiene?.share;
    expect(await share()).toBe(0.5);
    expect(await decide(rt, who, { id, action: 'keep', digest })).toBe('kept');
    await check(rt, who);
    expect(await suggested(rt, who)).toEqual([]);
    expect(await share()).toBe(1);
    expect(await decide(rt, who, { id, action: 'undo' })).toBe('open');
    await decide(rt, who, { id, action: 'merge', digest });
    expect(await restoreMemory(rt, who, ids[0] ?? '')).toEqual({ id: ids[0], status: 'active' });
    await expect(restoreMemory(rt, who, ids[0] ?? '')).rejects.toThrow('memory is active');
    await check(rt, who);
    expect(await suggested(rt, who)).toEqual([]);
  });

  it('restores nothing that another memory says by now', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const { id } = await say(rt, who, 'Tickets are closed after a week');
    rt.advance(UNUSED_MS);
    await ask(rt, who, 'Where is the canteen?');
    await clientOf(rt.db.read).memory.updateMany({
      where: { tenant: who.tenant, id },
      data: { lastRecalledAt: null },
    });
    await clientOf(rt.db.read).recall.updateMany({ where: { tenant: who.tenant }, data: { memories: '[]' } });
    rt.advance(120_000);
    await check(rt, who);
    const [suggestion] = await suggested(rt, who);
    expect(suggestion).toMatchObject({ kind: 'never_recalled', action: 'forget', other: null });
    expect(await decide(rt, who, { id: suggestion?.id ?? '', action: 'forget' })).toBe('applied');
    await say(rt, who, 'Tickets are closed after a week');
    await expect(restoreMemory(rt, who, id)).rejects.toThrow('another memory says the same');
    expect(await decide(rt, who, { id: suggestion?.id ?? '', action: 'undo' })).toBe(
      'another memory says the same',
    );
  });

  it('shows what no model could reconcile when it was released, side by side', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const old = await say(rt, who, 'The staging database runs on port 5433');
    const held = await say(rt, who, 'The staging database now runs on port 6000');
    rt.advance(1000);
    await approveMemory(rt, who, held.id);
    await check(rt, who);
    expect(await suggested(rt, who, 'contradiction')).toMatchObject([
      { action: 'merge', memory: { id: old.id }, other: { id: held.id } },
    ]);
  });

  it('suggests to forget what recalls never served, and to confirm preferences that went unused', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await say(rt, who, 'The office plants are watered by Jonas', of('u1'));
    await say(rt, who, 'Backups are written to tape', of('u1'));
    await say(rt, who, 'The canteen serves lentils', of('away'));
    await say(rt, who, 'Prefers answers in bullet points', { ...of('away'), kind: 'preference' });
    rt.advance(UNUSED_MS);
    await ask(rt, who, 'Who waters the office plants?', { ...of('u1'), max_memories: 1 });
    await check(rt, who);
    // What was recalled in the last minute has not been read yet, and says nothing of what it left out.
    expect(await look(rt, who)).toEqual(['stale_preference: Prefers answers in bullet points']);
    rt.advance(120_000);
    await check(rt, who);
    expect(await look(rt, who)).toEqual([
      'never_recalled: Backups are written to tape',
      'stale_preference: Prefers answers in bullet points',
    ]);
    const [stale] = await suggested(rt, who, 'stale_preference');
    expect(stale).toMatchObject({ action: 'keep', alternative: 'forget' });
    const card = async () => (await getProfile(rt, who, { agentId: 'default', userId: 'away' })).profile;
    expect(await decide(rt, who, { id: stale?.id ?? '', action: 'forget' })).toBe('applied');
    expect(await card()).toBeNull();
    expect(await decide(rt, who, { id: stale?.id ?? '', action: 'undo' })).toBe('open');
    expect(await card()).toContain('bullet points');
    expect(await decide(rt, who, { id: stale?.id ?? '', action: 'keep' })).toBe('kept');
    await check(rt, who);
    expect(await suggested(rt, who, 'stale_preference')).toEqual([]);
    rt.advance(UNUSED_MS);
    await check(rt, who);
    expect(await suggested(rt, who, 'stale_preference')).toHaveLength(1);
  });

  it('tells what rests on nothing but runs that had been told it', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const told = 'The parcel scanner needs firmware 7';
    await say(rt, who, told, of('u1'));
    const { recall_id: recallId } = await ask(rt, who, 'Which firmware has the parcel scanner?', of('u1'));
    const runs = [
      { task: 'Update the scanner', recall_id: recallId, outcome: 'success', scope: of('u1').scope },
      { task: 'Read the manual', outcome: 'success', scope: of('u1').scope },
    ].map((run) => episodeInSchema.parse(run));
    const { episodes } = await recordBatch(rt, who, runs);
    const [echo, own] = episodes.map(({ episode_id: id }) => id);
    const learned = await putMemories(rt, who.tenant, {
      userId: 'u2',
      texts: ['Firmware 7 needs the parcel scanner', 'The scanner needs firmware'],
    });
    const from = (id: string | undefined, sources: (string | undefined)[]) =>
      clientOf(rt.db.read).memory.updateMany({
        where: { tenant: who.tenant, id: id ?? '' },
        data: { sources: JSON.stringify(sources) },
      });
    await from(learned[0], [echo]);
    await from(learned[1], [echo, own]);
    await check(rt, who);
    expect(await suggested(rt, who, 'self_confirming')).toMatchObject([
      { action: 'forget', memory: { id: learned[0] } },
    ]);
  });
});
