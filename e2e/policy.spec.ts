/** The page of the policy: change a setting, see what it would have approved, save, return to what held before. */
import type { Page } from '@playwright/test';
import { proposeLearned } from '../lab/seeds/changesets.ts';
import { expect, expectGoodViews } from './support/fixtures.ts';
import { DIALECTS, signIn, testOn } from './support/tenants.ts';

const rule = (content: string) => ({ section: 'steps' as const, content, issue: '', keywords: [] });

interface Target {
  url: string;
  key: string;
}

/** How many skills a recall serves. */
async function recallIn(page: Page, { url, key }: Target, session: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const data = { query: 'Refund an order of a customer', session_id: session };
  const reply = await page.request.post(`${url}/v1/recall`, { headers, data });
  return ((await reply.json()) as { skills: unknown[] }).skills.length;
}

/** Two skills, and three sessions that both were served. */
async function recallTwoSkills(page: Page, target: Target): Promise<void> {
  const headers = { authorization: `Bearer ${target.key}` };
  const skill = (name: string, content: string) =>
    page.request.post(`${target.url}/v1/skills`, {
      headers,
      data: { name, description: 'Refund an order of a customer', bullets: [{ content }] },
    });
  await skill('refund-order', 'Check the captured amount first');
  await skill('refund-order-twice', 'Never refund more than was captured');
  for (const session of ['a', 'b', 'c']) await recallIn(page, target, session);
}

for (const dialect of DIALECTS) {
  const it = testOn(dialect);
  const looked = dialect === 'sqlite';
  it.describe(`policy (${dialect})`, () => {
    it('saves a changed setting, and returns to what held before', async ({ page, tenant: target }) => {
      await recallTwoSkills(page, target);
      await signIn(page, target.url, target.key);
      await page.goto(`${target.url}/settings/policy`);
      await page.getByLabel('Skills served').fill('1');
      await expect(page.getByText('Today 3')).toBeVisible();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('list', { name: 'What changes' })).toHaveText(
        'Skills served: 1 instead of 3',
      );
      if (looked) await expectGoodViews(page, 'policy-change');
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      const own = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: 'Policy of this tenant' }) });
      await expect(own.getByRole('list', { name: 'Settings of this tenant' })).toHaveText(
        'Skills served: 1 instead of 3',
      );
      await expect(page.getByLabel('Skills served')).toHaveValue('1');
      expect(await recallIn(page, target, 'a')).toBe(1);
      if (looked) await expectGoodViews(page, 'policy-saved');
      await own.getByRole('button', { name: 'Return to the installation’s settings' }).click();
      await dialog.getByRole('button', { name: 'Return', exact: true }).click();
      await expect(own.getByText('The installation’s settings apply.')).toBeVisible();
      expect(await recallIn(page, target, 'a')).toBe(2);
      await own.getByText('Earlier').click();
      await expect(own.getByRole('list', { name: 'Earlier versions' })).toContainText('Skills served: 1');
      await expect(own.getByRole('button', { name: 'Return to version 1' }).first()).toBeVisible();
      if (looked) await expectGoodViews(page, 'policy-returned');
    });

    it('says what a tenant may choose where the installation does not allow a setting', async ({
      page,
      tenant: { url, key },
    }) => {
      await signIn(page, url, key);
      await page.goto(`${url}/settings/policy`);
      await page.getByLabel('Minimum eval score').fill('0.5');
      await expect(page.getByText('Allowed here: at least 0.7')).toBeVisible();
      await page.getByLabel('Holdout rate').fill('2');
      await expect(page.getByText('From 0 to 1').first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
      if (looked) await expectGoodViews(page, 'policy-refused');
    });

    it('says how many of the last changes another policy would have approved', async ({
      page,
      gateway,
      tenant: target,
    }) => {
      const { url, key, tenant } = target;
      const headers = { authorization: `Bearer ${key}` };
      const learned = (name: string, content: string, evalScore: number) => ({
        ...{ agentId: 'default', rationale: 'Runs failed.', source: 'reflection' as const, episodeIds: [] },
        ...{ proposedBy: 'system:reflection', evalScore, baselineScore: null },
        ops: [
          {
            op: 'create_skill' as const,
            name,
            description: 'Refund an order',
            tags: [],
            bullets: [rule(content)],
          },
        ],
      });
      const [rejected, approved] = await proposeLearned(gateway.databaseUrl, {
        tenant,
        proposals: [
          learned('refund-order', 'Check the captured amount first', 0.6),
          learned('refund-shipping', 'Refund the shipping only once', 0.55),
          learned('refund-voucher', 'Give the voucher back before the money', 0.2),
          learned('refund-partly', 'Name the items that are refunded', 0.9),
        ],
        used: [],
      });
      const review = (id: string | undefined, data: object) =>
        page.request.post(`${url}/v1/changesets/${id}/review`, { headers, data });
      await review(rejected, { approve: false, comment: 'wrong' });
      await review(approved, { approve: true });
      await signIn(page, url, key);
      await page.goto(`${url}/settings/policy`);
      await expect(
        page.getByText(/^Of the last 3 learned changes .* approved 1; people decided none/),
      ).toBeVisible();
      await page.getByLabel('Minimum eval score').fill('0.58');
      await expect(page.getByText(/approved 2; people decided 1 of them and approved 0\.$/)).toBeVisible();
      if (looked) await expectGoodViews(page, 'policy-changesets');
    });
  });
}
