/** Several reviewers on one queue: who looks at what, and what waits for whom. */
import type { Page } from '@playwright/test';
import { call } from '../../lab/seeds/changesets.ts';
import { expect, expectAccessible, expectGoodViews, saveScreenshot } from '../support/fixtures.ts';
import {
  createKey,
  forgetSession,
  openReview,
  queueRow,
  signIn,
  type Tenant,
  testOn,
} from '../support/tenants.ts';

const it = testOn('sqlite');

/** Another reviewer of the tenant, by the name of their key. */
const COLLEAGUE = 'e2e review';

async function colleagueOf(page: Page, { url, tenant }: Tenant) {
  const key = await createKey(page, url, { tenant, scopes: ['review'] });
  return { url, headers: { authorization: `Bearer ${key}` }, databaseUrl: '', key };
}

const assignmentOf = async (tenant: Tenant, id: string) =>
  (await call<{ assignment: { assignee: string } | null }>(tenant, 'GET', `/v1/changesets/${id}`)).assignment;

const views = (page: Page) => page.getByRole('navigation', { name: 'Saved views' });

it('claims and releases by M, hands over to a colleague, and shows it in the row and the head', async ({
  page,
  tenant,
  seeded: { add, update },
}) => {
  await colleagueOf(page, tenant);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openReview(page, tenant, `?id=${add}`);
  await expect(page.getByText('Unassigned', { exact: true })).toBeVisible();
  await page.keyboard.press('m');
  await expect(page.getByText('Claimed by you').first()).toBeVisible();
  await expect(queueRow(page, add)).toContainText('you');
  await expect(views(page).getByRole('link', { name: 'Waiting for me' })).toContainText('1');
  expect((await assignmentOf(tenant, add))?.assignee).toMatch(/^key:/);
  await saveScreenshot(page, 'team-claimed-1440-light');
  await page.keyboard.press('m');
  await expect(page.getByText('Unassigned', { exact: true })).toBeVisible();
  expect(await assignmentOf(tenant, add)).toBeNull();

  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByRole('option', { name: 'e2e learn review admin' })).toContainText('you');
  await saveScreenshot(page, 'team-assign-1440-light');
  await page.getByPlaceholder('Find a reviewer').fill('e2e review');
  await page.getByRole('option', { name: COLLEAGUE, exact: true }).click();
  await expect(page.getByText(`Assigned to ${COLLEAGUE}`).first()).toBeVisible();
  await expect(queueRow(page, add)).toContainText(COLLEAGUE);
  const bar = page.getByRole('region', { name: 'Decision' });
  await expect(bar).toContainText(`Assigned to ${COLLEAGUE}.`);
  await expect(bar.getByRole('button', { name: 'Reject' })).toBeEnabled();
  await expectAccessible(page);
  await expect(page.getByRole('listitem').filter({ hasText: `assigned it to ${COLLEAGUE}` })).toHaveCount(1);
  await saveScreenshot(page, 'team-assigned-1440-light');

  // In bulk it is said too, and hinders nothing.
  await queueRow(page, add).getByRole('checkbox').check();
  await queueRow(page, update).getByRole('checkbox').check();
  await page.keyboard.press('Shift+R');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('listitem').filter({ hasText: `Assigned to ${COLLEAGUE}` })).toHaveCount(1);
  await sheet.getByRole('button', { name: /wrong/i }).click();
  await sheet.getByRole('button', { name: 'Reject 2' }).click();
  await expect(sheet).toContainText('2 rejected');
  await sheet.getByRole('button', { name: 'Done' }).click();
  expect(await assignmentOf(tenant, add)).toBeNull();
});

