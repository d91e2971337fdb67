/** Corrects one generated operation: its success status and media type, its errors, and a body that is an array. */
import { z } from 'zod';
import { MAX_PROBLEMS } from '../../platform/errors.ts';
import { inputSchema } from './read-input.ts';
import type { Route } from './routes.ts';

export type JsonObject = Record<string, unknown>;

const ERROR = { 'application/json': { schema: { $ref: '#/components/schemas/HTTPError' } } };
const VALIDATION = { 'application/json': { schema: { $ref: '#/components/schemas/HTTPValidationError' } } };

const RETRY_AFTER = {
  'retry-after': { description: 'Seconds to wait', schema: { type: 'integer' } },
};

function errorResponses(route: Route): JsonObject {
  const hasResource = route.segments.some(({ parameter }) => parameter);
  const notFound = route.rest.notFound ?? (hasResource ? 'Unknown here or in another tenant' : undefined);
  return {
    400: { description: 'A credential without its tenant, or an unknown scope', content: ERROR },
    401: { description: 'No credential, or one that is not valid', content: ERROR },
    403: { description: `The credential lacks the scope \`${route.rest.scope}\``, content: ERROR },
    ...(notFound === undefined ? {} : { 404: { description: notFound, content: ERROR } }),
    ...(route.method === 'POST'
      ? {
          409: { description: 'The state of the resource does not allow this', content: ERROR },
          413: { description: 'The body is too large', content: ERROR },
        }
      : {}),
    ...(route.rest.exported === true
      ? {
          415: {
            description: 'The body is not JSON, or compressed in a way other than gzip',
            content: ERROR,
          },
        }
      : {}),
    422: { description: `The input does not fit; the first ${MAX_PROBLEMS} problems`, content: VALIDATION },
    429: { description: 'A rate limit or the token budget', headers: RETRY_AFTER, content: ERROR },
    503: { description: 'Not available now', headers: RETRY_AFTER, content: ERROR },
  };
}

function successResponse(route: Route, generated: JsonObject | undefined): JsonObject {
  const { status = 200, produces } = route.rest;
  if (status === 204) return { 204: { description: 'Done' } };
  const description = status === 202 ? 'Accepted' : 'Success';
  if (route.rest.paged === true)
    return { [status]: { description, headers: PAGE_HEADERS, content: listOf(generated) } };
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

/** The reply is the list that the generated page holds. */
function listOf(generated: JsonObject | undefined): JsonObject {
  const page = (generated?.content as Record<string, Media> | undefined)?.['application/json'];
  const properties = page?.schema.properties as Record<string, JsonObject> | undefined;
  return { 'application/json': { schema: properties?.items ?? {} } };
}

/**
 * Changes `operation` in place to what the dispatcher does for `route`; returns the schemas of request bodies that
 * have a name, for the document's components.
 */
export function correctOperation(operation: JsonObject, route: Route): JsonObject {
  const generated = (operation.responses as Record<string, JsonObject>)['200'];
  operation.operationId = route.name;
  operation.responses = { ...successResponse(route, generated), ...errorResponses(route) };
  operation.security = [{ HTTPBearer: [] }, { HTTPBearer: [], TenantHeader: [] }];
  operation.description = [operation.description, `Scope: \`${route.rest.scope}\`.`]
    .filter(Boolean)
    .join('\n\n');
  describeHeaders(operation, route);
  const media = bodyOf(operation);
  if (media === undefined) return {};
  if (route.rest.body !== undefined) liftBody(media, route.rest.body);
  return nameBody(media, route);
}

/** The generator takes every field of the input for one of the body; those that are headers are parameters. */
function describeHeaders(operation: JsonObject, route: Route): void {
  const shape = inputSchema(route)?.shape ?? {};
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

/** The JSON body of an operation; where no field of it is required, it may be left out altogether. */
function bodyOf(operation: JsonObject): Media | undefined {
  const body = operation.requestBody as { required: boolean; content: Record<string, Media> } | undefined;
  const media = body?.content['application/json'];
  if (body !== undefined && media !== undefined) body.required = media.schema.required !== undefined;
  return media;
}

/** The request's schema becomes that of the field that is the whole body. */
function liftBody(media: Media, field: string): void {
  const properties = media.schema.properties as Record<string, JsonObject> | undefined;
  media.schema = properties?.[field] ?? media.schema;
}

/** The generator writes bodies in full; one whose schema has a name is moved to the components under it. */
function nameBody(media: Media, route: Route): JsonObject {
  const name = inputSchema(route)?.meta()?.id;
  if (name === undefined || route.rest.body !== undefined) return {};
  const { schema } = media;
  media.schema = { $ref: `#/components/schemas/${name}` };
  return { [name]: schema };
}
