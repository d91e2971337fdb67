/** From a fault to its reply; an unexpected one becomes a 500 with nothing in it. */
import { maskSecrets } from '../../domain/safety/redact.ts';
import { holdsSecretIn } from '../../domain/safety/redact-value.ts';
import { isServiceError, type Problem, type ServiceError } from '../errors.ts';
import { errorFields } from '../log/error-fields.ts';
import type { Log } from '../log/log.ts';
import { ERROR_STATUS } from './error-status.ts';
import { type GatewayReply, jsonReply } from './message.ts';

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
  const told = problems?.map(discreet) ?? maskSecrets(detail);
  return jsonReply(ERROR_STATUS[kind], { detail: told }, headers);
}

/** Replies are kept in logs and shown on screens, so that one must not repeat a credential that stood in the wrong place. */
function discreet({ loc, msg, type, ctx, input }: Problem): Problem {
  const name = String(loc.findLast((part) => typeof part === 'string') ?? '');
  return {
    loc: loc.map((part) => (typeof part === 'string' ? maskSecrets(part) : part)),
    msg: maskSecrets(msg),
    type,
    ...(ctx === undefined || holdsSecretIn(ctx) ? {} : { ctx }),
    ...(input === undefined || holdsSecretIn(input, name) ? {} : { input }),
  };
}
