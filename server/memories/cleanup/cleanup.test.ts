import { expect, it } from 'vitest';
import { listAudit } from '../../audit/index.ts';
import type { CleanupDecision } from '../../domain/memories/suggestion.ts';
import type { Principal } from '../../domain/principal.ts';
import { putMemories } from '../../testing/database/knowledge-rows.ts';
import { jobContext } from '../../testing/jobs/reflect-job.ts';
import { ask, list, say, texts } from '../../testing/samples/said-memories.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { deleteMemory } from '../index.ts';
import {
  checkMemories,
  countSuggestions,
  decideSuggestions,
  listSuggestions,
  restoreMemory,
} from './index.ts';

const SAME = ['The staging database runs on port 5433', 'On port 5433 runs the staging database'];

const check = (rt: TestRuntime, { tenant }: Principal) =>
  checkMemories(rt, { tenant, agentId: 'default' }, jobContext(rt));

const suggested = async (rt: TestRuntime, who: Principal) =>
  (await listSuggestions(rt, who, { agentId: null, limit: 50 })).items;

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
  it('merges what repeats another: recalls serve it no more, and again once it is restored', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const { ids, suggestion } = await aDuplicate(rt, who);
    const { id, digest } = suggestion;
    expect([suggestion.memory.id, suggestion.other.id]).toEqual(ids);
    expect(await countSuggestions(rt, who, 'default')).toBe(1);
    const served = async () => texts(await ask(rt, who, 'Which port has the staging database?')).toSorted();
    expect(await served()).toEqual(SAME.toSorted());
    expect(await decide(rt, who, { id, action: 'merge', digest })).toBe('applied');
    expect(await served()).toEqual([SAME[1]]);
    expect(await list(rt, who, { includeHistory: true })).toMatchObject([
      { id: ids[1], status: 'active' },
      { id: ids[0], status: 'superseded', supersededBy: ids[1] },
    ]);
    expect([await suggested(rt, who), await countSuggestions(rt, who, null)]).toEqual([[], 0]);
    expect(await decide(rt, who, { id, action: 'merge', digest })).toBe('it is applied already');
    expect(await restoreMemory(rt, who, ids[0] ?? '')).toEqual({ id: ids[0], status: 'active' });
    await expect(restoreMemory(rt, who, ids[0] ?? '')).rejects.toThrow('memory is active');
    expect(await served()).toEqual(SAME.toSorted());
    await check(rt, who);
    expect(await suggested(rt, who)).toEqual([]);
    expect((await listAudit(rt, who, 10)).map(({ action, resource }) => [action, resource])).toEqual([
      ['memory.restored', `memory:${ids[0]}`],
      ['memory.merged', `memory:${ids[0]}`],
    ]);
  });

  it('refuses what is no longer as it was shown, and another tenant', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const { ids, suggestion } = await aDuplicate(rt, who);
    const { id, digest } = suggestion;
    expect(await decide(rt, who, { id, action: 'merge', digest: 'other' })).toContain('things changed');
    expect(await decide(rt, freshPrincipal(), { id, action: 'merge', digest })).toBe('suggestion not found');
    await deleteMemory(rt, who, ids[1] ?? '');
    expect(await suggested(rt, who)).toEqual([]);
    expect(await decide(rt, who, { id, action: 'merge', digest })).toBe('a memory of it was deleted');
    expect(await list(rt, who)).toMatchObject([{ id: ids[0], status: 'active' }]);
  });

  it('suggests nothing again that was kept, and takes back what is gone', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const { ids, suggestion } = await aDuplicate(rt, who);
    expect(await decide(rt, who, { id: suggestion.id, action: 'keep', digest: suggestion.digest })).toBe(
      'kept',
    );
    const [third] = await putMemories(rt, who.tenant, { texts: ['The staging database runs: port 5433'] });
    await check(rt, who);
    const found = await suggested(rt, who);
    expect(found.map(({ memory, other }) => [memory.id, other.id]).toSorted()).toEqual(
      [
        [ids[0], third],
        [ids[1], third],
      ].toSorted(),
    );
    await deleteMemory(rt, who, third ?? '');
    await check(rt, who);
    expect(await suggested(rt, who)).toEqual([]);
  });

  it('restores nothing that another memory says by now', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const text = 'The staging database runs on port 5433';
    const { id } = await say(rt, who, text);
    rt.advance(1000);
    const [longer] = await putMemories(rt, who.tenant, { texts: [`${text} in Frankfurt`] });
    await check(rt, who);
    const [suggestion] = await suggested(rt, who);
    expect(suggestion?.memory.id).toBe(id);
    await decide(rt, who, { id: suggestion?.id ?? '', action: 'merge', digest: null });
    await deleteMemory(rt, who, longer ?? '');
    await say(rt, who, text);
    await expect(restoreMemory(rt, who, id)).rejects.toThrow('another memory says the same');
  });
});
