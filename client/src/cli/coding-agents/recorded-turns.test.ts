/** What a turn is recorded with where it is not as simple as a prompt and its answer, in front of a real gateway. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestGateway, type TestGateway } from '../../../../server/testing/test-gateway.ts';
import { runNode } from '../../../testing/agent-process.ts';
import { callHook, NOTHING, prompted, stopped } from '../../../testing/coding-hook.ts';
import { appendEntries, ClaudeCodeSession, type Work, work } from '../../../testing/coding-sessions.ts';
import { MAIN } from '../../../testing/command-line.ts';
import { Whetstone } from '../../index.ts';
import { lastCalls } from './hook-log.ts';
import { readState } from './session-state.ts';

const SOON = { timeout: 20_000, interval: 200 };
const RULE = 'Totals are in cents, never in euros.';

let gateway: TestGateway | undefined;
beforeAll(async () => {
  gateway = await openTestGateway('sqlite', { SERVICE_HOLDOUT_RATE: '0' });
});
afterEach(() => void vi.unstubAllEnvs());
afterAll(async () => {
  await gateway?.close();
});

const client = () => new Whetstone({ url: gateway?.url, requestTimeoutMs: 60_000 });
const call = async (at: Work, event: Record<string, unknown>) =>
  (await callHook(at, event, { url: gateway?.url })).ended;
const recorded = async ({ session }: Work) =>
  await client().call('listEpisodes', { query: { session_id: session } });

async function author(agent: string) {
  const body = { agent_id: agent, name: 'cart-tests', description: 'Fix the failing test of the cart' };
  await client().call('authorSkill', { body: { ...body, bullets: [{ content: RULE }] } });
}

describe('a turn that ends in another repository than it began in', () => {
  it('is the run of the agent that its prompt was recalled for', async () => {
    await author('acme/shop');
    const at = work();
    expect((await call(at, prompted('Fix the failing test of the cart'))).stdout).toContain(RULE);
    const session = new ClaudeCodeSession(at.session, Date.now(), 1);
    appendEntries(at, [session.prompt('Fix the failing test of the cart'), session.says('Fixed.')]);
    await call(at, stopped({ cwd: at.home }));
    await expect.poll(async () => (await recorded(at)).length, SOON).toBe(1);
    const [listed] = await recorded(at);
    const episode = await client().call('getEpisode', { path: { episode_id: listed?.episode_id ?? '' } });
    expect(episode).toMatchObject({ agent_id: 'acme/shop', credited: true });
  });
});

describe('a turn whose gateway was away', () => {
  it('is recorded with the next event, once', async () => {
    const at = work();
    const away = { url: 'http://127.0.0.1:1' };
    expect((await callHook(at, prompted('Go'), away)).ended).toEqual(NOTHING);
    const session = new ClaudeCodeSession(at.session, Date.now(), 1);
    appendEntries(at, [session.prompt('Go'), session.says('Gone.')]);
    expect((await callHook(at, stopped(), away)).ended).toEqual(NOTHING);
    expect(await recorded(at)).toEqual([]);
    for (const event of [stopped(), stopped()]) await call(at, event);
    await expect.poll(async () => (await recorded(at)).length, SOON).toBeGreaterThan(0);
    expect(await recorded(at)).toEqual([expect.objectContaining({ task: 'Go' })]);
  });
});

describe('a turn that starts an agent without waiting for it', () => {
  it('is recorded once the agent has ended, with what that found', async () => {
    const at = work();
    await call(at, prompted('Look around'));
    const session = new ClaudeCodeSession(at.session, Date.now(), 1);
    appendEntries(at, [
      session.prompt('Look around'),
      ...session.call('Agent', { prompt: 'Look' }, 'Async agent launched successfully. agentId: a1'),
      session.says('Launched.'),
    ]);
    await call(at, stopped());
    vi.stubEnv('HOME', at.home);
    await expect
      .poll(() => lastCalls('claude-code', 1), SOON)
      .toMatchObject([{ event: 'Stop', why: 'a turn waits for an agent that it started' }]);
    expect(Object.keys(readState('claude-code', at.session)?.recorded ?? {})).toEqual([]);
    const notification = `<task-notification>\n<tool-use-id>toolu_1</tool-use-id>\n<status>completed</status>\n<result>It is in cart.ts.</result>\n</task-notification>`;
    appendEntries(at, [session.prompt(notification), session.says('In cart.ts.')]);
    await call(at, stopped({ last_assistant_message: 'In cart.ts.' }));
    await expect.poll(async () => (await recorded(at)).length, SOON).toBe(1);
    const [listed] = await recorded(at);
    const episode = await client().call('getEpisode', { path: { episode_id: listed?.episode_id ?? '' } });
    expect(episode.tool_calls).toMatchObject([{ name: 'Agent', result: 'It is in cart.ts.' }]);
    expect(episode.messages.map(({ content }) => content)).toEqual([
      'Look around',
      'Launched.',
      'In cart.ts.',
    ]);
  });
});

describe('a skill that the tool has as a synced file', () => {
  it('is not repeated in the prompt, unless the file was edited', async () => {
    const at = work();
    await author('synced');
    const env = { HOME: at.home, WHETSTONE_URL: gateway?.url ?? '' };
    const args = ['skills', 'sync', join(at.home, '.claude/skills'), '--agent', 'synced'];
    expect((await runNode([MAIN, ...args], { env })).code).toBe(0);
    const context = async (text: string) => {
      const options = ['--timeout=60000', '--agent=synced'];
      return (await callHook(at, prompted(text), { url: gateway?.url, options })).ended.stdout;
    };
    const known = await context('Fix the failing test of the cart');
    expect(known).toContain('- cart-tests: Fix the failing test');
    expect(known).not.toContain(RULE);
    appendFileSync(join(at.home, '.claude/skills/cart-tests/SKILL.md'), '- And more.\n');
    expect(await context('Fix the failing test of the cart')).toContain(RULE);
  });
});
