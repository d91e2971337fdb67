import type { APIRequestContext } from '@playwright/test';
import { expect, expectGoodViews, test as it } from '../support/fixtures.ts';

const SAME = ['The staging database runs on port 5433', 'On port 5433 runs the staging database'] as const;
const ALSO = [
  'The night shift starts at nine on Fridays',
  'On Fridays the night shift starts at nine',
] as const;

/** Memories of an agent, each active and compared: what resembles another is released by hand. */
async function believe(request: APIRequestContext, url: string, agentId: string): Promise<void> {
  const texts = [...SAME, ...ALSO, 'Parcels are collected at four by the courier'];
  for (const content of texts) {
    const body = { content, scope: { agent_id: agentId } };
    const { id, status } = await (await request.post(`${url}/v1/memories`, { data: body })).json();
    if (status === 'pending') await request.post(`${url}/v1/memories/${id}/approve`);
  }
  await request.post(`${url}/v1/agents/${agentId}/curate`);
  const listed = async () =>
    (await (await request.get(`${url}/v1/memories/hygiene?agent_id=${agentId}`)).json()).length;
  await expect.poll(listed, { timeout: 20_000 }).toBe(2);
}

it('merges memories by keys, one or many, with a way back', async ({ page, gateway }) => {
  await believe(page.request, gateway.url, 'tidy-desk');
  await page.goto(`${gateway.url}/memories?tab=clean&agent=tidy-desk`);
  const rows = page.getByRole('list', { name: 'Clean-up suggestions' }).locator(':scope > li');
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Clean up 2' })).toBeVisible();
  await expectGoodViews(page, 'memories-clean');

  await rows.filter({ hasText: SAME[1] }).getByRole('button', { name: SAME[0] }).click();
  await page.keyboard.press('a');
  await expect(rows).toHaveCount(1);
  await expect(page.getByText('Merged into the other').first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Restored').first()).toBeVisible();
  await page.goto(`${gateway.url}/memories?tab=all&agent=tidy-desk`);
  await expect(page.getByRole('button', { name: SAME[0] })).toBeVisible();

  await page.goto(`${gateway.url}/memories?tab=clean&agent=tidy-desk`);
  await expect(rows).toHaveCount(1);
  await rows.first().getByRole('checkbox').check();
  await page.keyboard.press('Shift+a');
  await expect(page.getByText('Nothing to clean up')).toBeVisible();
});

it('restores from the history what was merged, and refuses what somebody else has decided', async ({
  page,
  gateway,
}) => {
  const { url } = gateway;
  await believe(page.request, url, 'kept-desk');
  await page.goto(`${url}/memories?tab=clean&agent=kept-desk`);
  const rows = page.getByRole('list', { name: 'Clean-up suggestions' }).locator(':scope > li');
  await expect(rows).toHaveCount(2);
  const listed = await page.request.get(`${url}/v1/memories/hygiene?agent_id=kept-desk`);
  const found: { id: string }[] = await listed.json();
  const decisions = found.map(({ id }) => ({ id, action: 'merge' }));
  await page.request.post(`${url}/v1/memories/hygiene:apply`, { data: { decisions } });
  await page.keyboard.press('a');
  await expect(page.getByText('It is applied already').first()).toBeVisible();

  await page.goto(`${url}/memories?tab=all&status=superseded&agent=kept-desk`);
  await page.getByRole('button', { name: SAME[0] }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Restored').first()).toBeVisible();
});
