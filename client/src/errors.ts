/**
 * The one error of the client. Calls that a person asked for throw it; what happens beside an agent's run
 * (recall and record) only ever passes it to `onError`, because an agent must not fail for want of a gateway.
 */

/**
 * - `network` nothing answered; `timeout` not within the limit; `aborted` by the caller's signal
 * - `status` the gateway refused: see `status` and `detail`; `malformed` the answer is not what the gateway says
 * - `paused` not sent, as the gateway asked for quiet or has failed several times in a row
 * - `invalid` the caller's own input cannot be sent; `dropped` records that found no room
 * - `unknown-form` the arguments of a function with learning hold no task that could be seen
 * - `agent-code` a hook that the agent's author gave (`task`, `apply`, `describe`) threw
 */
export type FaultKind =
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'status'
  | 'malformed'
  | 'paused'
  | 'invalid'
  | 'dropped'
  | 'unknown-form'
  | 'agent-code';

interface FaultDetails {
  cause?: unknown;
  status?: number;
  detail?: unknown;
  requestId?: string | null;
  retryAfterMs?: number | null;
}

export class WhetstoneError extends Error {
  override readonly name = 'WhetstoneError';
  readonly kind: FaultKind;
  /** The HTTP status of a refusal, else null. */
  readonly status: number | null;
  /** `detail` of the gateway's error body: a text, or for 422 a list of what does not fit. */
  readonly detail: unknown;
  /** Under which the gateway's log tells about this call. */
  readonly requestId: string | null;
  /** How long the gateway asked to wait. */
  readonly retryAfterMs: number | null;

  constructor(kind: FaultKind, message: string, details: FaultDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.status = details.status ?? null;
    this.detail = details.detail ?? null;
    this.requestId = details.requestId ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }
}

/** Makes the client's error of any thrown value. */
export function toWhetstoneError(thrown: unknown, kind: FaultKind = 'network'): WhetstoneError {
  if (thrown instanceof WhetstoneError) return thrown;
  return new WhetstoneError(kind, describeThrown(thrown), { cause: thrown });
}

/** Describes any thrown value; not every value can be converted to text. */
function describeThrown(thrown: unknown): string {
  try {
    return thrown instanceof Error ? describe(thrown) : String(thrown);
  } catch {
    return 'something that cannot be written as text was thrown';
  }
}

/** `fetch failed` says nothing by itself: the reason is in its cause. */
function describe(error: Error): string {
  return error.cause instanceof Error && error.cause.message !== ''
    ? `${error.message}: ${error.cause.message}`
    : error.message;
}

/** True where the same call may succeed later. Whether it is safe to repeat is the caller's question. */
export function isPassing({ kind, status }: WhetstoneError): boolean {
  if (kind === 'status') return status === 408 || status === 425 || status === 429 || (status ?? 0) >= 500;
  return kind === 'network' || kind === 'timeout' || kind === 'malformed' || kind === 'paused';
}
