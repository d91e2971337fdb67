/** What is shown before a call of a tool, in front of a real gateway. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestGateway, type TestGateway } from '../../../../server/testing/test-gateway.ts';
import { callHook, HOOK, NOTHING, PATIENT, prompted } from '../../../testing/coding-hook.ts';
import { work } from '../../../testing/coding-sessions.ts';
import { Whetstone } from '../../index.ts';
import { shellWord } from './hook-options.ts';
import { pluginHooks } from './opencode-plugin.ts';

const TASK = 'Deploy the shop';
const PUSH = { name: 'Never push to main.', applies_when: [{ command: 'git push*' }] };
const MIGRATION = { name: 'Write a new migration.', applies_when: [{ path: 'migrations/**' }] };

let gateway: TestGateway | undefined;
beforeAll(async () => {
  gateway = await openTestGateway('sqlite', { SERVICE_HOLDOUT_RATE: '0' });
});
afterEach(() => void vi.unstubAllEnvs());
afterAll(async () => {
  await gateway?.close();
});

interface Rule {
  name: string;
  applies_when?: { command?: string; path?: string; error?: string }[];
  blocks?: boolean;
}

/** A session that was prompted once; `before` gives what the hook says before a call. */
async function session(agent: string, rules: Rule[], tool = 'claude-code', options: string[] = []) {
  const at = work();
  const client = new Whetstone({ url: gateway?.url, requestTimeoutMs: 60_000 });
  const bullets = rules.map(({ name: content, ...trigger }) => ({ content, ...trigger }));
  const body = { agent_id: agent, name: 'deploy-shop', description: TASK, bullets };
  await client.call('authorSkill', { body });
  const call = async (event: Record<string, unknown>, url = gateway?.url) =>
    (await callHook(at, event, { tool, url, options: [PATIENT, `--agent=${agent}`, ...options] })).ended;
  await call(prompted(TASK));
  const beforeCall = async (name: string, input: object, url?: string) => {
    const event = { hook_event_name: 'PreToolUse', tool_name: name, tool_input: input };
    const { stdout, ...ended } = await call(event, url);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    return stdout === '' ? null : JSON.parse(stdout).hookSpecificOutput;
  };
  return { at, beforeCall, call };
}

/** opencode's plugin in a session whose model recalls by MCP; `call` gives the result of a call, or throws where it is refused. */
async function opencodeSession(agent: string, rules: Rule[]) {
  const at = work();
  vi.stubEnv('HOME', at.home);
  const client = new Whetstone({ url: gateway?.url, agentId: agent, recallTimeoutMs: 60_000 });
  const bullets = rules.map(({ name: content, ...trigger }) => ({ content, ...trigger }));
  const body = { agent_id: agent, name: 'deploy-shop', description: TASK, bullets };
  await client.call('authorSkill', { body });
  const command = [process.execPath, HOOK, 'opencode', `--url=${gateway?.url}`, PATIENT, `--agent=${agent}`];
  const hooks = pluginHooks({ directory: at.repository }, command.map(shellWord).join(' '));
  const call = async (tool: string, args: object, result: object = { output: 'done' }) => {
    const about = { tool, sessionID: at.session, callID: '1' };
    await hooks['tool.execute.before'](about, { args });
    await hooks['tool.execute.after']({ ...about, args }, result);
    return result;
  };
  const structuredContent = await client.recall({ query: TASK });
  await call('whetstone_recall', { query: TASK }, { content: [], structuredContent });
  return { call };
}

