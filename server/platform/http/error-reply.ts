/** Replies to errors; an unexpected error becomes a 500 without details. */
import { maskSecrets } from '../../domain/safety/redact.ts';
import { holdsSecretIn } from '../../domain/safety/redact-value.ts';
import { type ErrorKind, isServiceError, type Problem, type ServiceError } from '../errors.ts';
import { errorFields, type Log } from '../log/log.ts';
import { type GatewayReply, jsonReply } from './message.ts';

export const ERROR_STATUS: Record<ErrorKind, number> = {
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
  over_quota: 429,
  unavailable: 503,
};

/** The reply to a thrown error. An unexpected one is logged under the request's id and not described. */
export function errorReply(error: unknown, log: Log): GatewayReply {
  if (isServiceError(error)) return serviceErrorReply(error);
  log.error('request.failed', errorFields(error));
  return jsonReply(500, { detail: 'internal error' });
}

function serviceErrorReply({ kind, detail, problems, retryAfterSeconds }: ServiceError): GatewayReply {
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  if (kind === 'unauthenticated') headers['www-authenticate'] = 'Bearer';
  const shown = problems?.map(withoutSecrets) ?? maskSecrets(detail);
  return jsonReply(ERROR_STATUS[kind], { detail: shown }, headers);
}

/** A problem without credentials, which may have been in the wrong field: replies are logged and shown. */
function withoutSecrets({ loc, msg, type, ctx, input }: Problem): Problem {
  const name = String(loc.findLast((part) => typeof part === 'string') ?? '');
  return {
    loc: loc.map((part) => (typeof part === 'string' ? maskSecrets(part) : part)),
    msg: maskSecrets(msg),
    type,
    ...(ctx === undefined || holdsSecretIn(ctx) ? {} : { ctx }),
    ...(input === undefined || holdsSecretIn(input, name) ? {} : { input }),
  };
}
