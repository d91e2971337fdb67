/** Where each coding tool keeps its settings, and what `connect` writes there. docs/coding-agents.md names the documents. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { WhetstoneError } from '../../../errors.ts';
import { type JsonObject, objectOf } from '../../../json.ts';
import { environmentVariable } from '../../../options.ts';
import { TOOL_NAMES } from '../hook-options.ts';
import { repositoryRoot } from '../repository.ts';
import {
  type Connection,
  KEY_VARIABLE,
  MCP_TIMEOUT_MS,
  type McpServer,
  type Place,
  plainHeaders,
  type Scope,
  SERVER,
  serverEntry,
} from './connection.ts';
import type { JsonText } from './json-text.ts';
import { cursorChanges, opencodeChanges } from './mcp-tools.ts';
import { blockChange, ignoredChange } from './own-text.ts';
import {
  editEntry,
  entryChange,
  isRemovedWhenEmpty,
  jsonChange,
  type SettingsChange,
} from './settings-file.ts';

export interface CodingTool {
  /** The default first. */
  scopes: readonly [Scope, ...Scope[]];
  /** Names another folder for the user's settings. */
  folderVariable?: string;
  /** The top folder of a repository, for the shell that runs its hooks; absent where no hook recalls and records, but the model by MCP. */
  rootInShell?: string;
  changes(scope: Scope, place: Place, connection: Connection | null): SettingsChange[];
  /** What the user still has to do. */
  afterwards?: string;
  /** The file whose hooks the user has to trust. */
  trusted?: (scope: Scope, place: Place) => string;
}

/** Those with hooks, and the one that is connected by MCP alone. */
export const CODING_TOOL_NAMES = [...TOOL_NAMES, 'cursor'] as const;
export type CodingToolName = (typeof CODING_TOOL_NAMES)[number];

export const CODING_TOOLS: Record<CodingToolName, CodingTool> = {
  'claude-code': {
    scopes: ['local', 'user', 'project'],
    folderVariable: 'CLAUDE_CONFIG_DIR',
    rootInShell: '"$CLAUDE_PROJECT_DIR"',
    changes: claudeCodeChanges,
  },
  codex: {
    scopes: ['user', 'project'],
    folderVariable: 'CODEX_HOME',
    rootInShell: '"$(git rev-parse --show-toplevel)"',
    changes: codexChanges,
    afterwards: 'Codex runs new hooks only once you trust them: enter /hooks in Codex.',
    trusted: (scope, place) => join(codexFolder(scope, place), 'hooks.json'),
  },
  'gemini-cli': {
    scopes: ['user', 'project'],
    rootInShell: '"$GEMINI_PROJECT_DIR"',
    changes: geminiCliChanges,
  },
  cursor: {
    scopes: ['project', 'user'],
    changes: cursorChanges,
    afterwards: 'Cursor starts new MCP servers only once you switch them on: Customize, then MCPs.',
  },
  opencode: {
    scopes: ['project', 'user'],
    folderVariable: 'XDG_CONFIG_HOME',
    changes: opencodeChanges,
  },
};

export function placeOf({ folderVariable }: CodingTool): Place {
  const toolFolder = folderVariable === undefined ? undefined : environmentVariable(folderVariable);
  return { home: homedir(), root: repositoryRoot(process.cwd()), toolFolder };
}

const CLAUDE_CODE_EVENTS = ['UserPromptSubmit', 'PreToolUse', 'Stop', 'SessionEnd', 'SessionStart'];
const CODEX_EVENTS = ['UserPromptSubmit', 'PreToolUse', 'Stop', 'SessionStart'];
const GEMINI_CLI_EVENTS = [
  ...['BeforeAgent', 'BeforeTool', 'AfterTool', 'AfterAgent', 'SessionEnd', 'SessionStart'],
];

function claudeCodeChanges(scope: Scope, place: Place, connection: Connection | null): SettingsChange[] {
  const { home, root, toolFolder } = place;
  const files = {
    local: {
      settings: join(root, '.claude/settings.local.json'),
      names: ['projects', root, 'mcpServers', SERVER],
    },
    user: {
      settings: join(toolFolder ?? join(home, '.claude'), 'settings.json'),
      names: ['mcpServers', SERVER],
    },
    project: { settings: join(root, '.claude/settings.json'), names: ['mcpServers', SERVER] },
  }[scope];
  const servers = scope === 'project' ? join(root, '.mcp.json') : join(toolFolder ?? home, '.claude.json');
  const entry = connection === null ? null : claudeCodeServer(connection.mcp);
  return [
    hooksChange(files.settings, CLAUDE_CODE_EVENTS, connection?.hookCommand ?? null),
    entryChange(servers, files.names, entry),
    ...(scope === 'local'
      ? ignoredChange(root, MARKS, '.claude/settings.local.json', connection !== null)
      : []),
  ];
}

function claudeCodeServer(mcp: McpServer): JsonObject {
  return serverEntry(mcp, `\${${KEY_VARIABLE}}`, { type: 'http', url: mcp.url });
}

function codexFolder(scope: Scope, { home, root, toolFolder }: Place): string {
  return scope === 'project' ? join(root, '.codex') : (toolFolder ?? join(home, '.codex'));
}

function codexChanges(scope: Scope, place: Place, connection: Connection | null): SettingsChange[] {
  const folder = codexFolder(scope, place);
  return [
    hooksChange(join(folder, 'hooks.json'), CODEX_EVENTS, connection?.hookCommand ?? null),
    tomlChange(join(folder, 'config.toml'), connection?.mcp ?? null),
  ];
}

