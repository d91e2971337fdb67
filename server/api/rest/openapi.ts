/**
 * The OpenAPI document, generated from the operations' own schemas and then corrected where the generator does not
 * know our REST conventions: statuses, error bodies, array bodies, replies that are no JSON.
 */
import { generateOpenApiDocument } from 'trpc-to-openapi';
import { z } from 'zod';
import { appRouter } from '../operations/router.ts';
import { type GatewayReply, jsonReply } from '../../platform/http/message.ts';
import { JSON_LIMITS } from '../../platform/http/parse-json.ts';
import { shared } from '../../platform/shared.ts';
import { infrastructurePaths } from './openapi-infrastructure.ts';
import { correctOperation, type JsonObject } from './openapi-operation.ts';
import { routesOf } from './routes.ts';

const DESCRIPTION = `Whetstone lets any AI agent learn from its own past runs. Before a run an agent recalls what is
known; after it, it records what happened; people govern what was learned from that.

Every request outside the infrastructure endpoints carries \`Authorization: Bearer <key>\`. The tenant comes from the
credential; only the operator's bootstrap key names it in \`X-Tenant-Id\`. Scopes are not hierarchical. Unknown body fields are ignored.

A body of JSON holds at most ${JSON_LIMITS.keys.toLocaleString('en')} keys, ${JSON_LIMITS.objectKeys.toLocaleString('en')} of them in one object,
${JSON_LIMITS.values.toLocaleString('en')} values and ${JSON_LIMITS.depth} levels; above that the reply is 422 with the type \`json_invalid\`. For exports of traces
only the keys of one object and the levels count.`;

const TAGS = [
  { name: 'Learning loop', description: 'Recall before a run, record after it, feedback later.' },
  { name: 'Skills', description: 'Procedures made of short rules, versioned and governed.' },
  { name: 'Memory and profiles', description: 'Facts, preferences and lessons about users and agents.' },
  { name: 'Governance', description: 'Changesets, reviews, insights and the work behind them.' },
  { name: 'Administration', description: 'Keys, audit, usage, erasure.' },
  { name: 'Infrastructure', description: 'Health, metrics and documentation, without authentication.' },
];

const HttpError = z.object({ detail: z.string() }).meta({ id: 'HTTPError' });

const ValidationError = z
  .object({
    detail: z.array(
      z.object({
        loc: z.array(z.union([z.string(), z.number().int().min(0).max(1_000_000)])),
        msg: z.string(),
        type: z.string(),
        ctx: z.record(z.string(), z.unknown()).optional(),
        input: z.unknown().optional(),
      }),
    ),
  })
  .meta({ id: 'HTTPValidationError' });

/** The document, made once a process. */
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
  for (const route of routesOf(appRouter._def.procedures)) {
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
