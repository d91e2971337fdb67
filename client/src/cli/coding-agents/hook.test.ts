import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../../../../server/testing/test-gateway.ts';
import { runNode } from '../../../testing/agent-process.ts';
import { callHook, HOOK, NOTHING, PATIENT, prompted, stopped } from '../../../testing/coding-hook.ts';
import { appendEntries, ClaudeCodeSession, type Work, work } from '../../../testing/coding-sessions.ts';
import { scripted } from '../../../testing/faulty-gateway.ts';
import { Whetstone } from '../../index.ts';

const SOON = { timeout: 20_000, interval: 200 };

let gateway: TestGateway | undefined;
beforeAll(async () => {
  // What is stored is what was sent.
  gateway = await openTestGateway('sqlite', { SERVICE_HOLDOUT_RATE: '0', SERVICE_REDACT_PII: 'false' });
});
afterAll(async () => {
  await gateway?.close();
});

type Options = Partial<Parameters<typeof callHook>[2]>;

const call = async (at: Work, event: Record<string, unknown>, called: Options = {}) =>
  await callHook(at, event, { url: gateway?.url, ...called });

/** The episodes of an agent by their tasks, once there are so many. */
async function episodes(agent: string, count: number) {
  const client = new Whetstone({ url: gateway?.url });
  const list = async () => await client.call('listEpisodes', { query: { agent_id: agent } });
  await expect.poll(async () => (await list()).length, SOON).toBe(count);
  const listed = (await list()).sort((a, b) => (a.task ?? '').localeCompare(b.task ?? ''));
  return await Promise.all(
    listed.map(async ({ episode_id }) => await client.call('getEpisode', { path: { episode_id } })),
  );
}

describe('before a prompt', () => {
  it('adds what is known for the repository and the task to the context', async () => {
    const at = work();
    await new Whetstone({ url: gateway?.url }).call('authorSkill', {
      body: {
        agent_id: 'acme/shop',
        name: 'cart-tests',
        description: 'Fix the failing test of the cart',
        bullets: [{ content: 'Totals are in cents, never in euros.' }],
      },
    });
    const { ended } = await call(at, prompted('Fix the failing test of the cart'));
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ended.stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'UserPromptSubmit',
        additionalContext: expect.stringContaining('Totals are in cents'),
      },
    });
  });

  it('prints nothing where nothing is known, and for what is no event', async () => {
    const at = work();
    const options = [PATIENT, '--agent=nobody'];
    expect((await call(at, prompted('Anything'), { options })).ended).toEqual(NOTHING);
    for (const input of ['', 'garbage', '[]', '{"hook_event_name":"UserPromptSubmit"}']) {
      const { code, stdout, stderr } = await runNode([HOOK, 'claude-code', `--url=${gateway?.url}`], {
        env: { HOME: at.home },
        input,
      });
      expect({ code, stdout, stderr }).toEqual(NOTHING);
    }
    const { code, stdout, stderr } = await runNode([HOOK, 'emacs'], { env: { HOME: at.home } });
    expect({ code, stdout, stderr }).toEqual(NOTHING);
  });
});

