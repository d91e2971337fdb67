/** What administrators look after: the policy, the audit log, failed jobs and usage. */
import { readFileSync } from 'node:fs';
import { besideGateway } from '../lab/gateway/beside-gateway.ts';
import { author, call, proposeLearned } from '../lab/seeds/changesets.ts';
import { addKey, insertFailedJobs, insertUsage } from '../lab/seeds/upkeep.ts';
import { ONE_DIALECT } from '../server/testing/database/dialects.ts';
import { fillForSearch, OLDEST_HAS } from '../server/testing/database/long-search.ts';
import { expect, expectGoodViews, followTo, test as it } from './support/fixtures.ts';
import { section, type Tenant } from './support/tenants.ts';

/** How many skills a recall serves. */
const recallIn = async (target: Tenant) =>
  (
    await call<{ skills: unknown[] }>(target, 'POST', '/v1/recall', {
      ...{ query: 'Refund an order of a customer', session_id: 'a' },
    })
  ).skills.length;

it('changes a setting of the policy, and returns to what held before', async ({ page, tenant }) => {
  for (const name of ['refund-order', 'refund-order-twice']) {
    const skill = { name, description: 'Refund an order of a customer', rules: ['Check the amount first'] };
    await author({ ...tenant, agentId: 'default' }, skill);
  }
  expect(await recallIn(tenant)).toBe(2);
  await page.goto('/settings/policy');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.getByLabel('Minimum eval score').fill('0.5');
  await expect(page.getByText('Allowed here: at least 0.7')).toBeVisible();
  await page.getByLabel('Holdout rate').fill('2');
  await expect(page.getByText('From 0 to 1').first()).toBeVisible();
  await expect(save).toBeDisabled();
  await page.reload();
  await page.getByLabel('Skills served').fill('1');
  await expect(page.getByText('Today 3')).toBeVisible();
  await save.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('list', { name: 'What changes' })).toHaveText(
    'Skills served: 1 instead of 3',
  );
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const own = section(page, 'Policy of this tenant');
  await expect(own.getByRole('list', { name: 'Settings of this tenant' })).toHaveText(
    'Skills served: 1 instead of 3',
  );
  await expect(page.getByLabel('Skills served')).toHaveValue('1');
  expect(await recallIn(tenant)).toBe(1);
  await own.getByRole('button', { name: 'Return to the installation’s settings' }).click();
  await dialog.getByRole('button', { name: 'Return', exact: true }).click();
  await expect(own.getByText('The installation’s settings apply.')).toBeVisible();
  expect(await recallIn(tenant)).toBe(2);
  await own.getByText('Earlier').click();
  await expect(own.getByRole('list', { name: 'Earlier versions' })).toContainText('Skills served: 1');
  await expect(own.getByRole('button', { name: 'Return to version 1' }).first()).toBeVisible();
});

it('says how many of the last changes another policy would have approved', async ({ page, tenant }) => {
  const learned = (name: string, content: string, evalScore: number) => ({
    ...{ agentId: 'default', rationale: 'Runs failed.', source: 'reflection' as const, episodeIds: [] },
    ...{ proposedBy: 'system:reflection', evalScore, baselineScore: null },
    ops: [
      {
        ...{ op: 'create_skill' as const, name, description: 'Refund an order', tags: [] },
        bullets: [{ section: 'steps' as const, content, issue: '', keywords: [] }],
      },
    ],
  });
  const [rejected, approved] = await proposeLearned(tenant.databaseUrl, {
    tenant: tenant.tenant,
    proposals: [
      learned('refund-order', 'Check the captured amount first', 0.6),
      learned('refund-shipping', 'Refund the shipping only once', 0.55),
      learned('refund-voucher', 'Give the voucher back before the money', 0.2),
      learned('refund-partly', 'Name the items that are refunded', 0.9),
    ],
    used: [],
  });
  const review = (id: string | undefined, body: object) =>
    call(tenant, 'POST', `/v1/changesets/${id}/review`, body);
  await review(rejected, { approve: false, comment: 'wrong' });
  await review(approved, { approve: true });
  await page.goto('/settings/policy');
  await expect(
    page.getByText(/^Of the last 3 learned changes .* approved 1; people decided none/),
  ).toBeVisible();
  await page.getByLabel('Minimum eval score').fill('0.58');
  await expect(page.getByText(/approved 2; people decided 1 of them and approved 0\.$/)).toBeVisible();
  await expectGoodViews(page, 'policy');
});

it('says how far back a search looked, and goes on from there', async ({ page, tenant }) => {
  await besideGateway(tenant.databaseUrl, async ({ db }) => {
    for (const table of ['audit_entry', 'episode'] as const)
      await db.write(async (tx) => void (await fillForSearch(tx, ONE_DIALECT, tenant.tenant, table)));
  });
  const rows = page.getByRole('table').getByRole('row');
  for (const [path, what] of [
    ['/settings/audit?action=all&', 'entries'],
    ['/episodes?', 'episodes'],
  ] as const) {
    await page.goto(`${path}text=${OLDEST_HAS.replaceAll(' ', '+')}`);
    await expect(page.getByText(new RegExp(`^No ${what} match since`))).toBeVisible();
    await expect(page.getByText(`Older ${what} have not been searched yet.`)).toBeVisible();
    const further = page.getByRole('button', { name: `Search older ${what}` });
    await expect(async () => {
      if (await further.isVisible()) await further.click();
      await expect(rows).toHaveCount(2, { timeout: 500 });
    }).toPass();
    await expect(further).toBeHidden();
  }
});

