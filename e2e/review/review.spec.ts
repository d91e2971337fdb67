import { call, propose } from '../../lab/seeds/changesets.ts';
import { expect, expectGoodViews, saveScreenshot } from '../support/fixtures.ts';
import {
  changesetHeading,
  createKey,
  DIALECTS,
  forgetSession,
  openReview,
  queueRow,
  queueRows,
  testOn,
} from '../support/tenants.ts';

interface Skill {
  version: number;
}

for (const dialect of DIALECTS) {
  const it = testOn(dialect);
  it.describe(`the review queue (${dialect})`, () => {
    it('shows changesets of every kind, what needs a look first and what will fail last, one beside the list', async ({
      page,
      tenant,
      seeded,
    }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openReview(page, tenant);
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
      const bar = page.getByRole('region', { name: 'Decision' });
      await expect(
        bar.getByRole('button', { name: /Queue behind the canary on kubernetes-rollout/ }),
      ).toBeVisible();
      await queueRow(page, seeded.drifted).getByRole('link').click();
      await expect(bar.getByRole('button', { name: 'Re-propose on v2' })).toBeVisible();
      if (dialect === 'sqlite') await expectGoodViews(page, 'review-pending');
    });

    it('filters, sorts, groups and shows other tabs by the address alone', async ({
      page,
      gateway,
      tenant,
      seeded,
    }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openReview(page, tenant);
      await page.getByRole('button', { name: 'Filter' }).click();
      await page.getByRole('combobox', { name: 'Risk' }).selectOption('high');
      await expect(page).toHaveURL(/risk=high/);
      await expect(queueRows(page)).toHaveCount(3);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Remove the filter risk high' }).click();
      await expect(queueRows(page)).toHaveCount(10);
      await page.goBack();
      await expect(queueRows(page)).toHaveCount(3);
      await page.goto(`${gateway.url}/review?order=skill`);
      await expect(
        page.getByRole('heading', { name: /refund-orders.*applying one makes the others stale/ }),
      ).toBeVisible();
      await page.keyboard.press('/');
      await page.keyboard.type('chargeback');
      await expect(queueRows(page)).toHaveCount(1);
      await expect(page).toHaveURL(/text=chargeback/);
      await page.goto(`${gateway.url}/review?tab=canary`);
      await expect(queueRows(page)).toHaveCount(1);
      await expect(queueRow(page, seeded.canary)).toContainText('canary');
      await expect(page.getByText(/Sent to a canary by/)).toBeVisible();
      await page.goto(`${gateway.url}/review?text=nothing-has-this`);
      await expect(page.getByText('No changesets match')).toBeVisible();
      await page.goto(`${gateway.url}/review?tab=queued`);
      await expect(page.getByText('Nothing queued')).toBeVisible();
    });

    it('says what came in without moving a row, and takes an applied change back while that is offered', async ({
      page,
      tenant,
      seeded,
    }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openReview(page, tenant, `?id=${seeded.add}`);
      await expect(changesetHeading(page)).toContainText('Convert the amount when');
      const before = await queueRows(page).evaluateAll((rows) =>
        rows.map((row) => row.getAttribute('data-changeset')),
      );
      const more = { op: 'add', skill: 'return-labels', section: 'steps' } as const;
      await propose(tenant, [
        {
          ops: [{ ...more, content: 'Offer a pick-up at the door', issue: '', keywords: [] }],
          rationale: 'Asked for often.',
        },
      ]);
      await expect(page.getByText('1 new', { exact: true })).toBeVisible({ timeout: 15_000 });
      const after = await queueRows(page).evaluateAll((rows) =>
        rows.map((row) => row.getAttribute('data-changeset')),
      );
      expect(after).toEqual(before);
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await expect(queueRows(page)).toHaveCount(11);

      await page.keyboard.press('a');
      await expect(queueRow(page, seeded.add)).toContainText('Applied as v2');
      const decided = page.getByRole('region', { name: 'Decided last' });
      await expect(decided.getByRole('button', { name: 'Undo' })).toBeVisible();
      if (dialect === 'sqlite') await saveScreenshot(page, 'review-undo-1440-light');
      await page.keyboard.press('z');
      await expect(decided).toContainText('Pending review again');
      const skill = await call<Skill>(tenant, 'GET', '/v1/skills/refund-orders?agent_id=support');
      expect(skill.version).toBe(3);
    });

    if (dialect === 'sqlite') {
      it('keeps what was begun on a changeset while others are looked at', async ({
        page,
        tenant,
        seeded: { update, add },
      }) => {
        await page.setViewportSize({ width: 1440, height: 900 });
        await openReview(page, tenant, `?id=${update}`);
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
    }

    it('decides on many with an outcome for each, and leaves out what is dangerous', async ({
      page,
      tenant,
      seeded,
    }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openReview(page, tenant);
      await queueRow(page, seeded.add).getByRole('checkbox').check();
      await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: /^All/ }).click();
      await page.keyboard.press('Shift+A');
      const sheet = page.getByRole('dialog', { name: 'Approve: 10 changesets selected' });
      await expect(sheet.getByRole('button', { name: /^Approve \d/ })).toBeFocused();
      await expect(sheet.getByText('Approving will apply 3, queue 1; 6 are left out')).toBeVisible();
      await expect(sheet.getByText('Left out: blocking findings are decided one by one')).toBeVisible();
      await expect(sheet.getByText(/Left out: will fail/)).toBeVisible();
      await expect(sheet.getByText(/Left out: stale once the one above/)).toBeVisible();
      if (dialect === 'sqlite') await expectGoodViews(page, 'review-bulk');
      await sheet.getByRole('button', { name: /^Approve \d/ }).click();
      await expect(sheet.getByText('Applied as v2').first()).toBeVisible();
      await expect(sheet.getByText('Queued behind a canary')).toBeVisible();
      await expect(sheet.getByRole('button', { name: 'Done' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(sheet).toBeHidden();
      // What had the focus is disabled by now, or gone.
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(queueRow(page, seeded.behindCanary)).toContainText('Queued behind a canary');

      // What was left out is still selected.
      await page.getByRole('button', { name: 'Clear the selection' }).click();
      await queueRow(page, seeded.remove).getByRole('checkbox').check();
      await queueRow(page, seeded.description).getByRole('checkbox').check();
      await page.keyboard.press('Shift+R');
      const refusal = page.getByRole('dialog', { name: 'Reject: 2 changesets selected' });
      await expect(refusal.getByRole('textbox')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(refusal).toBeHidden();
      await expect(queueRow(page, seeded.description).getByRole('checkbox')).toBeFocused();
      await expect(page.getByText('2 selected')).toBeVisible();
      await page.keyboard.press('Shift+R');
      await refusal.getByRole('button', { name: 'Reject 2' }).click();
      await expect(refusal.getByText('Choose a reason or write one')).toBeVisible();
      await refusal.getByRole('button', { name: 'too specific' }).click();
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(refusal.getByText('Rejected', { exact: true })).toHaveCount(2);
      const rejected = await call<{ rejection_reason: string }>(
        tenant,
        'GET',
        `/v1/changesets/${seeded.remove}`,
      );
      expect(rejected.rejection_reason).toBe('too specific');
    });
  });
}

const it = testOn('sqlite');

it('leads from one to the next on their own pages where there is no room beside the list', async ({
  page,
  tenant,
  seeded,
}) => {
  expect(seeded.update).toMatch(/^cs_/);
  await page.setViewportSize({ width: 1024, height: 900 });
  await openReview(page, tenant, '?risk=medium&order=age');
  await expect(queueRows(page).first()).toBeVisible();
  const ids = await queueRows(page).evaluateAll((rows) =>
    rows.map((row) => row.getAttribute('data-changeset') ?? ''),
  );
  const [first = '', second = '', third = ''] = ids;
  const heading = page.getByRole('heading', { level: 1 });
  await queueRow(page, first).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/changesets/${first}\\?`));
  const queue = page.getByRole('navigation', { name: 'Review queue' });
  await expect(queue).toContainText(`${ids.length} waiting`);
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByRole('button', { name: 'unclear' }).click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page).toHaveURL(new RegExp(`/changesets/${second}\\?.*risk=medium`));
  await expect(heading).toBeFocused();
  await expect(queue).toContainText(`${ids.length - 1} waiting`);
  await page.keyboard.press('s');
  await expect(page).toHaveURL(new RegExp(`/changesets/${third}\\?`));
  await page.keyboard.press('k');
  await expect(page).toHaveURL(new RegExp(`/changesets/${second}\\?`));
  await page.keyboard.press('v');
  await page.getByRole('link', { name: 'SKILL.md' }).click();
  await expect(page).toHaveURL(new RegExp(`/changesets/${second}\\?.*preview=skillmd`));
  await expect(page.getByText(/characters before/)).toBeVisible();
  await page.keyboard.press('v');
  await expectGoodViews(page, 'changeset-navigation');
  await page.reload();
  await expect(queue).toContainText(`${ids.length - 1} waiting`);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/changesets/${second}\\?[^#]*from=queue$`));
  await page.goBack();
  await expect(page).toHaveURL(/\/review\?risk=medium&order=age$/);
  await expect(queueRows(page)).toHaveCount(ids.length - 1);
  await expect(queueRow(page, first)).toHaveCount(0);
});

it('has a state for nothing, for no permission and for a failure', async ({
  page,
  gateway,
  errors,
  tenant,
}) => {
  await openReview(page, tenant);
  await expect(page.getByRole('heading', { name: 'Connect an agent' })).toBeVisible();
  await page.getByRole('button', { name: 'Hide first steps' }).click();
  await expect(page.getByText('Nothing waiting')).toBeVisible();
  await page.route('**/api/trpc/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Decided', exact: true }).click();
  await expect(page.getByText('Could not load the queue')).toBeVisible({ timeout: 15_000 });
  await page.unroute('**/api/trpc/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Could not load the queue')).toBeHidden();
  expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([]);
  errors.length = 0;

  const admin = await createKey(page, gateway.url, { tenant: tenant.tenant, scopes: ['admin'] });
  // A page that is open goes on asking, and would be told that its session is gone.
  await forgetSession(page);
  await openReview(page, { url: gateway.url, key: admin });
  await expect(page.getByText(/needs the review scope/)).toBeVisible();
  const learner = await createKey(page, gateway.url, { tenant: tenant.tenant, scopes: ['learn'] });
  await forgetSession(page);
  await openReview(page, { url: gateway.url, key: learner });
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible();
  await expect(page.getByText(/needs the review scope/)).toBeVisible();
});
