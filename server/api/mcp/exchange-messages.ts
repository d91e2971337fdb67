/**
 * Messages of the protocol, answered by its library. Loaded with the first of them: the library is as large as
 * all that most gateways run.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { ServiceError } from '../../platform/errors.ts';
import type { GatewayReply, GatewayRequest } from '../../platform/http/message.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { admitCaller, explain, isRecorded } from './caller.ts';
import type { Tool } from './tool.ts';
import { KNOWLEDGE_TOOLS, LOOP_TOOLS, record } from './tools.ts';

export const TOOLS = [...LOOP_TOOLS, ...KNOWLEDGE_TOOLS];
const RECORDED = 'a hook records this session, so there is nothing to record here';

const BY_NAME = new Map(TOOLS.map((tool) => [tool.listed.name, tool]));

function toolsFor(request: GatewayRequest): Tool['listed'][] {
  return TOOLS.filter((tool) => tool !== record || !isRecorded(request)).map(({ listed }) => listed);
}

/** Calls the tool `name` for the principal of `request`. Never throws. */
async function callTool(
  runtime: Runtime,
  request: GatewayRequest,
  { name, sent }: { name: string; sent: unknown },
): Promise<CallToolResult> {
  try {
    const caller = await admitCaller(runtime, request);
    const tool = BY_NAME.get(name);
    if (tool === undefined) throw new ServiceError('not_found', 'tool not found');
    if (tool === record && caller.isRecorded) throw new ServiceError('invalid', RECORDED);
    return await tool.call(caller, sent);
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: explain(runtime, error) }] };
  }
}

const REMEMBER = '`remember` keeps a statement about the user; `feedback` scores a recorded run.';
const INSTRUCTIONS =
  'Call `recall` before a task and follow what it returns as reference, then `record` what happened with its recall_id. ' +
  REMEMBER;
const WITH_A_HOOK = `A hook recalls before each prompt and records each run. ${REMEMBER}`;

/** Answers the parsed body of a request, one message or several. */
export async function exchangeMessages(
  runtime: Runtime,
  request: GatewayRequest,
  message: unknown,
): Promise<GatewayReply> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createServer(runtime, request);
  try {
    await server.connect(transport);
    const response = await transport.handleRequest(webRequest(request), { parsedBody: message });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: response.body === null ? null : await response.text(),
    };
  } finally {
    await server.close();
  }
}

const ACCEPTED = /application\/(?:json|\*)|text\/event-stream|\*\/\*/i;

/** The request as the transport reads it, with headers only: the body is passed on parsed. */
function webRequest(request: GatewayRequest): Request {
  const headers = new Headers({ 'content-type': request.header('content-type') ?? '' });
  for (const name of ['mcp-protocol-version', 'mcp-session-id']) {
    const value = request.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  const accept = request.header('accept') ?? '';
  // The transport wants both types; some clients name one, and every reply is JSON.
  headers.set('accept', ACCEPTED.test(accept) ? 'application/json, text/event-stream' : accept);
  return new Request('http://localhost/mcp', { method: 'POST', headers });
}

function createServer(runtime: Runtime, request: GatewayRequest): Server {
  const server = new Server(
    { name: 'whetstone', title: 'Whetstone', version: '0.3.0' },
    // No stream stays open that could announce changes of the list.
    { capabilities: { tools: {} }, instructions: isRecorded(request) ? WITH_A_HOOK : INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolsFor(request) }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }) => await callTool(runtime, request, { name: params.name, sent: params.arguments }),
  );
  return server;
}
