/** The one table from kinds of fault to HTTP statuses, and what an unexpected fault becomes: 500 with nothing in it. */
import { type ErrorKind, isServiceError, type ServiceError } from '../errors.ts';
import { errorFields } from '../log/error-fields.ts';
import type { Log } from '../log/log.ts';
import { type GatewayReply, jsonReply } from './message.ts';

const STATUS: Record<ErrorKind, number> = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  rate_limited: 429,
  over_budget: 429,
  unavailable: 503,
};

/** The reply to whatever was thrown. An unexpected fault is logged under the request's id and told nothing of. */
export function errorReply(error: unknown, log: Log): GatewayReply {
  if (isServiceError(error)) return serviceErrorReply(error);
  log.error('request.failed', errorFields(error));
  return jsonReply(500, { detail: 'internal error' });
}

function serviceErrorReply({ kind, detail, problems, retryAfterSeconds }: ServiceError): GatewayReply {
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  if (kind === 'unauthenticated') headers['www-authenticate'] = 'Bearer';
  return jsonReply(STATUS[kind], { detail: problems ?? detail }, headers);
}
