/**
 * A gateway with sign-in on either database, and tenants of their own in it, for what reviewers and
 * administrators do. All files share the one gateway of a database: a test sees nothing but its own tenant.
 */
import type { Page } from '@playwright/test';
import { type Seeded, seedChangesets, type Target } from '../../lab/seeds/changesets.ts';
import type { Dialect } from '../../server/platform/db/migrations/migrations.ts';
import { ONE_DIALECT } from '../../server/testing/database/dialects.ts';
import { test as it } from './fixtures.ts';

/** The tests' frame with a gateway of these settings; everything else is as in fixtures.ts. */
export function testWith(settings: Record<string, string>, dialect: Dialect = 'sqlite') {
  return it.extend({
    gatewayOptions: async ({ browserName: _browser }, use) => await use({ dialect, settings }),
  });
}

// What makes a gateway ask for credentials, and a page signed in to a tenant of its own with a key of chosen
// scopes.

const OPERATOR_KEY = 'operator-key-of-the-browser-tests';

/** The settings of a gateway with sign-in. */
export const CLOSED_SETTINGS = {
  SERVICE_BOOTSTRAP_ADMIN_KEY: OPERATOR_KEY,
  SERVICE_SESSION_SECRET: 'a-secret-of-the-browser-tests-only-0123456789',
};

/** Creates a key of `tenant` as the operator. */
export async function createKey(
  page: Page,
  url: string,
  { tenant, scopes }: { tenant: string; scopes: readonly string[] },
): Promise<string> {
  const response = await page.request.post(`${url}/v1/admin/api-keys`, {
    headers: { authorization: `Bearer ${OPERATOR_KEY}`, 'x-tenant-id': tenant },
    data: { name: `e2e ${scopes.join(' ')}`, scopes },
  });
  if (!response.ok()) throw new Error(`no key: ${response.status()} ${await response.text()}`);
  const { key }: { key: string } = await response.json();
  return key;
}

/**
 * Gives the page a session, and leaves it where it is. Asks for it as the form does: `sign-in.spec.ts` tries the form, and
 * loading its page and the one behind it takes longer than many a test.
 */
async function openSession(page: Page, url: string, way: string, fields: object): Promise<void> {
  const { csrfToken }: { csrfToken: string } = await (await page.request.get(`${url}/api/auth/csrf`)).json();
  const data = { csrfToken, json: 'true', ...fields };
  const response = await page.request.post(`${url}/api/auth/callback/${way}`, { data });
  if (!response.ok()) throw new Error(`not signed in: ${response.status()} ${await response.text()}`);
}

/** Signs in with a key; the page stays where it is. */
export async function signIn(page: Page, url: string, key: string): Promise<void> {
  await openSession(page, url, 'key', { key });
}

/** Signs in as the operator, in `tenant`; the page stays where it is. */
export async function signInAsOperator(page: Page, url: string, tenant: string): Promise<void> {
  await openSession(page, url, 'operator', { key: OPERATOR_KEY, tenant });
}

/** Lets the page hear nothing of what others do: its live stream is open and silent, so that it does not poll either. */
export async function withoutNews(page: Page): Promise<void> {
  await page.addInitScript(() => {
    class SilentStream extends EventTarget {
      static readonly OPEN = 1;
      readonly readyState = SilentStream.OPEN;
      onopen: (() => void) | null = null;
      constructor() {
        super();
        setTimeout(() => this.onopen?.());
      }
      close() {}
    }
    window.EventSource = SilentStream as unknown as typeof EventSource;
  });
}

/** The databases behind pages: what the pages call is tested on both. See {@link ONE_DIALECT}. */
export const DIALECTS = [ONE_DIALECT];

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

export const queueRows = (page: Page) => page.locator('li[data-changeset]');

export const queueRow = (page: Page, id: string) => page.locator(`li[data-changeset="${id}"]`);

/** The heading of the changeset beside the list. */
export const changesetHeading = (page: Page) => page.locator('[data-changeset-heading]');

/** Ends the session as a new browser would. Leaves the page first: it would go on asking, and fail. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}
