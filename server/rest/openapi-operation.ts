/** Corrects one generated operation: its success status and media type, its errors, and a body that is an array. */
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
    422: { description: 'The input does not fit', content: VALIDATION },
    429: { description: 'A rate limit or the token budget', headers: RETRY_AFTER, content: ERROR },
    503: { description: 'Not available now', headers: RETRY_AFTER, content: ERROR },
  };
}

function successResponse(route: Route, generated: JsonObject | undefined): JsonObject {
  const { status = 200, produces } = route.rest;
  if (status === 204) return { 204: { description: 'Done' } };
  const description = status === 202 ? 'Accepted' : 'Success';
  const content =
    produces === undefined ? generated?.content : { [produces]: { schema: { type: 'string' } } };
  return { [status]: { description, content } };
}

/** Changes `operation` in place to what the dispatcher does for `route`. */
export function correctOperation(operation: JsonObject, route: Route): void {
  const generated = (operation.responses as Record<string, JsonObject>)['200'];
  operation.operationId = route.name;
  operation.responses = { ...successResponse(route, generated), ...errorResponses(route) };
  operation.security = [{ HTTPBearer: [] }];
  operation.description = [operation.description, `Scope: \`${route.rest.scope}\`.`]
    .filter(Boolean)
    .join('\n\n');
  if (route.rest.body !== undefined) liftBody(operation, route.rest.body);
}

/** The request's schema becomes that of the field that is the whole body. */
function liftBody(operation: JsonObject, field: string): void {
  const body = operation.requestBody as { content: Record<string, { schema: JsonObject }> } | undefined;
  const media = body?.content['application/json'];
  const properties = media?.schema.properties as Record<string, JsonObject> | undefined;
  const schema = properties?.[field];
  if (media !== undefined && schema !== undefined) media.schema = schema;
}
