/** The hook in front of every gateway that fails, and of transcripts that cannot be read: the tool notices nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { openTestGateway } from '../../../../server/testing/test-gateway.ts';
import { callHook, HOOK, NOTHING, prompted, stopped } from '../../../testing/coding-hook.ts';
import { appendEntries, ClaudeCodeSession, openWork, type Work } from '../../../testing/coding-sessions.ts';
import { FAULTY_GATEWAYS, scripted } from '../../../testing/faulty-gateway.ts';
import { Whetstone } from '../../index.ts';

const SOON = { timeout: 20_000, interval: 200 };
/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:1';

const works: Work[] = [];
afterEach(() => {
  for (const work of works.splice(0)) work.remove();
});

function work(): Work {
  const made = openWork();
  works.push(made);
  return made;
}

/** Calls the hook in front of a gateway that works, and gives the tasks of the episodes that come of it. */
async function recordedTasks(at: Work): Promise<(string | null)[]> {
  const gateway = await openTestGateway('sqlite');
  await callHook(at, stopped(), { url: gateway.url });
  const client = new Whetstone({ url: gateway.url });
  const list = async () => await client.call('listEpisodes', { query: {} });
  await expect.poll(async () => (await list()).length, SOON).toBeGreaterThan(0);
  const tasks = (await list()).map(({ task }) => task);
  await gateway.close();
  return tasks;
}

describe('in front of a gateway that fails', () => {
  /** A session with a turn that nobody has recorded. */
  async function sessionOf(at: Work, url = NOWHERE) {
    const { ended, ms } = await callHook(at, prompted('Go'), { options: [], url });
    const session = new ClaudeCodeSession(at.session, Date.now(), 1);
    appendEntries(at, [session.prompt('Go'), session.says('Gone.')]);
    return { ended, ms };
  }

  it.each(FAULTY_GATEWAYS)('is silent and succeeds: $name', async ({ start }) => {
    const at = work();
    const faulty = await start();
    const before = await sessionOf(at, faulty.url);
    const after = await callHook(at, stopped(), { options: [], url: faulty.url });
    expect([before.ended, after.ended]).toEqual([NOTHING, NOTHING]);
    // The gateway never answers, or not for long: that the hook ends is its own doing.
    expect(Math.max(before.ms, after.ms)).toBeLessThan(10_000);
    await faulty.close();
  });

  it('sends with the next turn what could not be sent', async () => {
    const at = work();
    await sessionOf(at);
    await callHook(at, stopped(), { url: NOWHERE });
    expect(await recordedTasks(at)).toEqual(['Go']);
  });

  it('records once what was being recorded as its process was killed', async () => {
    const at = work();
    await sessionOf(at);
    const hung = await scripted([() => undefined]);
    const args = ['record', String(Date.now()), 'claude-code', `--url=${hung.url}`];
    const recording = spawn(process.execPath, [HOOK, ...args], {
      env: { NODE_ENV: 'production', HOME: at.home },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    recording.stdin.end(
      JSON.stringify({
        session_id: at.session,
        cwd: at.repository,
        transcript_path: at.transcript,
        ...stopped(),
      }),
    );
    await expect.poll(() => hung.requests(), SOON).toBe(1);
    recording.kill('SIGKILL');
    await once(recording, 'close');
    expect(await recordedTasks(at)).toEqual(['Go']);
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
