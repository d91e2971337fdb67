/** Where two people must agree: the author sees why there is no button, somebody else approves. */

import { call } from '../../lab/seeds/changesets.ts';
import { expect, expectGoodViews } from '../support/fixtures.ts';
import {
  CLOSED_SETTINGS,
  createKey,
  forgetSession,
  freshTenant,
  signIn,
  testWith,
} from '../support/tenants.ts';

const it = testWith({ ...CLOSED_SETTINGS, SERVICE_REVIEW_FOUR_EYES: 'true' });

it('what one wrote is approved by another', async ({ page, gateway }) => {
  const tenant = await freshTenant(page, gateway);
  const target = { ...gateway, ...tenant };
  const written = await call<{ changeset_id: string }>(target, 'POST', '/v1/skills', {
    name: 'deploy-service',
    description: 'Deploy a service',
    bullets: [{ content: 'Check the free disk space first' }],
  });
  await signIn(page, gateway.url, tenant.key);
  await page.goto(`${gateway.url}/changesets/${written.changeset_id}`);
  const bar = page.getByRole('region', { name: 'Decision' });
  await expect(bar).toContainText('You proposed or wrote this. Someone else has to approve it.');
  await expect(bar.getByRole('button', { name: 'Create as v1' })).toHaveCount(0);
  await expect(bar.getByRole('button', { name: 'Reject' })).toBeVisible();
  await expectGoodViews(page, 'four-eyes');

  const other = await createKey(page, gateway.url, { ...tenant, scopes: ['review'] });
  await forgetSession(page);
  await signIn(page, gateway.url, other);
  await page.goto(`${gateway.url}/changesets/${written.changeset_id}`);
  await bar.getByRole('button', { name: 'Create as v1' }).click();
  await expect(bar).toContainText('Applied');
});
