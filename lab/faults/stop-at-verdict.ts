/**
 * Loaded before a process of the service: it stands still around the commit of a canary's end, for a test to kill it
 * there. The file TEST_VERDICT_FILE says where: `before` the commit, when it was `sent`, or `after` it was confirmed; and
 * whose: `anyone`'s, or a `job`'s. `<file>.reached` is written when it stands. Without the file it goes on.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { StatementSync } from 'node:sqlite';
import pg from 'pg';

const VERDICT = /^canary\.(?:promoted|rejected)$/;
/** Only a job does these: the expiry of a canary, and a judgement of a run, which can decide the run's canary. */
const EXPIRED = 'canary.expired';
const JUDGEMENT = /^\s*UPDATE\b.*\bjudge_outcome\W*=/is;
const FILE = process.env['TEST_VERDICT_FILE'] ?? '';

const isAudit = (text: unknown) => String(text).includes('audit_entry');

/** What a transaction has said of a canary so far. */
interface Said {
  hasEnded: boolean;
  isJob: boolean;
}

/** By connection, of the transaction that it is in. */
const said = new WeakMap<object, Said>();

function listen(connection: object, text: unknown, values: readonly unknown[]): void {
  const before = said.get(connection) ?? { hasEnded: false, isJob: false };
  const isExpiry = isAudit(text) && values.includes(EXPIRED);
  const isVerdict = isAudit(text) && values.some((value) => typeof value === 'string' && VERDICT.test(value));
  said.set(connection, {
    hasEnded: before.hasEnded || isVerdict || isExpiry,
    isJob: before.isJob || isExpiry || JUDGEMENT.test(String(text)),
  });
}

/** What was said of a canary's end in the transaction that ends now; null where nothing was. */
function takeSaid(connection: object): Said | null {
  const found = said.get(connection) ?? null;
  said.delete(connection);
  return found?.hasEnded === true ? found : null;
}

/** Stands still for good where this is the place. */
function standAt(place: 'before' | 'sent' | 'after', { isJob }: Said): void {
  if (!existsSync(FILE)) return;
  const [wanted, whose] = readFileSync(FILE, 'utf8').split(' ');
  if (wanted !== place || (whose === 'job' && !isJob)) return;
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

interface Sent {
  text?: string;
  values?: unknown[];
}

replaceMethod(pg.Client.prototype, 'query', (client, [first], work) => {
  const { text, values = [] } = (typeof first === 'string' ? { text: first } : first) as Sent;
  listen(client, text, values);
  if (text !== 'COMMIT' && text !== 'ROLLBACK') return work();
  const end = takeSaid(client);
  if (end === null || text === 'ROLLBACK') return work();
  standAt('before', end);
  const answer = work();
  standAt('sent', end);
  return (answer as Promise<unknown>).then((result) => {
    standAt('after', end);
    return result;
  });
});

// One connection, whose statements run while they are called: a commit cannot be under way.
for (const name of ['run', 'all']) {
  replaceMethod(StatementSync.prototype, name, (statement, given, work) => {
    const text = Reflect.get(statement, 'sourceSQL');
    listen(StatementSync, text, given);
    if (text !== 'COMMIT' && text !== 'ROLLBACK') return work();
    const end = takeSaid(StatementSync);
    if (end === null || text === 'ROLLBACK') return work();
    standAt('before', end);
    const result = work();
    standAt('after', end);
    return result;
  });
}
