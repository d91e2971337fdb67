/** What surrounds every page: keys, the command menu, theme and density, the API reference, and errors of learning. */
import { call } from '../lab/seeds/changesets.ts';
import { insertFaults } from '../lab/seeds/upkeep.ts';
import {
  DESK,
  expect,
  expectAccessible,
  expectGoodViews,
  expectNoSidewaysScroll,
  test as it,
  PHONE,
  testWith,
} from './support/fixtures.ts';
import { forgetSession, freshTenant, signIn } from './support/tenants.ts';

testWith({})('leads to the review queue, in the tenant of dev mode', async ({ page, gateway }) => {
  await page.goto('/');
  await expect(page).toHaveURL(`${gateway.url}/review`);
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('Tenant dev');
});

it('sends a policy with a nonce and no way around it', async ({ request }) => {
  const [first, second] = [await request.get('/sign-in'), await request.get('/sign-in')];
  const policy = first.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic'(;|$)/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(second.headers()['content-security-policy']).not.toBe(policy);
  expect(first.headers()['x-request-id']).toMatch(/^req_/);
});

it('documents the API under the strict policy', async ({ page, tenant: _tenant }) => {
  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: /Whetstone/ })).toBeVisible();
  await expect(page.getByText('/v1/recall', { exact: true })).toBeVisible();
  const light = await colour();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  expect(await colour()).not.toBe(light);
  await expect(page.getByText('/v1/recall', { exact: true })).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.setViewportSize(DESK);
  await page.waitForURL('**/review');
  const menu = page.getByRole('button', { name: 'Account and preferences' });
  const item = page.getByRole('menuitem', { name: 'API reference' });
  // Before its script runs, a page shows its buttons, which then do nothing.
  await expect(async () => {
    if (!(await item.isVisible())) await menu.click({ timeout: 1000 });
    await item.press('Enter', { timeout: 5000 });
  }).toPass();
  await expect(page).toHaveURL(/\/docs$/);
});

it('goes everywhere by keys, and nowhere while somebody types or has switched them off', async ({
  page,
  tenant,
}) => {
  const bullets = [{ content: 'Sign in with the password=Hunter2-Str0ng-Pa55 first' }];
  await call(tenant, 'POST', '/v1/skills', {
    ...{ agent_id: 'bot', name: 'first-tab', description: 'Sign in somewhere', bullets },
  });
  await page.goto('/review?agent=bot');
  // Also where something waits, the first Tab leads past the navigation.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page.getByRole('heading', { level: 1, name: 'Skills' })).toBeVisible();
  await expect(page).toHaveURL(`${tenant.url}/skills?agent=bot`);
  await expect(page.getByRole('link', { name: 'Skills' }).first()).toHaveAttribute('aria-current', 'page');

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Insights');
  await expectAccessible(page);
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(page).toHaveURL(/\/skills/);
  await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('?');
  await expect(sheet).toBeHidden();
  await page.reload();
  await page.keyboard.press('?');
  await expect(sheet).toBeHidden();

  await page.keyboard.press('ControlOrMeta+k');
  const input = page.getByRole('combobox', { name: 'Command menu' });
  await input.fill('cs_1');
  await expect(page.getByRole('option', { name: 'Open cs_1' })).toBeVisible();
  await input.fill('insi');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Insights' })).toBeVisible();
});

it('finds by words what agents learned and who may call, by command menu', async ({ page, tenant }) => {
  const scope = { agent_id: 'finder' };
  await call(tenant, 'POST', '/v1/skills', {
    ...{ agent_id: 'finder', name: 'wheel-care', description: 'Care for wheels' },
    bullets: [{ content: 'Grease the zinnober wheel before noon' }],
  });
  await call(tenant, 'POST', '/v1/memories', { content: 'The zinnober wheel squeaks on Mondays', scope });
  await call(tenant, 'POST', '/v1/episodes', { task: 'Turn the zinnober wheel', outcome: 'failure', scope });
  await call(tenant, 'POST', '/v1/admin/api-keys', { name: 'zinnober agent', scopes: ['learn'] });
  await page.goto('/review');
  await page.keyboard.press('ControlOrMeta+k');
  const input = page.getByRole('combobox', { name: 'Command menu' });
  await input.fill('wheel zinnober');
  const option = (name: RegExp) => page.getByRole('option', { name });
  await expect(option(/squeaks on Mondays/)).toBeVisible();
  await expect(option(/Turn the zinnober wheel/)).toBeVisible();
  await expect(option(/Grease the zinnober wheel.*wheel-care/)).toBeVisible();
  await expectGoodViews(page, 'menu-found');
  await option(/squeaks on Mondays/).click();
  await expect(page.getByRole('button', { name: /squeaks on Mondays/, expanded: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await input.fill('zinnober agent');
  await option(/zinnober agent/).click();
  await expect(page.getByRole('row', { name: /zinnober agent/ })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await input.fill('nothing has this');
  await expect(page.getByText('No results')).toBeVisible();
});

it('paints in the chosen theme from the first byte and keeps what the account menu sets', async ({
  page,
  tenant: _tenant,
}) => {
  await page.goto('/review');
  await page.getByRole('button', { name: 'Account and preferences' }).click();
  const menu = page.getByRole('menu', { name: 'Account and preferences' });
  await menu.getByRole('menuitemradio', { name: 'Dark' }).click();
  await menu.getByRole('menuitemradio', { name: 'Compact' }).click();
  await expectAccessible(page);
  const html = await (await page.request.get('/review')).text();
  expect(html).toMatch(/<html[^>]*data-theme="dark"[^>]*data-density="compact"/);
});

it('says on every page why learning stands still, and beside it what else fails, to the tenant that it fails for', async ({
  page,
  gateway,
  tenant,
}) => {
  await insertFaults(gateway.databaseUrl, tenant.tenant);
  await page.goto('/review');
  const banner = page.getByRole('region', { name: 'Learning' });
  await expect(banner).toContainText('The endpoint does not accept the API key.');
  await expect(banner.getByRole('link', { name: 'View model' })).toBeVisible();
  const mark = page.getByRole('button', { name: 'Learning fails' });
  await mark.focus();
  await page.keyboard.press('Enter');
  const faults = page.getByRole('dialog', { name: 'Learning errors' });
  await expect(faults.getByRole('listitem')).toHaveCount(1);
  await expect(faults.getByRole('listitem')).toContainText('Reflection');
  await expect(faults).toContainText('a run could not be read <b>not bold</b>');
  await expectGoodViews(page, 'learning-faults');
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await expect(mark).toBeFocused();
  await forgetSession(page);
  await signIn(page, gateway.url, (await freshTenant(page, gateway)).key);
  await page.goto('/review');
  await expect(page.getByRole('heading', { name: 'Connect an agent' })).toBeVisible();
  await expect(mark).toBeHidden();
  await expect(banner).toBeHidden();
});
