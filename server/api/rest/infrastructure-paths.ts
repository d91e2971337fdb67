/**
 * The endpoints beside the operations, as the OpenAPI document describes them. Written by hand: no operation's
 * schema says what they take and give.
 */

export type JsonObject = Record<string, unknown>;

/** What a request of an operation is authorised with: a credential, or the operator's with its tenant. */
export const SECURITY = [{ HTTPBearer: [] }, { HTTPBearer: [], TenantHeader: [] }];

export const ERROR = { 'application/json': { schema: { $ref: '#/components/schemas/HTTPError' } } };

function jsonObject(properties: Record<string, unknown>): JsonObject {
  return {
    'application/json': { schema: { type: 'object', properties, required: Object.keys(properties) } },
  };
}

function get(summary: string, operationId: string, responses: JsonObject): JsonObject {
  return { get: { operationId, tags: ['Infrastructure'], summary, security: [], responses } };
}

const TEXT = { schema: { type: 'string' } };

/** Health, metrics and documentation, which need no credential, and MCP. */
export function infrastructurePaths(): JsonObject {
  const limited = { description: 'Rate limit of the client address', content: ERROR };
  return {
    '/healthz': get('The process is alive; does not touch the database', 'healthz', {
      200: { description: 'Alive', content: jsonObject({ status: { type: 'string', const: 'ok' } }) },
      429: limited,
    }),
    '/readyz': get('The gateway is ready: the database answers and no shutdown has begun', 'readyz', {
      200: { description: 'Ready', content: jsonObject({ status: { type: 'string', const: 'ready' } }) },
      429: limited,
      503: { description: 'The database cannot be reached, or the gateway is stopping', content: ERROR },
    }),
    '/metrics': get('Metrics in the Prometheus text format', 'metrics', {
      200: { description: 'Metrics', content: { 'text/plain': TEXT } },
      429: limited,
    }),
    '/openapi.json': get('This document', 'openapi', {
      200: {
        description: 'An OpenAPI 3.1 document',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      429: limited,
    }),
    '/docs': get('Interactive documentation', 'docs', {
      200: { description: 'A page', content: { 'text/html': TEXT } },
      429: limited,
    }),
    '/mcp': mcpPath(),
  };
}

const RPC_MESSAGE = {
  type: 'object',
  properties: { jsonrpc: { type: 'string', const: '2.0' } },
  required: ['jsonrpc'],
};
const RPC = {
  'application/json': {
    schema: { anyOf: [RPC_MESSAGE, { type: 'array', items: RPC_MESSAGE, minItems: 1 }] },
  },
};

/** The MCP endpoint. Its messages are defined by the protocol, so that they are not repeated here. */
function mcpPath(): JsonObject {
  const refused = (description: string) => ({ description, content: ERROR });
  const responses = {
    200: { description: "The answers to the body's requests", content: RPC },
    202: { description: 'Taken: the body held nothing that is answered, such as a notification' },
    400: { description: 'Not a JSON-RPC message, or more than 50 of them', content: RPC },
    403: refused('`Invalid Origin header`: the Origin is not in SERVICE_CORS_ORIGINS'),
    406: { description: 'Accept does not name application/json and text/event-stream', content: RPC },
    413: refused('The body is too large'),
    415: { description: 'The body is not declared as JSON', content: RPC },
    421: refused('`Invalid Host header`: the Host is not in SERVICE_MCP_ALLOWED_HOSTS'),
    429: refused('Rate limit of the client address'),
  };
  const description =
    'JSON-RPC messages of the Model Context Protocol, without sessions: other methods than POST are 405. Tools and ' +
    'prompts are listed without a credential; every call, prompt and resource brings its own and needs the scope `learn`. ' +
    'What is wrong with a call, its credential included, is a result with `isError`, not a status; of a prompt or a ' +
    'resource it is a JSON-RPC error.';
  return {
    post: {
      ...{ operationId: 'mcp', tags: ['Infrastructure'], summary: 'MCP over streamable HTTP', description },
      security: [{}, ...SECURITY],
      requestBody: { required: true, content: RPC },
      responses,
    },
  };
}
