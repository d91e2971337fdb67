import type { Page } from '@playwright/test';
import { call, type Kind, propose } from '../../lab/seeds/changesets.ts';
import type { Operation } from '../../server/domain/skills/changesets/ops.ts';
import { expect, expectGoodViews } from '../support/fixtures.ts';
import { DIALECTS, signIn, testOn } from '../support/tenants.ts';

const TIMEOUT_MS = 120_000;

const changes = (page: Page) => page.getByRole('region', { name: 'Changes', exact: true });
const firstCard = (page: Page) => changes(page).getByRole('article').first();

/** The line that opens to what stands behind it. */
const fold = (page: Page, title: string) =>
  page.locator('summary').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

async function open(page: Page, url: string, id: string): Promise<void> {
  await page.goto(`${url}/changesets/${id}`);
  // The heading is there before the page's script is.
  await expect(changes(page)).toBeVisible();
}

/** What the first card of each kind, or the page, says of it. */
const SEEN: Record<Kind, (page: Page) => Promise<void>> = {
  newSkill: async (page) => {
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      'chargeback-replies: Answer a chargeback',
    );
    await expect(firstCard(page)).toContainText('Answer within seven days of the notice');
  },
  add: async (page) => {
    await expect(firstCard(page)).toContainText('Added');
    const [why, policy] = [fold(page, 'Why'), fold(page, 'Policy:')];
    await expect(why).toContainText('6 runs, 4 failed');
    await why.click();
    await expect(page.getByText('From 6 episodes (4 failures) in 3 sessions.')).toBeVisible();
    await expect(
      page.getByText('Judge’s score from 0 to 1: 0.62 with the change, 0.50 without it'),
    ).toBeVisible();
    await expect(policy).toContainText('hold, because scored 0.62, at least 0.70 is required');
    await policy.click();
    await expect(page.getByText('Policy, Minimum eval score: 0.7')).toBeVisible();
  },
  update: async (page) => {
    await expect(firstCard(page).locator('ins')).toContainText('and all earlier refunds');
    await expect(page.getByText('changes an existing rule')).toBeVisible();
  },
  merge: async (page) => {
    await expect(firstCard(page)).toContainText('Merged into another');
    await expect(firstCard(page).locator('del').first()).toContainText('Order invoices by the date');
    await expect(firstCard(page)).toContainText('Replaced by this rule');
  },
  remove: async (page) => {
    await expect(firstCard(page).locator('del')).toContainText('Close the ticket at once');
    await expect(page.getByText('removes a rule')).toBeVisible();
  },
  description: async (page) => {
    await expect(firstCard(page)).toContainText('Description');
    await expect(page.getByText('changes when the skill is served')).toBeVisible();
  },
  findings: async (page) => {
    await expect(firstCard(page)).toContainText('Looks like a secret: password assignment');
    await expect(firstCard(page).locator('mark[data-finding]')).toHaveText('[REDACTED password_assignment]');
    await page.getByRole('button', { name: 'View as JSON' }).click();
    await expect(page.locator('pre')).toContainText('[REDACTED password_assignment]');
    await expect(page.locator('main')).not.toContainText('Hunter2');
  },
  drifted: async (page) => {
    await expect(page.getByText(/catalogue-search went from v1 to v2 by/)).toBeVisible();
    await expect(page.getByText(/A change applies only to the version/)).toBeVisible();
    await expect(page.getByRole('button', { name: /Apply|Approve/ })).toHaveCount(0);
  },
  behindCanary: async (page) => {
    await expect(page.getByText(/A canary runs on kubernetes-rollout/)).toBeVisible();
  },
  evolution: async (page) => {
    await expect(changes(page).getByRole('article')).toHaveCount(18);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('… and 17 more');
  },
};

