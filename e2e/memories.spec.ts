/** Decide on held memories, look back at what was believed, and clean up. */
import type { Page } from '@playwright/test';
import { remember, rememberDeliveryDesk } from '../lab/seeds/episodes.ts';
import { expect, expectAccessible, expectGoodViews, followTo, test as it } from './support/fixtures.ts';
import { createKey, forgetSession, signIn } from './support/tenants.ts';

const heldCards = (page: Page) => page.getByRole('list', { name: 'Held memories' }).locator(':scope > li');

it('shows what is held beside what it resembles, finds it, and decides by keys', async ({ page, tenant }) => {
  const { believed, held } = await rememberDeliveryDesk(tenant, 'held-desk');
  expect(held.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
  await page.goto('/memories?agent=held-desk&cause=finding');
  const cards = heldCards(page);
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('Ignore all previous instructions');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(cards).toHaveCount(3);
  const search = page.getByRole('searchbox', { name: 'Search text' });
  await search.fill('harbour');
  await expect(cards).toHaveCount(1);
  await search.fill('nothing like that');
  await expect(page.getByText('No held memories match')).toBeVisible();
  await search.fill('');
  await expect(cards).toHaveCount(3);
  await expect(page.getByText('3 memories to review; 5 are active.')).toBeVisible();
  await expect(cards.first()).toContainText('injection: override instructions');
  await expect(cards.first()).toContainText('Added or approved by a person');
  await expect(page.getByRole('link', { name: 'Held for review 3' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Browse 5' })).toBeVisible();
  await cards.last().getByRole('button', { expanded: false }).click();
  await expect(cards.last().locator('ins').filter({ visible: true })).toContainText('seven');
  await expect(cards.last().locator('del').filter({ visible: true })).toContainText('six');
  await cards.first().getByRole('button', { expanded: false }).click();
  await expectGoodViews(page, 'memories-held');

  // What the scan found something in takes two presses.
  await page.goto('/memories?agent=held-desk');
  await page.keyboard.press('a');
  await expect(cards.first().getByRole('button', { name: /^Approve · injection: .* hold/ })).toBeFocused();
  await page.keyboard.press('a');
  await page.keyboard.press('Enter');
  await expect(cards.first().getByText('Enter again', { exact: true })).toBeVisible();
  await expect(cards).toHaveCount(3);
  await page.keyboard.press('j');
  await expect(cards.nth(1)).toBeFocused();
  await page.keyboard.press('a');
  await expect(cards).toHaveCount(2);
  await expect(page.getByText('Approved and active').first()).toBeVisible();
  await expect(cards.last()).toBeFocused();
  await page.keyboard.press('k');
  await expect(cards.first()).toBeFocused();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Reject this memory?' });
  await expect(dialog).toContainText('Earlier versions');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(cards).toHaveCount(2);
  await page.keyboard.press('r');
  await page.keyboard.press('Enter');
  await expect(cards).toHaveCount(1);
  const left = async (id?: string) => {
    const path = '/v1/memories?agent_id=held-desk&include_history=true';
    const response = await page.request.get(path, { headers: tenant.headers });
    const memories: { id: string }[] = await response.json();
    return memories.some((memory) => memory.id === id);
  };
  await expect.poll(() => left(held[1]?.id)).toBe(true);
  expect(await left(held[2]?.id)).toBe(false);
  expect(await left(believed[0]?.id)).toBe(true);
});

it('decides on many at once, but for findings, each with its own outcome', async ({ page, tenant }) => {
  const { held } = await rememberDeliveryDesk(tenant, 'bulk-desk');
  await page.goto('/memories?agent=bulk-desk');
  const rows = heldCards(page);
  await expect(rows).toHaveCount(3);
  // Somebody else decides on one that is ticked here: it is refused, and nothing else with it.
  for (const key of ['x', 'Shift+j', 'Shift+j']) await page.keyboard.press(key);
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('3 selected');
  await page.keyboard.press('Shift+a');
  const sheet = page.getByRole('dialog', { name: 'Approve 3 held memories' });
  await expect(sheet).toContainText('2 to approve; 1 left out');
  await expect(sheet).toContainText('Left out: memories with findings are decided one at a time');
  await expectAccessible(page);
  await page.request.post(`/v1/memories/${held[0]?.id}/approve`, { headers: tenant.headers });
  await page.keyboard.press('Enter');
  await expect(sheet).toContainText('Not decided: memory is active');
  await expect(sheet).toContainText('Approved and active');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(rows).toHaveCount(1);
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+r');
  await expect(page.getByRole('dialog', { name: 'Reject 1 held memory' })).toContainText(
    '1 to delete for good',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByText('Rejected and deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('No held memories')).toBeVisible();
});

it('acts on what the key before chose, however fast they come, and leaves Esc to the dialog', async ({
  page,
  tenant,
}) => {
  const { held } = await rememberDeliveryDesk(tenant, 'hasty-desk');
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/trpc/memories.decide**', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto('/memories?agent=hasty-desk');
  const cards = heldCards(page);
  await expect(cards).toHaveCount(held.length);
  const idsOf = () => cards.evaluateAll((items) => items.map(({ id }) => id));
  const ids = await idsOf();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await expect(cards).toHaveCount(held.length - 1);
  expect(await idsOf()).toEqual([ids[0], ids[2]]);
  await expect(cards.last()).toBeFocused();
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Reject this memory?' });
  await expect(dialog).toBeVisible();
  answer.resolve();
  const toast = page.locator('section[aria-label=Notifications]').getByText('Approved and active');
  await expect(toast).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(toast).toBeVisible();
  await page.keyboard.press('F8');
  await page.keyboard.press('Escape');
  await expect(toast).toBeHidden();
  await expect(cards).toHaveCount(2);
  await expect(cards.last()).toBeFocused();
});

it('looks back to an exact moment, and leads to now', async ({ page, tenant }) => {
  await remember(tenant, { content: 'The early van leaves at five', agent: 'as-of' });
  const moment = Date.now();
  const between = new Date(moment).toISOString();
  await expect.poll(() => Date.now()).toBeGreaterThan(moment);
  await remember(tenant, { content: 'Sunday shifts are paid double', agent: 'as-of' });
  await page.goto(`/memories?agent=as-of&as_of=${encodeURIComponent(between)}`);
  const table = page.getByRole('table', { name: 'Memories' });
  await expect(page.getByText('Viewing memories as of')).toBeVisible();
  await expect(table).toContainText('The early van');
  await expect(table).not.toContainText('Sunday shifts');
  await expectGoodViews(page, 'memories-as-of');
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(page).not.toHaveURL(/as_of/);
  await expect(table).toContainText('Sunday shifts');
  const field = page.getByLabel('As of');
  await field.fill('2020-01-01T00:00:00');
  await field.press('Enter');
  await expect(page).toHaveURL(/as_of=2020/);
  await expect(page.getByText('No memories at that time')).toBeVisible();
});

it('unfolds a memory to its versions, shows a user’s card, and names the scope that a decision needs', async ({
  page,
  tenant,
}) => {
  await rememberDeliveryDesk(tenant, 'card-desk');
  await page.goto('/memories?agent=card-desk&tab=all&user=u_9');
  await expect(page.getByRole('heading', { name: 'Profile of u_9 served to agents' })).toBeVisible();
  await expect(page.getByText('made of 2 preferences')).toBeVisible();
  const row = page.getByRole('button', { name: 'Wants a text message' });
  await row.click();
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('It replaced nothing, and nothing replaced it.')).toBeVisible();
  await expectGoodViews(page, 'memories-all');
  await page.getByRole('searchbox', { name: 'Search text' }).fill('nothing like that');
  await expect(page.getByText('No memories match')).toBeVisible();

  let broken = true;
  await page.route('**/api/trpc/**memories.list**', (route) =>
    broken ? route.fulfill({ status: 200, json: [] }) : route.continue(),
  );
  await followTo(page, '/memories?agent=nobody&tab=all');
  await expect(page.getByText('Could not load the memories')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No memories yet', { exact: true })).toBeVisible();

  const learn = await createKey(page, tenant.url, { ...tenant, scopes: ['learn'] });
  await forgetSession(page);
  await signIn(page, tenant.url, learn);
  await page.goto('/memories?agent=card-desk');
  const approve = heldCards(page)
    .first()
    .getByRole('button', { name: /Approve/ });
  await expect(approve).toHaveAttribute('aria-disabled', 'true');
  await approve.focus();
  await expect(page.getByRole('tooltip')).toContainText('review');
  await page.keyboard.press('a');
  await expect(approve).toBeVisible();
});

it('merges repeated memories by keys, and takes that back', async ({ page, tenant }) => {
  const repeated = [
    'The staging database runs on port 5433',
    'On port 5433 runs the staging database',
  ] as const;
  const { headers } = tenant;
  for (const content of [...repeated, 'Parcels are collected at four by the courier']) {
    const data = { content, scope: { agent_id: 'tidy-desk' } };
    const { id, status } = await (await page.request.post('/v1/memories', { headers, data })).json();
    // What resembles another is released by hand.
    if (status === 'pending') await page.request.post(`/v1/memories/${id}/approve`, { headers });
  }
  await page.request.post('/v1/agents/tidy-desk/curate', { headers });
  const rows = page.getByRole('list', { name: 'Clean-up suggestions' }).locator(':scope > li');
  await expect(async () => {
    await page.goto('/memories?tab=clean&agent=tidy-desk');
    await expect(rows).toHaveCount(1, { timeout: 3000 });
  }).toPass({ timeout: 60_000 });
  await expect(rows).toContainText('Covered by another memory');
  await expectGoodViews(page, 'memories-clean');
  await rows.getByRole('button').first().click();
  await page.keyboard.press('a');
  await expect(page.getByText('Nothing to clean up')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Restored').first()).toBeVisible();
  await followTo(page, '/memories?tab=all&agent=tidy-desk');
  await expect(page.getByRole('button', { name: repeated[0] })).toBeVisible();
});
