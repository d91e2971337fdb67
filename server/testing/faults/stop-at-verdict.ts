/**
 * Loaded before a process of the service: it stands still around the commit of a canary's verdict, for a test to kill it
 * there. The file TEST_VERDICT_FILE says where: `before` the commit, when it was `sent`, or `after` it was confirmed;
 * `<file>.reached` is written when it stands. Without the file it goes on.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { StatementSync } from 'node:sqlite';
import pg from 'pg';

const VERDICT = /^canary\.(?:promoted|rejected)$/;
const FILE = process.env['TEST_VERDICT_FILE'] ?? '';

const saysVerdict = (text: unknown, values: readonly unknown[]) =>
  String(text).includes('audit_entry') &&
  values.some((value) => typeof value === 'string' && VERDICT.test(value));

/** Stands still for good where this is the place. */
function standAt(place: 'before' | 'sent' | 'after'): void {
  if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== place) return;
  writeFileSync(`${FILE}.reached`, '');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0);
}

type Method = (...given: unknown[]) => unknown;

/** Puts `instead` in the place of a method; it is given the object and what does the method's work. */
function replaceMethod(
  owner: object,
  name: string,
  instead: (self: object, given: unknown[], work: () => unknown) => unknown,
): void {
  const original = Reflect.get(owner, name) as Method;
  Reflect.set(owner, name, function replaced(this: object, ...given: unknown[]) {
    return instead(this, given, () => Reflect.apply(original, this, given));
  });
}

/** Connections in whose transaction a canary was decided. */
const decided = new WeakSet<object>();

interface Sent {
  text?: string;
  values?: unknown[];
}

replaceMethod(pg.Client.prototype, 'query', (client, [first], work) => {
  const { text, values = [] } = (typeof first === 'string' ? { text: first } : first) as Sent;
  if (saysVerdict(text, values)) decided.add(client);
  if ((text !== 'COMMIT' && text !== 'ROLLBACK') || !decided.delete(client) || text === 'ROLLBACK')
    return work();
  standAt('before');
  const answer = work();
  standAt('sent');
  return (answer as Promise<unknown>).then((result) => {
    standAt('after');
    return result;
  });
});

// One connection, whose statements run while they are called: a commit cannot be under way.
for (const name of ['run', 'all']) {
  replaceMethod(StatementSync.prototype, name, (statement, given, work) => {
    const text = Reflect.get(statement, 'sourceSQL');
    if (saysVerdict(text, given)) decided.add(StatementSync);
    if ((text !== 'COMMIT' && text !== 'ROLLBACK') || !decided.delete(StatementSync) || text === 'ROLLBACK')
      return work();
    standAt('before');
    const result = work();
    standAt('after');
    return result;
  });
}