describe('after a turn', () => {
  it('records the run with what was recalled for it, redacted before it is sent', async () => {
    const at = work();
    const options = [PATIENT, '--agent=recorded'];
    const prompt = 'Fix the login of ann@example.com, password=hunter2-and-more';
    await new Whetstone({ url: gateway?.url }).call('authorSkill', {
      body: {
        agent_id: 'recorded',
        name: 'fix-login',
        description: 'Fix the login',
        bullets: [{ content: 'Read auth.ts first.' }],
      },
    });
    await call(at, prompted(prompt), { options });
    const session = new ClaudeCodeSession(at.session, Date.now(), 1);
    appendEntries(at, [
      session.prompt(prompt),
      ...session.call(
        'Edit',
        { file_path: 'auth.ts', new_string: 'key = "AKIAIOSFODNN7EXAMPLE"' },
        'updated',
      ),
      ...session.bash('npm test', '2 failed', 1),
      ...session.call('mcp__whetstone__recall', { query: 'login' }, 'known'),
      session.bookkeeping('something-new'),
      session.says('The tests still fail.'),
    ]);
    expect(
      (await call(at, stopped({ last_assistant_message: 'The tests still fail.' }), { options })).ended,
    ).toEqual(NOTHING);
    const [episode] = await episodes('recorded', 1);
    expect(episode).toMatchObject({
      task: 'Fix the login of [EMAIL], password=[REDACTED password_assignment]',
      framework: 'claude-code',
      session_id: at.session,
      recall_id: expect.stringMatching(/^rc_/),
      outcome: 'failure',
      verification: { passed: false, details: 'the agent ran: npm test', source: 'tests' },
      duration_ms: 8,
      messages: [{ role: 'user' }, { role: 'assistant', content: 'The tests still fail.' }],
      tool_calls: [
        {
          name: 'Edit',
          arguments: {
            file_path: 'auth.ts',
            new_string: expect.stringContaining('[REDACTED aws_access_key]'),
          },
          result: 'updated',
        },
        { name: 'Bash', arguments: { command: 'npm test' }, error: 'Exit code 1\n2 failed' },
      ],
      metadata: {
        model: 'claude-fable-5',
        usage: { input_tokens: 4 * 1210, output_tokens: 4 * 50 },
        tool_version: '2.1.309',
        unknown_entries: { 'something-new': 1 },
      },
    });
    expect(JSON.stringify(episode)).not.toMatch(/hunter2|AKIA|ann@/);
  });

  it('records each turn once, also one without an end of its own, and none from before it was connected', async () => {
    const at = work();
    const options = [PATIENT, '--agent=turns'];
    const before = new ClaudeCodeSession('old', Date.now() - 3_600_000);
    appendEntries(at, [before.prompt('0 before'), before.says('Yes.')]);
    await call(at, prompted('1 interrupted'), { options });
    const session = new ClaudeCodeSession(at.session, Date.now(), 1);
    appendEntries(at, [
      session.prompt('1 interrupted'),
      session.says('I begin.'),
      session.prompt([{ type: 'text', text: '[Request interrupted by user]' }]),
      session.prompt('2 done'),
      session.says('Done.'),
    ]);
    await call(at, stopped(), { options });
    await episodes('turns', 2);
    await call(at, { hook_event_name: 'SessionEnd', reason: 'exit' }, { options });
    appendEntries(at, [new ClaudeCodeSession('later', Date.now() + 3_600_000).prompt('4 not yet')]);
    const later = new ClaudeCodeSession('last', Date.now(), 1);
    appendEntries(at, [later.prompt('3 last'), later.says('Over.')]);
    await call(at, stopped(), { options });
    const all = await episodes('turns', 3);
    expect(all.map(({ task, metadata }) => [task, metadata['interrupted'] ?? false])).toEqual([
      ['1 interrupted', true],
      ['2 done', false],
      ['3 last', false],
    ]);
  });

  it('takes a correction by the user for feedback on the turn before', async () => {
    const at = work();
    const options = [PATIENT, '--agent=corrected'];
    await call(at, prompted('1 add a total'), { options });
    const session = new ClaudeCodeSession(at.session, Date.now(), 1);
    appendEntries(at, [
      session.prompt('1 add a total'),
      session.says('Added.'),
      session.prompt('No, in cents; my token is ghp_0123456789abcdefghijABCDEFGHIJ012345'),
      session.says('Now in cents.'),
    ]);
    await call(at, stopped(), { options });
    await expect
      .poll(async () => (await episodes('corrected', 2)).map(({ reward }) => reward), SOON)
      .toEqual([0.2, null]);
    const [first, second] = await episodes('corrected', 2);
    expect(first?.reward_source).toBe('feedback');
    expect(second?.task).toBe('No, in cents; my token is [REDACTED github_token]');
  });

  it('sends nothing of excluded files, and nothing at all from an excluded folder', async () => {
    const at = work();
    const options = [PATIENT, '--agent=excluded', '--exclude=secrets/**', '--exclude=*.pem'];
    await call(at, prompted('Look around'), { options });
    const session = new ClaudeCodeSession(at.session, Date.now(), 1);
    appendEntries(at, [
      session.prompt('Look around'),
      ...session.call('Read', { file_path: `${at.repository}/secrets/plan.md` }, 'the secret plan'),
      ...session.bash('cat secrets/plan.md', 'the secret plan', 1),
      ...session.bash('grep -r secret .', './keys/server.pem:1: the secret plan'),
      ...session.call('Read', { file_path: 'README.md' }, 'all may read'),
      session.says('Seen.'),
    ]);
    await call(at, stopped(), { options });
    const [episode] = await episodes('excluded', 1);
    expect(JSON.stringify(episode)).not.toContain('secret plan');
    expect(episode?.tool_calls).toMatchObject([
      { name: 'Read', arguments: '[EXCLUDED]', result: '[EXCLUDED]' },
      { name: 'Bash', arguments: '[EXCLUDED]', error: '[EXCLUDED]' },
      { name: 'Bash', arguments: { command: 'grep -r secret .' }, result: '[EXCLUDED]' },
      { name: 'Read', result: 'all may read' },
    ]);
    const watched = await scripted([(_request, response) => response.writeHead(500).end()]);
    const away = { options: [PATIENT, `--exclude=${at.repository}`], url: watched.url };
    expect((await call(at, prompted('Anything'), away)).ended).toEqual(NOTHING);
    expect(watched.requests()).toBe(0);
    await watched.close();
  });
});
