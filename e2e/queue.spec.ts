/** Clear a queue: find, decide by keys, beside others and fast. */
import type { Page } from '@playwright/test';
import { call, KINDS, propose } from '../lab/seeds/changesets.ts';
import {
  expect,
  expectGoodViews,
  followTo,
  ignoreErrors,
  test as it,
  untilInteractive,
} from './support/fixtures.ts';
import {
  changesetHeading,
  createKey,
  decisionBar,
  pressKeys,
  queueRow,
  queueRows,
  readChangeset,
  signIn,
  withoutNews,
} from './support/tenants.ts';

const shownId = (page: Page) =>
  page.locator('li[data-changeset]:has(a[aria-current=true])').getAttribute('data-changeset');

it('shows what needs a look first and what will fail last, and filters by the address alone', async ({
  page,
  seeded,
}) => {
  await page.goto('/review');
  await expect(queueRows(page)).toHaveCount(10);
  await expect(queueRows(page).first()).toContainText('high');
  await expect(queueRows(page).last()).toHaveAttribute('data-changeset', seeded.drifted);
  await expect(queueRow(page, seeded.drifted)).toContainText('v1 is now v2');
  await expect(queueRow(page, seeded.behindCanary)).toContainText('behind a canary');
  await expect(queueRows(page).filter({ hasText: 'behind a canary' })).toHaveCount(1);
  await expect(queueRow(page, seeded.newSkill)).toContainText('new: chargeback-replies');
  await expect(queueRow(page, seeded.add)).toContainText('6 episodes, 4 failed');
  await expect(queueRow(page, seeded.findings)).toContainText('secret');
  await expect(queueRow(page, seeded.evolution)).toContainText('… and 17 more');
  await expect(page.getByText(/1 of 11 decided today/)).toBeVisible();
  await expect(page).toHaveTitle('(10) Review · Whetstone');
  await expect(changesetHeading(page)).toHaveText(/\w/);
  await queueRow(page, seeded.behindCanary).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`id=${seeded.behindCanary}`));
  await expect(
    decisionBar(page).getByRole('button', { name: /Queue behind the canary on kubernetes-rollout/ }),
  ).toBeVisible();
  await queueRow(page, seeded.drifted).getByRole('link').click();
  await expect(decisionBar(page).getByRole('button', { name: 'Re-propose on v2' })).toBeVisible();
  await expectGoodViews(page, 'review-pending');

  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('combobox', { name: 'Risk' }).selectOption('high');
  await expect(page).toHaveURL(/risk=high/);
  await expect(queueRows(page)).toHaveCount(3);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove the filter risk high' }).click();
  await expect(queueRows(page)).toHaveCount(10);
  await page.goBack();
  await expect(queueRows(page)).toHaveCount(3);
  await followTo(page, '/review?order=skill');
  await expect(
    page.getByRole('heading', { name: /refund-orders.*applying one makes the others stale/ }),
  ).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('chargeback');
  await expect(queueRows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/text=chargeback/);
  await followTo(page, '/review?tab=canary');
  await expect(queueRow(page, seeded.canary)).toContainText('canary');
  await expect(page.getByText(/Sent to a canary by/)).toBeVisible();
  await followTo(page, '/review?text=nothing-has-this');
  await expect(page.getByText('No changesets match')).toBeVisible();
  await followTo(page, '/review?tab=queued');
  await expect(page.getByText('Nothing queued')).toBeVisible();
});

