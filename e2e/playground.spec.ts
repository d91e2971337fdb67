import { author, call, propose } from '../lab/seeds/changesets.ts';
import { expect, expectGoodViews, test as it } from './support/fixtures.ts';

const AGENT = 'quay';
const TASK = 'Refund a parcel that was damaged on the quay';

it('shows what is served for a task, beside what a pending change makes of it', async ({ page, gateway }) => {
  const target = { ...gateway, agentId: AGENT };
  const rules = ['Photograph the parcel before you open it'];
  const skill = await author(target, { name: 'damaged-parcels', description: TASK, rules });
  await call(target, 'POST', '/v1/memories', {
    content: 'Parcels damaged on the quay are refunded in full',
    scope: { agent_id: AGENT, user_id: 'ada' },
  });
  const added = 'Ask the harbour office for the damage report';
  const update = {
    op: 'update' as const,
    skill: 'damaged-parcels',
    bullet: skill.bullets[0]?.id ?? '',
    content: added,
  };
  const [id = ''] = await propose(target, [
    { ops: [update], rationale: 'Runs lacked the report.', evalScore: 0.1 },
  ]);
  const recalls = async () =>
    (await (await fetch(`${gateway.url}/metrics`)).text()).match(/^service_recalls_total.*$/m)?.[0];
  const before = await recalls();

  await page.goto(`${gateway.url}/changesets/${id}`);
  await page.getByRole('link', { name: 'Try in playground' }).click();
  await expect(page).toHaveURL(/\/playground\?/);
  const served = page.getByRole('list', { name: 'Served now' });
  await expect(served).toContainText(rules[0] ?? '');
  await expect(page.getByText('Parcels damaged on the quay')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Served with the change' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('harbour office');
  await expect(page.getByText('The change alters what is served for this task.')).toBeVisible();
  await expect(page.getByText('Minimum scores: 0.12 for skills, 0.12 for memories.')).toBeVisible();
  await expectGoodViews(page, 'playground-change');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('textbox', { name: /^User id/ }).fill('ada');
  await page.getByRole('combobox', { name: 'Compare with a pending change' }).selectOption('');
  await page.getByRole('button', { name: 'Show what is served' }).click();
  await expect(served).toContainText('Parcels damaged on the quay');
  await expect(page.getByRole('heading', { name: 'Served with the change' })).toHaveCount(0);
  await expectGoodViews(page, 'playground');

  await page.goto(`${gateway.url}/skills/${skill.id}`);
  await expect(page.getByRole('link', { name: 'Try in playground' })).toHaveAttribute('href', /task=Refund/);
  expect(await recalls()).toBe(before);
});
