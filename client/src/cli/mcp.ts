/**
 * `whetstone mcp`: the gateway's MCP server on standard input and output, for the agent of the folder in which it is started. A
 * tool's settings for all folders name one address, which could not say whose tools they are.
 */
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { toWhetstoneError } from '../errors.ts';
import { parsedJson } from '../json.ts';
import { send } from '../transport.ts';
import { agentOf } from './coding-agents/repository.ts';
import { plainHeaders } from './coding-agents/settings/connection.ts';
import { action } from './command-context.ts';

/** What JSON-RPC calls an error of the server that it has no code for. */
const SERVER_ERROR = -32_000;
const MAX_REPLY_BYTES = 64_000_000;

/** The reply to a message, as a line of JSON; null to one that wants none. */
async function forward(settings: Parameters<typeof send>[0], message: string): Promise<string | null> {
  try {
    const { json } = await send(settings, {
      ...{ method: 'POST', path: '/mcp', body: message },
      ...{ timeoutMs: settings.requestTimeoutMs, maxReplyBytes: MAX_REPLY_BYTES },
    });
    return json === undefined || json === null ? null : JSON.stringify(json);
  } catch (thrown) {
    const { id } = (parsedJson(message) ?? {}) as { id?: unknown };
    if (id === undefined) return null;
    const error = { code: SERVER_ERROR, message: toWhetstoneError(thrown).message };
    return JSON.stringify({ jsonrpc: '2.0', id, error });
  }
}

export function mcpCommand(): Command {
  return new Command('mcp')
    .description("the gateway's MCP server on standard input and output, for the repository's agent")
    .option('--recorded', 'a hook records the sessions: the model gets no tool to do so')
    .action(
      action<{ recorded?: boolean }>(async ({ settings, namedAgent }, { recorded }) => {
        const headers = {
          ...settings.headers,
          accept: 'application/json, text/event-stream',
          ...plainHeaders({ agent: namedAgent ?? agentOf(process.cwd()), isRecorded: recorded === true }),
        };
        const underWay = new Set<Promise<void>>();
        for await (const line of createInterface({ input: process.stdin })) {
          if (line.trim() === '') continue;
          const work = forward({ ...settings, headers }, line).then((reply) => {
            if (reply !== null) process.stdout.write(`${reply}\n`);
            underWay.delete(work);
          });
          underWay.add(work);
        }
        await Promise.all(underWay);
      }),
    );
}
