/** Where each coding tool keeps its settings, and what `connect` writes there. docs/coding-agents.md names the documents. */
import { join } from 'node:path';
import { WhetstoneError } from '../../../errors.ts';
import type { ToolName } from '../hook-options.ts';
import type { JsonObject } from '../json.ts';
import { withHooks } from './hook-settings.ts';
import { jsonChange, readText, type SettingsChange, withValue } from './settings-file.ts';

/** `user`: all folders of this user. `local`: this folder, for this user. `project`: this folder, for all who have it. */
export type Scope = 'local' | 'user' | 'project';

export interface Place {
  home: string;
  /** The top folder of the repository, or the present folder. */
  root: string;
  /** The tool's own folder of settings, where the environment names another. */
  toolFolder: string | undefined;
}

/** What is to be written; null to remove it. */
export interface Connection {
  hookCommand: string;
  mcp: McpServer;
}

interface McpServer {
  url: string;
  /** Null where it is used in several repositories. */
  agent: string | null;
  /** Whether it needs the key, which is taken from the environment. */
  hasKey: boolean;
}

export const KEY_VARIABLE = 'WHETSTONE_API_KEY';
const SERVER = 'whetstone';

export interface CodingTool {
  /** The default first. */
  scopes: readonly [Scope, ...Scope[]];
  /** Names another folder for the user's settings. */
  folderVariable: string;
  /** The top folder of a repository, for the shell that runs its hooks. */
  rootInShell: string;
  changes(scope: Scope, place: Place, connection: Connection | null): SettingsChange[];
  /** What the user still has to do. */
  afterwards: string | null;
}

export const CODING_TOOLS: Record<ToolName, CodingTool> = {
  'claude-code': {
    scopes: ['local', 'user', 'project'],
    folderVariable: 'CLAUDE_CONFIG_DIR',
    rootInShell: '"$CLAUDE_PROJECT_DIR"',
    changes: claudeCodeChanges,
    afterwards: null,
  },
  codex: {
    scopes: ['user', 'project'],
    folderVariable: 'CODEX_HOME',
    rootInShell: '"$(git rev-parse --show-toplevel)"',
    changes: codexChanges,
    afterwards: 'Codex runs new hooks only once you trust them: enter /hooks in Codex.',
  },
};

const CLAUDE_CODE_EVENTS = ['UserPromptSubmit', 'Stop', 'SessionEnd'];
const CODEX_EVENTS = ['UserPromptSubmit', 'Stop'];

function hooksChange(path: string, events: readonly string[], connection: Connection | null): SettingsChange {
  return jsonChange(path, (settings) =>
    withHooks(settings, connection === null ? [] : events, connection?.hookCommand ?? ''),
  );
}

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
  const entry = connection === null ? undefined : claudeCodeServer(connection.mcp);
  return [
    hooksChange(files.settings, CLAUDE_CODE_EVENTS, connection),
    jsonChange(servers, (settings) => withValue(settings, files.names, entry)),
  ];
}

function claudeCodeServer({ url, agent, hasKey }: McpServer): JsonObject {
  const headers = {
    ...(hasKey ? { Authorization: `Bearer \${${KEY_VARIABLE}}` } : {}),
    ...(agent === null ? {} : { 'X-Agent-Id': agent }),
  };
  return { type: 'http', url, ...(Object.keys(headers).length === 0 ? {} : { headers }) };
}

function codexChanges(scope: Scope, place: Place, connection: Connection | null): SettingsChange[] {
  const folder =
    scope === 'project' ? join(place.root, '.codex') : (place.toolFolder ?? join(place.home, '.codex'));
  return [
    hooksChange(join(folder, 'hooks.json'), CODEX_EVENTS, connection),
    tomlChange(join(folder, 'config.toml'), connection?.mcp ?? null),
  ];
}

const BEGIN = '# whetstone connect: begin';
const END = '# whetstone connect: end';
const OWN_TABLE = new RegExp(`\\n?^${BEGIN}$[\\s\\S]*?^${END}$\\n?`, 'm');
const TABLE = /^\s*\[\s*mcp_servers\s*\.\s*"?whetstone"?\s*[\].]/m;

/** TOML keeps comments, so it is not read and written again: a table at its end, between two comments, is all that changes. */
function tomlChange(path: string, mcp: McpServer | null): SettingsChange {
  const before = readText(path);
  const others = (before ?? '').replace(OWN_TABLE, '');
  const isUnchanged = mcp === null ? others === (before ?? '') : before?.includes(tomlTable(mcp)) === true;
  if (isUnchanged) return { path, before, after: before };
  if (mcp === null) return { path, before, after: others.trim() === '' ? null : others };
  if (TABLE.test(others))
    throw new WhetstoneError(
      'invalid',
      `${path} has a server "whetstone" of its own, so nothing was written`,
    );
  return {
    path,
    before,
    after: `${endedByLine(others)}${others.trim() === '' ? '' : '\n'}${tomlTable(mcp)}`,
  };
}

function endedByLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function tomlTable({ url, agent, hasKey }: McpServer): string {
  return [
    BEGIN,
    `[mcp_servers.${SERVER}]`,
    `url = ${JSON.stringify(url)}`,
    ...(hasKey ? [`bearer_token_env_var = "${KEY_VARIABLE}"`] : []),
    ...(agent === null ? [] : [`http_headers = { "X-Agent-Id" = ${JSON.stringify(agent)} }`]),
    `${END}\n`,
  ].join('\n');
}
