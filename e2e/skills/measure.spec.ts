/** Measuring one skill: what it costs before it starts, that sessions go without it, and its end. */
import type { Page } from '@playwright/test';
import { author } from '../../lab/seeds/changesets.ts';
import { expect, expectGoodViews } from '../support/fixtures.ts';
import { createKey, DIALECTS, signIn, type Tenant, testOn } from '../support/tenants.ts';

const SKILL = {
  name: 'refund-order',
  description: 'Refund an order of a customer',
  rules: ['Check the captured amount first'],
};

/** Recalls in sessions, with a run of each where it is asked for; how many of them went without the skill. */
async function recallIn(
  page: Page,
  { url, key }: Tenant,
  sessions: string[],
  runs: boolean,
): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  let without = 0;
  for (const session of sessions) {
    const data = {
      query: 'Refund an order of a customer',
      session_id: session,
      scope: { agent_id: 'measured' },
    };
    const reply = await page.request.post(`${url}/v1/recall`, { headers, data });
    const { recall_id, skills } = (await reply.json()) as { recall_id: string; skills: unknown[] };
    without += Number(skills.length === 0);
    const run = { task: 'Refund', session_id: session, recall_id, outcome: 'success', agent_id: 'measured' };
    if (runs) await page.request.post(`${url}/v1/episodes`, { headers, data: run });
  }
  return without;
}

const sessionsOf = (word: string, count: number) => Array.from({ length: count }, (_, at) => `${word}-${at}`);

for (const dialect of DIALECTS) {
  const it = testOn(dialect);
  it.describe(`measuring a skill (${dialect})`, () => {
    it('is started with its cost told, takes the skill from some sessions, and ends by one press', async ({
      page,
      tenant,
    }) => {
      const { url, key } = tenant;
      const { id } = await author({ ...tenant, agentId: 'measured' }, SKILL);
      expect(await recallIn(page, tenant, sessionsOf('before', 30), true)).toBe(0);
      await signIn(page, url, key);
      await page.goto(`${url}/insights?agent=measured`);
      const card = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: 'Effect of each skill' }) });
      await card
        .getByRole('list', { name: 'Skills to measure' })
        .getByRole('link', { name: SKILL.name })
        .click();
      await expect(page.getByText('Not measured', { exact: true })).toBeVisible();
      await expectGoodViews(page, 'measure-never');
      await page.getByRole('button', { name: 'Measure this skill' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('status')).toContainText(
        /About \d+ of \d+ sessions in \d+ days go without this skill\. A difference of \d+ points would show\./,
      );
      await dialog.getByLabel('Sessions without it').selectOption({ value: '0.2' });
      await dialog.getByLabel('For').selectOption({ value: '14' });
      await expect(dialog.getByRole('status')).toContainText('About 84 of 420 sessions in 14 days');
      await expectGoodViews(page, 'measure-dialog');
      await dialog.getByRole('button', { name: 'Start measuring' }).click();
      await expect(page.getByText('20 % of its sessions go without it until')).toBeVisible();
      const without = await recallIn(page, tenant, sessionsOf('during', 80), true);
      expect(without).toBeGreaterThan(0);
      await page.reload();
      await expect(page.getByText(/^Too little evidence yet/)).toBeVisible();
      await expectGoodViews(page, 'measure-running');
      await page.getByRole('button', { name: 'Stop measuring' }).click();
      await expect(page.getByText('20 % of its sessions went without it until')).toBeVisible();
      await expect(page.getByText(/^Too little evidence yet/)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Measure again' })).toBeVisible();
      expect(await recallIn(page, tenant, sessionsOf('during', 80), false)).toBe(0);

      const reviewer = await createKey(page, url, { tenant: tenant.tenant, scopes: ['learn', 'review'] });
      await signIn(page, url, reviewer);
      await page.goto(`${url}/skills/${id}?agent=measured&tab=performance`);
      const button = page.getByRole('button', { name: 'Measure again' });
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await button.hover();
      await expect(page.getByText('Needs the admin scope')).toBeVisible();
    });
  });
}
