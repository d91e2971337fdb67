/**
 * Messages of the protocol, answered by its library. Loaded with the first of them: the library is as large as
 * all that most gateways run.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { type ErrorKind, isServiceError, ServiceError } from '../../platform/errors.ts';
import type { GatewayReply, GatewayRequest } from '../../platform/http/message.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { admitCaller, causeOf, explain, isRecorded, type McpCaller } from './caller.ts';
import { getPrompt, promptsFor } from './prompts.ts';
import { listResources, RESOURCE_TEMPLATES, readResource } from './resources.ts';
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

/** The request as the transport reads it, with headers only: the body is passed on parsed. */
function webRequest(request: GatewayRequest): Request {
  const headers = new Headers({ 'content-type': request.header('content-type') ?? '' });
  for (const name of ['accept', 'mcp-protocol-version', 'mcp-session-id']) {
    const value = request.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  return new Request('http://localhost/mcp', { method: 'POST', headers });
}

/** Neither lists nor resources announce changes: no stream stays open that could carry them. */
const CAPABILITIES = { tools: {}, prompts: {}, resources: {} };

function createServer(runtime: Runtime, request: GatewayRequest): Server {
  const server = new Server(
    { name: 'whetstone', title: 'Whetstone', version: '0.3.0' },
    { capabilities: CAPABILITIES, instructions: isRecorded(request) ? WITH_A_HOOK : INSTRUCTIONS },
  );
  const asCaller = <Result>(work: (caller: McpCaller) => Promise<Result>) =>
    answerCaller(runtime, request, work);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolsFor(request) }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }) => await callTool(runtime, request, { name: params.name, sent: params.arguments }),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: promptsFor(request) }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    asCaller((caller) => getPrompt(caller, params.name, params.arguments ?? {})),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: RESOURCE_TEMPLATES,
  }));
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
    asCaller((caller) => listResources(caller, params?.cursor)),
  );
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    asCaller((caller) => readResource(caller, params.uri)),
  );
  return server;
}

/** The protocol's own code for a resource that is not there. */
const NOT_FOUND = -32_002;

const CODES: Partial<Record<ErrorKind, number>> = { not_found: NOT_FOUND, invalid: ErrorCode.InvalidParams };

/** The result of `work` for the request's caller. Throws the protocol's errors, since only tools have results for them. */
async function answerCaller<Result>(
  runtime: Runtime,
  request: GatewayRequest,
  work: (caller: McpCaller) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(await admitCaller(runtime, request));
  } catch (thrown) {
    const error = causeOf(thrown);
    const known = isServiceError(error) ? (CODES[error.kind] ?? ErrorCode.InvalidRequest) : null;
    throw new McpError(known ?? ErrorCode.InternalError, explain(runtime, thrown));
  }
}
