import { besideGateway } from '../../lab/gateway/beside-gateway.ts';
import { author, call } from '../../lab/seeds/changesets.ts';
import { putSkillLift } from '../../server/testing/samples/measured-lift.ts';
import { momentSums, putMomentLift } from '../../server/testing/samples/moment-sessions.ts';
import { expect, expectGoodViews } from '../support/fixtures.ts';
import { testWith } from '../support/tenants.ts';

const it = testWith({ SERVICE_SKILL_HOLDBACK_RATE: '0.1' });

const SKILLS = {
  hurts: {
    name: 'old-refunds',
    description: 'Refund an order by the old way',
    rules: ['Ask for the receipt'],
  },
  helps: { name: 'labels', description: 'Create a return label', rules: ['Check the delivery date first'] },
  waits: { name: 'addresses', description: 'Change an address', rules: ['Note the old address'] },
};

it('shows the lift of skills, and deprecates one that hurts by one press', async ({ page, gateway }) => {
  const target = { ...gateway, agentId: 'lift' };
  const hurts = await author(target, SKILLS.hurts);
  const helps = await author(target, SKILLS.helps);
  await author(target, SKILLS.waits);
  const at = new Date();
  await besideGateway(target.databaseUrl, async ({ db: { read } }) => {
    const sessions = 1000;
    await putSkillLift(read, 'dev', hurts.id, { sessions, served: 0.2, heldBack: 0.7, characters: 420, at });
    const sums = momentSums(
      150,
      { start: 0.5, moment: 0.78, both: 0.62 },
      { start: 1000, moment: 1000, both: 1400 },
    );
    await putMomentLift(read, 'dev', { agentId: 'lift', skillId: hurts.id, sums });
    await putSkillLift(read, 'dev', helps.id, { sessions, served: 0.9, heldBack: 0.5, characters: 310, at });
  });
  await page.goto(`${target.url}/insights?agent=lift`);
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Effect of each skill' }) });
  await expect(card.getByText('1 skill helps, 1 skill hurts.')).toBeVisible();
  await expect(card.getByRole('list', { name: 'Skills without enough evidence' })).toContainText(
    /addresses\s*No evidence yet\./,
  );
  await expect(page.getByRole('link', { name: '1 skill hurts: deprecate it?' })).toBeVisible();
  const suggested = card.getByRole('region', { name: 'Suggested for deprecation' });
  await expect(suggested).toContainText(
    /old-refunds.*succeed less often than runs without it: by \d+\.\d points/,
  );
  const moment = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Rules at the moment of use' }) });
  await expect(moment.getByText('Yes: rules help more at the moment of use')).toBeVisible();
  await expect(moment).toContainText(
    /Rules at the moment of use: success \+\d+\.\d points \(.*\) compared with the start/,
  );
  await expect(moment).toContainText(/Runs with rules at the start and the moment take longer: \+40 %/);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expectGoodViews(page, 'insights-lift');

  await page.goto(`${target.url}/skills/${hurts.id}?agent=lift&tab=performance`);
  await expect(page.getByText(/^Runs with the skill succeed less often than runs without it/)).toBeVisible();
  await expect(moment.getByText('Yes: rules help more at the moment of use')).toBeVisible();
  await expect(page.getByText('Harmful: deprecation is suggested')).toBeVisible();
  await expect(page.getByText(/Its text has 420 characters: −\d+\.\d points for each 1,000\./)).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expectGoodViews(page, 'skill-lift');
  await page.getByRole('button', { name: 'Deprecate old-refunds' }).click();
  await expect(page.getByText('old-refunds is deprecated').first()).toBeVisible();
  await expect(page.getByText('Harmful: deprecation is suggested')).toBeHidden();
  const { status } = await call<{ status: string }>(target, 'GET', `/v1/skills/${hurts.id}`);
  expect(status).toBe('deprecated');
});
