/** `whetstone connect`: what it shows, what it writes into the settings of a coding tool, and what it leaves alone. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/agent-process.ts';
import { type Work, work } from '../../testing/coding-sessions.ts';
import { MAIN } from '../../testing/command-line.ts';

/** Runs `connect` in the repository, for its user. */
async function connect(at: Work, args: string[], env: Record<string, string> = {}) {
  const variables = { HOME: at.home, WHETSTONE_URL: 'http://127.0.0.1:8080/', ...env };
  const ended = await runNode([MAIN, 'connect', ...args], { env: variables, cwd: at.repository });
  return { ...ended, out: ended.stdout === '' ? null : JSON.parse(ended.stdout) };
}

const read = (path: string) => readFileSync(path, 'utf8');
const json = (path: string) => JSON.parse(read(path));

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const commandsOf = (settings: { hooks: Record<string, { hooks: { command: string }[] }[]> }) =>
  Object.fromEntries(
    Object.entries(settings.hooks).map(([event, groups]) => [
      event,
      groups.flatMap(({ hooks }) => hooks.map(({ command }) => command)),
    ]),
  );

const OWN = expect.stringMatching(
  /^\S+node \S+coding-agents\/hook\.ts claude-code --url=http:\/\/127\.0\.0\.1:8080 \|\| true$/,
);

