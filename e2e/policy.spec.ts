/** The page of rehearsals: change a setting, rehearse it, read what it would have done, compare, remove. */
import { expect, expectGoodViews } from './support/fixtures.ts';
import { proposeLearned } from './support/seed-changesets.ts';
import { DIALECTS, signIn, testOn } from './support/tenants.ts';

const rule = (content: string) => ({ section: 'steps' as const, content, issue: '', keywords: [] });

for (const dialect of DIALECTS) {
  const it = testOn(dialect);
  const looked = dialect === 'sqlite';
  it.describe(`policy (${dialect})`, () => {
    it('says what other settings would have done, and compares two of them', async ({
      page,
      tenant: target,
    }) => {
      const { url, key } = target;
      const headers = { authorization: `Bearer ${key}` };
      const skill = (name: string, content: string) =>
        page.request.post(`${url}/v1/skills`, {
          headers,
          data: { name, description: 'Refund an order of a customer', bullets: [{ content }] },
        });
      await skill('refund-order', 'Check the captured amount first');
      await skill('refund-order-twice', 'Never refund more than was captured');
      for (const session of ['a', 'b', 'c']) {
        const data = { query: 'Refund an order of a customer', session_id: session };
        await page.request.post(`${url}/v1/recall`, { headers, data });
      }
      await signIn(page, url, key);
      await page.goto(`${url}/settings/policy`);
      await expect(page.getByText('No rehearsals yet')).toBeVisible();
      await page.getByLabel('Skills served').fill('1');
      await expect(page.getByText('SERVICE_RECALL_MAX_SKILLS')).toBeVisible();
      await expect(page.getByText('1 changed')).toBeVisible();
      await page.getByRole('button', { name: 'Rehearse', exact: true }).click();
      await expect(page.getByText('3 of 3 recalls would have had a different result.')).toBeVisible();
      await expect(page.getByText('Skills served: 1 instead of 3')).toBeVisible();
      const skills = page.getByRole('table', { name: 'Skills served more or less often' });
      await expect(skills.getByRole('row')).toHaveCount(2);
      const examples = page.getByRole('table', { name: 'Recalls with a different result' });
      await expect(examples.getByRole('link', { name: 'Refund an order of a customer' })).toHaveCount(3);
      await page.getByLabel('Holdout rate').fill('2');
      await expect(page.getByText('From 0 to 1').first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Rehearse', exact: true })).toBeDisabled();
      await page.getByLabel('Holdout rate').fill('1');
      await page.getByRole('button', { name: 'Rehearse', exact: true }).click();
      await expect(page.getByText('3 of 3 sessions would have been in the holdout')).toBeVisible();
      await page.getByLabel('Compare with').selectOption({ index: 1 });
      await expect(page.getByRole('columnheader', { name: 'Compared' })).toBeVisible();
      if (looked) await expectGoodViews(page, 'policy-compared');
      await page.getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText('3 of 3 recalls would have had a different result.')).toBeVisible();
      await expect(page.getByText('3 of 3 sessions would have been in the holdout')).toBeHidden();
    });

    it('lists the changesets that would have been decided otherwise, each with what it says', async ({
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
      const [rejected] = await proposeLearned(gateway.databaseUrl, {
        tenant,
        proposals: [
          learned('refund-order', 'Check the captured amount first', 0.6),
          learned('refund-shipping', 'Refund the shipping only once', 0.55),
          learned('refund-voucher', 'Give the voucher back before the money', 0.2),
          learned('refund-partly', 'Name the items that are refunded', 0.9),
        ],
        used: [],
      });
      const data = { approve: false, comment: 'wrong' };
      await page.request.post(`${url}/v1/changesets/${rejected}/review`, { headers, data });
      await signIn(page, url, key);
      await page.goto(`${url}/settings/policy`);
      await page.getByLabel('Minimum eval score').fill('0.5');
      await page.getByRole('button', { name: 'Rehearse', exact: true }).click();
      await expect(
        page.getByText('2 more, of which 1 was rejected by a reviewer, and 0 fewer.'),
      ).toBeVisible();
      const table = page.getByRole('table', { name: /^Changesets with a different or unknown result/ });
      await expect(table.getByRole('link', { name: 'Refund an order' }).first()).toBeVisible();
      await expect(table.getByText('rejected by a reviewer')).toBeVisible();
      if (looked) await expectGoodViews(page, 'policy-changesets');
    });
  });
}
