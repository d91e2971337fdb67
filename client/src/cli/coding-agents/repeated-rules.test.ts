/** What a session's later prompts get of what its conversation has already, in front of a real gateway. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../../../../server/testing/test-gateway.ts';
import { callHook, NOTHING, PATIENT, prompted } from '../../../testing/coding-hook.ts';
import { type Work, work } from '../../../testing/coding-sessions.ts';
import { Whetstone } from '../../index.ts';

const SOON = { timeout: 20_000, interval: 200 };
const TASK = 'Deploy the shop';
const RULE = 'Staging first.';

let gateway: TestGateway | undefined;
beforeAll(async () => {
  gateway = await openTestGateway('sqlite', { SERVICE_HOLDOUT_RATE: '0' });
});
afterAll(async () => {
  await gateway?.close();
});

/** A session of an agent with a skill; `prompt` gives what the hook adds to a prompt's context. */
async function session(agent: string, tool = 'claude-code') {
  const at = work();
  const client = new Whetstone({ url: gateway?.url, requestTimeoutMs: 60_000 });
  const teach = (name: string, ...rules: string[]) =>
    client.call('authorSkill', {
      body: { agent_id: agent, name, description: TASK, bullets: rules.map((content) => ({ content })) },
    });
  await teach('deploy-shop', RULE);
  const call = async (event: Record<string, unknown>, url = gateway?.url) =>
    (await callHook(at, event, { tool, url, options: [PATIENT, `--agent=${agent}`] })).ended;
  const before = { 'gemini-cli': 'BeforeAgent' }[tool] ?? 'UserPromptSubmit';
  const prompt = async (text: string, url?: string) => {
    const { stdout } = await call({ ...prompted(text), hook_event_name: before }, url);
    return stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.additionalContext;
  };
  const start = (source: string) => call({ hook_event_name: 'SessionStart', source });
  return { at, call, prompt, start, teach };
}

/** Whether something was fetched for the session's next prompt. */
function isFetched({ home }: Work): boolean {
  const folder = join(home, '.whetstone/sessions');
  const states = existsSync(folder) ? readdirSync(folder) : [];
  return states.some((name) => readFileSync(join(folder, name), 'utf8').includes(RULE));
}

describe('the prompts of a session', () => {
  it.each(['claude-code', 'codex'])('get in %s each rule once, and what is new', async (tool) => {
    const { prompt, teach } = await session(`once-${tool}`, tool);
    expect(await prompt(TASK)).toContain(RULE);
    expect(await prompt(TASK)).toBe('');
    await teach('deploy-shop-again', 'Drain the queue.');
    const added = await prompt(TASK);
    expect([added.includes('Drain the queue.'), added.includes(RULE)]).toEqual([true, false]);
    expect(await prompt(`${TASK} again`)).toBe('');
  });

  it.each(['compact', 'clear'])('get all of it again after a start by %s', async (source) => {
    const { prompt, start } = await session(`started-${source}`);
    expect(await prompt(TASK)).toContain(RULE);
    expect(await start(source)).toEqual(NOTHING);
    expect(await prompt(TASK)).toContain(RULE);
  });

  it('get nothing again after a start that resumes the conversation', async () => {
    const { prompt, start } = await session('resumed');
    expect(await prompt(TASK)).toContain(RULE);
    await start('resume');
    expect(await prompt(TASK)).toBe('');
  });

  it('get what was fetched for them and not used, or came too late', async () => {
    const { at, prompt, start } = await session('fetched');
    writeFileSync(join(at.repository, 'README.md'), `# ${TASK}\n`);
    await start('startup');
    await expect.poll(() => isFetched(at), SOON).toBe(true);
    expect(await prompt(TASK)).toContain(RULE);
    const late = await session('late');
    expect(await late.prompt(TASK, 'http://127.0.0.1:1')).toBe('');
    expect(await late.prompt(TASK)).toContain(RULE);
  });

  it('get what the tool would have cut off', async () => {
    const { prompt, teach } = await session('long');
    await teach(
      'deploy-long',
      ...Array.from({ length: 8 }, (_, at) => `${at} ${'Look at the queue. '.repeat(90)}`),
    );
    const first = await prompt(TASK);
    expect(first.length).toBeLessThanOrEqual(10_000);
    expect(await prompt(TASK)).toBe(first);
  });
});
