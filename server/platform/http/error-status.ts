/** The one table from kinds of fault to HTTP statuses, for every transport that speaks HTTP. */
import type { ErrorKind } from '../errors.ts';

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
  unavailable: 503,
};
