/**
 * A gateway under attack, in short; `npm run test:hostile` does more of the same. What else is tried elsewhere: markup
 * in pages (`e2e/hidden-characters.spec.ts`), formulas in the export of the audit log, redirects and sessions at
 * sign-in (`server/api/dashboard/sign-in.test.ts`), revoked keys with open sessions (`server/api/trpc/handler.test.ts`)
 * and streams (`server/api/dashboard/live-stream.test.ts`), every endpoint with every credential
 * (`server/api/rest/contract.test.ts`).
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