it('shows what came in, and keeps what was begun while others are looked at', async ({
  page,
  tenant,
  seeded: { update, add },
}) => {
  await page.goto(`/review?id=${update}`);
  await expect(queueRows(page)).toHaveCount(10);
  const op = { op: 'add', skill: 'return-labels', section: 'steps', issue: '' } as const;
  await propose(tenant, [
    { ops: [{ ...op, keywords: [], content: 'Offer a pick-up at the door' }], rationale: 'Often.' },
  ]);
  await expect(queueRows(page)).toHaveCount(11, { timeout: 30_000 });
  await expect(page).toHaveURL(new RegExp(update));

  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  const why = page.getByRole('textbox', { name: /^Reason\./ });
  await why.fill('Half a reason');
  await page.getByRole('button', { name: 'unclear' }).click();
  await page.getByRole('button', { name: 'Amend', exact: true }).click();
  const form = page.getByRole('form', { name: 'Amend the changes' });
  await form.getByLabel('Wording').fill('Look up every earlier refund');
  await form.getByLabel('Leave out').focus();
  await page.keyboard.press('j');
  await expect(form).toBeHidden();
  await expect(page).not.toHaveURL(new RegExp(update));
  await expect(queueRow(page, update)).toContainText('draft');
  await queueRow(page, add).getByRole('link').click();
  await page.getByLabel('Comment for the history').fill('Half a comment');

  await queueRow(page, update).getByRole('link').click();
  await expect(form.getByLabel('Wording')).toHaveValue('Look up every earlier refund');
  await form.getByRole('button', { name: 'Discard' }).click();
  await expect(why).toHaveValue('Half a reason');
  await expect(page.getByRole('button', { name: 'unclear', pressed: true })).toBeVisible();
  // Coming back, the keys go on with the list and not into the words.
  await expect(why).not.toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(queueRow(page, update)).not.toContainText('draft');
  await queueRow(page, add).getByRole('link').click();
  await expect(page.getByLabel('Comment for the history')).toHaveValue('Half a comment');
  await expect(queueRow(page, add)).toContainText('draft');
});

/** Approves what is shown, by keys: at once, or where the button asks for it by Enter twice. */
async function approve(page: Page): Promise<void> {
  if (await isStale(page)) return await reject(page, 'Stale by now');
  const held = page.getByRole('button', { name: /hold/ });
  const dangerous = await held.isVisible();
  await page.keyboard.press('a');
  // Changes that had not been on the screen are shown first.
  if (
    await decisionBar(page)
      .getByText(/Press A again to approve/)
      .isVisible()
  )
    await page.keyboard.press('a');
  if (!dangerous) return;
  await expect(held).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter again', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
}

/** Whether a decision on its skill made what is shown stale: then its button proposes it again. */
async function isStale(page: Page): Promise<boolean> {
  const row = page.locator('li[data-changeset]:has(a[aria-current=true])');
  if (!/ is now v|skill moved/.test((await row.textContent()) ?? '')) return false;
  await expect(page.getByRole('button', { name: /^Re-propose on v/ })).toBeVisible();
  return true;
}

async function reject(page: Page, why: string): Promise<void> {
  await page.keyboard.press('r');
  await expect(page.getByRole('form', { name: 'Reject' })).toBeFocused();
  await page.keyboard.type(why);
  await page.keyboard.press('ControlOrMeta+Enter');
}

