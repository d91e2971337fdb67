import { expect, expectGoodViews } from './support/fixtures.ts';
import { CLOSED_SETTINGS, createKey, testOn, testWith } from './support/tenants.ts';

const it = testOn('sqlite');
const { SERVICE_BOOTSTRAP_ADMIN_KEY } = CLOSED_SETTINGS;
const unfinished = testWith({ SERVICE_ENV: 'prod', SERVICE_BOOTSTRAP_ADMIN_KEY });

it('leads anyone who is not signed in to the form, and refuses a wrong key in words', async ({
  page,
  gateway,
  errors,
}) => {
  await page.goto(`${gateway.url}/skills`);
  await expect(page).toHaveURL(`${gateway.url}/sign-in?next=%2Fskills`);
  await page.getByLabel('API key').fill('wsk_wrong');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This key is not valid' })).toBeVisible();
  await expectGoodViews(page, 'sign-in-refused');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('You decide what they keep.')).toBeVisible();
  // The browser logs the refusal itself.
  expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
  errors.length = 0;
});

it('signs in with a key of few scopes: what it lacks is named, not hidden', async ({ page, tenant }) => {
  const { url } = tenant;
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('API key').fill(await createKey(page, url, { ...tenant, scopes: ['review'] }));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('banner')).toContainText(`Tenant ${tenant.tenant}`);
  await page.goto(`${url}/settings/keys`);
  await expect(page.getByRole('main')).toContainText('This page needs the admin scope');
});

it('signs the operator in to a tenant, and out again', async ({ page, gateway, errors }) => {
  await page.goto(`${gateway.url}/sign-in`);
  await page.getByLabel('This is the operator’s key').check();
  await page.getByLabel('Operator’s key', { exact: true }).fill(SERVICE_BOOTSTRAP_ADMIN_KEY);
  await page.getByLabel('Tenant', { exact: true }).fill('globex');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('banner')).toContainText('Tenant globex');
  await page.getByRole('button', { name: 'Account and preferences' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${gateway.url}/sign-in`);
  await page.goto(`${gateway.url}/review`);
  await expect(page).toHaveURL(`${gateway.url}/sign-in`);
  // What the page asked when the session had ended, before the browser left it.
  expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
  errors.length = 0;
});

it('says what an account lacks that a provider sent back', async ({ page, gateway }) => {
  await page.goto(`${gateway.url}/sign-in?error=no_tenant_claim`);
  await expect(page.getByRole('alert').filter({ hasText: 'Your account names no tenant' })).toBeVisible();
  await page.goto(`${gateway.url}/sign-in?error=no_scopes`);
  await expect(page.getByRole('alert').filter({ hasText: 'without any scope' })).toBeVisible();
});

unfinished('names the variable that is missing where sign-in is not set up', async ({ page, gateway }) => {
  await page.goto(`${gateway.url}/sign-in`);
  await expect(page.getByRole('main')).toContainText('SERVICE_SESSION_SECRET');
  await expectGoodViews(page, 'sign-in-closed');
});
