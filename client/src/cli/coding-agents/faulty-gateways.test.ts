/** The hook in front of every gateway that fails, and of transcripts that cannot be read: the tool notices nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bareEnvironment } from '../../../../lab/gateway/gateway-process.ts';
import { openTestGateway } from '../../../../server/testing/test-gateway.ts';
import { callHook, HOOK, NOTHING, PATIENT, prompted, stopped } from '../../../testing/coding-hook.ts';
import { appendEntries, ClaudeCodeSession, type Work, work } from '../../../testing/coding-sessions.ts';
import { FAULTY_GATEWAYS, scripted } from '../../../testing/faulty-gateway.ts';
import { Whetstone } from '../../index.ts';

const SOON = { timeout: 120_000, interval: 200 };
/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:1';

/** Calls the hook in front of a gateway that works, and gives the episodes that come of it. */
async function recorded(at: Work) {
  const gateway = await openTestGateway('sqlite');
  await callHook(at, stopped(), { url: gateway.url });
  const client = new Whetstone({ url: gateway.url });
  const list = async () => await client.call('listEpisodes', { query: {} });
  await expect.poll(async () => (await list()).length, SOON).toBeGreaterThan(0);
  const ids = (await list()).map(({ episode_id }) => episode_id);
  const episodes = await Promise.all(
    ids.map(async (episode_id) => await client.call('getEpisode', { path: { episode_id } })),
  );
  await gateway.close();
  return episodes;
}

const GO = [expect.objectContaining({ task: 'Go' })];

/** Starts the hook with an event of the session, and does not wait for it. */
function startHook(at: Work, args: readonly string[], event: Record<string, unknown>) {
  const hook = spawn(process.execPath, [HOOK, ...args], {
    env: bareEnvironment({ HOME: at.home }),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const about = { session_id: at.session, cwd: at.repository, transcript_path: at.transcript };
  hook.stdin.end(JSON.stringify({ ...about, ...event }));
  return hook;
}

describe('in front of a gateway that fails', () => {
  /** A session with a turn that nobody has recorded. */
  async function sessionOf(at: Work, { url = NOWHERE, options = [PATIENT] } = {}) {
    const { ended, ms } = await callHook(at, prompted('Go'), { options, url });
    const session = new ClaudeCodeSession(at.session, Date.now(), 1);
    appendEntries(at, [session.prompt('Go'), session.says('Gone.')]);
    return { ended, ms };
  }

  it.each(FAULTY_GATEWAYS)('is silent and succeeds: $name', async ({ start }) => {
    const at = work();
    const faulty = await start();
    const before = await sessionOf(at, { url: faulty.url, options: [] });
    const after = await callHook(at, stopped(), { options: [], url: faulty.url });
    expect([before.ended, after.ended]).toEqual([NOTHING, NOTHING]);
    // The gateway never answers, or not for long: that the hook ends is its own doing.
    expect(Math.max(before.ms, after.ms)).toBeLessThan(10_000);
    await faulty.close();
    // And nothing is lost: the next turn sends it, once.
    expect(await recorded(at)).toEqual(GO);
  });

  it('keeps the recall of a turn whose gateway went away before its end', async () => {
    const at = work();
    const gateway = await openTestGateway('sqlite');
    await callHook(at, prompted('Go'), { url: gateway.url });
    await gateway.close();
    const session = new ClaudeCodeSession(at.session, Date.now(), 1);
    appendEntries(at, [session.prompt('Go'), session.says('Gone.')]);
    expect((await callHook(at, stopped(), { url: gateway.url })).ended).toEqual(NOTHING);
    expect(await recorded(at)).toMatchObject([{ task: 'Go', recall_id: expect.stringMatching(/^rc_/) }]);
  });

  it('records once what was being recorded as its process was killed', async () => {
    const at = work();
    await sessionOf(at);
    const hung = await scripted([() => undefined]);
    // The entries of the transcript are a millisecond apart: the turn ended after all of them.
    const args = ['record', String(Date.now() + 1000), 'claude-code', `--url=${hung.url}`];
    const recording = startHook(at, args, stopped());
    await expect.poll(() => hung.requests(), SOON).toBe(1);
    recording.kill('SIGKILL');
    await once(recording, 'close');
    expect(await recorded(at)).toEqual(GO);
    await hung.close();
  });

  it('records the turn whose hook was killed as it waited for what is known', async () => {
    const at = work();
    const hung = await scripted([() => undefined]);
    const asking = startHook(at, ['claude-code', `--url=${hung.url}`, PATIENT], prompted('Go'));
    await expect.poll(() => hung.requests(), SOON).toBe(1);
    asking.kill('SIGKILL');
    await once(asking, 'close');
    const session = new ClaudeCodeSession(at.session, Date.now(), 1);
    appendEntries(at, [session.prompt('Go'), session.says('Gone.')]);
    expect(await recorded(at)).toEqual(GO);
    await hung.close();
  });

  it('is silent without a transcript, and with one that is no text', async () => {
    const at = work();
    await sessionOf(at);
    writeFileSync(at.transcript, Buffer.from([0xff, 0x00, 0xfe, 0x0a, 0x7b]));
    expect((await callHook(at, stopped(), { url: NOWHERE })).ended).toEqual(NOTHING);
    rmSync(at.transcript);
    expect((await callHook(at, stopped(), { url: NOWHERE })).ended).toEqual(NOTHING);
    expect((await callHook(at, stopped({ transcript_path: null }), { url: NOWHERE })).ended).toEqual(NOTHING);
  });
});
