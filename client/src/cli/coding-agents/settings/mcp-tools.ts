/** Tools whose model recalls and records by MCP: an entry for the server, an instruction to use it, and for opencode a plugin. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject, type JsonObject } from '../../../json.ts';
import {
  type Connection,
  KEY_VARIABLE,
  MCP_TIMEOUT_MS,
  type McpServer,
  type Place,
  type Scope,
  SERVER,
  serverEntry,
} from './connection.ts';
import { blockChange, ignoredChange, ownFileChange } from './own-text.ts';
import { editEntry, entryChange, jsonChange, type SettingsChange } from './settings-file.ts';

const INSTRUCTION = [
  `Before a task, call the tool \`recall\` of the MCP server \`${SERVER}\` with the task as \`query\`, and use what it returns as reference.`,
  'After the task, call its tool `record` with the task, the outcome (success, partial or failure) and the `recall_id`.',
];

const RULE_MARK = '<!-- whetstone connect -->';
const RULE = [
  '---',
  'description: Recall what was learned before a task, and record it afterwards',
  'alwaysApply: true',
  '---',
  RULE_MARK,
  ...INSTRUCTION,
  '',
].join('\n');

/** Cursor keeps rules of a user in its own settings, not in a file. */
export function cursorChanges(
  scope: Scope,
  { home, root }: Place,
  connection: Connection | null,
): SettingsChange[] {
  const folder = join(scope === 'user' ? home : root, '.cursor');
  const entry = connection === null ? null : cursorServer(connection.mcp);
  const server = entryChange(join(folder, 'mcp.json'), ['mcpServers', SERVER], entry);
  if (scope === 'user') return [server];
  const rule = join(folder, 'rules/whetstone.mdc');
  return [server, ownFileChange(rule, RULE_MARK, connection === null ? null : RULE)];
}

function cursorServer(mcp: McpServer): JsonObject {
  return serverEntry(mcp, `\${env:${KEY_VARIABLE}}`, { url: mcp.url });
}

const MARKS = { begin: '<!-- whetstone connect: begin -->', end: '<!-- whetstone connect: end -->' };

export function opencodeChanges(
  scope: Scope,
  { home, root, toolFolder }: Place,
  connection: Connection | null,
): SettingsChange[] {
  const folder = scope === 'user' ? join(toolFolder ?? join(home, '.config'), 'opencode') : root;
  const withComments = join(folder, 'opencode.jsonc');
  const file = existsSync(withComments) ? withComments : join(folder, 'opencode.json');
  const { others: _, ...instruction } = blockChange(
    join(folder, 'AGENTS.md'),
    MARKS,
    connection === null ? null : INSTRUCTION,
  );
  const plugin = scope === 'user' ? 'plugins/whetstone.js' : '.opencode/plugins/whetstone.js';
  return [
    serverChange(file, connection?.mcp ?? null),
    instruction,
    ownFileChange(join(folder, plugin), PLUGIN_MARK, pluginText(connection)),
    ...(scope === 'user' ? [] : ignoredChange(root, IGNORED_MARKS, plugin, connection !== null)),
  ];
}

const PLUGIN_MARK = '// whetstone connect';
const IGNORED_MARKS = {
  begin: '# whetstone connect opencode: begin',
  end: '# whetstone connect opencode: end',
};

/** The plugin's file, which does nothing where this program is gone. opencode 2 calls `setup` in the place of `server`. */
function pluginText(connection: Connection | null): string | null {
  if (connection === null) return null;
  const module = JSON.stringify(pathToFileURL(connection.pluginModule).href);
  const hooks = `pluginHooks(context, ${JSON.stringify(connection.hookCommand)})`;
  return [
    `${PLUGIN_MARK}: shows what was learned at calls of tools`,
    'const server = (context) =>',
    `  import(${module}).then(({ pluginHooks }) => ${hooks}, () => ({}));`,
    "export default { id: 'whetstone', server, setup() {} };",
    '',
  ].join('\n');
}

function opencodeServer(mcp: McpServer): JsonObject {
  // It gives a program its whole environment.
  if (mcp.command !== null) return { type: 'local', command: [...mcp.command] };
  return serverEntry(mcp, `{env:${KEY_VARIABLE}}`, { type: 'remote', url: mcp.url });
}

/** Version 2 also reads the entries of version 1, and has its own below `servers`: as the file has them. */
function serverChange(file: string, mcp: McpServer | null): SettingsChange {
  return jsonChange(file, (settings) => {
    const isVersion2 = isObject(settings.get(['mcp', 'servers']));
    const timeout = isVersion2 ? { startup: MCP_TIMEOUT_MS } : MCP_TIMEOUT_MS;
    const entry = mcp === null ? null : { ...opencodeServer(mcp), timeout };
    editEntry(file, settings, isVersion2 ? ['mcp', 'servers', SERVER] : ['mcp', SERVER], entry);
  });
}
