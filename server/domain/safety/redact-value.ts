/**
 * Redacts JSON values, such as the arguments of a tool call. A field's name is part of what a text says about
 * a value (`{"password": "…"}`, `{"phone": 2125550187}`), so each value is judged with its name before it.
 * The walk keeps its own stack: depth is the sender's choice and must not overflow ours.
 */
import { maskSecrets, redact } from './redact.ts';
import { isCredentialPair } from './secrets/authorization.ts';
import { secrecyOfName } from './secrets/password-assignment.ts';
import { isSecretValue } from './secrets/secret-value.ts';
import { redactionLabel } from './spans.ts';

/** Deeper values are replaced by `TOO_DEEP`: nothing downstream could serialise them safely. */
export const MAX_DEPTH = 512;
export const TOO_DEEP = '[NESTED TOO DEEPLY]';

/** A name matters for what a value begins with; longer values are texts that speak for themselves. */
const NAMED_VALUE_LENGTH = 512;

/**
 * Other than for secrets, a name tells something only about numbers long enough to be a card or phone number.
 */
const HAS_LONG_NUMBER = /\d(?:\D{0,3}\d){6}/;

/** Digits that could be a card or phone number; a number of fewer is stored as it is. */
const LONG_NUMBER = /^\d{7,19}$/;

interface Visit {
  readonly source: readonly unknown[] | Readonly<Record<string, unknown>>;
  readonly target: unknown[] | Record<string, unknown>;
  readonly name: string;
  readonly depth: number;
}

/**
 * A copy of a JSON value in which strings, field names and long numbers are redacted. Everything else is kept
 * as it is; where two names become one label, the later ones are numbered so that no field is lost.
 */
export function redactValue(value: unknown): unknown {
  return changedCopy(value, REDACTING);
}

/**
 * As {@link redactValue}, for credentials alone: whatever is personal stays as it is. `mask` may do more to the texts than mask
 * their credentials.
 */
export function maskSecretsIn(value: unknown, mask: (text: string) => string = maskSecrets): unknown {
  const text = (name: string, leaf: string) => maskNamed(name, leaf, mask);
  return changedCopy(value, { text, key: maskSecrets, number: (_, number) => number });
}

/** Whether there is a credential anywhere in a JSON value that has this name. */
export function holdsSecretIn(value: unknown, name = ''): boolean {
  const named = { [name]: value };
  return JSON.stringify(maskSecretsIn(named)) !== JSON.stringify(named);
}

/** What becomes of texts, of the names of fields, and of numbers that are long enough to be somebody's. */
interface Change {
  readonly text: (name: string, text: string) => string;
  readonly key: (name: string) => string;
  readonly number: (name: string, value: number) => unknown;
}

const REDACTING: Change = { text: redactNamed, key: redact, number: redactNumber };

function changedCopy(value: unknown, change: Change): unknown {
  const visits: Visit[] = [];
  const root = redactedCopy(value, '', { depth: 0, visits, change });
  for (let visit = visits.pop(); visit; visit = visits.pop()) fill(visit, visits, change);
  return root;
}

/** A redacted leaf, or an empty container whose content is put on the list of visits. */
function redactedCopy(
  value: unknown,
  name: string,
  { depth, visits, change }: { depth: number; visits: Visit[]; change: Change },
): unknown {
  if (typeof value === 'string') return change.text(name, value);
  if (typeof value === 'number' && LONG_NUMBER.test(String(value))) return change.number(name, value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return TOO_DEEP;
  const target = Array.isArray(value) ? [] : {};
  visits.push({ source: value as Visit['source'], target, name, depth });
  return target;
}

function fill({ source, target, name, depth }: Visit, visits: Visit[], change: Change): void {
  const below = { depth: depth + 1, visits, change };
  if (Array.isArray(target)) {
    for (const item of source as readonly unknown[]) target.push(redactedCopy(item, name, below));
    return;
  }
  const taken = new Map<string, number>();
  for (const [key, value] of Object.entries(source)) {
    setField(target, numbered(change.key(key), taken), redactedCopy(value, key, below));
  }
}

/**
 * The name itself the first time, then "name 2" and so on: two addresses as names must not become one field.
 */
function numbered(name: string, taken: Map<string, number>): string {
  const count = (taken.get(name) ?? 0) + 1;
  taken.set(name, count);
  return count === 1 ? name : numbered(`${name} ${count}`, taken);
}

/** `__proto__` is a name like any other in JSON and must not set a prototype here. */
function setField(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Whether the field's name makes its value a credential. */
function isNamedSecret(name: string, text: string): boolean {
  if (name === 'auth') return isCredentialPair(text);
  const secrecy = secrecyOfName(name);
  const context = { sign: ':', quoted: true, strong: secrecy === 'strong', after: '' };
  return secrecy !== undefined && isSecretValue(text, context);
}

function maskNamed(name: string, text: string, mask: (text: string) => string): string {
  return isNamedSecret(name, text) ? redactionLabel('password_assignment') : mask(text);
}

function redactNamed(name: string, text: string): string {
  if (isNamedSecret(name, text)) return redactionLabel('password_assignment');
  if (name === '' || text.length > NAMED_VALUE_LENGTH || !HAS_LONG_NUMBER.test(text)) return redact(text);
  const prefix = `${name}: `;
  const redacted = redact(prefix + text);
  return redacted.startsWith(prefix) ? redacted.slice(prefix.length) : redact(text);
}

function redactNumber(name: string, value: number): unknown {
  const text = String(value);
  const redacted = redactNamed(name, text);
  return redacted === text ? value : redacted;
}