it('filters the audit log by its address, exports that slice, and announces what is new without moving a row', async ({
  page,
  tenant,
}) => {
  const { headers } = tenant;
  const first = await addKey(tenant, 'first', ['learn']);
  await addKey(tenant, '<img src=x onerror="window.__pwned=true">', ['learn', 'review', 'admin']);
  await page.request.delete(`/v1/admin/api-keys/${first.id}`, { headers });
  const data = { content: 'The depot opens at six', kind: 'fact', scope: { agent_id: 'support' } };
  await page.request.post('/v1/memories', { headers, data });
  await page.goto('/settings/audit');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(6);
  await expectGoodViews(page, 'audit-list');
  expect(await page.evaluate(() => '__pwned' in window)).toBe(false);

  await addKey(tenant, 'later', ['learn']);
  const news = page.getByRole('button', { name: 'Show 1 new' });
  await expect(news).toBeVisible({ timeout: 45_000 });
  await expect(rows).toHaveCount(6);
  await news.click();
  await expect(rows).toHaveCount(7);
  await expect(news).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(rows.nth(1)).toBeInViewport();
  await expect(page.getByLabel('From')).toBeHidden();
  await page.getByRole('button', { name: 'More filters' }).click();
  await expect(page.getByLabel('From')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  const created = rows.filter({ hasText: 'Created an API key' }).first();
  await created.getByText('scopes learn').click();
  await expect(created.getByRole('definition').last()).toHaveText('learn');
  await created.getByText('Stored entry').click();
  await expect(created.locator('pre')).toContainText('"scopes": [');

  await page.getByLabel('Text').fill('DEPOT opens');
  await expect(rows).toHaveCount(2);
  await expect(rows.last().getByRole('link', { name: 'The depot opens at six' })).toBeVisible();
  await page.getByLabel('Text').fill('');
  await page.getByLabel('From').fill('2099-01-01T08:30');
  await expect(page.getByText('No entries match')).toBeVisible();
  await page.getByLabel('From').fill('');
  await page.getByLabel('Action').selectOption('administration');
  await expect(page).toHaveURL(/action=administration/);
  await page.getByLabel('Text').fill('later');
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(rows).toHaveCount(2);
  const save = async (name: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name }).click();
    return readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split(/\r?\n/);
  };
  const csv = await save('CSV');
  expect(csv).toHaveLength(2);
  expect(csv[1]).toContain('later');
  expect((await save('NDJSON')).map((line) => JSON.parse(line).action)).toEqual(['apikey.created']);

  await page.getByRole('button', { name: 'Destructive actions' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText('Revoked an API key');
  await expect(rows.last()).toContainText('first');
  await page.goBack();
  await expect(page.getByLabel('Text')).toHaveValue('later');
  await page.getByLabel('Text').fill('no such thing');
  await expect(page.getByText('No entries match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(7);
});

it('shows governance first, feedback when it is asked for, and further pages as one goes down', async ({
  page,
  tenant,
}) => {
  const { episode_id } = await call<{ episode_id: string }>(tenant, 'POST', '/v1/episodes', {
    ...{ task: 'Print the label', outcome: 'success' },
  });
  await call(tenant, 'POST', '/v1/feedback', { episode_id, score: 0.123456, comment: 'good' });
  await Promise.all(Array.from({ length: 60 }, (_, at) => addKey(tenant, `agent ${at}`, ['learn'])));
  await page.goto('/settings/audit?action=apikey.created');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(51);
  await rows.last().scrollIntoViewIfNeeded();
  await expect(rows).toHaveCount(62);
  await page.goto('/settings/audit');
  await expect(rows.filter({ hasText: 'Created an API key' }).first()).toBeVisible();
  await expect(rows.filter({ hasText: 'feedback' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Feedback', exact: true }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText('Gave feedback on a run');
  await expect(rows.last()).toContainText('score 0.12');
});

it('shows which jobs failed and why, and retries one and then all, which is audited', async ({
  page,
  tenant,
}) => {
  await insertFailedJobs(tenant.databaseUrl, tenant.tenant);
  await page.goto('/settings/jobs');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText('answered 503 five times');
  await expect(rows.nth(1)).toContainText('all open runs of the agent');
  await expect(rows.nth(2)).toContainText('<b>not bold</b>');
  await expectGoodViews(page, 'jobs-list');
  await page.getByRole('button', { name: 'Retry reflect of support' }).click();
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'Retry all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Retry every failed job?' });
  await dialog.getByRole('button', { name: 'Retry all' }).click();
  await expect(page.getByText('No job has failed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry all' })).toHaveCount(0);
  await followTo(page, '/settings/audit?action=job.retried');
  await expect(rows).toHaveCount(4);
});

it('draws usage of each day by purpose, and has the same figures as a table', async ({ page, tenant }) => {
  await insertUsage(tenant.databaseUrl, tenant.tenant);
  await page.goto('/settings/usage');
  await expect(page.getByText(/tokens in 30 days; \d+ % of them to reflect on runs/)).toBeVisible();
  await expect(page.getByText(/of 5,000,000 tokens used today/)).toBeVisible();
  await expect(page.getByText('0 jobs waiting')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Purposes' }).getByRole('listitem')).toHaveCount(7);
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible();
  await page.getByText('Show as a table').click();
  await expectGoodViews(page, 'usage');
  await expect(page.getByRole('columnheader', { name: 'Evolve skills' })).toBeVisible();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(31);
});