describe('connect claude-code', () => {
  it('adds hooks and the MCP server to the settings of this folder, beside what is there', async () => {
    const at = work();
    const settings = join(at.repository, '.claude/settings.local.json');
    const own = { type: 'command', command: 'say done' };
    write(
      settings,
      JSON.stringify({
        model: 'opus',
        hooks: { Stop: [{ hooks: [own] }], PreToolUse: [{ matcher: 'Bash', hooks: [own] }] },
      }),
    );
    write(
      join(at.home, '.claude.json'),
      JSON.stringify({ numStartups: 3, projects: { '/else': { mcpServers: { x: {} } } } }),
    );
    const { code, out } = await connect(at, ['claude-code'], { WHETSTONE_API_KEY: 'wk_secret' });
    expect({ code, agent: out.agent, scope: out.scope }).toEqual({
      code: 0,
      agent: 'acme/shop',
      scope: 'local',
    });
    expect(json(settings)).toMatchObject({ model: 'opus' });
    expect(commandsOf(json(settings))).toEqual({
      Stop: ['say done', OWN],
      PreToolUse: [
        'say done',
        expect.stringMatching(/^\[ ! -e ~\/.whetstone\/triggers \] \|\| .* claude-code --url=\S+ \|\| true$/),
      ],
      UserPromptSubmit: [OWN],
      SessionEnd: [OWN],
      SessionStart: [OWN],
    });
    expect(json(join(at.home, '.claude.json'))).toEqual({
      numStartups: 3,
      projects: {
        '/else': { mcpServers: { x: {} } },
        [at.repository]: {
          mcpServers: {
            whetstone: {
              ...{ type: 'http', url: 'http://127.0.0.1:8080/mcp' },
              headers: {
                ...{ Authorization: `Bearer \${WHETSTONE_API_KEY}`, 'X-Agent-Id': 'acme/shop' },
                'X-Recorded-By': 'hook',
              },
            },
          },
        },
      },
    });
    expect(read(settings) + read(join(at.home, '.claude.json'))).not.toContain('wk_secret');
  });

  it('changes nothing the second time, and takes new options over the third', async () => {
    const at = work();
    const settings = join(at.repository, '.claude/settings.local.json');
    await connect(at, ['claude-code']);
    const first = read(settings);
    const { out } = await connect(at, ['claude-code']);
    expect(out.files.map(({ changes }: { changes: boolean }) => changes)).toEqual([false, false, false]);
    expect(read(settings)).toBe(first);
    await connect(at, ['claude-code', '--exclude', "it's/**", '--agent', 'team/bot', '--timeout', '250']);
    const all = Object.values(commandsOf(json(settings))).flat();
    expect(all).toHaveLength(5);
    for (const command of all)
      expect(command).toContain(`--agent=team/bot --timeout=250 '--exclude=it'\\''s/**' || true`);
  });

  const SETTINGS = '.claude/settings.local.json';
  const MINE = '{ "type": "command", "command": "say done" }';

  it('keeps what was added after it, and takes the folders and files that it made', async () => {
    const at = work();
    await connect(at, ['claude-code']);
    const settings = join(at.repository, SETTINGS);
    const own = json(settings);
    own.hooks.Stop.push({ hooks: [JSON.parse(MINE)] });
    writeFileSync(settings, JSON.stringify({ model: 'opus', ...own }));
    await connect(at, ['claude-code', '--remove']);
    expect(json(settings)).toEqual({ model: 'opus', hooks: { Stop: [{ hooks: [JSON.parse(MINE)] }] } });
    const another = work();
    await connect(another, ['claude-code']);
    await connect(another, ['claude-code', '--remove']);
    expect([
      existsSync(join(another.repository, '.claude')),
      existsSync(join(another.home, '.claude.json')),
    ]).toEqual([false, false]);
  });

  it('keeps its settings with absolute paths from being committed, until they are removed', async () => {
    const at = work();
    rmSync(join(at.repository, '.git'), { recursive: true });
    const git = (...args: string[]) => execFileSync('git', args, { cwd: at.repository, encoding: 'utf8' });
    git('init', '--quiet');
    const exclude = join(at.repository, '.git/info/exclude');
    const before = read(exclude);
    await connect(at, ['claude-code']);
    expect(existsSync(join(at.repository, '.claude/settings.local.json'))).toBe(true);
    expect(git('status', '--porcelain')).toBe('');
    await connect(at, ['claude-code', '--remove']);
    expect(read(exclude)).toBe(before);
  });

  it('refuses settings that it cannot read, and loses nothing of them', async () => {
    const at = work();
    const settings = write(join(at.repository, '.claude/settings.local.json'), '{\n "model": "opus" "x"\n}');
    const { code, stderr } = await connect(at, ['claude-code']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('is not valid JSON at line 2, so nothing was written'),
    });
    expect(read(settings)).toBe('{\n "model": "opus" "x"\n}');
    expect(existsSync(join(at.home, '.claude.json'))).toBe(false);
  });

  it('keeps a link and the permissions of a file', async () => {
    const at = work();
    const kept = write(join(at.home, 'dotfiles/claude.json'), '{"numStartups":1}');
    const link = join(at.home, '.claude.json');
    symlinkSync(kept, link);
    const mode = statSync(kept).mode;
    await connect(at, ['claude-code', '--scope', 'user']);
    expect(json(kept)).toMatchObject({
      numStartups: 1,
      mcpServers: { whetstone: { command: process.execPath } },
    });
    expect([statSync(kept).mode, read(link)]).toEqual([mode, read(kept)]);
  });
});

describe('connect codex', () => {
  it('names the variable of the key in config.toml, and not the key', async () => {
    const at = work();
    await connect(at, ['codex'], { WHETSTONE_API_KEY: 'wk_secret' });
    const config = read(join(at.home, '.codex/config.toml'));
    expect(config).toContain(`command = "${process.execPath}"\nargs = ["${MAIN}","mcp",`);
    expect(config).toContain('env_vars = ["WHETSTONE_API_KEY"]');
    expect(config).not.toContain('wk_secret');
    expect(Object.keys(commandsOf(json(join(at.home, '.codex/hooks.json'))))).toEqual([
      ...['UserPromptSubmit', 'PreToolUse', 'Stop', 'SessionStart'],
    ]);
  });

  it('refuses where a server of that name is there already', async () => {
    const at = work();
    const config = write(
      join(at.home, '.codex/config.toml'),
      '[mcp_servers.whetstone]\nurl = "http://mine"\n',
    );
    const { code } = await connect(at, ['codex']);
    expect({ code, config: read(config) }).toEqual({
      code: 2,
      config: '[mcp_servers.whetstone]\nurl = "http://mine"\n',
    });
    expect(existsSync(join(at.home, '.codex/hooks.json'))).toBe(false);
  });
});
