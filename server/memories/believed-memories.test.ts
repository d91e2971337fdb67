import { expect, it } from 'vitest';
import type { Principal } from '../domain/principal.ts';
import { list, say } from '../testing/samples/said-memories.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { approveMemory, deleteMemory } from './index.ts';
import { getProfile } from './profiles/index.ts';

const SECRET = ['AKIA', 'IOSFODNN7', 'EXAMPLE'].join('');

const of = (user: string, agent = 'default') => ({ scope: { agent_id: agent, user_id: user } });

const contents = async (listed: Promise<{ content: string }[]>) =>
  (await listed).map(({ content }) => content);

describeOnOne('listing memories', (runtime) => {
  it('shows the newest first, of one agent, of exactly one user where asked', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    for (const [content, scope] of [
      ['About everybody', {}],
      ['About the first user', of('u1')],
      ['About the second user', of('u2')],
      ['About another agent', of('u1', 'other')],
    ] as const) {
      await say(rt, who, content, scope);
      rt.advance(1000);
    }
    expect(await contents(list(rt, who))).toEqual([
      'About the second user',
      'About the first user',
      'About everybody',
    ]);
    expect(await contents(list(rt, who, { userId: 'u1' }))).toEqual(['About the first user']);
    expect(await contents(list(rt, who, { userId: '' }))).toEqual([]);
    expect(await contents(list(rt, who, { limit: 1 }))).toEqual(['About the second user']);
    expect(await list(rt, freshPrincipal())).toEqual([]);
  });

  it('tells as of a moment what was believed then', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const times: string[] = [];
    const tick = () => {
      times.push(rt.clock().toISOString());
      rt.advance(60_000);
    };
    tick();
    await say(rt, who, 'The staging database runs on port 5433');
    tick();
    const held = await say(rt, who, 'The staging database now runs on port 6000');
    tick();
    await approveMemory(rt, who, held.id);
    tick();
    const views = await Promise.all(times.map((asOf) => contents(list(rt, who, { asOf }))));
    const [old, now] = [
      'The staging database runs on port 5433',
      'The staging database now runs on port 6000',
    ];
    expect(views).toEqual([[], [old], [old], [now, old]]);
    expect(await list(rt, who, { asOf: times[2], status: 'pending' })).toMatchObject([
      { id: held.id, status: 'pending' },
    ]);
    expect(await list(rt, who, { status: 'pending' })).toEqual([]);
    await deleteMemory(rt, who, held.id);
    expect(await contents(list(rt, who, { asOf: times[3] }))).toEqual([old]);
  });
});

describeOnOne('the profile card', (runtime) => {
  const card = (rt: TestRuntime, who: Principal, user = 'u1') =>
    getProfile(rt, who, { agentId: 'default', userId: user });

  it('holds the user’s active preferences, newest first, and nothing else', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const preference = { kind: 'preference' };
    const tea = await say(rt, who, 'Drinks tea, never coffee', { ...of('u1'), ...preference });
    rt.advance(1000);
    const metric = await say(rt, who, 'Wants metric units', { ...of('u1'), ...preference });
    await say(rt, who, 'Lives in Porto', of('u1'));
    await say(rt, who, 'Wants everything in French', { ...of('u2'), ...preference });
    await say(rt, who, 'Answers should be polite', preference);
    expect(await card(rt, who)).toMatchObject({
      profile: '- Wants metric units\n- Drinks tea, never coffee',
      sources: [metric.id, tea.id],
    });
    await deleteMemory(rt, who, metric.id);
    expect(await card(rt, who)).toMatchObject({ profile: '- Drinks tea, never coffee', sources: [tea.id] });
    await deleteMemory(rt, who, tea.id);
    expect(await card(rt, who)).toMatchObject({ profile: null, updatedAt: null });
    expect(await card(rt, freshPrincipal())).toMatchObject({ profile: null });
  });

  it('takes a held preference in when it is released, and loses none of several at once', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const held = await say(rt, who, `My password is ${SECRET}`, { ...of('u1'), kind: 'preference' });
    expect(await card(rt, who)).toMatchObject({ profile: null });
    await approveMemory(rt, who, held.id);
    expect((await card(rt, who)).sources).toEqual([held.id]);
    await Promise.all(
      ['tea', 'metric units', 'dark mode', 'early meetings'].map((thing) =>
        say(rt, who, `Likes ${thing}`, { ...of('u1'), kind: 'preference' }),
      ),
    );
    expect((await card(rt, who)).sources).toHaveLength(5);
  });
});
