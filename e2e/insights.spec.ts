import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { recordRuns, startTrial } from '../lab/seeds/canaries.ts';
import { author, call, type Target } from '../lab/seeds/changesets.ts';
import { setFigures } from '../lab/seeds/upkeep.ts';
import { expect, expectGoodViews, test as it, saveScreenshot } from './support/fixtures.ts';
import { createKey, signIn, testOn, testWith } from './support/tenants.ts';

const RETURNS = {
  name: 'return-labels',
  description: 'Create a return label for a delivered order',
  rules: ['Check the delivery date first', 'Offer the label by mail <img src=x onerror=alert(1)>'],
};
const TASK = 'Create a return label for the delivered order of a customer';
const ADDRESSES = {
  name: 'address-changes',
  description: 'Change the delivery address of a parcel that is under way',
  rules: ['Ask the carrier before the ticket is closed', 'Note the old address'],
};
const ADDRESS_TASK = 'Change the delivery address of the parcel that is under way';

/** Every third session is held out, so that a few runs tell something. */
const measured = testWith({ SERVICE_HOLDOUT_RATE: '0.34' });

/**
 * Serves and records 60 runs; treated ones carry the skill without an arm, so both kinds are distinguished by
 * being held out.
 */
async function learn(target: Target, { treated, holdout }: { treated: number; holdout: number }) {
  const skill = await author(target, RETURNS);
  await recordRuns(target, { skillId: skill.id, query: TASK, runs: 60, treated, holdout });
  return skill;
}

