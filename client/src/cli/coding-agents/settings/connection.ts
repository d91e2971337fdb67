/** What `connect` connects a tool with, and where. */
import type { JsonObject } from '../../../json.ts';

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
  /** Null for a tool that has no hooks. */
  hookCommand: string | null;
  /** The module that opencode's plugin loads. */
  pluginModule: string;
  mcp: McpServer;
}

export interface McpServer {
  url: string;
  /** Null where it is used in several repositories: then `command` finds it out. */
  agent: string | null;
  /** The program and its arguments that stand between the tool and the address; null where the tool calls the address itself. */
  command: readonly [string, ...string[]] | null;
  /** Whether it needs the key, which is taken from the environment. */
  hasKey: boolean;
  /** Whether a hook records the sessions, so that the model has no tool to do so. */
  isRecorded: boolean;
}

export const KEY_VARIABLE = 'WHETSTONE_API_KEY';
export const SERVER = 'whetstone';

/**
 * How long a tool waits for an answer of the server, in milliseconds. opencode and Gemini CLI start only once their servers have answered:
 * by default they wait a minute, and half a minute, for a gateway that hangs.
 */
export const MCP_TIMEOUT_MS = 5000;

/** The headers that hold no secret. */
export function plainHeaders({ agent, isRecorded }: Pick<McpServer, 'agent' | 'isRecorded'>) {
  return {
    ...(agent === null ? {} : { 'X-Agent-Id': agent }),
    ...(isRecorded ? { 'X-Recorded-By': 'hook' } : {}),
  };
}

/** The headers that the gateway is called with; the tool replaces `keyReference` by the key. */
function serverHeaders(mcp: McpServer, keyReference: string): { headers?: JsonObject } {
  const headers = {
    ...(mcp.hasKey ? { Authorization: `Bearer ${keyReference}` } : {}),
    ...plainHeaders(mcp),
  };
  return Object.keys(headers).length === 0 ? {} : { headers };
}

/** The entry of a server as most tools have it; `keyReference` stands for the key, which the tool takes from its environment. */
export function serverEntry(mcp: McpServer, keyReference: string, remote: JsonObject): JsonObject {
  if (mcp.command === null) return { ...remote, ...serverHeaders(mcp, keyReference) };
  const [command, ...args] = mcp.command;
  return { command, args, ...(mcp.hasKey ? { env: { [KEY_VARIABLE]: keyReference } } : {}) };
}