function geminiCliChanges(scope: Scope, place: Place, connection: Connection | null): SettingsChange[] {
  const path = join(scope === 'project' ? place.root : place.home, '.gemini/settings.json');
  const entry =
    connection === null
      ? null
      : {
          ...serverEntry(connection.mcp, `$${KEY_VARIABLE}`, { httpUrl: connection.mcp.url }),
          timeout: MCP_TIMEOUT_MS,
        };
  return [
    jsonChange(path, (settings) => {
      editHooks(path, settings, GEMINI_CLI_EVENTS, connection?.hookCommand ?? null, 1000);
      editEntry(path, settings, ['mcpServers', SERVER], entry);
    }),
  ];
}

const MARKS = { begin: '# whetstone connect: begin', end: '# whetstone connect: end' };
const TABLE = /^\s*\[\s*mcp_servers\s*\.\s*"?whetstone"?\s*[\].]/m;

/** TOML keeps comments, so it is not read and written again: a table at its end, between two comments, is all that changes. */
function tomlChange(path: string, mcp: McpServer | null): SettingsChange {
  const { others, ...change } = blockChange(path, MARKS, mcp === null ? null : tomlTable(mcp));
  if (mcp !== null && TABLE.test(others))
    throw new WhetstoneError(
      'invalid',
      `${path} has a server "whetstone" of its own, so nothing was written`,
    );
  return change;
}

function tomlTable({ url, hasKey, command, ...mcp }: McpServer): string[] {
  if (command !== null) {
    const [program, ...args] = command;
    return [
      `[mcp_servers.${SERVER}]`,
      `command = ${JSON.stringify(program)}`,
      `args = ${JSON.stringify(args)}`,
      ...(hasKey ? [`env_vars = ["${KEY_VARIABLE}"]`] : []),
    ];
  }
  const headers = Object.entries(plainHeaders(mcp)).map((header) =>
    header.map((it) => JSON.stringify(it)).join(' = '),
  );
  return [
    `[mcp_servers.${SERVER}]`,
    `url = ${JSON.stringify(url)}`,
    ...(hasKey ? [`bearer_token_env_var = "${KEY_VARIABLE}"`] : []),
    `http_headers = { ${headers.join(', ')} }`,
  ];
}

/** How many seconds the tool may wait for a hook; the hook itself takes much less. */
const HOOK_TIMEOUT_SECONDS = 5;

/** A command that `connect` wrote. */
const OWN_COMMAND = /coding-agents[\\/]hook\.[jt]s\b/;

function isOwn(hook: unknown): boolean {
  const { command } = objectOf(hook);
  return typeof command === 'string' && OWN_COMMAND.test(command);
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const hooksOf = (group: unknown): unknown[] => listOf(objectOf(group)['hooks']);

/** The change that makes `command` the only one of this program, at these events; with null, that takes it out. */
function hooksChange(path: string, events: readonly string[], command: string | null): SettingsChange {
  return jsonChange(path, (settings) => editHooks(path, settings, events, command));
}

/** `unit` is how many of the tool's units of time are a second. */
function editHooks(
  path: string,
  settings: JsonText,
  events: readonly string[],
  command: string | null,
  unit = 1,
): void {
  const ownAt = (event: string) => ({
    hooks: [{ type: 'command', command: commandAt(event, command), timeout: HOOK_TIMEOUT_SECONDS * unit }],
  });
  const wanted = command === null ? [] : events;
  const present = Object.keys(objectOf(settings.get(['hooks'])));
  for (const event of present) keepOne(path, settings, event, wanted.includes(event) ? ownAt(event) : null);
  for (const event of wanted) {
    const groups = listOf(settings.get(['hooks', event]));
    if (!groups.some((group) => hooksOf(group).some(isOwn))) settings.append(['hooks', event], ownAt(event));
  }
}

/** Makes the first of this program's groups at an event `own`, and takes the others out; all, where `own` is null. Commands beside its own stay. */
function keepOne(path: string, settings: JsonText, event: string, own: unknown): void {
  const groups = listOf(settings.get(['hooks', event]));
  const isWhole = (group: unknown) => hooksOf(group).length > 0 && hooksOf(group).every(isOwn);
  const kept = own === null ? -1 : groups.findIndex(isWhole);
  if (kept !== -1) settings.set(['hooks', event, kept], own);
  // From the end, so that the places of what is left stay.
  for (const [at, group] of [...groups.entries()].reverse()) {
    if (at === kept) continue;
    if (isWhole(group)) settings.remove(['hooks', event, at], isRemovedWhenEmpty(path));
    else
      for (const [place, hook] of [...hooksOf(group).entries()].reverse())
        if (isOwn(hook)) settings.remove(['hooks', event, at, 'hooks', place], () => false);
  }
}

/** The events before a call of a tool, and the one after it. */
const CALL_EVENTS = ['PreToolUse', 'BeforeTool', 'AfterTool'];

/** At each call of a tool: nothing is started while no session has rules for calls. `cmd` of Windows knows no `[`. */
function commandAt(event: string, command: string | null): string | null {
  if (!CALL_EVENTS.includes(event) || command === null || process.platform === 'win32') return command;
  return `[ ! -e ~/.whetstone/triggers ] || ${command}`;
}
