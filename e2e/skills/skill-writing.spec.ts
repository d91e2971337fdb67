import type { Page } from '@playwright/test';
import { expect, expectGoodViews, test as it } from '../support/fixtures.ts';
import { createKey, signIn, testOn } from '../support/tenants.ts';

const AGENT = 'skill-writers';
/** Put together here so that no scanner takes this file for a leak. */
const SECRET = `Sign in with ${['AKIA', 'QX7ZP2MN5RT8WYBD'].join('')} before the upload`;
const DOCUMENT = [
  '---',
  'name: parcel-lookup',
  'description: Find a parcel by its number',
  'tags: [parcels]',
  '---',
  '',
  '## Steps',
  '',
  '- Ask the carrier for the parcel by its tracking number',
  '',
  '## Pitfalls',
  '',
  '- Never read an address out before the caller was verified',
].join('\n');

const text = (page: Page, rule: number) => page.getByRole('textbox', { name: `Text of rule ${rule}` });

/** The browser itself logs a refused request; this one was meant to be refused. */
function expectRefusal(errors: string[]): void {
  expect(errors.splice(0)).toEqual([expect.stringContaining('status of 422')]);
}

it('writes a skill with lint and scan beside the fields, and errors at their fields', async ({
  page,
  gateway,
  errors,
}) => {
  await page.goto(`${gateway.url}/skills?agent=${AGENT}`);
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
  expectRefusal(errors);
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
});

it('leads to the changeset where the scan holds what was written', async ({ page, gateway }) => {
  await page.goto(`${gateway.url}/skills/new?agent=${AGENT}`);
  await page.getByRole('textbox', { name: 'Name' }).fill('upload-files');
  await page.getByRole('textbox', { name: 'Description' }).fill('How to upload files');
  await text(page, 1).fill(SECRET);
  await expect(page.getByText(/The safety scan will hold it/)).toBeVisible();
  await expect(page.getByText(/Looks like a secret/)).toHaveCount(2);
  await page.getByRole('button', { name: 'Create the skill' }).click();
  const link = page.getByRole('link', { name: 'Open the changeset' });
  await expect(link).toHaveAttribute('href', /^\/changesets\/cs_/);
  await expectGoodViews(page, 'skill-write-held');
});

it('imports a SKILL.md after it has shown what it reads', async ({ page, gateway, errors }) => {
  await page.goto(`${gateway.url}/skills?agent=${AGENT}`);
  await page.getByRole('link', { name: 'Import a SKILL.md' }).click();
  const field = page.getByRole('textbox', { name: 'SKILL.md' });
  await field.fill('no front matter');
  await expect(page.getByText(/The document has no front matter/)).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  expectRefusal(errors);
  await field.fill(DOCUMENT);
  const preview = page.locator('section').filter({ hasText: 'Read as' });
  await expect(preview).toContainText('2 rules');
  await expect(preview.getByRole('heading', { name: 'pitfalls' })).toBeVisible();
  await expectGoodViews(page, 'skill-import');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'parcel-lookup' })).toBeVisible();
});

it('takes a document from a file', async ({ page, gateway }) => {
  await page.goto(`${gateway.url}/skills/new?mode=document&agent=${AGENT}`);
  const file = { name: 'SKILL.md', mimeType: 'text/markdown', buffer: Buffer.from(DOCUMENT) };
  await page.getByLabel('SKILL.md file').setInputFiles(file);
  await expect(page.getByRole('textbox', { name: 'SKILL.md' })).toHaveValue(DOCUMENT);
});

testOn('sqlite')('names the scope that a page or an action needs', async ({ page, tenant }) => {
  const { url, headers } = tenant;
  const reader = await createKey(page, url, { ...tenant, scopes: ['learn'] });
  const data = {
    name: 'refund-order',
    description: 'How to refund an order',
    bullets: [{ content: 'Look it up first' }],
  };
  const written = await page.request.post(`${url}/v1/skills`, { headers, data });
  const { skill_id: id }: { skill_id: string } = await written.json();
  await signIn(page, url, reader);
  await page.goto(`${url}/skills/${id}`);
  await expect(page.getByRole('switch', { name: 'Pinned' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Edit' }).focus();
  await expect(page.getByRole('tooltip')).toContainText('Needs the review scope');
});

it('writes when a rule applies, and shows it at the rule and where a session was shown it', async ({
  page,
  gateway: { url },
}) => {
  const agent = 'rules-before-calls';
  const rule = 'Run the tests before you push';
  const data = {
    agent_id: agent,
    name: 'push-shop',
    description: 'Push the shop',
    bullets: [{ content: rule }],
  };
  const { skill_id: id } = await (await page.request.post(`${url}/v1/skills`, { data })).json();
  await page.goto(`${url}/skills/new?edit=${id}`);
  const trigger = page.getByRole('textbox', { name: 'Trigger' });
  await trigger.fill('when it pushes');
  await expect(page.getByText('Not saved. Write "Applies when:', { exact: false })).toBeVisible();
  await expectGoodViews(page, 'skill-write-trigger');
  await trigger.fill('Applies when: tool `Bash`, command `git push*`');
  await expect(page.getByText('Not saved. Write')).toBeHidden();
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await expect(page.getByRole('main')).toContainText('Applies when: tool Bash, command git push*');
  await expectGoodViews(page, 'skill-trigger');

  const ask = async (body: object) =>
    await (await page.request.post(`${url}/v1/recall`, { data: { agent_id: agent, ...body } })).json();
  const { recall_id } = await ask({ query: 'Push the shop' });
  const tool = { name: 'Bash', arguments: { command: 'git push origin main' } };
  expect((await ask({ moment: { recall_id, tool } })).instructions).toContain(rule);
  await page.goto(`${url}/recalls/${recall_id}`);
  const shown = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Shown before calls' }) });
  await expect(shown.getByRole('listitem')).toContainText([`Bash${rule}`]);
  await expectGoodViews(page, 'recall-moments');
});
