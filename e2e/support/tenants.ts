/** Tenants of the gateway that all tests share, keys of them, and sessions. A test sees nothing but its own tenant. */
import type { Page } from '@playwright/test';
import { call, type Target } from '../../lab/seeds/changesets.ts';
import { OPERATOR_KEY, type RunningGateway } from './gateways.ts';

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
 * Gives the page a session, and leaves it where it is. Asks for it as the form does: `keys.spec.ts` tries the form, and
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

/** Ends the session as a new browser would. Leaves the page first: it would go on asking, and fail. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

/** Signs in with a new key of these scopes instead of the present session. */
export async function signInWith(page: Page, { url, tenant }: Tenant, scopes: string[]): Promise<string> {
  const key = await createKey(page, url, { tenant, scopes });
  await forgetSession(page);
  await signIn(page, url, key);
  return key;
}

/** Where to seed, a key of that tenant with every scope, and the headers that carry it. */
export type Tenant = Target & { tenant: string; key: string; headers: Record<string, string> };

let tenants = 0;

/** One more tenant that nothing is known of. */
export async function freshTenant(page: Page, { url, databaseUrl }: RunningGateway): Promise<Tenant> {
  tenants += 1;
  const tenant = `tenant-${process.env.TEST_WORKER_INDEX}-${tenants}`;
  const key = await createKey(page, url, { tenant, scopes: ['learn', 'review', 'admin'] });
  return { url, databaseUrl, tenant, key, headers: { authorization: `Bearer ${key}` } };
}

/** Keeps what others do from the page: one that is hidden does not ask what is new. Call it before the page loads. */
export async function withoutNews(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
  });
}

export const queueRows = (page: Page) => page.locator('li[data-changeset]');

export const queueRow = (page: Page, id: string) => page.locator(`li[data-changeset="${id}"]`);

/** The heading of the changeset beside the list. */
export const changesetHeading = (page: Page) => page.locator('[data-changeset-heading]');

/** A card of a page, by its heading. */
export const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** What the API says of a changeset. */
export const readChangeset = async (tenant: Tenant, id: string) =>
  await call<{
    status: string;
    rejection_reason: string | null;
    applied_versions: Record<string, number> | null;
  }>(tenant, 'GET', `/v1/changesets/${id}`);

/** The bar under a changeset. */
export const decisionBar = (page: Page) => page.getByRole('region', { name: 'Decision' });

export const lastDecision = (page: Page) => page.getByRole('region', { name: 'Decided last' });

/** The first words that a change adds. */
export const firstAddition = (page: Page) => page.locator('[data-change-text] ins').first();

export async function pressKeys(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}