it('shows a colleague’s claim while the page is open, and lets it be taken over', async ({
  page,
  tenant,
  seeded: { add },
}) => {
  const colleague = await colleagueOf(page, tenant);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openReview(page, tenant, `?id=${add}`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await call(colleague, 'POST', `/v1/changesets/${add}/assign`, {});
  await expect(page.getByText(`Claimed by ${COLLEAGUE}`).first()).toBeVisible();
  await expect(queueRow(page, add)).toContainText(COLLEAGUE);
  await page.getByRole('button', { name: 'Take over' }).click();
  await expect(page.getByText('Claimed by you').first()).toBeVisible();
  await call(colleague, 'POST', `/v1/changesets/${add}/assign`, { assignee: null });
  await expect(page.getByText('Unassigned', { exact: true })).toBeVisible();
});

it('filters what waits for the reviewer, by an address that can be sent', async ({
  page,
  tenant,
  seeded: { add, description },
}) => {
  const colleague = await colleagueOf(page, tenant);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openReview(page, tenant);
  const people = await call<{ actor: string; name: string }[]>(tenant, 'GET', '/v1/people');
  expect(people.map(({ name }) => name)).toEqual(['e2e learn review admin', COLLEAGUE]);
  const [me] = people;
  await call(colleague, 'POST', `/v1/changesets/${add}/assign`, { assignee: me?.actor });
  const mine = views(page).getByRole('link', { name: 'Waiting for me' });
  await expect(mine).toContainText('1');
  await mine.click();
  await expect(page).toHaveURL(/\/review\?tab=all&who=me$/);
  await expect(page.locator('li[data-changeset]')).toHaveCount(1);
  await expect(queueRow(page, add)).toContainText('you');
  await page.reload();
  await expect(mine).toHaveAttribute('aria-current', 'true');
  await expect(page.locator('li[data-changeset]')).toHaveCount(1);
  await expectGoodViews(page, 'team-waiting');
  await page.setViewportSize({ width: 1440, height: 900 });
  await mine.click();
  await expect(page).toHaveURL(/\/review$/);
  await expect(queueRow(page, description)).toBeVisible();
  await page.goto(`${tenant.url}/review?who=nobody`);
  await expect(queueRow(page, description)).toBeVisible();
  await expect(queueRow(page, add)).toHaveCount(0);

  // The colleague sees another list at the same address.
  await forgetSession(page);
  await signIn(page, tenant.url, colleague.key);
  await page.goto(`${tenant.url}/review?tab=all&who=me`);
  await expect(page.getByText('No changesets match')).toBeVisible();
});

it('mentions a colleague in a comment, who finds it and answers', async ({
  page,
  tenant,
  seeded: { add },
}) => {
  const colleague = await colleagueOf(page, tenant);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openReview(page, tenant, `?id=${add}`);
  await page.keyboard.press('c');
  const box = page.getByRole('form', { name: 'Comment' }).getByRole('textbox', { name: 'Comment' });
  await expect(box).toBeFocused();
  await page.keyboard.type('Is this right, @rev');
  const people = page.getByRole('listbox', { name: 'People to mention' });
  await expect(people.getByRole('option')).toHaveText([COLLEAGUE]);
  await expectAccessible(page);
  await saveScreenshot(page, 'team-mention-1440-light');
  await page.keyboard.press('Enter');
  await expect(people).toHaveCount(0);
  await expect(box).toHaveValue(`Is this right, @${COLLEAGUE} `);
  await page.keyboard.type('?');
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('blockquote strong')).toHaveText(`@${COLLEAGUE}`);
  await expect(views(page).getByRole('link', { name: 'Waiting for me' })).toHaveText('Waiting for me');

  await forgetSession(page);
  await signIn(page, tenant.url, colleague.key);
  await page.goto(`${tenant.url}/review`);
  await expect(queueRow(page, add)).toContainText('@you');
  await views(page).getByRole('link', { name: 'Waiting for me' }).click();
  await queueRow(page, add).getByRole('link').click();
  await page.getByRole('link', { name: 'A comment mentions you' }).click();
  await saveScreenshot(page, 'team-mentioned-1440-light');
  await page.getByRole('textbox', { name: 'Comment for the history' }).fill('It is.');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.getByText('A comment mentions you')).toHaveCount(0);
  await expect(queueRow(page, add)).not.toContainText('@you');
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(`${tenant.url}/changesets/${add}`);
  await expect(page.getByText('Unassigned', { exact: true })).toBeVisible();
  await saveScreenshot(page, 'team-head-390-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await saveScreenshot(page, 'team-head-390-dark');
});

it('keeps filters under a name, for oneself or for all, and removes them', async ({
  page,
  tenant,
  seeded: { description },
}) => {
  const colleague = await colleagueOf(page, tenant);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openReview(page, tenant, '?risk=high');
  await page.getByRole('button', { name: 'Save filter' }).click();
  await page.getByRole('textbox', { name: 'Name of the filter' }).fill('Risky <b>ones</b>');
  await page.getByRole('checkbox', { name: 'Share with everyone in the tenant' }).check();
  await expectAccessible(page);
  await saveScreenshot(page, 'team-save-1440-light');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const shared = views(page).getByRole('link', { name: /^Risky <b>ones<\/b>/ });
  await expect(shared).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('button', { name: 'Save filter' })).toHaveCount(0);
  await page.goto(`${tenant.url}/review?finding=secret&order=newest`);
  await page.getByRole('button', { name: 'Save filter' }).click();
  await page.getByRole('textbox', { name: 'Name of the filter' }).fill('Mine');
  await page.keyboard.press('Enter');
  await expect(views(page).getByRole('link', { name: 'Mine' })).toHaveAttribute('aria-current', 'true');
  await shared.click();
  await expect(page).toHaveURL(/\/review\?risk=high$/);
  await expect(queueRow(page, description)).toBeVisible();
  await expectGoodViews(page, 'team-saved');
  await page.setViewportSize({ width: 1440, height: 900 });

  await forgetSession(page);
  await signIn(page, tenant.url, colleague.key);
  await page.goto(`${tenant.url}/review?risk=high`);
  await expect(shared).toBeVisible();
  await expect(views(page).getByRole('link', { name: 'Mine' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Remove the saved filter/ })).toHaveCount(0);

  await forgetSession(page);
  await signIn(page, tenant.url, tenant.key);
  await page.goto(`${tenant.url}/review?risk=high`);
  await page.getByRole('button', { name: /^Remove the saved filter Risky/ }).click();
  await expect(shared).toHaveCount(0);
  await expect(views(page).getByRole('link', { name: 'Mine' })).toBeVisible();
});
