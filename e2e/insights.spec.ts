/** Does learning help: the lift over time, each skill's own, and measuring one. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { besideGateway } from '../lab/gateway/beside-gateway.ts';
import { recordRuns, startTrial } from '../lab/seeds/canaries.ts';
import { author, call, type Target } from '../lab/seeds/changesets.ts';
import { setFigures } from '../lab/seeds/upkeep.ts';
import { putSkillLift } from '../server/testing/samples/measured-lift.ts';
import { expect, expectGoodViews, followTo, test as it } from './support/fixtures.ts';
import { section, type Tenant } from './support/tenants.ts';

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

/** Holds every third session out, so that a few runs tell something. */
const holdOut = (target: Tenant) =>
  call(target, 'PUT', '/v1/admin/policy', { settings: { holdout_rate: 0.34 } });

/**
 * Serves and records 60 runs; treated ones carry the skill without an arm, so both kinds are distinguished by
 * being held out.
 */
async function learn(target: Target, { treated, holdout }: { treated: number; holdout: number }) {
  const skill = await author(target, RETURNS);
  await recordRuns(target, { skillId: skill.id, query: TASK, runs: 60, treated, holdout });
  return skill;
}

it('says that learning helps, draws by how much, and names skills, rules and costs', async ({
  page,
  tenant,
}) => {
  await holdOut(tenant);
  const target = { ...tenant, agentId: 'helped' };
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
  await page.goto('/insights?agent=helped');
  await expect(
    page.getByRole('heading', { level: 2, name: /^Learning helps: \+\d+\.\d points$/ }),
  ).toBeVisible();
  await expect(page.getByText(/Clear since (before )?the week of /)).toBeVisible();
  const trust = section(page, 'Can I trust this?');
  await expect(trust.getByText(/about 34 % receive no skills\./)).toBeVisible();
  for (const side of ['Latest runs with skills', 'Latest runs without']) {
    await expect(trust.getByRole('list', { name: side }).getByRole('listitem')).toHaveCount(5);
  }
  await expect(page.locator('[data-chart="weekly-lift"] circle').first()).toBeVisible();
  const applied = page.getByRole('list', { name: 'Changes applied in these weeks' });
  await expect(applied.getByRole('link').first()).toContainText('Refund an order within the captured amount');
  await expectTakenAway(page);
  await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await expect(page.getByText('4 harmful · 1 helpful')).toBeVisible();
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
  await expectGoodViews(page, 'insights-helps');
  await page.getByRole('button', { name: `Evolve ${RETURNS.name}` }).click();
  await expect(page.getByText(/Not queued|is queued for evolution/).first()).toBeVisible();
  await page.getByRole('link', { name: RETURNS.name, exact: true }).first().click();
  await expect(page).toHaveURL(new RegExp(`/skills/${skill.id}`));
});

/** The weekly chart: its marks lead to the changes, and it can be taken as a file. */
async function expectTakenAway(page: Page): Promise<void> {
  const weekly = section(page, 'Week by week');
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
}

it('says that learning hurts or that it is not clear, for one agent and for all of them', async ({
  page,
  tenant,
}) => {
  await page.goto('/insights');
  await expect(page.getByRole('heading', { level: 2, name: 'Holdout is off' })).toBeVisible();
  await holdOut(tenant);
  await learn({ ...tenant, agentId: 'hurt' }, { treated: 1, holdout: 9 });
  await page.goto('/insights?agent=hurt');
  await expect(page.getByRole('heading', { level: 2, name: /^Learning hurts: −/ })).toBeVisible();
  await learn({ ...tenant, agentId: 'unclear' }, { treated: 7, holdout: 6 });
  await followTo(page, '/insights?agent=unclear');
  await expect(page.getByRole('heading', { level: 2, name: /^Not clear yet/ })).toBeVisible();
  // Without a reload: what a person wrote is held, and announced.
  const content = 'Sign in with the password=Hunter2-Str0ng-Pa55 of the desk';
  await call(tenant, 'POST', '/v1/skills', {
    ...{ agent_id: 'unclear', name: 'desk', description: 'Open the desk', bullets: [{ content }] },
  });
  await expect(page.getByRole('link', { name: '1 changeset to review' })).toBeVisible({ timeout: 45_000 });

  await followTo(page, '/insights');
  await expect(page.getByText('All agents. Pick one')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: /points$|^Not clear yet/ })).toBeVisible();
  const agents = page.getByRole('list', { name: 'Agents' }).getByRole('listitem');
  await expect(agents.filter({ hasText: 'hurt' })).toContainText(/hurts: −\d+\.\d points \(/);
  await expect(agents.filter({ hasText: 'unclear' })).toContainText(/not clear yet: /);
  await expectGoodViews(page, 'insights-agents');
  await agents.filter({ hasText: 'hurt' }).getByRole('link').click();
  await expect(page).toHaveURL(/agent=hurt/);

  await followTo(page, '/insights?agent=nobody');
  await expect(page.getByRole('heading', { level: 2, name: 'No runs to compare yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Connect an agent' })).toBeVisible();
  await expect(page.getByText('No rule is rated helpful or harmful yet')).toBeVisible();
  await expect(page.getByRole('main').getByText(/surely|for certain|trust this|clear/i)).toHaveCount(0);
});

