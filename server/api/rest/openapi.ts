/**
 * The OpenAPI document, generated from the operations' own schemas and then corrected where the generator
 * does not know our REST conventions: statuses, error bodies, array bodies, replies that are not JSON.
 */
import { generateOpenApiDocument } from 'trpc-to-openapi';
import { z } from 'zod';
import { MAX_PROBLEMS } from '../../platform/errors.ts';
import { type GatewayReply, jsonReply } from '../../platform/http/message.ts';
import { JSON_LIMITS } from '../../platform/http/parse-json.ts';
import { shared } from '../../platform/shared.ts';
import { appRouter } from '../operations/router.ts';
import { buildRoutes, type Route } from './routes.ts';

/**
 * The endpoints beside the operations, as the OpenAPI document describes them. Written by hand: no operation's
 * schema says what they take and give.
 */

type JsonObject = Record<string, unknown>;

/** What a request of an operation is authorised with: a credential, or the operator's with its tenant. */
const SECURITY = [{ HTTPBearer: [] }, { HTTPBearer: [], TenantHeader: [] }];

const ERROR = { 'application/json': { schema: { $ref: '#/components/schemas/HTTPError' } } };

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
function infrastructurePaths(): JsonObject {
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

const VALIDATION = { 'application/json': { schema: { $ref: '#/components/schemas/HTTPValidationError' } } };

const RETRY_AFTER = {
  'retry-after': { description: 'Seconds to wait', schema: { type: 'integer' } },
};

function missingScope({ rest: { scope } }: Route): string {
  if (scope === 'signed-in') return 'The credential names no tenant';
  return scope === 'operator' ? 'Not the operator’s key' : `The credential lacks the scope \`${scope}\``;
}

function neededScope({ rest: { scope } }: Route): string {
  if (scope === 'signed-in') return 'Any credential will do.';
  return scope === 'operator' ? 'Only the operator’s (bootstrap) key will do.' : `Scope: \`${scope}\`.`;
}

function errorResponses(route: Route): JsonObject {
  const hasResource = route.segments.some(({ parameter }) => parameter);
  const notFound = route.rest.notFound ?? (hasResource ? 'Unknown here or in another tenant' : undefined);
  return {
    400: {
      description: `A credential without its tenant, or an unknown scope${route.rest.exported === undefined ? '' : ', or a body that cannot be read'}`,
      content: ERROR,
    },
    401: { description: 'No credential, or one that is not valid', content: ERROR },
    403: { description: missingScope(route), content: ERROR },
    ...(notFound === undefined ? {} : { 404: { description: notFound, content: ERROR } }),
    ...(route.method !== 'GET'
      ? {
          409: { description: 'The state of the resource does not allow this', content: ERROR },
          413: { description: 'The body is too large', content: ERROR },
        }
      : {}),
    ...(route.rest.exported === undefined
      ? {}
      : { 415: { description: 'An encoding or a compression that is not taken here', content: ERROR } }),
    422: { description: `The input does not fit; the first ${MAX_PROBLEMS} problems`, content: VALIDATION },
    429: {
      description: 'A rate limit, the token budget or a quota of the tenant',
      headers: RETRY_AFTER,
      content: ERROR,
    },
    503: { description: 'Not available now', headers: RETRY_AFTER, content: ERROR },
  };
}

function successResponse(route: Route, generated: JsonObject | undefined): JsonObject {
  const { status = 200, produces } = route.rest;
  if (status === 204) return { 204: { description: 'Done' } };
  const description = status === 202 ? 'Accepted' : 'Success';
  if (route.rest.paged === true)
    return { [status]: { description, headers: PAGE_HEADERS, content: pageItems(generated) } };
  const content =
    produces === undefined ? generated?.content : { [produces]: { schema: { type: 'string' } } };
  return { [status]: { description, content } };
}

const PAGE_HEADERS = {
  'x-next-cursor': {
    description: 'The `cursor` of the next page; absent on the last one',
    schema: { type: 'string' },
  },
  link: {
    description: 'The address of the next page, with `rel="next"`; absent on the last one',
    schema: { type: 'string' },
  },
};

/** The schema of the list within a generated page, which is what the reply holds. */
function pageItems(generated: JsonObject | undefined): JsonObject {
  const page = (generated?.content as Record<string, Media> | undefined)?.['application/json'];
  const properties = page?.schema.properties as Record<string, JsonObject> | undefined;
  return { 'application/json': { schema: properties?.items ?? {} } };
}

/**
 * Changes a generated `operation` in place to what the REST handler does for `route`. Returns the schemas of
 * request bodies that have a name, for the document's components.
 */
function correctOperation(operation: JsonObject, route: Route): JsonObject {
  const generated = (operation.responses as Record<string, JsonObject>)['200'];
  operation.operationId = route.name;
  operation.responses = { ...successResponse(route, generated), ...errorResponses(route) };
  operation.security = SECURITY;
  operation.description = [operation.description, neededScope(route)].filter(Boolean).join('\n\n');
  describeHeaders(operation, route);
  if (route.rest.exported?.includes('protobuf') === true) addProtobuf(operation);
  const media = jsonBody(operation);
  if (media === undefined) return {};
  if (route.rest.body !== undefined) liftBody(media, route.rest.body);
  return nameBody(media, route);
}

/** Adds protobuf to the body and to every reply that has JSON. */
function addProtobuf(operation: JsonObject): void {
  const replies = Object.values(operation.responses as Record<string, JsonObject>);
  for (const message of [operation.requestBody as JsonObject, ...replies]) {
    if (message.content === undefined) continue;
    message.content = { ...(message.content as JsonObject), ...PROTOBUF };
  }
}

const PROTOBUF = { 'application/x-protobuf': { schema: { type: 'string', format: 'binary' } } };

/** Adds headers as parameters: the generator takes every field of the input for one of the body. */
function describeHeaders(operation: JsonObject, route: Route): void {
  const { shape } = route.input;
  const described = (route.rest.headers ?? []).map((name) => {
    const { $schema: _, ...schema } = z.toJSONSchema(shape[name] ?? z.string(), { io: 'input' });
    return { in: 'header', name, required: false, schema };
  });
  const others = (operation.parameters as JsonObject[] | undefined) ?? [];
  if (described.length > 0) operation.parameters = [...others, ...described];
}

interface Media {
  schema: JsonObject;
}

/** The JSON body of an operation; where none of its fields is required, the body is optional. */
function jsonBody(operation: JsonObject): Media | undefined {
  const body = operation.requestBody as { required: boolean; content: Record<string, Media> } | undefined;
  const media = body?.content['application/json'];
  if (body !== undefined && media !== undefined) body.required = media.schema.required !== undefined;
  return media;
}

/** Replaces the request's schema by that of the field that is the whole body. */
function liftBody(media: Media, field: string): void {
  const properties = media.schema.properties as Record<string, JsonObject> | undefined;
  media.schema = properties?.[field] ?? media.schema;
}

/** Moves a body whose schema has a name to the components, since the generator writes bodies in full. */
function nameBody(media: Media, route: Route): JsonObject {
  const name = route.input.meta()?.id;
  if (name === undefined || route.rest.body !== undefined) return {};
  const { schema } = media;
  media.schema = { $ref: `#/components/schemas/${name}` };
  return { [name]: schema };
}

const DESCRIPTION = `Whetstone lets any AI agent learn from its own past runs. Before a run an agent recalls what is
known; after it, it records what happened; people review what was learned from it.

Every request outside the infrastructure endpoints carries \`Authorization: Bearer <key>\`. The tenant comes from the
credential; only the operator's bootstrap key names it in \`X-Tenant-Id\`. Scopes are not hierarchical.

A body with a \`scope\` also takes \`agent_id\` and \`user_id\` beside it, as a short form; where the two contradict each other the
reply is 422 with the type \`scope_conflict\`. A field whose name differs from a known one only by case, \`-\` and \`_\` or one letter, or is its
beginning or end (\`agent\` for \`agent_id\`), gives 422 with the type \`unknown_field\`, which names the one meant. Other
unknown fields of a body are ignored, and the reply lists them as \`warnings\`.

A body of JSON holds at most ${JSON_LIMITS.keys.toLocaleString('en')} keys, ${JSON_LIMITS.objectKeys.toLocaleString('en')} of them in one object,
${JSON_LIMITS.values.toLocaleString('en')} values and ${JSON_LIMITS.depth} levels; above that the reply is 422 with the type \`json_invalid\`. For exports of traces
only the keys of one object and the levels count.`;

const TAGS = [
  { name: 'Learning loop', description: 'Recall before a run, record after it, feedback later.' },
  { name: 'Skills', description: 'Procedures made of short rules, versioned and governed.' },
  { name: 'Memory and profiles', description: 'Facts, preferences and lessons about users and agents.' },
  { name: 'Governance', description: 'Changesets, reviews, insights and the work behind them.' },
  { name: 'Administration', description: 'Keys, audit, usage, erasure.' },
  {
    name: 'Infrastructure',
    description: 'Health, metrics and documentation without authentication, and MCP.',
  },
];

const HttpError = z.object({ detail: z.string() }).meta({ id: 'HTTPError' });

const ValidationError = z
  .object({
    detail: z.array(
      z.object({
        loc: z.array(z.union([z.string(), z.number().int().min(0).max(1_000_000)])),
        msg: z.string(),
        type: z.string(),
        // The facts of any schema's check, so of any form.
        ctx: z.record(z.string(), z.unknown()).optional(),
        input: z.unknown().optional(),
      }),
    ),
  })
  .meta({ id: 'HTTPValidationError' });

/** The document, generated once per process. */
export function openApiDocument(): JsonObject {
  return shared('openapi-document', () => {
    const generated = generateOpenApiDocument(appRouter, {
      title: 'Whetstone',
      description: DESCRIPTION,
      version: '0.3.0',
      openApiVersion: '3.1.0',
      baseUrl: '/',
      securitySchemes: {
        HTTPBearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, a token or the operator’s key',
        },
        TenantHeader: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Tenant-Id',
          description: 'The tenant that is meant, beside the operator’s (bootstrap) key; ignored otherwise',
        },
      },
      defs: { HTTPError: HttpError, HTTPValidationError: ValidationError },
    });
    return corrected(JSON.parse(JSON.stringify(generated)) as JsonObject);
  });
}

function corrected(document: JsonObject): JsonObject {
  const paths = document.paths as Record<string, Record<string, JsonObject>>;
  const named: JsonObject = {};
  for (const route of buildRoutes(appRouter._def.procedures)) {
    const operation = paths[route.template]?.[route.method.toLowerCase()];
    if (operation !== undefined) Object.assign(named, correctOperation(operation, route));
  }
  const { schemas, responses: _, ...components } = document.components as Record<string, JsonObject>;
  const kept = Object.entries(schemas ?? {}).filter(([name]) => !name.startsWith('error.'));
  return {
    ...document,
    servers: [{ url: '/' }],
    tags: TAGS,
    paths: { ...paths, ...infrastructurePaths() },
    components: { ...components, schemas: { ...Object.fromEntries(kept), ...named } },
  };
}

/** The document over HTTP. */
export function openApiReply(): GatewayReply {
  return jsonReply(200, openApiDocument());
}
