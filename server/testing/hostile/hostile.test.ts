/**
 * A gateway under attack, in short; `npm run test:hostile` does more of the same. What is tried elsewhere: markup in
 * pages (`e2e/skills.spec.ts`), formulas in the export of the audit log (`server/api/trpc/procedures.test.ts`), redirects at sign-in and sessions that are ended or copied
 * (`server/api/dashboard/sign-in.test.ts`), sessions of revoked keys (`server/api/trpc/handler.test.ts`), guesses
 * (`server/api/auth/failed-attempts.test.ts`), every endpoint with every credential
 * (`server/api/rest/contract.test.ts`), other requests that hold the loop up (`npm run bench -- --scenario stalls`).
 */
import { expect, it } from 'vitest';
import { cloneDatabase, DIALECTS } from '../database/test-database.ts';
import { tryHostility } from './try-hostility.ts';

it.each(DIALECTS)(
  'a gateway under attack gives nothing away and goes on (%s)',
  { timeout: 240_000 },
  async (dialect) => {
    const database = await cloneDatabase(dialect);
    try {
      const order = { seed: 1, requests: 500, brief: true, databaseUrl: database.url };
      const attacks = await tryHostility(order);
      expect(attacks.map(({ name, broken }) => [name, broken])).toEqual(
        attacks.map(({ name }) => [name, []]),
      );
      expect(attacks.every(({ tried }) => tried > 0)).toBe(true);
    } finally {
      await database.remove();
    }
  },
);
