/** What makes a gateway ask for credentials, and a page signed in to a tenant of its own with a key of chosen scopes. */
import type { Page } from '@playwright/test';

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

/** Signs in through the form and waits for the dashboard. */
export async function signIn(page: Page, url: string, key: string): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${url}/review**`);
}

/** Signs in as the operator, in `tenant`. */
export async function signInAsOperator(page: Page, url: string, tenant: string): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('This is the operator’s key').check();
  await page.getByLabel('Operator’s key', { exact: true }).fill(OPERATOR_KEY);
  await page.getByLabel('Tenant', { exact: true }).fill(tenant);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${url}/review**`);
}
