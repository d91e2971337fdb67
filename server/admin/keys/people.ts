/** The people of a tenant: whom changesets are assigned to and comments mention. */
import { findMentions, type Person } from '../../domain/admin/person.ts';
import type { Principal } from '../../domain/principal.ts';
import { DAY_MS } from '../../domain/time.ts';
import { invalid } from '../../platform/errors.ts';
import { errorFields } from '../../platform/log/log.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { KEY_ACTOR } from './manage-keys.ts';
import { peopleStore } from './people-store.ts';

/** Who has not signed in for so long is no longer offered: a provider tells nobody that a person has left. */
const OFFERED_DAYS = 90;

/** The caller, in place of an actor. */
const CALLER = 'me';

/** Those who can review, by name: holders of valid keys, and those who signed in within 90 days. */
export async function listPeople(runtime: Runtime, { tenant }: Principal): Promise<Person[]> {
  const now = runtime.clock();
  const store = peopleStore(runtime.db.read, tenant);
  const [keys, signedIn] = await Promise.all([
    store.keys(now),
    store.signedIn(new Date(now.getTime() - OFFERED_DAYS * DAY_MS)),
  ]);
  const holders = keys.map(({ id, name }) => ({ actor: `${KEY_ACTOR}${id}`, name }));
  return [...signedIn, ...holders].toSorted(byName);
}

const byName = (one: Person, other: Person) =>
  one.name.localeCompare(other.name, 'en') || (one.actor < other.actor ? -1 : 1);

/** Whom `named` means: the caller for `me`, else somebody who can review. Throws 422 for anybody else. */
export async function requirePerson(runtime: Runtime, principal: Principal, named: string): Promise<Person> {
  const actor = named === CALLER ? principal.actor : named;
  const found = (await listPeople(runtime, principal)).find((person) => person.actor === actor);
  if (found !== undefined) return found;
  if (actor === principal.actor) return { actor, name: actor };
  throw invalid(['body', 'assignee'], 'must be `me` or an actor of GET /v1/people', 'value_error');
}

/** The people whom a comment mentions, without its author. */
export async function mentionedIn(
  runtime: Runtime,
  principal: Principal,
  comment: string | null,
): Promise<Person[]> {
  if (comment?.includes('@') !== true) return [];
  const mentioned = findMentions(comment, await listPeople(runtime, principal));
  return mentioned.filter(({ actor }) => actor !== principal.actor);
}

/** Keeps by what name somebody signed in. Signing in works without: a failure is logged. */
export async function noteSignIn(
  runtime: Runtime,
  tenant: string,
  person: Person & { reviews: boolean },
): Promise<void> {
  try {
    const at = runtime.clock();
    await runtime.db.write((tx) => peopleStore(tx, tenant).note({ ...person, at }));
  } catch (error) {
    runtime.log.warn('people.sign_in_not_noted', errorFields(error));
  }
}
