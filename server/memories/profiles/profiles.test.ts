/** Users' cards: what they are made of, and when a model's wording counts. */
import { expect, it } from 'vitest';
import { clientOf } from '../../platform/db/prisma.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { putMemories } from '../../testing/database/knowledge-rows.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { composedCards, getProfile, refreshProfile, rewordCard } from './profiles.ts';

const KEY = { agentId: 'default', userId: 'ada' };

/** A tenant, and what tests do to its cards. */
function cardsOf(rt: Runtime) {
  const who = freshPrincipal();
  const { tenant } = who;
  const refresh = (changed: { userId: string | null; kind: string }) =>
    rt.db.write((tx) => refreshProfile(rt, tx, tenant, { agentId: KEY.agentId, ...changed }));
  return {
    tenant,
    refresh,
    /** Preferences of the user, oldest first; their ids. */
    async prefer(...texts: string[]): Promise<string[]> {
      const ids = await putMemories(rt, tenant, { userId: KEY.userId, texts });
      const where = { tenant, id: { in: ids } };
      await clientOf(rt.db.read).memory.updateMany({ where, data: { kind: 'preference' } });
      await refresh({ userId: KEY.userId, kind: 'preference' });
      return ids;
    },
    async forget(id: string): Promise<void> {
      const where = { tenant, id };
      await clientOf(rt.db.read).memory.updateMany({ where, data: { status: 'deleted' } });
      await refresh({ userId: KEY.userId, kind: 'preference' });
    },
    read: (key = KEY) => getProfile(rt, who, key),
    waiting: (limit = 10) => composedCards(rt.db.read, tenant, { agentId: KEY.agentId, limit }),
    reword: (card: Parameters<typeof rewordCard>[3]) => rt.db.write((tx) => rewordCard(rt, tx, tenant, card)),
  };
}

async function onlyWaiting(cards: ReturnType<typeof cardsOf>) {
  const [card, ...others] = await cards.waiting();
  expect(others).toEqual([]);
  if (card === undefined) throw new Error('no card waits');
  return card;
}

describeOnOne('the card of a user', (runtime) => {
  it('is empty where nothing is known', async () => {
    expect(await cardsOf(runtime()).read()).toEqual({
      ...{ agentId: 'default', userId: 'ada', profile: null, sources: [], updatedAt: null },
    });
  });

  it('says the preferences, newest first, and names them as its sources', async () => {
    const cards = cardsOf(runtime());
    const [older, newer] = await cards.prefer('Likes short answers', 'Wants tables');
    expect(await cards.read()).toMatchObject({
      profile: '- Wants tables\n- Likes short answers',
      sources: [newer, older],
    });
    expect(await cards.read({ ...KEY, userId: 'bob' })).toMatchObject({ profile: null });
    expect(await cards.read({ ...KEY, agentId: 'other' })).toMatchObject({ profile: null });
  });

  it('is gone with the last preference', async () => {
    const cards = cardsOf(runtime());
    const [id = ''] = await cards.prefer('Likes short answers');
    await cards.forget(id);
    expect(await cards.read()).toMatchObject({ profile: null, sources: [] });
    expect(await cards.waiting()).toEqual([]);
  });

  it.each([
    { userId: null, kind: 'preference' },
    { userId: 'ada', kind: 'fact' },
  ])('is left alone by a memory that is no preference of a user: %j', async (changed) => {
    const cards = cardsOf(runtime());
    const [id] = await putMemories(runtime(), cards.tenant, { userId: 'ada', texts: ['Wants tables'] });
    const where = { tenant: cards.tenant, id: String(id) };
    await clientOf(runtime().db.read).memory.updateMany({ where, data: { kind: 'preference' } });
    await cards.refresh(changed);
    expect(await cards.read()).toMatchObject({ profile: null });
  });

  it('waits for a wording until it has one, and again after the next change', async () => {
    const cards = cardsOf(runtime());
    const [id = ''] = await cards.prefer('Likes short answers');
    const waiting = await onlyWaiting(cards);
    expect(waiting).toEqual({ key: KEY, preferences: [{ id, content: 'Likes short answers' }] });
    const card = { profile: 'Keep it short.', sources: [id] };
    expect(await cards.reword({ ...waiting, card })).toBe(true);
    expect(await cards.read()).toMatchObject(card);
    expect(await cards.waiting()).toEqual([]);
    await cards.prefer('Wants tables');
    expect(await cards.read()).toMatchObject({ profile: '- Wants tables\n- Likes short answers' });
    expect((await onlyWaiting(cards)).preferences).toHaveLength(2);
  });

  it('stays as it is where the model has no better words, and is not asked for again', async () => {
    const cards = cardsOf(runtime());
    await cards.prefer('Likes short answers');
    const waiting = await onlyWaiting(cards);
    expect(await cards.reword({ ...waiting, card: null })).toBe(false);
    expect(await cards.read()).toMatchObject({ profile: '- Likes short answers' });
    expect(await cards.waiting()).toEqual([]);
  });

  it('does not take words that were made from other preferences', async () => {
    const cards = cardsOf(runtime());
    const [id = ''] = await cards.prefer('Likes short answers');
    const waiting = await onlyWaiting(cards);
    const card = { profile: 'Keep it short.', sources: [id] };
    await cards.prefer('Wants tables');
    expect(await cards.reword({ ...waiting, card })).toBe(false);
    expect(await cards.read()).toMatchObject({ profile: '- Wants tables\n- Likes short answers' });
    await cards.forget(id);
    expect(await cards.reword({ ...waiting, card })).toBe(false);
  });
});
