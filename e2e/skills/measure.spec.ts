/** Measuring one skill: sessions go without it until it ends, and one that hurts is deprecated. */
import type { Page } from '@playwright/test';
import { besideGateway } from '../../lab/gateway/beside-gateway.ts';
import { author } from '../../lab/seeds/changesets.ts';
import { clientOf } from '../../server/platform/db/prisma.ts';
import { putSkillLift } from '../../server/testing/samples/measured-lift.ts';
import { expect, expectGoodViews } from '../support/fixtures.ts';
import { signIn, type Tenant, testOn } from '../support/tenants.ts';

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

testOn('sqlite')(
  'is measured by one press, which takes it from some sessions, and ends by another; a skill that hurts is deprecated',
  async ({ page, tenant }) => {
    const { url, key } = tenant;
    const { id } = await author({ ...tenant, agentId: 'measured' }, SKILL);
    await signIn(page, url, key);
    await page.goto(`${url}/skills/${id}?agent=measured&tab=performance`);
    await expect(page.getByText('Not measured', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Measure this skill' }).click();
    await expect(page.getByText('10 % of its sessions go without it')).toBeVisible();
    expect(await recallIn(page, tenant, sessionsOf('during', 80), true)).toBeGreaterThan(0);
    await page.reload();
    await expect(page.getByText(/^Too little evidence yet/)).toBeVisible();
    await expectGoodViews(page, 'measure-running');
    await page.getByRole('button', { name: 'Stop measuring' }).click();
    await expect(page.getByRole('button', { name: 'Measure this skill' })).toBeVisible();
    await expect(page.getByText(/^Too little evidence yet/)).toBeVisible();
    expect(await recallIn(page, tenant, sessionsOf('during', 80), false)).toBe(0);
    await besideGateway(tenant.databaseUrl, async ({ db: { read } }) => {
      await clientOf(read).skillLift.deleteMany({ where: { tenant: tenant.tenant, skillId: id } });
      await putSkillLift(read, tenant.tenant, id, { sessions: 1000, served: 0.2, heldBack: 0.7 });
    });
    await page.reload();
    await expect(page.getByText('Harmful: deprecation is suggested')).toBeVisible();
    await expectGoodViews(page, 'skill-lift');
    await page.getByRole('button', { name: `Deprecate ${SKILL.name}` }).click();
    await expect(page.getByText(`${SKILL.name} is deprecated`).first()).toBeVisible();
  },
);
