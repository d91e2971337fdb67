/** What a prompt gets whose own recall comes late, in front of a real gateway. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../../../../server/testing/test-gateway.ts';
import { runNode } from '../../../testing/agent-process.ts';
import { callHook, NOTHING, PATIENT, prompted, stopped } from '../../../testing/coding-hook.ts';
import { appendEntries, ClaudeCodeSession, openWork, type Work } from '../../../testing/coding-sessions.ts';
import { MAIN } from '../../../testing/command-line.ts';
import { Whetstone } from '../../index.ts';

const SOON = { timeout: 20_000, interval: 200 };

let gateway: TestGateway | undefined;
let at: Work;
beforeAll(async () => {
  gateway = await openTestGateway('sqlite', { SERVICE_HOLDOUT_RATE: '0' });
  at = openWork();
});
afterAll(async () => {
  at.remove();
  await gateway?.close();
});

describe('a recall that comes too late', () => {
  it('is replaced, once, by what was fetched at the start of the session or after the turn before', async () => {
    const { url } = gateway ?? { url: '' };
    const now = { options: [PATIENT, '--agent=prefetched'], url };
    const client = new Whetstone({ url, requestTimeoutMs: 60_000 });
    const teach = (name: string, content: string) =>
      client.call('authorSkill', {
        body: { agent_id: 'prefetched', name, description: 'Deploy the shop', bullets: [{ content }] },
      });
    await teach('deploy-shop', 'Staging first.');
    writeFileSync(join(at.repository, 'README.md'), '# Deploy the shop\n\nHow.\n');
    const isFetched = (rule: string) => {
      const folder = join(at.home, '.whetstone/sessions');
      const states = existsSync(folder) ? readdirSync(folder) : [];
      return states.some((name) => readFileSync(join(folder, name), 'utf8').includes(rule));
    };
    const late = { ...now, url: 'http://127.0.0.1:1' };
    expect((await callHook(at, { hook_event_name: 'SessionStart', source: 'startup' }, now)).ended).toEqual(
      NOTHING,
    );
    await expect.poll(() => isFetched('Staging first.'), SOON).toBe(true);
    expect((await callHook(at, prompted('1 ship it'), late)).ended.stdout).toContain('Staging first.');
    expect((await callHook(at, prompted('1 and again'), late)).ended).toEqual(NOTHING);
    const session = new ClaudeCodeSession(at.session, Date.now(), 1);
    appendEntries(at, [session.prompt('1 ship it'), session.says('Shipped.')]);
    appendEntries(at, [session.prompt('2 deploy the shop'), session.says('Deployed.')]);
    await teach('deploy-again', 'Drain the queue.');
    await callHook(at, stopped(), now);
    const query = { agent_id: 'prefetched' };
    const listed = async () => await client.call('listEpisodes', { query });
    await expect.poll(async () => (await listed()).length, SOON).toBe(2);
    const first = (await listed()).find(({ task }) => task === '1 ship it');
    const path = { episode_id: first?.episode_id ?? '' };
    expect(await client.call('getEpisode', { path })).toMatchObject({
      recall_id: expect.stringMatching(/^rc_/),
      metadata: { recall_prefetched: true },
    });
    await expect.poll(() => isFetched('Drain the queue.'), SOON).toBe(true);
    const next = await callHook(at, prompted('3 and now?'), late);
    expect(next.ended.stdout).toContain('Drain the queue.');
    expect(next.ended.stdout).not.toContain('Staging first.');
    const env = { HOME: at.home, WHETSTONE_URL: url };
    const { findings } = JSON.parse((await runNode([MAIN, 'doctor', 'claude-code'], { env })).stdout);
    const calls = findings.filter(({ check }: { check: string }) => check === 'hook');
    expect(calls.map(({ says }: { says: string }) => /(\w+ ?\w*), \d+ ms/.exec(says)?.[1])).toEqual([
      'prefetched',
      'refused',
      'recorded',
      'prefetched',
    ]);
  });
});
