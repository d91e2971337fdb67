/** What a failed procedure tells the dashboard: our own fault with its kind and the request's id, never a library's. */
import type { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { maskSecrets } from '../../domain/safety/redact.ts';
import { type ErrorKind, isServiceError, MAX_PROBLEMS } from '../../platform/errors.ts';
import { ERROR_STATUS } from '../../platform/http/error-reply.ts';
import { currentRequest } from '../../platform/request-context.ts';

/** One thing wrong with an input: the path of the field and what is wrong with it. */
interface FieldProblem {
  path: (string | number)[];
  message: string;
}

/** The `data` of an error. `internal` is a fault of ours, found in the log under `requestId`. */
export interface FaultData {
  kind: ErrorKind | 'internal';
  /** In a reader's words; also the error's `message`. */
  detail: string;
  httpStatus: number;
  requestId: string | null;
  problems: FieldProblem[] | null;
  retryAfterSeconds: number | null;
}

/** From what was thrown to what is told. */
export function faultOf(error: TRPCError): FaultData {
  const requestId = currentRequest()?.requestId ?? null;
  const common = { requestId, problems: null, retryAfterSeconds: null };
  const { cause } = error;
  if (isServiceError(cause)) {
    const { kind, detail, problems = [], retryAfterSeconds = null } = cause;
    const shown = problems.map(({ loc, msg }) => problemAt(loc, msg));
    const fields = { problems: shown.length > 0 ? shown : null, retryAfterSeconds };
    return { ...common, kind, detail: maskSecrets(detail), httpStatus: ERROR_STATUS[kind], ...fields };
  }
  if (error.code === 'BAD_REQUEST' && cause instanceof ZodError) {
    return {
      ...common,
      kind: 'invalid',
      detail: 'validation failed',
      httpStatus: 422,
      problems: shownOf(cause),
    };
  }
  return { ...common, ...protocolFault(error) };
}

function shownOf({ issues }: ZodError): FieldProblem[] {
  return issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => problemAt(path, message));
}

/** Neither a field's name nor what is wrong with it repeats a credential. */
function problemAt(path: readonly PropertyKey[], message: string): FieldProblem {
  return {
    path: path.map((part) => (typeof part === 'number' ? part : maskSecrets(String(part)))),
    message: maskSecrets(message),
  };
}

/** Faults of the protocol itself, such as an unknown procedure; whatever else there is stays unsaid. */
function protocolFault({ code, message }: TRPCError): Pick<FaultData, 'kind' | 'detail' | 'httpStatus'> {
  switch (code) {
    case 'NOT_FOUND':
      return { kind: 'not_found', detail: 'not found', httpStatus: 404 };
    case 'BAD_REQUEST':
    case 'PARSE_ERROR':
      return { kind: 'bad_request', detail: maskSecrets(message), httpStatus: 400 };
    case 'METHOD_NOT_SUPPORTED':
      return { kind: 'bad_request', detail: 'method not allowed', httpStatus: 405 };
    case 'UNSUPPORTED_MEDIA_TYPE':
      return { kind: 'unsupported_media_type', detail: message, httpStatus: 415 };
    default:
      return { kind: 'internal', detail: 'internal error', httpStatus: 500 };
  }
}

/** Whether a fault is nobody's but ours and belongs into the log. */
export function isUnexpected(error: TRPCError): boolean {
  return faultOf(error).kind === 'internal';
}
