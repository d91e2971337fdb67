/**
 * An agent that knows the gateway as an MCP server and nothing else: it calls the tools `recall` and `record`, and goes
 * on where they do not answer in time. Try it with WHETSTONE_URL, WHETSTONE_API_KEY and WHETSTONE_AGENT set:
 *   node client/examples/mcp.ts "look up order 1042"
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const {
  WHETSTONE_URL = '',
  WHETSTONE_API_KEY = '',
  WHETSTONE_AGENT = 'default',
  RECALL_MS = '300',
} = process.env;

/** The tool's structured result, or nothing: within `ms`, no matter what the gateway does. */
async function callTool(
  name: string,
  args: Record<string, unknown>,
  ms: number,
): Promise<Record<string, unknown>> {
  const stop = AbortSignal.timeout(ms);
  const late = new Promise<never>((_, reject) => {
    stop.addEventListener('abort', () => reject(stop.reason));
  });
  const mcp = new Client({ name: 'example-agent', version: '1.0.0' });
  const work = async () => {
    const headers = { authorization: `Bearer ${WHETSTONE_API_KEY}` };
    const requestInit = { headers, signal: stop };
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', WHETSTONE_URL), { requestInit });
    // The transport's own type lets its session be undefined, which the interface's exact one does not.
    await mcp.connect(transport as Parameters<Client['connect']>[0]);
    const { isError, structuredContent } = await mcp.callTool({ name, arguments: args });
    return isError === true ? {} : (structuredContent as Record<string, unknown>);
  };
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    process.stderr.write(`whetstone: ${error}\n`);
    return {};
  } finally {
    mcp.close().catch(() => undefined);
  }
}

/** Your model call, with what was recalled in its system prompt. */
function agent(task: string, instructions: unknown): string {
  return typeof instructions === 'string' && instructions !== ''
    ? `${task}: done as learned`
    : `${task}: done`;
}

const task = process.argv[2] ?? 'look up order 1042';
const scope = { agent_id: WHETSTONE_AGENT };
const recalled = await callTool('recall', { query: task, ...scope }, Number(RECALL_MS));
const answer = agent(task, recalled.instructions);
process.stdout.write(`${answer}\n`);
const messages = [
  { role: 'user', content: task },
  { role: 'assistant', content: answer },
];
await callTool(
  'record',
  { task, messages, recall_id: recalled.recall_id ?? null, outcome: 'success', ...scope },
  2000,
);
process.exit();
