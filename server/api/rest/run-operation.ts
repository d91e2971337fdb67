/** Runs a REST request: body, credential, limit, scope, input, operation, reply, in that order. */
import type { ZodError } from 'zod';
import { ServiceError } from '../../platform/errors.ts';
import { type GatewayReply, type GatewayRequest, jsonReply } from '../../platform/http/message.ts';
import { noteRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { admit } from '../auth/index.ts';
import { begin } from '../operations/operation.ts';
import { toProblems } from './problems.ts';
import { type RawInput, readBody, readInput } from './read-input.ts';
import type { Match, Route } from './routes.ts';

/**
 * Answers a matched request, past tRPC, whose middlewares cost as much as all validation. The size of the body is checked
 * before the credential. The scope is checked before the input is read, so a caller learns nothing of an operation it may
 * not use. Throws every error.
 */
export async function runOperation(
  runtime: Runtime,
  match: Match,
  request: GatewayRequest,
): Promise<GatewayReply> {
  const { route } = match;
  const body = await readBody(route, request, runtime.config.server.maxRequestBytes);
  const principal = await admit(runtime, request);
  noteRequest({ tenant: principal.tenant });
  const declared = { method: route.method, ...route.rest };
  const result = await begin(declared, { runtime, principal }, async (reading) => {
    const read = await readInput({ ...match, body, header: (name) => request.header(name) });
    route.rest.refuse?.(read.value);
    const { success, data: input, error } = route.input.safeParse(read.value);
    if (!success) throw validationFailed(error, route, read);
    return route.output.parse(await route.resolve({ ctx: { runtime: reading, principal }, input }));
  });
  return toReply(match, result);
}

function validationFailed(error: ZodError, { rest }: Route, input: RawInput): ServiceError {
  return new ServiceError('invalid', 'validation failed', { problems: toProblems(error, input, rest.body) });
}

interface Page {
  items: unknown[];
  next_cursor: string | null;
}

function toReply(match: Match, result: unknown): GatewayReply {
  const { status = 200, paged, produces } = match.route.rest;
  if (status === 204) return { status, headers: {}, body: null };
  if (paged === true) return pageReply(match, result as Page);
  if (produces === undefined) return jsonReply(status, result);
  const headers = { 'content-type': `${produces}; charset=utf-8` };
  return { status, headers, body: result as string | AsyncIterable<string> };
}

/** The list alone, for clients that know nothing of pages; headers say where the next page is. */
function pageReply({ path, query }: Match, { items, next_cursor: next }: Page): GatewayReply {
  if (next === null) return jsonReply(200, items);
  const following = new URLSearchParams(query);
  following.set('cursor', next);
  return jsonReply(200, items, { 'x-next-cursor': next, link: `<${path}?${following}>; rel="next"` });
}
