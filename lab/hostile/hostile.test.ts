/**
 * A gateway under attack, in short; `npm run test:hostile` does more of the same. What is tried elsewhere: markup in
 * pages (`e2e/skills/skills.spec.ts`, `e2e/review/changeset.spec.ts`, `e2e/episodes.spec.ts`), sessions that are ended or copied (`server/api/dashboard/sign-in.test.ts`),
 * every endpoint with every credential (`server/api/rest/contract.test.ts`), webhooks to addresses inside
 * (`server/webhooks`), hidden characters in what reviewers read (`e2e/skills/hidden-characters.spec.ts`), texts that are slow to
 * scan (`npm run bench -- --scenario linear`), other requests that hold the loop up (`--scenario stalls`).
 */
import { expect, it } from 'vitest';
import { DIALECTS } from '../../server/testing/database/dialects.ts';
import { cloneDatabase } from '../../server/testing/database/test-database.ts';
import { tryHostility } from './try-hostility.ts';

it.each(DIALECTS)(
  'a gateway under attack gives nothing away and goes on (%s)',
  { timeout: 600_000 },
  async (dialect) => {
    const database = await cloneDatabase(dialect);
    try {
      const order = { seed: 1, requests: 300, minutes: 0, brief: true, databaseUrl: database.url };
      const { attacks } = await tryHostility(order);
      expect(attacks.map(({ name, broken }) => [name, broken])).toEqual(
        attacks.map(({ name }) => [name, []]),
      );
      expect(attacks.every(({ tried }) => tried > 0)).toBe(true);
    } finally {
      await database.remove();
    }
  },
);
