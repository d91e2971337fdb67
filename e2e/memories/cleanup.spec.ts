import type { APIRequestContext } from '@playwright/test';
import { expect, expectGoodViews, test as it } from '../support/fixtures.ts';

const SAME = ['The staging database runs on port 5433', 'On port 5433 runs the staging database'] as const;
const OPPOSED = [
  'The night shift starts before nine on Fridays',
  'The night shift starts after nine on Fridays',
] as const;

/** Memories of an agent, each believed: what resembles another is released by hand. */
async function believe(request: APIRequestContext, url: string, agentId: string): Promise<void> {
  const texts = [...SAME, ...OPPOSED, 'Parcels are collected at four by the courier'];
  for (const content of texts) {
    const body = { content, scope: { agent_id: agentId } };
    const { id, status } = await (await request.post(`${url}/v1/memories`, { data: body })).json();
    if (status === 'pending') await request.post(`${url}/v1/memories/${id}/approve`);
  }
}

it('checks memories when asked, and cleans up by keys, one or many, with a way back', async ({
  page,
  gateway,
}) => {
  await believe(page.request, gateway.url, 'tidy-desk');
  await page.goto(`${gateway.url}/memories?tab=clean&agent=tidy-desk`);
  await expect(page.getByText('Not checked yet')).toBeVisible();
  await page.getByRole('button', { name: 'Check now' }).click();
  const rows = page.getByRole('list', { name: 'Clean-up suggestions' }).locator(':scope > li');
  await expect(rows).toHaveCount(2, { timeout: 20_000 });
  await expect(page.getByRole('link', { name: 'Clean up 2' })).toBeVisible();
  const repeated = rows.filter({ hasText: 'Covered by another memory' });
  const opposed = rows.filter({ hasText: 'May contradict another memory' });
  // It may be the first of the two, which is unfolded already.
  await opposed.getByRole('button', { name: OPPOSED[0], exact: true }).click();
  await expect(opposed.locator('ins').filter({ visible: true })).toContainText('after');
  await expectGoodViews(page, 'memories-clean');

  await repeated.getByRole('button', { name: SAME[0] }).click();
  await page.keyboard.press('a');
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('main').getByText('Merged into the other', { exact: true })).toBeVisible();
  await expect(opposed).toBeFocused();
  await page.keyboard.press('z');
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('main').getByText('Undone', { exact: true })).toBeVisible();

  await rows.first().getByRole('button').first().click();
  for (const key of ['x', 'Shift+j']) await page.keyboard.press(key);
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('2 selected');
  await page.keyboard.press('Shift+a');
  await expect(page.getByRole('main').getByText('2 cleaned up')).toBeVisible();
  await expect(page.getByText('Nothing to clean up')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Nothing to clean up')).toBeVisible();
});

it('restores from the history what was merged, and refuses what somebody else has decided', async ({
  page,
  gateway,
}) => {
  const { url } = gateway;
  await believe(page.request, url, 'kept-desk');
  await page.goto(`${url}/memories?tab=clean&agent=kept-desk`);
  // Until then a press does nothing: the page's script has not run.
  await expect(page.getByText('Not checked yet')).toBeVisible();
  await page.getByRole('button', { name: 'Check now' }).click();
  const rows = page.getByRole('list', { name: 'Clean-up suggestions' }).locator(':scope > li');
  await expect(rows).toHaveCount(2, { timeout: 20_000 });
  await page.getByRole('button', { name: 'Near-duplicates 1' }).click();
  await expect(rows).toHaveCount(1);
  const listed = await page.request.get(`${url}/v1/memories/hygiene?agent_id=kept-desk&kind=near_duplicate`);
  const [found]: { id: string }[] = await listed.json();
  const decisions = [{ id: found?.id, action: 'merge' }];
  await page.request.post(`${url}/v1/memories/hygiene:apply`, { data: { decisions } });
  await page.keyboard.press('a');
  await expect(page.getByText('it is applied already')).toBeVisible();

  await page.goto(`${url}/memories?tab=all&status=superseded&agent=kept-desk`);
  await page.getByRole('button', { name: SAME[0] }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Restored').first()).toBeVisible();
  await page.goto(`${url}/insights?agent=kept-desk`);
  await expect(page.getByText('active memories need no clean-up')).toBeVisible();
  await expectGoodViews(page, 'insights-memories');
  await page.getByRole('link', { name: 'View clean-up suggestions' }).click();
  await expect(rows).toHaveCount(1);
});