it('shows the lift of a skill that hurts, and deprecates it by one press', async ({ page, tenant }) => {
  const target = { ...tenant, agentId: 'lift' };
  const hurts = await author(target, { ...RETURNS, name: 'old-refunds' });
  await besideGateway(target.databaseUrl, async ({ db: { read } }) => {
    await putSkillLift(read, tenant.tenant, hurts.id, { sessions: 1000, served: 0.2, heldBack: 0.7 });
  });
  await page.goto(`/skills/${hurts.id}?agent=lift&tab=performance`);
  await expect(page.getByText(/^Runs with the skill succeed less often than runs without it/)).toBeVisible();
  await expect(page.getByText('Harmful: deprecation is suggested')).toBeVisible();
  await expectGoodViews(page, 'skill-lift');
  await page.getByRole('button', { name: 'Deprecate old-refunds' }).click();
  await expect(page.getByText('old-refunds is deprecated').first()).toBeVisible();
  await expect(page.getByText('Harmful: deprecation is suggested')).toBeHidden();
  const { status } = await call<{ status: string }>(target, 'GET', `/v1/skills/${hurts.id}`);
  expect(status).toBe('deprecated');
});

/** Recalls in sessions, with a run of each where it is asked for; how many of them went without the skill. */
async function recallIn(target: Tenant, word: string, sessions: number, runs = false): Promise<number> {
  const scope = { agent_id: 'measured' };
  let without = 0;
  for (let at = 0; at < sessions; at += 1) {
    const session_id = `${word}-${at}`;
    const query = { query: 'Refund an order of a customer', session_id, scope };
    const { recall_id, skills } = await call<{ recall_id: string; skills: unknown[] }>(
      ...([target, 'POST', '/v1/recall', query] as const),
    );
    without += Number(skills.length === 0);
    const run = { task: 'Refund', session_id, recall_id, outcome: 'success', scope };
    if (runs) await call(target, 'POST', '/v1/episodes', run);
  }
  return without;
}

it('measures a skill: some sessions go without it, until it ends by one press', async ({ page, tenant }) => {
  const skill = {
    name: 'refund-order',
    description: 'Refund an order of a customer',
    rules: ['Check it first'],
  };
  const { id } = await author({ ...tenant, agentId: 'measured' }, skill);
  expect(await recallIn(tenant, 'before', 30)).toBe(0);
  await page.goto(`/skills/${id}?agent=measured&tab=performance`);
  await expect(page.getByText('Not measured', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Measure this skill' }).click();
  await expect(page.getByText('refund-order is being measured').first()).toBeVisible();
  // One session in ten: that all get it happens once in five thousand runs.
  expect(await recallIn(tenant, 'during', 80, true)).toBeGreaterThan(0);
  await page.reload();
  await expect(page.getByText('10 % of its sessions go without it').first()).toBeVisible();
  await page.getByRole('button', { name: 'Stop measuring' }).click();
  await expect(page.getByRole('button', { name: 'Measure this skill' })).toBeVisible();
  expect(await recallIn(tenant, 'during', 80)).toBe(0);
});
