/** What the dashboard is told of an error: our own with its kind and the request's id, never a library's. */
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

/** The `data` of an error. `internal` is an unexpected error, to be found in the log under `requestId`. */
export interface ErrorData {
  kind: ErrorKind | 'internal';
  /** For readers; also the error's `message`. */
  detail: string;
  httpStatus: number;
  requestId: string | null;
  problems: FieldProblem[] | null;
  retryAfterSeconds: number | null;
}

/** The data that the dashboard gets of a thrown error. */
export function toErrorData(error: TRPCError): ErrorData {
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
      problems: fieldProblems(cause),
    };
  }
  return { ...common, ...protocolError(error) };
}

function fieldProblems({ issues }: ZodError): FieldProblem[] {
  return issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => problemAt(path, message));
}

/** A problem in which neither the field's name nor the message repeats a credential. */
function problemAt(path: readonly PropertyKey[], message: string): FieldProblem {
  return {
    path: path.map((part) => (typeof part === 'number' ? part : maskSecrets(String(part)))),
    message: maskSecrets(message),
  };
}

/** Errors of the protocol itself, such as an unknown procedure. Everything else is `internal`. */
function protocolError({ code, message }: TRPCError): Pick<ErrorData, 'kind' | 'detail' | 'httpStatus'> {
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

/** Whether an error is ours and belongs in the log. */
export function isUnexpected(error: TRPCError): boolean {
  return toErrorData(error).kind === 'internal';
}
