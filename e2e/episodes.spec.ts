/** Find why a run failed: the list, the run, and the recall behind it. */
import { recordManyRuns, recordRun, runHarbourDesk } from '../lab/seeds/episodes.ts';
import { expect, expectAccessible, expectGoodViews, ignoreNotFound, test as it } from './support/fixtures.ts';

it('lists runs page by page and narrows them down', async ({ page, tenant }) => {
  await recordManyRuns(tenant, 'many-runs');
  await page.goto('/episodes?agent=many-runs');
  const rows = page.getByRole('table', { name: 'Episodes' }).locator('tbody tr');
  await expect(rows).toHaveCount(50);
  await expectGoodViews(page, 'episodes-list');
  await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded();
  await expect(rows).toHaveCount(75);
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('failure');
  await expect(rows).toHaveCount(19);
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill('NUMBER 13');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/outcome=failure/);
  await page.getByRole('searchbox', { name: 'User id (exact)' }).fill('u_0');
  await expect(page.getByText('No episodes match')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(rows).toHaveCount(75);
});

it('tells how a run went, what decided it, and why it was served what it was', async ({ page, tenant }) => {
  const { episodeId, holdout } = await runHarbourDesk(tenant, 'harbour');
  await page.goto('/episodes?agent=harbour');
  await page.getByRole('link', { name: /Reroute the parcels/ }).click();
  await expect(page).toHaveURL(new RegExp(`/episodes/${episodeId}`));
  await expect(page.getByRole('heading', { level: 1, name: /Reroute the parcels/ })).toBeVisible();
  await expect(
    page.getByText(
      'Reward 0.00, decided by a verification. Overruled: feedback (0.25), the outcome that the agent reported (1.00).',
    ),
  ).toBeVisible();
  const signal = (name: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) });
  await expect(signal('Verification')).toContainText('decided');
  await expect(signal('Feedback')).toContainText('overruled');
  await expect(signal('Outcome')).toContainText('overruled');
  await expect(page.getByText('van 7 is over the weight limit')).toBeVisible();
  await expect(page.getByText('Half of the vans still queued')).toBeVisible();
  await expect(page.getByText('No skill changes.')).toBeVisible();
  const turns = page.getByRole('button', { name: /^(user|assistant|Tool call)/ });
  await expect(turns.first()).toHaveAccessibleName(/^user/);
  await expect(turns.last()).toHaveAccessibleName(/^assistant/);
  const messages = page.getByRole('button', { name: /^(user|assistant)/ });
  await expect(messages).toHaveCount(4);
  for (const place of [0, 1, 2, 3]) await messages.nth(place).click();
  await expect(page.getByText('redacted: email').first()).toBeVisible();
  await expect(page.getByText('onerror="window.__pwned = true"')).toBeVisible();
  await expect(page.locator('main').locator('img, script, a[href^="javascript:"]')).toHaveCount(0);
  expect(await page.evaluate(() => '__pwned' in window)).toBe(false);
  const more = page.getByRole('button', { name: /Show more: .* characters left/ });
  await expect(page.getByText('step 399:')).toHaveCount(0);
  await more.click();
  await expect(page.getByText('step 399:')).toHaveCount(1);
  await expectGoodViews(page, 'episode-unfolded');

  await page.getByRole('link', { name: 'Exact text and reasons' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Served text and reasons' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'reroute-parcels', exact: true })).toBeVisible();
  await expect(
    page.getByText(holdout ? 'It would have been served' : 'Its score was among the highest.').first(),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: /^The bridge at Harbour Street/ })).toBeVisible();
  await expect(page.getByText('matching words').first()).toBeVisible();
  const whole = page.getByRole('list', { name: 'Text served to the agent' });
  await expect(whole).toContainText('learned-context');
  await expect(whole.getByRole('link', { name: /The bridge at Harbour Street/ })).toHaveAttribute(
    'href',
    /^\/memories\?.*id=mem_/,
  );
  const skills = holdout ? 0 : 1;
  const rule = whole.getByRole('link', { name: /^- \[bl_/ });
  await expect(rule.and(page.locator('[href^="/skills/sk_"][href*="#bl_"]'))).toHaveCount(skills);
  const version = whole.getByRole('link', { name: 'reroute-parcels v1' });
  await expect(version.and(page.locator('[href$="tab=versions&to=1"]'))).toHaveCount(skills);
  await expectGoodViews(page, 'recall');
});

it('shows what was erased as gone, and says the same of what never was', async ({ page, tenant, errors }) => {
  const id = await recordRun(tenant, { agent: 'gone', user: 'u_gone', task: 'Forget me' });
  await page.goto(`/episodes/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Forget me' })).toBeVisible();
  const erased = await page.request.delete('/v1/admin/users/u_gone', { headers: tenant.headers });
  expect(erased.ok()).toBe(true);
  for (const gone of [id, 'ep_never']) {
    await page.goto(`/episodes/${gone}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Episode not found' })).toBeVisible();
    await expect(page.getByText('No skill changes.')).toBeVisible();
  }
  await page.goto('/recalls/rc_never');
  await expect(page.getByRole('heading', { level: 1, name: 'Recall not found' })).toBeVisible();
  ignoreNotFound(errors);
});
