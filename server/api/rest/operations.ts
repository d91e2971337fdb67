/** Runs a REST request against its operation: authenticate, limit, check scope, validate, call, answer. */
import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import type { Principal } from '../../domain/principal.ts';
import { ServiceError } from '../../platform/errors.ts';
import {
  type GatewayReply,
  type GatewayRequest,
  jsonReply,
  targetPath,
  targetQuery,
} from '../../platform/http/message.ts';
import { currentRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { admit } from '../auth/index.ts';
import { requireBody } from './exported-body.ts';
import { problemsOf } from './problems.ts';
import { type RawInput, readInput } from './read-input.ts';
import type { Match, Route } from './routes.ts';

/**
 * Answers a matched request. The body is read (and its size checked) before the credential, the scope before the
 * body is parsed, so that a caller learns nothing of an operation it may not use. Faults are thrown.
 */
export async function runOperation(
  runtime: Runtime,
  match: Match,
  request: GatewayRequest,
): Promise<GatewayReply> {
  if (match.route.method === 'POST') {
    await requireBody(match.route, request, runtime.config.server.maxRequestBytes);
  }
  const principal = await admit(runtime, request);
  requireScope(principal, match.route);
  const input = await readInput(match, request);
  const result = await callOperation({ runtime, principal, route: match.route, input, request });
  return replyOf(match.route, result, request.target);
}

function requireScope(principal: Principal, { rest }: Route): void {
  if (!principal.scopes.has(rest.scope)) throw new ServiceError('forbidden', `missing scope '${rest.scope}'`);
}

interface Call {
  runtime: Runtime;
  principal: Principal;
  route: Route;
  input: RawInput;
  request: GatewayRequest;
}

async function callOperation({ runtime, principal, route, input, request }: Call): Promise<unknown> {
  const context = currentRequest();
  if (context !== undefined) context.tenant = principal.tenant;
  try {
    return await route.procedure({
      ctx: { runtime, principal },
      getRawInput: () => Promise.resolve(input.value),
      path: route.name,
      type: route.procedure._def.type,
      signal: request.signal,
      batchIndex: 0,
    });
  } catch (error) {
    throw unwrapped(error, route, input);
  }
}

/** What tRPC wrapped: our own fault, a schema's findings on the input, or an unexpected error. */
function unwrapped(error: unknown, route: Route, input: RawInput): unknown {
  if (!(error instanceof TRPCError)) return error;
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) {
    const problems = problemsOf(error.cause, input, route.rest.body);
    return new ServiceError('invalid', 'validation failed', { problems });
  }
  return error.cause ?? error;
}

function replyOf({ rest }: Route, result: unknown, target: string): GatewayReply {
  const status = rest.status ?? 200;
  if (status === 204) return { status, headers: {}, body: null };
  if (rest.paged === true)
    return pageReply(result as { items: unknown[]; next_cursor: string | null }, target);
  if (rest.produces === undefined) return jsonReply(status, result);
  const headers = { 'content-type': `${rest.produces}; charset=utf-8` };
  return { status, headers, body: result as string | AsyncIterable<string> };
}

/** The list alone, as clients have it who know nothing of pages; where it goes on stands in the headers. */
function pageReply(
  { items, next_cursor: next }: { items: unknown[]; next_cursor: string | null },
  target: string,
): GatewayReply {
  if (next === null) return jsonReply(200, items);
  const query = targetQuery(target);
  query.set('cursor', next);
  return jsonReply(200, items, {
    'x-next-cursor': next,
    link: `<${targetPath(target)}?${query}>; rel="next"`,
  });
}