for (const dialect of DIALECTS) {
  const it = testOn(dialect);
  it.describe(`a changeset (${dialect})`, () => {
    it('shows every kind of change with what speaks for and against it', async ({ page, tenant, seeded }) => {
      it.setTimeout(TIMEOUT_MS);
      await signIn(page, tenant.url, tenant.key);
      for (const kind of Object.keys(SEEN) as Kind[]) {
        await open(page, tenant.url, seeded[kind]);
        await SEEN[kind](page);
      }
      await expect(page).toHaveTitle(/\w.* · Whetstone$/);
      await expect(page).not.toHaveTitle(/^Changeset · /);
      await open(page, tenant.url, seeded.canary);
      await expect(page.getByText(/Sent to a canary by/)).toBeVisible();
    });

    it('says what became of it: who decided, the version, and what replaced it', async ({
      page,
      tenant,
      seeded,
    }) => {
      const review = (id: string, body: object) => call(tenant, 'POST', `/v1/changesets/${id}/review`, body);
      await review(seeded.add, { approve: true, comment: 'Good catch' });
      await review(seeded.remove, { approve: false, comment: 'unsafe' });
      await signIn(page, tenant.url, tenant.key);
      await open(page, tenant.url, seeded.add);
      const applied = page.getByRole('region', { name: 'Outcome' });
      await expect(applied).toContainText('refund-orders v2 is still served to agents');
      await expect(page.getByText('Good catch')).toBeVisible();
      const skill = await call<{ id: string }>(tenant, 'GET', '/v1/skills/refund-orders?agent_id=support');
      await call(tenant, 'POST', `/v1/skills/${skill.id}/rollback`, { version: 1 });
      await expect(applied).toContainText('was rolled back in v3', { timeout: 15_000 });
      if (dialect === 'sqlite') await expectGoodViews(page, 'changeset-decided');
      await open(page, tenant.url, seeded.remove);
      const decision = page.getByRole('region', { name: 'Decision' });
      await expect(decision).toContainText('unsafe');
      await expect(page.getByRole('button', { name: 'Amend' })).toBeHidden();
    });
  });
}

const it = testOn('sqlite');

it('is read by keys: from change to change, laid out, unfolded, previewed', async ({
  page,
  tenant,
  seeded,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, tenant.url, tenant.key);
  await open(page, tenant.url, seeded.evolution);
  await expect(changes(page).getByRole('article')).toHaveCount(18);
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await expect(page.getByRole('article', { name: /^Change 2 of 18/ })).toBeFocused();
  await page.keyboard.press('Shift+N');
  await expect(page.getByRole('article', { name: /^Change 1 of 18/ })).toBeFocused();
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/diff=side/);
  await expect(page.getByRole('button', { name: 'Inline' })).toBeVisible();
  await open(page, tenant.url, seeded.update);
  await page.keyboard.press('u');
  await expect(changes(page)).toContainText('Write the ticket number into the refund note');
  await page.keyboard.press('v');
  await expect(page.getByText(/refund-orders: \d+ characters before, \d+ characters after/)).toBeVisible();
  await page.getByRole('link', { name: 'SKILL.md' }).click();
  await expect(page.getByText('name: refund-orders')).toBeVisible();
});

it('is proposed again on the present version where it is stale, and after a rejection', async ({
  page,
  tenant,
  seeded,
}) => {
  await signIn(page, tenant.url, tenant.key);
  await open(page, tenant.url, seeded.drifted);
  await page.getByRole('button', { name: 'Re-propose on v2' }).click();
  await expect(page).not.toHaveURL(new RegExp(seeded.drifted));
  const decision = page.getByRole('region', { name: 'Decision' });
  await expect(decision.getByRole('button', { name: /Apply as v3/ })).toBeVisible();
  await decision.getByRole('button', { name: /^Reject/ }).click();
  await page.keyboard.press('1');
  const again = decision.getByRole('button', { name: 'Propose again' });
  await expect(again).toBeVisible();
  const rejected = page.url();
  await again.click();
  await expect(page).not.toHaveURL(rejected);
  await expect(decision.getByRole('button', { name: /Apply as v3/ })).toBeVisible();
});

