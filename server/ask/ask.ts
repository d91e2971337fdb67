/** Answers a question from what was learned. Only a model can, so without one the caller is told to come back. */
import type { AskIn, AskOut } from '../domain/ask/ask.ts';
import type { Principal } from '../domain/principal.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';

/** Seconds after which asking again may help. */
const RETRY_AFTER_SECONDS = 30;

/** Always fails with `unavailable` where no provider is configured. */
export function ask(_runtime: Runtime, _principal: Principal, _question: AskIn): Promise<AskOut> {
  return Promise.reject(
    new ServiceError('unavailable', 'learning model unavailable: no provider is configured', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    }),
  );
}
