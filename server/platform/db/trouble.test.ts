import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors.ts';
import { errorFields } from '../log/log.ts';
import { type DatabaseProblem, DatabaseUnavailable, troubleOf } from './trouble.ts';

const coded = (code: string, message = '') => Object.assign(new Error(message), { code });
const sqlite = (errcode: number) => Object.assign(coded('ERR_SQLITE_ERROR'), { errcode });
const passedOn = (cause: Record<string, unknown>, code = 'P2039') =>
  Object.assign(new Error('Database error'), { code, meta: { driverAdapterError: { cause } } });

/** Errors as drivers, client and system throw them. */
const FAULTS: [DatabaseProblem, unknown][] = [
  ['unreachable', coded('P1001')],
  ['unreachable', coded('ECONNREFUSED')],
  ['unreachable', coded('57P01')],
  ['unreachable', coded('08006')],
  ['unreachable', coded('3D000')],
  ['unreachable', passedOn({ originalCode: '57P02', kind: 'postgres' }, 'P2010')],
  ['unreachable', passedOn({ kind: 'DatabaseNotReachable' }, 'P2010')],
  ['unreachable', new Error('Connection terminated unexpectedly')],
  ['unreachable', new Error('Client has encountered a connection error and is not queryable')],
  ['busy', passedOn({ originalCode: '5', kind: 'SocketTimeout' }, 'P1008')],
  ['busy', coded('P2024')],
  ['busy', passedOn({ originalCode: '53300', kind: 'TooManyConnections' }, 'P2037')],
  ['busy', coded('P2028', 'Transaction API error: Unable to start a transaction in the given time.')],
  ['full', passedOn({ originalCode: '13', kind: 'sqlite', extendedCode: 13 })],
  ['full', coded('ENOSPC')],
  ['read_only', passedOn({ originalCode: '8', kind: 'sqlite', extendedCode: 8 })],
  ['read_only', coded('25006')],
  ['failing', sqlite(778)],
  ['unprepared', passedOn({ originalCode: '23514', kind: 'postgres' }, 'P2010')],
  ['damaged', sqlite(11)],
];

/** Errors of a statement, of a caller or our own. */
const OTHERS: unknown[] = [
  coded('P2002'),
  coded('P2034'),
  passedOn({ originalCode: '23505', kind: 'UniqueConstraintViolation' }, 'P2010'),
  passedOn({ originalCode: '42601', kind: 'postgres' }, 'P2010'),
  passedOn({ originalCode: '1', kind: 'sqlite', extendedCode: 1 }, 'P2010'),
  coded('P2028', 'Transaction API error: Transaction already closed'),
  new ServiceError('unavailable', 'learning model unavailable'),
  new TypeError('x is not a function'),
  new Error('the customer said: Connection terminated'),
  'a text',
  null,
  undefined,
];

describe('trouble of a database', () => {
  it.each(FAULTS)('is told apart: %s', (trouble, error) => {
    expect(troubleOf(error)).toBe(trouble);
    expect(troubleOf(new Error('around it', { cause: error }))).toBe(trouble);
  });

  it('is nothing else', () => {
    expect(OTHERS.map(troubleOf)).toEqual(OTHERS.map(() => null));
  });

  it('ends where errors are one another’s cause', () => {
    const [a, b] = [new Error('a'), new Error('b')];
    a.cause = b;
    b.cause = a;
    expect(troubleOf(a)).toBeNull();
  });

  it('is told with its code, without a stack and without what the driver said', () => {
    const error = new DatabaseUnavailable('full', passedOn({ originalCode: '13', message: 'of acme' }));
    const fields = { error: 'DatabaseUnavailable', code: '13', message: 'no space left for the database' };
    expect(errorFields(error)).toEqual(fields);
  });
});
