/** Who stands behind a rule, and a description that is read from the right as its rules are. */

import { call, propose } from '../../lab/seeds/changesets.ts';
import { expect, saveScreenshot } from '../support/fixtures.ts';
import { signIn, testOn } from '../support/tenants.ts';

const it = testOn('sqlite');

it('names who approved each rule and version, with the reason, and aligns Arabic as it is read', async ({
  page,
  tenant,
}) => {
  const bullets = ['تحقق من المبلغ قبل رد الأموال', 'Run `refund check` first'].map((content) => ({
    content,
  }));
  const description = 'كيفية رد الأموال للعملاء';
  await call(tenant, 'POST', '/v1/skills', { agent_id: 'support', name: 'refunds', description, bullets });
  const path = '/v1/skills/refunds?agent_id=support';
  const skill = await call<{ id: string; bullets: { id: string }[] }>(tenant, 'GET', path);
  const bullet = skill.bullets[1]?.id ?? '';
  const reword = { op: 'update', skill: 'refunds', bullet, content: 'Run `refund check` twice' } as const;
  const [id = ''] = await propose(tenant, [{ ops: [reword], rationale: 'Refunds failed.' }]);
  const comment = 'agreed with the payments team';
  await call(tenant, 'POST', `/v1/changesets/${id}/review`, { approve: true, comment, skip_canary: true });
  await signIn(page, tenant.url, tenant.key);
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${tenant.url}/skills/${skill.id}`);
    await expect(page.locator(`#${bullet}`)).toContainText('v2 · Approved by');
    await expect(page.locator(`#${bullet}`)).toContainText(comment);
    await expect(page.locator(`#${skill.bullets[0]?.id}`)).toContainText('v1 · By');
    const words = page.getByText(description);
    const look = await words.evaluate((element) => {
      const { direction, display } = getComputedStyle(element);
      return { direction, display };
    });
    expect(look).toEqual({ direction: 'rtl', display: 'block' });
    await saveScreenshot(page, `approvals-rules-${width}-light`);
    await page.goto(`${tenant.url}/skills/${skill.id}?tab=versions`);
    await expect(page.getByRole('row', { name: /^v2/ })).toContainText(comment);
    await saveScreenshot(page, `approvals-versions-${width}-light`);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await saveScreenshot(page, 'approvals-versions-390-dark');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Command menu' }).fill('refund');
  const option = page.getByRole('option', { name: /^refunds/ });
  await expect(option).toContainText(/support · active · (just now|.* ago)/);
  await expect(
    page
      .getByRole('option', { name: /refund check/ })
      .first()
      .locator('code'),
  ).toHaveText('refund check');
  await saveScreenshot(page, 'menu-found-390-dark');
});