describe('before a call of a tool', () => {
  it.each(['claude-code', 'codex'])('%s gets the rules that apply to it, once', async (tool) => {
    const { at, beforeCall } = await session(`once-${tool}`, [PUSH, MIGRATION], tool);
    expect(existsSync(join(at.home, '.whetstone/triggers'))).toBe(true);
    expect(await beforeCall('Bash', { command: 'git status' })).toBeNull();
    const shown = await beforeCall('Bash', { command: 'git push origin main' });
    expect(shown).toMatchObject({ hookEventName: 'PreToolUse' });
    expect(shown.additionalContext).toContain(PUSH.name);
    expect(shown.additionalContext).not.toContain(MIGRATION.name);
    expect(shown).not.toHaveProperty('permissionDecision');
    expect(await beforeCall('Bash', { command: 'git push origin main' })).toBeNull();
    const edited = await beforeCall('Edit', { file_path: join(at.repository, 'migrations/0001.sql') });
    expect(edited.additionalContext).toContain(MIGRATION.name);
  });

  it('Claude Code asks a person where a rule blocks, each time; Codex is told', async () => {
    const blocking = { ...PUSH, blocks: true };
    const { beforeCall } = await session('asks', [blocking]);
    for (const _ of [1, 2]) {
      const shown = await beforeCall('Bash', { command: 'git push' });
      expect(shown).toMatchObject({ permissionDecision: 'ask' });
      expect(shown.permissionDecisionReason).toContain(PUSH.name);
    }
    const codex = await session('told', [blocking], 'codex');
    expect(await codex.beforeCall('Bash', { command: 'git push' })).not.toHaveProperty('permissionDecision');
  });

  it('opencode gets the rule once with the result of the call, and refuses it where it blocks', async () => {
    const { call } = await opencodeSession('opencode', [PUSH, { ...MIGRATION, blocks: true }]);
    expect(await call('bash', { command: 'git status' })).toEqual({ output: 'done' });
    const push = { command: 'git push origin main' };
    expect(await call('bash', push)).toEqual({ output: expect.stringMatching(/^done\n\n[\s\S]*Never push/) });
    expect(await call('bash', push)).toEqual({ output: 'done' });
    const edited = call('edit', { filePath: 'migrations/0001.sql' });
    await expect(edited).rejects.toThrow(MIGRATION.name);
  });

  it('Gemini CLI gets the rule with the result of the call, and refuses where it blocks', async () => {
    const { call } = await session('gemini', [PUSH, { ...MIGRATION, blocks: true }], 'gemini-cli');
    const at = async (hook_event_name: string, tool_name: string, tool_input: object) =>
      (await call({ hook_event_name, tool_name, tool_input })).stdout;
    const push = ['run_shell_command', { command: 'git push' }] as const;
    expect(await at('BeforeTool', ...push)).toBe('');
    expect(await at('AfterTool', 'run_shell_command', { command: 'git status' })).toBe('');
    const { hookSpecificOutput: shown } = JSON.parse(await at('AfterTool', ...push));
    expect(shown.additionalContext).toContain(PUSH.name);
    expect(await at('AfterTool', ...push)).toBe('');
    const edited = JSON.parse(await at('BeforeTool', 'replace', { file_path: 'migrations/1.sql' }));
    expect(edited).toEqual({ decision: 'deny', reason: expect.stringContaining(MIGRATION.name) });
  });

  it('sends nothing of an excluded file, and nothing of a call that no rule may apply to', async () => {
    const { beforeCall } = await session('quiet', [PUSH, MIGRATION], 'claude-code', [
      '--exclude=migrations/**',
    ]);
    expect(await beforeCall('Edit', { file_path: 'migrations/0001.sql' }, 'http://127.0.0.1:1')).toBeNull();
    expect(await beforeCall('Read', { file_path: 'README.md' }, 'http://127.0.0.1:1')).toBeNull();
  });

  it('goes on where the gateway does not answer, or no session has a rule for calls', async () => {
    const { beforeCall } = await session('away', [PUSH]);
    expect(await beforeCall('Bash', { command: 'git push' }, 'http://127.0.0.1:1')).toBeNull();
    const { at, call } = await session('plain', [{ name: 'Staging first.' }]);
    expect(existsSync(join(at.home, '.whetstone/triggers'))).toBe(false);
    rmSync(join(at.home, '.whetstone'), { recursive: true });
    const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git push' } };
    expect(await call(event)).toEqual(NOTHING);
  });
});
