import { call } from '../lab/seeds/changesets.ts';
import { insertFaults } from '../lab/seeds/upkeep.ts';
import {
  expect,
  expectAccessible,
  expectGoodViews,
  expectNoSidewaysScroll,
  test as it,
  saveScreenshot,
} from './support/fixtures.ts';
import { forgetSession, freshTenant, openReview, testOn } from './support/tenants.ts';

it('leads to the review queue, in the tenant of dev mode', async ({ page, gateway }) => {
  await page.goto(gateway.url);
  await expect(page).toHaveURL(`${gateway.url}/review`);
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('Tenant dev');
});

it('sends a policy with a nonce and no way around it', async ({ request, gateway }) => {
  const address = `${gateway.url}/review`;
  const [first, second] = [await request.get(address), await request.get(address)];
  const policy = first.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic'(;|$)/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(second.headers()['content-security-policy']).not.toBe(policy);
  expect(first.headers()['x-request-id']).toMatch(/^req_/);
});

it('documents the API under the strict policy', async ({ page, gateway }) => {
  await page.goto(`${gateway.url}/docs`);
  await expect(page.getByRole('heading', { name: /Whetstone/ })).toBeVisible();
  await expect(page.getByText('/v1/recall', { exact: true })).toBeVisible();
  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.reload();
  const light = await colour();
  await saveScreenshot(page, 'docs-1440-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  expect(await colour()).not.toBe(light);
  await expect(page.getByText('/v1/recall', { exact: true })).toBeVisible();
  await saveScreenshot(page, 'docs-1440-dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await saveScreenshot(page, 'docs-390-dark');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
  // Before its script runs, a page shows its buttons, which then do nothing.
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Account and preferences' }).click();
  await page.getByRole('menuitem', { name: 'API reference' }).click();
  await expect(page).toHaveURL(/\/docs$/);
});

it('is accessible and fits at every width in both themes', async ({ page, gateway }) => {
  await page.goto(`${gateway.url}/settings/keys`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectGoodViews(page, 'shell');
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
});

it('goes everywhere by keys, and nowhere while somebody types or has switched them off', async ({
  page,
  gateway,
}) => {
  await page.goto(`${gateway.url}/review?agent=bot`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page.getByRole('heading', { level: 1, name: 'Skills' })).toBeVisible();
  await expect(page).toHaveURL(`${gateway.url}/skills?agent=bot`);
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
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.keyboard.press('?');
  await expect(sheet).toBeHidden();

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Command menu' }).fill('cs_1');
  await expect(page.getByRole('option', { name: 'Open cs_1' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Command menu' }).fill('insi');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Insights' })).toBeVisible();
});

it('finds by words what agents learned and who may call, by command menu', async ({ page, gateway }) => {
  const call = async (path: string, data: object) => {
    const response = await page.request.post(`${gateway.url}${path}`, { data });
    expect(response.ok()).toBe(true);
  };
  const scope = { agent_id: 'finder' };
  const rule = 'Grease the zinnober wheel before noon';
  await call('/v1/skills', {
    ...{ agent_id: 'finder', name: 'wheel-care', description: 'Care for wheels' },
    bullets: [{ content: rule }],
  });
  await call('/v1/memories', { content: 'The zinnober wheel squeaks on Mondays', scope });
  await call('/v1/episodes', { task: 'Turn the zinnober wheel', outcome: 'failure', scope });
  await call('/v1/admin/api-keys', { name: 'zinnober agent', scopes: ['learn'] });
  await page.goto(`${gateway.url}/review`);
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
  gateway,
}) => {
  await page.goto(`${gateway.url}/review`);
  await page.getByRole('button', { name: 'Account and preferences' }).click();
  const menu = page.getByRole('menu', { name: 'Account and preferences' });
  await menu.getByRole('menuitemradio', { name: 'Dark' }).click();
  await menu.getByRole('menuitemradio', { name: 'Compact' }).click();
  await expectAccessible(page);
  const html = await (await page.request.get(`${gateway.url}/review`)).text();
  expect(html).toMatch(/<html[^>]*data-theme="dark"[^>]*data-density="compact"/);
  await saveScreenshot(page, 'account-menu');
});

it('can be used without a mouse from the first Tab, also where something waits', async ({
  page,
  gateway,
}) => {
  const bullets = [{ content: 'Sign in with the password=Hunter2-Str0ng-Pa55 first' }];
  await call(gateway, 'POST', '/v1/skills', {
    ...{ agent_id: 'first-tab', name: 'first-tab', description: 'Sign in somewhere', bullets },
  });
  await page.goto(`${gateway.url}/review`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

testOn('sqlite')(
  'says beside the live dot what learning fails with, to the tenant that it fails for',
  async ({ page, gateway, tenant: target }) => {
    await openReview(page, target);
    const mark = page.getByRole('button', { name: 'Learning fails' });
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await expect(mark).toBeHidden();
    await insertFaults(gateway.databaseUrl, target.tenant);
    await page.reload();
    await mark.focus();
    await page.keyboard.press('Enter');
    const faults = page.getByRole('dialog', { name: 'Learning errors' });
    await expect(faults.getByRole('listitem')).toHaveCount(2);
    await expect(faults.getByRole('listitem').nth(0)).toContainText('Learning model');
    await expect(faults.getByRole('listitem').nth(0)).toContainText('41 times');
    await expect(faults).toContainText('the endpoint refuses the credential <b>not bold</b>');
    await expectGoodViews(page, 'learning-faults');
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Escape');
    await expect(mark).toBeFocused();

    await forgetSession(page);
    await openReview(page, await freshTenant(page, gateway));
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await expect(mark).toBeHidden();
  },
);
