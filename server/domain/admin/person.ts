/** The people who review in a tenant, and how a comment names them. */
import { z } from 'zod';
import type { CamelCased } from '../camel-case.ts';

/** Somebody whom a changeset can be assigned to, and whom a comment can mention. */
export const personSchema = z
  .object({
    actor: z.string().describe('As the audit log names them: `key:…` or `oidc:…`'),
    name: z.string().describe('The name of the key, or the one that the identity provider gave'),
  })
  .meta({ id: 'Person' });
export type Person = CamelCased<typeof personSchema>;

const LONGEST_NAME = 120;
/** Most people that one comment mentions. */
const MOST_MENTIONS = 20;

/** What a text says at a place: a name follows an `@` that is no part of an address. */
const MENTION_START = /(?<![\p{L}\p{N}_.])@/gu;
const GOES_ON = /^[\p{L}\p{N}_]/u;

/**
 * The people whom a text mentions as `@name`, each once; of several names that fit, the longest. People with the same
 * name are all mentioned.
 */
export function findMentions(text: string, people: readonly Person[]): Person[] {
  const found = [...text.matchAll(MENTION_START)].flatMap(({ index }) =>
    longestMatch(text.slice(index + 1, index + 1 + LONGEST_NAME + 1), people),
  );
  return [...new Set(found)].slice(0, MOST_MENTIONS);
}

function longestMatch(rest: string, people: readonly Person[]): Person[] {
  const lowerCase = rest.toLowerCase();
  const fitting = people.filter(
    ({ name }) => lowerCase.startsWith(name.toLowerCase()) && !GOES_ON.test(rest.slice(name.length)),
  );
  const longest = Math.max(0, ...fitting.map(({ name }) => name.length));
  return fitting.filter(({ name }) => name.length === longest);
}

const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * What the claims of an identity provider call a person: never an e-mail address, which is redacted from comments.
 */
export function personName(claims: Readonly<Record<string, unknown>>, subject: string): string {
  const names = [claims['name'], claims['preferred_username'], claims['email'], subject];
  const usable = names
    .filter((name) => typeof name === 'string')
    .map((name) =>
      name
        .replaceAll(INVISIBLE, '')
        .replace(/@[^@\s]+\.[^@\s]+$/, '')
        .trim(),
    );
  return (usable.find((name) => name !== '') ?? subject).slice(0, LONGEST_NAME);
}
