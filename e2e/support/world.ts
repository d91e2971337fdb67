/**
 * A gateway with sign-in on either database, and tenants of their own in it, for what reviewers and administrators do. All
 * files share the one gateway of a database: a test sees nothing but its own tenant.
 */
import type { Page } from '@playwright/test';
import { DIALECTS, type Dialect } from './databases.ts';
import { testWith } from './own-gateway.ts';
import { type Seeded, seedChangesets, type Target } from './seed-changesets.ts';
import { CLOSED_SETTINGS, createKey, signIn } from './signed-in.ts';

export { DIALECTS };

/** Nobody is held out, so that what is approved is served. */
const SETTINGS = { ...CLOSED_SETTINGS, SERVICE_HOLDOUT_RATE: '0' };

interface World {
  /** A tenant that nothing is known of. */
  tenant: Tenant;
  /** Ten changesets of every kind in it, and one that runs as a canary. */
  seeded: Seeded;
}

const inWorld = (dialect: Dialect) =>
  testWith(SETTINGS, dialect).extend<World>({
    tenant: async ({ page, gateway }, use) => use(await freshTenant(page, gateway)),
    seeded: async ({ tenant }, use) => use(await seedChangesets(tenant)),
  });

const TESTS = { sqlite: inWorld('sqlite'), postgresql: inWorld('postgresql') };

/** The tests of one database. */
export const testOn = (dialect: Dialect) => TESTS[dialect];

/** Where to seed, a key of that tenant with every scope, and the headers that carry it. */
export type Tenant = Target & { tenant: string; key: string; headers: Record<string, string> };

let tenants = 0;

/** One more tenant that nothing is known of. */
export async function freshTenant(
  page: Page,
  { url, databaseUrl }: { url: string; databaseUrl: string },
): Promise<Tenant> {
  tenants += 1;
  const tenant = `tenant-${tenants}`;
  const key = await createKey(page, url, { tenant, scopes: ['learn', 'review', 'admin'] });
  return { url, databaseUrl, tenant, key, headers: { authorization: `Bearer ${key}` } };
}

/** Signs in and goes to the queue as it is by now. */
export async function openReview(
  page: Page,
  { url, key }: { url: string; key: string },
  query = '',
): Promise<void> {
  await signIn(page, url, key);
  await page.goto(`${url}/review${query}`);
}

/** The rows of the queue. */
export const rowsOf = (page: Page) => page.locator('li[data-changeset]');

/** The row of one changeset. */
export const rowOf = (page: Page, id: string) => page.locator(`li[data-changeset="${id}"]`);

/** The heading of the changeset beside the list. */
export const headingOf = (page: Page) => page.locator('[data-changeset-heading]');
