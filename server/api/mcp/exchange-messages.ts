/**
 * Messages of the protocol, answered by its library. Loaded with the first of them: the library is as large as
 * all that most gateways run.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { GatewayReply, GatewayRequest } from '../../platform/http/message.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { callTool, TOOLS } from './call-tool.ts';

const INSTRUCTIONS =
  'Call `recall` before a task and follow what it returns as reference, then `record` what happened with its recall_id. ' +
  '`remember` keeps a statement about the user; `feedback` scores a recorded run.';

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

/** The request as the transport reads it, with headers only: the body is passed on parsed. */
function webRequest(request: GatewayRequest): Request {
  const headers = new Headers({ 'content-type': request.header('content-type') ?? '' });
  for (const name of ['accept', 'mcp-protocol-version', 'mcp-session-id']) {
    const value = request.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  return new Request('http://localhost/mcp', { method: 'POST', headers });
}

function createServer(runtime: Runtime, request: GatewayRequest): Server {
  const server = new Server(
    { name: 'whetstone', title: 'Whetstone', version: '0.3.0' },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS.map(({ listed }) => listed) }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }) => await callTool(runtime, request, { name: params.name, sent: params.arguments }),
  );
  return server;
}