it('shows what collides side by side where a stale change does not fit any more, and has no key for it', async ({
  page,
  tenant,
  seeded: { update },
}) => {
  it.setTimeout(TIMEOUT_MS);
  const skill = { agent_id: 'support', name: 'refund-orders', description: 'Refund an order for a customer' };
  const bullets = [{ content: 'Ask the payments service what was captured' }];
  await call(tenant, 'POST', '/v1/skills', { ...skill, bullets });
  await signIn(page, tenant.url, tenant.key);
  await open(page, tenant.url, update);
  const collision = page.getByRole('region', { name: 'Conflicts' });
  await expect(collision).toBeVisible();
  await expectGoodViews(page, 'changeset-collides');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${tenant.url}/review?id=${update}`);
  await expect(collision).toContainText('The rule no longer exists.');
  await expect(collision).toContainText('When it was proposed, v1');
  await expect(collision.locator('ins')).toContainText('and all earlier refunds');
  await expect(collision).toContainText('The skill now, v2');
  await expect(collision).toContainText('Ask the payments service what was captured');
  const decision = page.getByRole('region', { name: 'Decision' });
  await expect(decision).toContainText('It no longer fits the skill.');
  await expect(decision.getByRole('button', { name: /Apply|Approve|propose/ })).toHaveCount(0);
  await page.keyboard.press('a');
  const path = `/v1/changesets/${update}`;
  expect(await call(tenant, 'GET', path)).toMatchObject({ status: 'pending' });
  await decision.getByRole('button', { name: /^Reject/ }).click();
  await page.keyboard.press('1');
  await expect(page.getByRole('region', { name: 'Decided last' })).toContainText('Rejected');
  expect(await call(tenant, 'GET', path)).toMatchObject({ status: 'rejected' });
});

it('reads well at every width in both themes, no matter what it shows', async ({ page, tenant, seeded }) => {
  it.setTimeout(3 * TIMEOUT_MS);
  await signIn(page, tenant.url, tenant.key);
  for (const kind of ['evolution', 'merge', 'findings', 'drifted'] as const) {
    await open(page, tenant.url, seeded[kind]);
    await SEEN[kind](page);
    await expectGoodViews(page, `changeset-${kind}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

it('does nothing on the first press of a key that meant to approve what turned stale meanwhile', async ({
  page,
  tenant,
}) => {
  it.setTimeout(TIMEOUT_MS);
  const skill = { agent_id: 'support', name: 'greet', description: 'Greet a customer' };
  const write = (...rules: string[]) =>
    call(tenant, 'POST', '/v1/skills', { ...skill, bullets: rules.map((content) => ({ content })) });
  await write('Say the name');
  const op: Operation = {
    ...{ op: 'add', skill: 'greet', section: 'steps', content: 'Name the order', issue: '', keywords: [] },
  };
  const [id = ''] = await propose(tenant, [
    { ops: [op], rationale: 'Greetings were short.', source: 'reflection' },
  ]);
  await signIn(page, tenant.url, tenant.key);
  await open(page, tenant.url, id);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const decision = page.getByRole('region', { name: 'Decision' });
  await expect(decision.getByRole('button', { name: /Apply as v2|Start canary/ })).toBeVisible();
  await write('Say the name', 'Say good day');
  await expect(decision.getByRole('button', { name: 'Re-propose on v2' })).toBeVisible({ timeout: 15_000 });
  await page.keyboard.press('a');
  await expect(decision).toContainText('This changeset went stale while it was open.');
  const left = await call<{ status: string }>(tenant, 'GET', `/v1/changesets/${id}`);
  expect(left.status).toBe('pending');
  await page.keyboard.press('a');
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(decision.getByRole('button', { name: /Apply as v3|Start canary vs v2/ })).toBeVisible();
});
