/** Skills: read, compare, roll back, write, import, and who stands behind a rule. */
import type { Page } from '@playwright/test';
import { author, call, propose } from '../lab/seeds/changesets.ts';
import { seedSkills } from '../lab/seeds/skills.ts';
import {
  expect,
  expectAccessible,
  expectFitsPhone,
  expectGoodViews,
  followTo,
  ignoreErrors,
  test as it,
} from './support/fixtures.ts';
import { section, signInWith } from './support/tenants.ts';

const AGENT = 'skills-pages';
const main = (page: Page) => page.getByRole('main');
const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Skills' }).getByRole('row').filter({ hasText: name });

it('lists skills with how well they do and what waits on them, and filters by the address', async ({
  page,
  tenant,
}) => {
  const skills = await seedSkills({ ...tenant, agentId: AGENT });
  await page.goto(`/skills?agent=${AGENT}`);
  await expect(rowOf(page, 'refund-order')).toContainText(['hides shared']);
  await expect(rowOf(page, 'refund-order').getByRole('img', { name: /90 % between/ })).toBeVisible();
  await expect(rowOf(page, 'kubernetes-rollout').getByRole('link', { name: 'canary' })).toHaveAttribute(
    'href',
    /\/canaries\/ex_/,
  );
  await expect(rowOf(page, 'kubernetes-rollout')).toContainText('2 changes');
  await expect(rowOf(page, 'address-change')).toContainText('pinned');
  await expectGoodViews(page, 'skills-list');
  const rows = page.getByRole('table', { name: 'Skills' }).getByRole('rowheader').or(rowOf(page, '-'));
  await expect(rows).toHaveCount(4);
  await page.keyboard.press('/');
  await page.keyboard.type('kubern');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/text=kubern/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(4);
  await page.getByLabel('Tag').fill('refunds');
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Tag').fill('');
  await page.getByRole('checkbox', { name: 'Pinned' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rowOf(page, 'address-change')).toBeVisible();
  await page.getByLabel('Status').selectOption('archived');
  await expect(main(page)).toContainText('No skills match');
  await expectAccessible(page);
  await page.goBack();
  await expect(rowOf(page, 'address-change')).toBeVisible();

  // Rules by section with their evidence, and removed ones when asked.
  await followTo(page, `/skills/${skills.refunds}`);
  await expect(page.getByRole('heading', { level: 1, name: 'refund-order' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toContainText(['Steps', 'Pitfalls', 'Verification']);
  const first = page.getByRole('listitem').filter({ hasText: 'captured amount before anything' });
  await expect(first).toContainText('helpful 14 · harmful 1');
  await expect(first).toContainText('followed 18 of 20');
  await expect(main(page).getByRole('listitem').filter({ hasText: 'followed 1 of 20' })).toContainText(
    'needs rewording',
  );
  await expect(main(page)).toContainText('harms more than it helps');
  await expectGoodViews(page, 'skill-rules');
  await page.getByLabel('Order of the rules').selectOption('harmful');
  await expect(page.locator('main ol > li').first()).toContainText('less what was refunded before');
  await expect(page).toHaveURL(/sort=harmful/);
  await expect(page.getByText('Refund the full amount')).toBeHidden();
  await page.getByRole('switch', { name: 'Show 1 removed rule' }).click();
  await expect(page.getByText('Refund the full amount')).toBeVisible();
});

it('compares versions, shows how each did, and hands out the document', async ({ page, context, tenant }) => {
  const skills = await seedSkills({ ...tenant, agentId: AGENT });
  await page.goto(`/skills/${skills.refunds}?tab=versions&from=1&to=2`);
  await expect(main(page)).toContainText('2 rules added, 1 rule removed');
  await expect(page.locator('ins').filter({ hasText: 'less what was refunded before' })).toBeVisible();
  await expect(page.locator('del').filter({ hasText: 'Refund the full amount' })).toBeVisible();
  await expectGoodViews(page, 'skill-versions');
  await page.keyboard.press(']');
  await expect(page).toHaveURL(/from=2&to=3/);
  await expect(main(page)).toContainText('Another description, other tags');
  await page.getByLabel('From version').selectOption('1');
  await expect(page).toHaveURL(/from=1&to=3/);

  await followTo(page, `/skills/${skills.refunds}?tab=performance`);
  await expect(main(page)).toContainText(/v2 succeeded in .* of runs/);
  await expect(main(page).getByRole('img', { name: /90 % between/ })).toHaveCount(3);
  await page.getByText('Show as a table').click();
  await expect(page.getByRole('row').filter({ hasText: 'v1' })).toBeVisible();
  await expectGoodViews(page, 'skill-performance');

  await followTo(page, `/skills/${skills.refunds}?tab=changesets`);
  await expect(page.getByRole('table', { name: 'Changesets of the skill' }).getByRole('row')).toHaveCount(5);
  await expectFitsPhone(page);
  await page.getByRole('link', { name: 'SKILL.md' }).click();
  await expect(page.locator('pre')).toContainText('name: refund-order');
  await expectFitsPhone(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('name: refund-order');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('SKILL.md');

  await followTo(page, `/skills/${skills.rollout}`);
  await expect(main(page)).toContainText('A canary is running');
  await page.getByRole('button', { name: 'Roll back' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roll back kubernetes-rollout' });
  await expect(dialog).toContainText('Creates v3 with the rules of v1');
  await expect(dialog).toContainText('The running canary is stopped and its changeset rejected');
  await expect(dialog).toContainText('1 queued changeset becomes failed');
  await expect(dialog.locator('ins')).toContainText(['Wait for the rollout']);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create v3 from v1' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('kubernetes-rollout is v3 now').first()).toBeVisible();
  await expect(main(page)).not.toContainText('A canary is running');
  await page.getByRole('link', { name: /^Changesets/ }).click();
  const changes = page.getByRole('table', { name: 'Changesets of the skill' });
  await expect(changes.getByText('rejected', { exact: true })).toBeVisible();
  await expect(changes.getByText('failed', { exact: true })).toBeVisible();
});

it('pins, deprecates and restores a skill, says why it cannot evolve, and names the scope that is missing', async ({
  page,
  tenant,
}) => {
  const { id } = await author(tenant, {
    ...{ name: 'refund-order', description: 'How to refund an order', rules: ['Look it up first'] },
  });
  await page.goto(`/skills/${id}`);
  const pin = page.getByRole('switch', { name: 'Pinned' });
  await expect(main(page)).toContainText(
    'Exempt from becoming stale or archived. Its content can still change.',
  );
  await pin.focus();
  // The toast has the same word as the switch, so that only the reply says that it is stored.
  const stored = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.keyboard.press('Space');
  await stored;
  await expect(page.getByText('Pinned', { exact: true }).last()).toBeVisible();
  await page.reload();
  await expect(pin).toBeChecked();
  await expect(page.getByRole('button', { name: 'Evolve' })).toBeDisabled();
  await expect(main(page)).toContainText('Not now: no learning model is configured.');
  await page.getByRole('button', { name: 'Deprecate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deprecate' }).click();
  await expect(main(page).getByText('deprecated', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(main(page).getByText('active', { exact: true })).toBeVisible();

  await signInWith(page, tenant, ['learn']);
  await page.goto(`/skills/${id}`);
  await expect(pin).toBeDisabled();
  const edit = page.getByRole('button', { name: 'Edit' });
  await expect(edit).toHaveAttribute('aria-disabled', 'true');
  await edit.focus();
  await expect(page.getByRole('tooltip')).toContainText('Needs the review scope');
});

/** Put together here so that no scanner takes this file for a leak. */
const SECRET = `Sign in with ${['AKIA', 'QX7ZP2MN5RT8WYBD'].join('')} before the upload`;
const DOCUMENT = [
  ...['---', 'name: parcel-lookup', 'description: Find a parcel by its number', 'tags: [parcels]', '---', ''],
  ...['## Steps', '', '- Ask the carrier for the parcel by its tracking number', ''],
  ...['## Pitfalls', '', '- Never read an address out before the caller was verified'],
].join('\n');

const text = (page: Page, rule: number) => page.getByRole('textbox', { name: `Text of rule ${rule}` });

it('writes a skill with lint and scan beside the fields, and errors at their fields', async ({
  page,
  tenant: _tenant,
  errors,
}) => {
  await page.goto(`/skills?agent=${AGENT}`);
  await page.getByRole('link', { name: 'Write a skill' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Agent' })).toHaveValue(AGENT);
  await page.getByRole('textbox', { name: 'Name' }).fill('Not a name');
  await page.getByRole('textbox', { name: 'Description' }).fill('How to look a parcel up');
  await text(page, 1).fill('Try it');
  await expect(page.getByText('Too short to tell an agent anything')).toBeVisible();
  await text(page, 1).fill('Ask the carrier for the parcel by its tracking number');
  await expect(page.getByText('Too short to tell an agent anything')).toBeHidden();
  await page.getByRole('button', { name: 'Create the skill' }).click();
  await expect(page.getByText('Not saved: see the marked fields.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
  await expectGoodViews(page, 'skill-write-refused');
  await page.getByRole('textbox', { name: 'Name' }).fill('parcel-search');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('parcel-search is v1 now').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'parcel-search' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(text(page, 1)).toHaveValue(/tracking number/);
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await expect(text(page, 2)).toBeFocused();
  await page.keyboard.type('Tell the caller when it will arrive');
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await expect(page.getByText('parcel-search is v2 now').first()).toBeVisible();

  // What the scan holds becomes a changeset.
  await followTo(page, `/skills/new?agent=${AGENT}`);
  await page.getByRole('textbox', { name: 'Name' }).fill('upload-files');
  await page.getByRole('textbox', { name: 'Description' }).fill('How to upload files');
  await text(page, 1).fill(SECRET);
  await expect(page.getByText(/The safety scan will hold it/)).toBeVisible();
  await expect(page.getByText(/Looks like a secret/)).toHaveCount(2);
  await page.getByRole('button', { name: 'Create the skill' }).click();
  await expect(page.getByRole('link', { name: 'Open the changeset' })).toHaveAttribute(
    'href',
    /^\/changesets\/cs_/,
  );
  ignoreErrors(errors, 'status of 422');
});

it('imports a SKILL.md after it has shown what it reads', async ({ page, tenant: _tenant, errors }) => {
  await page.goto(`/skills?agent=${AGENT}`);
  await page.getByRole('link', { name: 'Import a SKILL.md' }).click();
  const field = page.getByRole('textbox', { name: 'SKILL.md' });
  await field.fill('no front matter');
  await expect(page.getByText(/The document has no front matter/)).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  ignoreErrors(errors, 'status of 422');
  await field.fill(
    '---\nname: Parcel_Lookup\ndescription: How to find a parcel\n---\n\n- Ask for the number\n',
  );
  await expect(page.getByText('The name "Parcel_Lookup" is now "parcel-lookup".')).toBeVisible();
  const file = { name: 'SKILL.md', mimeType: 'text/markdown', buffer: Buffer.from(DOCUMENT) };
  await page.getByLabel('SKILL.md file').setInputFiles(file);
  await expect(field).toHaveValue(DOCUMENT);
  const preview = page.locator('section').filter({ hasText: 'Read as' });
  await expect(preview).toContainText('2 rules');
  await expect(preview.getByRole('heading', { name: 'pitfalls' })).toBeVisible();
  await expectGoodViews(page, 'skill-import');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'parcel-lookup' })).toBeVisible();
});

it('writes when a rule applies, and shows it at the rule and where a session was shown it', async ({
  page,
  tenant,
}) => {
  const rule = 'Run the tests before you push';
  const target = { ...tenant, agentId: 'rules-before-calls' };
  const { id } = await author(target, { name: 'push-shop', description: 'Push the shop', rules: [rule] });
  await page.goto(`/skills/new?edit=${id}`);
  const trigger = page.getByRole('textbox', { name: 'Trigger' });
  await trigger.fill('when it pushes');
  await expect(page.getByText('Not saved. Write "Applies when:', { exact: false })).toBeVisible();
  await trigger.fill('Applies when: tool `Bash`, command `git push*`');
  await expect(page.getByText('Not saved. Write')).toBeHidden();
  await expectFitsPhone(page);
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await expect(main(page)).toContainText('Applies when: tool Bash, command git push*');
  const ask = (body: object) =>
    call<{ recall_id: string; instructions: string }>(target, 'POST', '/v1/recall', {
      ...{ agent_id: target.agentId, ...body },
    });
  const { recall_id } = await ask({ query: 'Push the shop' });
  const tool = { name: 'Bash', arguments: { command: 'git push origin main' } };
  expect((await ask({ moment: { recall_id, tool } })).instructions).toContain(rule);
  await followTo(page, `/recalls/${recall_id}`);
  await expect(section(page, 'Shown before calls of tools').getByRole('listitem')).toContainText([
    `Bash${rule}`,
  ]);
});

it('names who approved each rule and version, with the reason, and aligns Arabic as it is read', async ({
  page,
  tenant,
}) => {
  const description = 'كيفية رد الأموال للعملاء';
  const rules = ['تحقق من المبلغ قبل رد الأموال', 'Run `refund check` first'];
  const skill = await author(tenant, { name: 'refunds', description, rules });
  const [arabic, bullet] = skill.bullets.map((rule) => rule.id);
  const reword = {
    op: 'update',
    skill: 'refunds',
    bullet: bullet ?? '',
    content: 'Run `refund check` twice',
  };
  const [id = ''] = await propose(tenant, [
    { ops: [{ ...reword, op: 'update' }], rationale: 'Refunds failed.' },
  ]);
  const comment = 'agreed with the payments team';
  await call(tenant, 'POST', `/v1/changesets/${id}/review`, { approve: true, comment, skip_canary: true });
  await page.goto(`/skills/${skill.id}`);
  await expect(page.locator(`#${bullet}`)).toContainText('v2 · Approved by');
  await expect(page.locator(`#${bullet}`)).toContainText(comment);
  await expect(page.locator(`#${arabic}`)).toContainText('v1 · By');
  const look = await page.getByText(description).evaluate((element) => {
    const { direction, display } = getComputedStyle(element);
    return { direction, display };
  });
  expect(look).toEqual({ direction: 'rtl', display: 'block' });
  await expectFitsPhone(page);
  await followTo(page, `/skills/${skill.id}?tab=versions`);
  await expect(page.getByRole('row', { name: /^v2/ })).toContainText(comment);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Command menu' }).fill('refund');
  const option = page.getByRole('option', { name: /^refunds/ });
  await expect(option).toContainText(/support · active · (just now|.* ago)/);
  const found = page.getByRole('option', { name: /refund check/ }).first();
  await expect(found.locator('code')).toHaveText('refund check');
});