/** Until the page shows the list as it is after a decision, which may have made another change stale. */
async function waitForQueue(page: Page): Promise<void> {
  await page.waitForResponse((response) => response.url().includes('changesets.queue'));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * Until the verdict stands. Where the decision before it has changed what approving would do, the server
 * refuses what was promised: then the reviewer reads the notice and decides again.
 */
async function expectDecided(page: Page, id: string): Promise<void> {
  const notice = page
    .getByRole('alert')
    .filter({ hasText: /changed since this page loaded|went stale while|Not decided/ });
  const verdict = queueRow(page, id);
  const status = async () => {
    // The next poll takes what was decided out of the list.
    if ((await verdict.count()) === 0) return 'decided';
    const text = await verdict.textContent({ timeout: 1000 }).catch(() => '');
    if (/Applied|Rejected|Queued|Failed|Canary/.test(text ?? '')) return 'decided';
    if (!(await notice.isVisible()) || (await shownId(page)) !== id) return 'waiting';
    await notice.getByRole('button', { name: 'Understood' }).press('Enter');
    await approve(page);
    return 'decided again';
  };
  await expect.poll(status).toBe('decided');
}

it('decides ten changesets without a mouse', async ({ page, errors, tenant, seeded }) => {
  await page.goto('/review');
  await expect(changesetHeading(page)).toBeVisible();
  await pressKeys(page, 'j', 'k', 'c');
  await page.keyboard.type('Looked at the runs.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('form', { name: 'Comment' })).toBeHidden();
  const skipped = await shownId(page);
  await expect(queueRow(page, skipped ?? '')).not.toContainText('draft');
  await page.keyboard.press('s');
  await expect(queueRow(page, skipped ?? '')).toContainText('skipped');
  const order: string[] = [];
  for (let decided = 0; decided < KINDS.length; decided += 1) {
    await expect(changesetHeading(page)).toBeFocused();
    const id = (await shownId(page)) ?? '';
    expect(order).not.toContain(id);
    order.push(id);
    const read = waitForQueue(page);
    if (decided % 4 === 2) await reject(page, `Not worth it, the ${decided}th`);
    else await approve(page);
    await expectDecided(page, id);
    await read;
  }
  // A promise that no longer held was refused.
  ignoreErrors(errors, '409');
  expect(order.at(-1)).toBe(skipped);
  await expect(decisionBar(page)).toContainText(/by you/);
  await expect(page.getByText(/11 of 11 decided today/)).toBeVisible();
  expect(await call<unknown[]>(tenant, 'GET', '/v1/changesets')).toEqual([]);
  expect((await readChangeset(tenant, order[2] ?? '')).rejection_reason).toBe('Not worth it, the 2th');
  expect([...order].sort()).toEqual(KINDS.map((kind) => seeded[kind]).sort());
});

it('decides what the key before it opened, however fast they come', async ({ page, tenant, seeded }) => {
  await page.goto('/review');
  await expect(queueRows(page)).toHaveCount(KINDS.length);
  const order = await queueRows(page).evaluateAll((rows) =>
    rows.map((row) => row.getAttribute('data-changeset') ?? ''),
  );
  const wanted = [seeded.update, seeded.add].find((id) => order.indexOf(id) > 0) ?? '';
  const before = order[order.indexOf(wanted) - 1] ?? '';
  // Both have been looked at, so that nothing is left to be loaded.
  await queueRow(page, wanted).getByRole('link').first().click();
  await expect(page.getByRole('button', { name: /Apply as v/ })).toBeVisible();
  await page.keyboard.press('k');
  await expect.poll(() => shownId(page)).toBe(before);
  await expect(changesetHeading(page)).toBeVisible();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  await pressKeys(page, 'j', 'a');
  await expect(queueRow(page, wanted)).toContainText('Applied');
  expect((await readChangeset(tenant, before)).status).toBe('pending');
});

it('lets one of two reviewers win and tells the other who did and when', async ({
  page,
  browser,
  errors,
  tenant,
  seeded,
}) => {
  const address = `${tenant.url}/review?id=${seeded.update}`;
  const other = await browser.newPage();
  await signIn(other, tenant.url, await createKey(page, tenant.url, { ...tenant, scopes: ['review'] }));
  // Nobody tells the second reviewer: the decisions meet at the server.
  await withoutNews(page);
  await page.goto(address);
  await other.goto(address);
  await untilInteractive(other);
  await expect(decisionBar(page).getByRole('button', { name: /Apply as v2/ })).toBeVisible();
  await other.getByRole('button', { name: /Apply as v2/ }).click();
  await expect(queueRow(other, seeded.update)).toContainText('Applied as v2');
  await page.keyboard.press('a');
  await expect(decisionBar(page)).toContainText('Already applied by e2e review');
  await expect(decisionBar(page).locator('time')).toBeVisible();
  await expect(decisionBar(page)).toContainText('“Apply as v2” had no effect');
  await page.keyboard.press('j');
  await expect.poll(() => shownId(page)).not.toBe(seeded.update);
  // The refusal itself.
  ignoreErrors(errors, '409');
  await other.close();
});
