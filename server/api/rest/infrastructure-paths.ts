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

function get(summary: string, operationId: string, responses: JsonObject, more: JsonObject = {}): JsonObject {
  return { get: { operationId, tags: ['Infrastructure'], summary, security: [], ...more, responses } };
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
    ...publishedSkillPaths(limited),
    '/mcp': mcpPath(),
  };
}

/** What everybody may read of the tenant that the gateway names. */
function publishedSkillPaths(limited: JsonObject): JsonObject {
  const none = {
    description: 'No such published skill, or no tenant is named in SERVICE_PUBLIC_SKILLS_TENANT',
    content: ERROR,
  };
  const index = (summary: string, operationId: string) =>
    get(summary, operationId, {
      200: { description: 'The index', content: jsonObject({ skills: { type: 'array' } }) },
      304: { description: 'As the reader has it, by If-None-Match' },
      404: none,
      429: limited,
    });
  const skill = {
    200: { description: 'The current version', content: { 'text/markdown': TEXT } },
    304: { description: 'As the reader has it, by If-None-Match' },
    404: none,
    429: limited,
  };
  const parameters = [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }];
  return {
    '/.well-known/agent-skills/index.json': index(
      'The published skills, in the form of Agent Skills Discovery 0.2.0',
      'publishedSkills',
    ),
    '/.well-known/skills/index.json': index(
      'The published skills, in the form of Agent Skills Discovery 0.1.0',
      'publishedSkillsBefore',
    ),
    '/.well-known/agent-skills/{name}/SKILL.md': get(
      'A published skill as a SKILL.md',
      'publishedSkill',
      skill,
      { parameters },
    ),
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
