/** The coding tools that are tried, as data: how each is installed, connected and called. */
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { bareEnvironment } from '../gateway/gateway-process.ts';

/** One try of a client: an empty home, a repository, the stand-in model and the folder where it is installed. */
export interface Place {
  home: string;
  repository: string;
  model: string;
  installed: string;
}

export interface RealClient {
  /** As `connect` names it. */
  name: 'claude-code' | 'codex' | 'opencode' | 'gemini-cli';
  package: string;
  /** Whether hooks recall and record, so that nothing is up to the model. */
  hasHooks: boolean;
  /** Whether what a hook adds to a prompt stays in the conversation. */
  keepsContext: boolean;
  /** The shell tool's name in its episodes. */
  environment(place: Place): Record<string, string>;
  /** Writes the settings that a user would have: where the model is. */
  prepare(place: Place): void;
  /** The command for a prompt, in a new session or in the one before. */
  command(place: Place, prompt: string, goesOn: boolean): string[];
  /** The files of settings that `connect` may change. */
  settings(place: Place): string[];
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The program of a package for this machine, which no install script has to fetch. */
function program({ installed }: Place, pattern: string): string {
  const [found] = globSync(join(installed, 'node_modules', pattern)).sort();
  if (found === undefined) throw new Error(`no program ${pattern} in ${installed}`);
  return found;
}

/** The program that the package names. */
function script(place: Place, name: string): string[] {
  const folder = join(place.installed, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const [file] = typeof bin === 'string' ? [bin] : Object.values<string>(bin);
  return [process.execPath, join(folder, file ?? '')];
}

export const CLIENTS: RealClient[] = [
  {
    ...{ name: 'claude-code', package: '@anthropic-ai/claude-code', hasHooks: true, keepsContext: true },
    environment: ({ model }) => ({
      ...{ ANTHROPIC_BASE_URL: model, ANTHROPIC_API_KEY: 'sk-ant-stand-in', IS_SANDBOX: '1' },
      ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
    }),
    prepare: ({ home, repository }) =>
      write(
        join(home, '.claude.json'),
        `{"hasCompletedOnboarding": true, "projects": {${JSON.stringify(repository)}: {"hasTrustDialogAccepted": true}}}`,
      ),
    command: (place, prompt, goesOn) => [
      program(place, '@anthropic-ai/claude-code-*-*/claude'),
      ...['-p', prompt, '--dangerously-skip-permissions', ...(goesOn ? ['--continue'] : [])],
    ],
    settings: ({ repository }) =>
      ['.claude/settings.local.json', '.git/info/exclude'].map((path) => join(repository, path)),
  },
  {
    ...{ name: 'codex', package: '@openai/codex', hasHooks: true, keepsContext: true },
    environment: () => ({ STAND_IN_KEY: 'x' }),
    prepare: ({ home, repository, model }) =>
      write(
        join(home, '.codex/config.toml'),
        // Codex adds what it trusts where it is missing.
        `model = "stand-in" # mine\nmodel_provider = "stand-in"\n\n[model_providers.stand-in]\nname = "stand-in"\nbase_url = "${model}/v1"\nwire_api = "responses"\nenv_key = "STAND_IN_KEY"\n\n[projects."${repository}"]\ntrust_level = "trusted"`,
      ),
    command: (place, prompt, goesOn) => [
      program(place, '@openai/codex*/vendor/*/{bin,codex}/codex'),
      ...['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
      ...['--dangerously-bypass-hook-trust', ...(goesOn ? ['resume', '--last'] : []), prompt],
    ],
    settings: ({ home }) => [join(home, '.codex/config.toml'), join(home, '.codex/hooks.json')],
  },
  {
    ...{ name: 'opencode', package: 'opencode-ai', hasHooks: false, keepsContext: false },
    environment: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }),
    prepare: ({ repository, model }) =>
      write(
        join(repository, 'opencode.jsonc'),
        // opencode adds the schema where it is missing.
        `{\n  "$schema": "https://opencode.ai/config.json",\n  // mine\n  "model": "stand-in/m",\n  "permission": "allow",\n  "provider": { "stand-in": { "npm": "@ai-sdk/openai-compatible", "options": { "baseURL": "${model}/v1", "apiKey": "x" }, "models": { "m": { "tool_call": true } } } }\n}`,
      ),
    command: (place, prompt, goesOn) => [
      program(place, 'opencode-*-x64/bin/opencode'),
      ...['run', ...(goesOn ? ['--continue'] : []), prompt],
    ],
    settings: ({ repository }) =>
      ['opencode.jsonc', 'AGENTS.md', '.opencode/plugins/whetstone.js', '.git/info/exclude'].map((path) =>
        join(repository, path),
      ),
  },
  {
    ...{ name: 'gemini-cli', package: '@google/gemini-cli', hasHooks: true, keepsContext: false },
    environment: ({ model }) => ({
      ...{ GEMINI_API_KEY: 'x', GOOGLE_GEMINI_BASE_URL: model, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    }),
    prepare: ({ home }) =>
      write(
        join(home, '.gemini/settings.json'),
        '{"security": {"auth": {"selectedType": "gemini-api-key"}}, "privacy": {"usageStatisticsEnabled": false}}',
      ),
    command: (place, prompt, goesOn) => [
      ...script(place, '@google/gemini-cli'),
      ...[
        '-m',
        'gemini-2.5-pro',
        '--yolo',
        '--skip-trust',
        ...(goesOn ? ['--resume', 'latest'] : []),
        '-p',
        prompt,
      ],
    ],
    settings: ({ home }) => [join(home, '.gemini/settings.json')],
  },
];

/** What a file holds; null where there is none. */
export const contentOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null);

const CALL_MS = 240_000;

interface Ran {
  code: number | null;
  output: string;
  ms: number;
}

/** Runs a command in the repository, as the client's user would. */
export function run(
  at: Place & { client: RealClient },
  [program = '', ...args]: string[],
  env: Record<string, string> = {},
): Promise<Ran> {
  const started = performance.now();
  const path = [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter);
  const child = spawn(program, args, {
    cwd: at.repository,
    env: bareEnvironment({ PATH: path, HOME: at.home, TERM: 'dumb', ...at.client.environment(at), ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: CALL_MS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve) => {
    child.once('error', (error) =>
      resolve({ code: null, output: String(error), ms: performance.now() - started }),
    );
    child.once('close', (code) => resolve({ code, output, ms: performance.now() - started }));
  });
}
