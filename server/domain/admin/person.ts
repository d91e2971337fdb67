/** How people who sign in are named. */

const LONGEST_NAME = 120;

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
