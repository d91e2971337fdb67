/** From a fault to its reply; an unexpected one becomes a 500 with nothing in it. */
import { isServiceError, type ServiceError } from '../errors.ts';
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
  return jsonReply(ERROR_STATUS[kind], { detail: problems ?? detail }, headers);
}
