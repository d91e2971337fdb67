/** What `connect` writes is taken out again to the byte. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyChange, undoChange } from './settings-file.ts';
import { CODING_TOOLS, type CodingToolName } from './tool-settings.ts';

let home = '';
let root = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'whetstone-undo-'));
  root = join(home, 'shop');
  vi.stubEnv('HOME', home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}
const read = (path: string) => readFileSync(path, 'utf8');

function connect(tool: CodingToolName, timeout: string): void {
  const { changes, scopes } = CODING_TOOLS[tool];
  const hookCommand = `node coding-agents/hook.js ${timeout}`;
  const mcp = {
    url: 'http://gateway/mcp',
    agent: 'acme/shop',
    command: null,
    hasKey: true,
    isRecorded: true,
  };
  const connection = { hookCommand, pluginModule: '/plugin.js', mcp };
  changes(scopes[0], { home, root, toolFolder: undefined }, connection).forEach(applyChange);
}

function disconnect(tool: CodingToolName): void {
  const { changes, scopes } = CODING_TOOLS[tool];
  changes(scopes[0], { home, root, toolFolder: undefined }, null).toReversed().forEach(undoChange);
}

const MINE = '{ "type": "command", "command": "say done" }';
const TEXTS = [
  '{"model":"opus"}',
  '{"model": "opus", "env": {"A": "1"}}',
  '{}',
  '{"hooks":{"Stop":[]}}',
  '\n',
  '',
  '\uFEFF{"model":"opus"}\n',
  `{\r\n\t"hooks": {\r\n\t\t"Stop": [{ "hooks": [${MINE}] }]\r\n\t}\r\n}`,
  `{\n    // mine\n    "hooks": {\n        "UserPromptSubmit": [\n        ],\n        "PreToolUse": [{"hooks": [${MINE}]}], // yes\n    },\n}`,
];

describe('connect and connect --remove', () => {
  it.each(TEXTS)('leave JSON as it was: %j', (text) => {
    const settings = write(join(root, '.claude/settings.local.json'), text);
    const files = [
      settings,
      write(join(home, '.claude.json'), text),
      write(join(root, 'opencode.json'), text),
    ];
    for (const timeout of ['1', '2'])
      for (const tool of ['claude-code', 'opencode'] as const) connect(tool, timeout);
    expect(files.map(read).filter((written) => written === text)).toEqual([]);
    expect(JSON.stringify(parse(read(settings)))).toContain('hook.js 2');
    expect(read(settings)).not.toContain('hook.js 1');
    for (const tool of ['claude-code', 'opencode'] as const) disconnect(tool);
    expect(files.map(read)).toEqual([text, text, text]);
    expect(existsSync(join(home, '.whetstone/connected.json'))).toBe(false);
  });

  it.each(['# mine\nmodel = "x"  # good\n\n[tui]\n', 'model = "x"', 'model = "x"\n\n', '\n', ''])(
    'leave TOML as it was: %j',
    (text) => {
      const config = write(join(home, '.codex/config.toml'), text);
      connect('codex', '1');
      connect('codex', '2');
      expect(read(config)).not.toBe(text);
      disconnect('codex');
      expect([read(config), existsSync(join(home, '.codex/hooks.json'))]).toEqual([text, false]);
    },
  );

  it.each(Object.keys(CODING_TOOLS) as CodingToolName[])('leave no folder that was not there: %s', (tool) => {
    mkdirSync(root);
    connect(tool, '1');
    disconnect(tool);
    expect(readdirSync(home, { recursive: true })).toEqual(['.whetstone', 'shop']);
  });
});
