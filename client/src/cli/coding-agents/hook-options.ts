/** What `connect` writes into the hook's command line, and the hook reads there. The key is not among it. */
import { parseArgs } from 'node:util';

export interface HookOptions {
  tool: ToolName;
  url: string;
  /** Null for the repository's own. */
  agent: string | null;
  user: string | null;
  tenant: string | null;
  /** How long the hook may take before a prompt, from the start of its process, in milliseconds. */
  timeoutMs: number;
  exclude: readonly string[];
}

/** The last has hooks at calls of tools only: its sessions are not recorded. */
export const TOOL_NAMES = ['claude-code', 'codex', 'gemini-cli', 'opencode'] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

export const DEFAULT_TIMEOUT_MS = 300;

/** The arguments that {@link parseHookOptions} reads as these options. */
export function hookArguments({ tool, url, agent, user, tenant, timeoutMs, exclude }: HookOptions): string[] {
  return [
    tool,
    `--url=${url}`,
    ...(agent === null ? [] : [`--agent=${agent}`]),
    ...(user === null ? [] : [`--user=${user}`]),
    ...(tenant === null ? [] : [`--tenant=${tenant}`]),
    ...(timeoutMs === DEFAULT_TIMEOUT_MS ? [] : [`--timeout=${timeoutMs}`]),
    ...exclude.map((pattern) => `--exclude=${pattern}`),
  ];
}

/** Throws where the arguments are not those of a hook. */
export function parseHookOptions(args: readonly string[]): HookOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      agent: { type: 'string' },
      user: { type: 'string' },
      tenant: { type: 'string' },
      timeout: { type: 'string' },
      exclude: { type: 'string', multiple: true },
    },
  });
  const tool = TOOL_NAMES.find((name) => name === positionals[0]);
  if (tool === undefined || values.url === undefined) throw new Error('not the arguments of a hook');
  return {
    tool,
    url: values.url,
    agent: values.agent ?? null,
    user: values.user ?? null,
    tenant: values.tenant ?? null,
    timeoutMs: Number(values.timeout ?? DEFAULT_TIMEOUT_MS),
    exclude: values.exclude ?? [],
  };
}

/** A word of a POSIX shell, as the tools start hooks with one. */
export function shellWord(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
