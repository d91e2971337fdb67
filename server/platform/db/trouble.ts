/**
 * Whether an error is the database's own trouble and not the statement's: it cannot be reached, has no space,
 * takes no writes. The one place that knows what the two drivers, the client above them and the system call
 * these troubles.
 */
import { ServiceError } from '../errors.ts';

const SAID = {
  unreachable: 'the database cannot be reached',
  busy: 'the database is busy',
  slow: 'the database took too long to answer',
  full: 'no space left for the database',
  read_only: 'the database is read-only',
  failing: 'the disk of the database reports errors',
  damaged: 'the file of the database is damaged',
  unprepared: 'the database has no partition for this time',
} as const;

export type DatabaseProblem = keyof typeof SAID;

const RETRY_AFTER_SECONDS = 5;

/** SQLite's primary result codes. */
const SQLITE: Record<number, DatabaseProblem> = {
  3: 'read_only', // PERM
  5: 'busy', // BUSY
  6: 'busy', // LOCKED
  8: 'read_only', // READONLY
  10: 'failing', // IOERR
  11: 'damaged', // CORRUPT
  13: 'full', // FULL
  14: 'unreachable', // CANTOPEN
  26: 'damaged', // NOTADB
};

const CODES: Record<string, DatabaseProblem> = {
  // PostgreSQL
  '23514': 'unprepared', // no other condition is on a table
  '25006': 'read_only', // also a server that became a standby
  '53100': 'full',
  '53200': 'busy',
  '53300': 'busy',
  '53400': 'busy',
  '57014': 'slow', // it cancelled a statement after STATEMENT_TIMEOUT_MS
  '58030': 'failing',
  '28000': 'unreachable',
  '28P01': 'unreachable',
  '3D000': 'unreachable',
  '25P03': 'unreachable', // it ended a transaction that stood still
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  '57P04': 'unreachable',
  '57P05': 'unreachable',
  // The database client
  P1000: 'unreachable',
  P1001: 'unreachable',
  P1002: 'unreachable',
  P1003: 'unreachable',
  P1010: 'unreachable',
  P1011: 'unreachable',
  P1017: 'unreachable',
  P1008: 'busy',
  P2024: 'busy',
  P2037: 'busy',
  DatabaseNotReachable: 'unreachable',
  ConnectionClosed: 'unreachable',
  SocketTimeout: 'unreachable',
  TlsConnectionError: 'unreachable',
  TooManyConnections: 'busy',
  // The system
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EPIPE: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  ENOENT: 'unreachable',
  ENOTDIR: 'unreachable',
  EEXIST: 'unreachable', // a file where a folder is needed
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read_only',
  EACCES: 'read_only',
  EPERM: 'read_only',
  EIO: 'failing',
};

/** SQLSTATE class 08 is every error of a connection. */
const CONNECTION_CLASS = /^08[0-9A-Z]{3}$/;

/** What the PostgreSQL driver and its pool say without any code. */
const CONNECTION_SAID =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|timeout exceeded when trying to connect|Query read timeout)/;

/** A transaction that found no connection in time, or that lasted longer than any should. */
const TRANSACTION_SAID = /Unable to start a transaction|expired transaction|timeout for this transaction/;

const DEEPEST = 5;

/** An error of the database itself. Callers get 503, and are told what is wrong but not where. */
export class DatabaseUnavailable extends ServiceError {
  readonly trouble: DatabaseProblem;
  /** The code of the part that found it, for the log. */
  readonly code: string;

  constructor(trouble: DatabaseProblem, cause: unknown) {
    super('unavailable', SAID[trouble], { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.name = 'DatabaseUnavailable';
    this.trouble = trouble;
    this.code = errorCode(cause);
  }
}

/** What is wrong with the database; null where `error` is an error of another kind. */
export function troubleOf(error: unknown): DatabaseProblem | null {
  if (isDatabaseUnavailable(error)) return error.trouble;
  for (const each of errorsIn(error)) {
    const trouble = troubleIn(each);
    if (trouble !== null) return trouble;
  }
  return null;
}

/** Reading goes on while there is trouble with these. */
const OF_WRITES: readonly DatabaseProblem[] = ['full', 'read_only', 'failing', 'unprepared'];

/** Whether `error` says that the database takes no writes while it can be read. */
export function isWriteTrouble(error: unknown): error is DatabaseUnavailable {
  return isDatabaseUnavailable(error) && OF_WRITES.includes(error.trouble);
}

/** Whether `error` is a {@link DatabaseUnavailable} of any copy of this module. */
export function isDatabaseUnavailable(error: unknown): error is DatabaseUnavailable {
  return error instanceof Error && error.name === 'DatabaseUnavailable' && 'trouble' in error;
}

type ErrorObject = Readonly<Record<string, unknown>>;

/** An error and those that it stands for, the most telling ones first. */
function errorsIn(thrown: unknown, depth = 0): ErrorObject[] {
  if (typeof thrown !== 'object' || thrown === null || depth > DEEPEST) return [];
  const error = thrown as ErrorObject;
  const meta = error['meta'] as ErrorObject | undefined;
  const inner = [meta?.['driverAdapterError'], error['cause'], ...asList(error['errors'])];
  return [...inner.flatMap((each) => errorsIn(each, depth + 1)), error];
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function troubleIn(error: ErrorObject): DatabaseProblem | null {
  const { originalCode, code, kind, message } = error;
  for (const sign of [error['errcode'], error['extendedCode'], originalCode, code, kind]) {
    const trouble = troubleNamed(sign);
    if (trouble !== null) return trouble;
  }
  if (typeof message !== 'string') return null;
  if (code === 'P2028') return TRANSACTION_SAID.test(message) ? 'busy' : null;
  return code === undefined && CONNECTION_SAID.test(message) ? 'unreachable' : null;
}

/** What a code says: a number is SQLite's, also as text. */
function troubleNamed(sign: unknown): DatabaseProblem | null {
  if (typeof sign === 'number') return SQLITE[sign & 0xff] ?? null;
  if (typeof sign !== 'string') return null;
  if (/^\d{1,4}$/.test(sign)) return troubleNamed(Number(sign));
  if (CONNECTION_CLASS.test(sign)) return 'unreachable';
  return Object.hasOwn(CODES, sign) ? (CODES[sign] ?? null) : null;
}

/** The codes under which the client passes on what it has no code for. */
const PASSED_ON = ['P2010', 'P2039'];

function errorCode(error: unknown): string {
  const errors = errorsIn(error);
  const own = errors.at(-1)?.['code'];
  if (typeof own === 'string' && own !== '' && !PASSED_ON.includes(own)) return own;
  const codes = errors.flatMap((each) => [each['originalCode'], each['code'], each['kind']]);
  return codes.filter((code) => typeof code === 'string').find((code) => code !== '') ?? 'unknown';
}
