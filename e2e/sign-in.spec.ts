import { test as base, expect } from '@playwright/test';
import {
  CLOSED_SETTINGS,
  createKey,
  signIn,
  signInAsOperator,
  startClosedGateway,
} from './support/signed-in.ts';
import { expectGoodViews } from './support/views.ts';

interface Closed {
  closed: { url: string };
}

const it = base.extend<object, Closed>({
  closed: [
    async ({ browserName: _browser }, use) => {
      const gateway = await startClosedGateway();
      await use(gateway);
      await gateway.end();
    },
    { scope: 'worker' },
  ],
});

it('leads whoever is not signed in to the form, and refuses a wrong key in words', async ({
  page,
  closed,
}) => {
  await page.goto(`${closed.url}/skills`);
  await expect(page).toHaveURL(`${closed.url}/sign-in`);
  await page.getByLabel('API key').fill('wsk_wrong');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This key is not valid' })).toBeVisible();
  await expectGoodViews(page, 'sign-in-refused');
});

it('signs in with a key of few scopes: what it lacks is named, not hidden', async ({ page, closed }) => {
  const key = await createKey(page, closed.url, { tenant: 'acme', scopes: ['review'] });
  await signIn(page, closed.url, key);
  await expect(page.getByRole('banner')).toContainText('Tenant acme');
  await page.goto(`${closed.url}/settings/keys`);
  await expect(page.getByRole('main')).toContainText('This page needs the admin scope');
  await expectGoodViews(page, 'missing-scope');
});

it('signs the operator in to a tenant, and out again', async ({ page, closed }) => {
  await signInAsOperator(page, closed.url, 'globex');
  await expect(page.getByRole('banner')).toContainText('Tenant globex');
  await page.getByRole('button', { name: 'Account and preferences' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${closed.url}/sign-in`);
  await page.goto(`${closed.url}/review`);
  await expect(page).toHaveURL(`${closed.url}/sign-in`);
});

it('says what an account lacks that a provider sent back', async ({ page, closed }) => {
  await page.goto(`${closed.url}/sign-in?error=no_tenant_claim`);
  await expect(page.getByRole('alert').filter({ hasText: 'Your account names no tenant' })).toBeVisible();
  await page.goto(`${closed.url}/sign-in?error=no_scopes`);
  await expect(page.getByRole('alert').filter({ hasText: 'without any scope' })).toBeVisible();
});

it('names the variable that is missing where sign-in is not set up', async ({ page }) => {
  const { SERVICE_BOOTSTRAP_ADMIN_KEY } = CLOSED_SETTINGS;
  const gateway = await startClosedGateway({ SERVICE_ENV: 'prod', SERVICE_BOOTSTRAP_ADMIN_KEY });
  await page.goto(`${gateway.url}/sign-in`);
  await expect(page.getByRole('main')).toContainText('SERVICE_SESSION_SECRET');
  await expectGoodViews(page, 'sign-in-closed');
  await gateway.end();
});
