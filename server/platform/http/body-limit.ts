/** The refusal of a body above the limit, worded alike at every door. */
import { ServiceError } from '../errors.ts';

/** The fault of a body above `limit` bytes. */
export function bodyTooLarge(limit: number): ServiceError {
  return new ServiceError('too_large', `request body exceeds ${limit} bytes`);
}
