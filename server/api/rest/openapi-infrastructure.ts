/** The endpoints without authentication, as the OpenAPI document lists them. */
import type { JsonObject } from './openapi-operation.ts';

function jsonObject(properties: Record<string, unknown>): JsonObject {
  return {
    'application/json': { schema: { type: 'object', properties, required: Object.keys(properties) } },
  };
}

function get(summary: string, operationId: string, responses: JsonObject): JsonObject {
  return { get: { operationId, tags: ['Infrastructure'], summary, security: [], responses } };
}

const TEXT = { schema: { type: 'string' } };

/** Paths of health, metrics and documentation. */
export function infrastructurePaths(): JsonObject {
  const error = { $ref: '#/components/schemas/HTTPError' };
  const limited = {
    description: 'Rate limit of the client address',
    content: { 'application/json': { schema: error } },
  };
  return {
    '/healthz': get('The process is alive; does not touch the database', 'healthz', {
      200: { description: 'Alive', content: jsonObject({ status: { type: 'string', const: 'ok' } }) },
      429: limited,
    }),
    '/readyz': get('The gateway may be used: the database answers', 'readyz', {
      200: { description: 'Ready', content: jsonObject({ status: { type: 'string', const: 'ready' } }) },
      429: limited,
      503: {
        description: 'The database cannot be reached',
        content: { 'application/json': { schema: error } },
      },
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
  };
}