measured(
  'says that learning helps, draws by how much, and names skills and rules',
  async ({ page, gateway }) => {
    const target = { ...gateway, agentId: 'helped' };
    const skill = await learn(target, { treated: 9, holdout: 1 });
    const other = await author(target, ADDRESSES);
    await recordRuns(target, { skillId: other.id, query: ADDRESS_TASK, runs: 20, treated: 4, holdout: 3 });
    await startTrial(target, {
      name: 'refund-limits',
      description: 'Refund an order within the captured amount',
      rules: ['Look up the captured amount', 'Refund the difference only'],
    });
    await setFigures(target, {
      rules: [{ id: skill.bullets[1]?.id ?? '', helpful: 1, harmful: 4 }],
    });
    await page.goto(`${target.url}/insights?agent=helped`);
    await expect(
      page.getByRole('heading', { level: 2, name: /^Learning helps: \+\d+\.\d points$/ }),
    ).toBeVisible();
    await expect(page.getByText(/Clear since (before )?the week of /)).toBeVisible();
    const trust = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Can I trust this?' }) });
    await expect(trust.getByText(/about 34 % receive no skills\./)).toBeVisible();
    for (const side of ['Latest runs with skills', 'Latest runs without']) {
      await expect(trust.getByRole('list', { name: side }).getByRole('listitem')).toHaveCount(5);
    }
    await expect(page.locator('[data-chart="weekly-lift"] circle').first()).toBeVisible();
    const applied = page.getByRole('list', { name: 'Changes applied in these weeks' });
    await expect(applied.getByRole('link').first()).toContainText(
      'Refund an order within the captured amount',
    );
    await expectTakenAway(page);
    await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
    await expect(page.getByText('4 harmful · 1 helpful')).toBeVisible();
    await expect(page.getByText(/reworded/i)).toHaveCount(0);
    const table = page.getByRole('table', { name: 'Skills with their uses, success and lift' });
    const names = table.locator('tbody tr td:first-child');
    await expect(names).toHaveText(['refund-limits', RETURNS.name, ADDRESSES.name]);
    await table.getByRole('link', { name: 'Success' }).click();
    await expect(page).toHaveURL(/sort=success/);
    await expect(table.getByRole('columnheader', { name: 'Success' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await expect(names).toHaveText([RETURNS.name, ADDRESSES.name, 'refund-limits']);
    await table.getByRole('link', { name: 'Success' }).click();
    await expect(names).toHaveText([ADDRESSES.name, RETURNS.name, 'refund-limits']);
    await page.setViewportSize({ width: 390, height: 900 });
    await page.getByRole('combobox', { name: 'Order of the skills' }).selectOption('name');
    await expect(names).toHaveText([ADDRESSES.name, 'refund-limits', RETURNS.name]);
    await names.first().scrollIntoViewIfNeeded();
    await saveScreenshot(page, 'insights-skills-390-light');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectGoodViews(page, 'insights-helps');
    await page.setViewportSize({ width: 1440, height: 2000 });
    await saveScreenshot(page, 'insights-whole', { fullPage: true });
    await page.getByRole('button', { name: `Evolve ${RETURNS.name}` }).click();
    await expect(page.getByText(/Not queued|is queued for evolution/).first()).toBeVisible();
    await page.getByRole('link', { name: RETURNS.name, exact: true }).first().click();
    await expect(page).toHaveURL(new RegExp(`/skills/${skill.id}`));
  },
);

/** The weekly chart: its marks lead to the changes, and it can be taken as a file. */
async function expectTakenAway(page: Page): Promise<void> {
  const weekly = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Week by week' }) });
  const links = weekly.getByRole('list', { name: 'Changes applied in these weeks' }).getByRole('link');
  await weekly.locator('[data-mark]').last().click();
  await expect(links.first()).toBeFocused();
  const take = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      weekly.getByRole('button', { name }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const figures = await take('Download the figures as CSV');
  expect(figures.name).toBe('lift-by-week.csv');
  expect(figures.bytes.toString()).toMatch(/^"Week of","Lift",.*\r\n"\d+ \w+ \d+","\+/);
  const picture = await take('Download the chart as PNG');
  expect(picture.name).toBe('lift-by-week.png');
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG');
  if (process.env.E2E_SCREENSHOTS !== undefined)
    await writeFile('e2e/screenshots/lift-by-week.png', picture.bytes);
  await weekly.getByRole('button', { name: 'All', exact: true }).click();
}

measured(
  'says that learning hurts, or that it is not clear yet and how much more it takes',
  async ({ page, gateway }) => {
    await learn({ ...gateway, agentId: 'hurt' }, { treated: 1, holdout: 9 });
    await page.goto(`${gateway.url}/insights?agent=hurt`);
    await expect(page.getByRole('heading', { level: 2, name: /^Learning hurts: −/ })).toBeVisible();
    await learn({ ...gateway, agentId: 'unclear' }, { treated: 7, holdout: 6 });
    await page.goto(`${gateway.url}/insights?agent=unclear`);
    await expect(page.getByRole('heading', { level: 2, name: /^Not clear yet/ })).toBeVisible();
    await expect(page.getByText(/The interval includes zero/)).toBeVisible();
    await expectGoodViews(page, 'insights-unclear');
    // Without a reload: what a person wrote is held, and announced.
    const content = 'Sign in with the password=Hunter2-Str0ng-Pa55 of the desk';
    await call(gateway, 'POST', '/v1/skills', {
      ...{ agent_id: 'unclear', name: 'desk', description: 'Open the desk', bullets: [{ content }] },
    });
    await expect(page.getByRole('link', { name: '1 changeset to review' })).toBeVisible({
      timeout: 15_000,
    });
  },
);

measured(
  'shows every agent with its own lift where none is picked, and all of them together',
  async ({ page, gateway }) => {
    await learn({ ...gateway, agentId: 'one' }, { treated: 9, holdout: 4 });
    await learn({ ...gateway, agentId: 'two' }, { treated: 6, holdout: 6 });
    await page.goto(`${gateway.url}/insights`);
    await expect(page.getByText('All agents. Pick one')).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: /points$/ })).toBeVisible();
    const agents = page.getByRole('list', { name: 'Agents' }).getByRole('listitem');
    await expect(agents.filter({ hasText: 'one' })).toContainText(/helps: \+\d+\.\d points \(/);
    await expect(agents.filter({ hasText: 'two' })).toContainText(/not clear yet: /);
    await expectGoodViews(page, 'insights-agents');
    await agents.filter({ hasText: 'one' }).getByRole('link').click();
    await expect(page).toHaveURL(/insights\?agent=one/);
    await expect(page.getByRole('heading', { level: 2, name: /^Learning helps: / })).toBeVisible();
  },
);

it('claims nothing where nothing was recorded, and leads on', async ({ page, gateway }) => {
  await page.goto(`${gateway.url}/insights?agent=nobody`);
  await expect(page.getByRole('heading', { level: 2, name: 'No runs to compare yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Connect an agent' })).toBeVisible();
  await expect(page.getByText('No rule is rated helpful or harmful yet')).toBeVisible();
  await expect(page.getByRole('main').getByText(/surely|for certain|trust|clear/i)).toHaveCount(0);
  await expectGoodViews(page, 'insights-empty');
});

testOn('sqlite')('says that the holdout is off', async ({ page, tenant }) => {
  const { url } = tenant;
  await signIn(page, url, await createKey(page, url, { ...tenant, scopes: ['learn', 'review'] }));
  await page.goto(`${url}/insights`);
  await expect(page.getByRole('heading', { level: 2, name: 'Holdout is off' })).toBeVisible();
});
