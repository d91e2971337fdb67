import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Page } from '@playwright/test';
import { expect, expectGoodViews } from './support/fixtures.ts';
import { has, runSnippet } from './support/run-snippet.ts';
import { createKey, openReview, type Tenant, testOn } from './support/tenants.ts';

const it = testOn('sqlite');

const block = (page: Page, label: string) =>
  page.getByRole('figure').filter({ has: page.getByRole('button', { name: `Copy: ${label}` }) });
const textOf = async (page: Page, label: string) =>
  (await block(page, label).locator('pre').textContent()) ?? '';

/** Signs in to a tenant that nothing is known of and creates the agent's key on the page. */
async function begin(page: Page, target: Tenant): Promise<void> {
  await openReview(page, target);
  await expect(page.getByRole('heading', { name: 'Connect an agent' })).toBeVisible();
  await page.getByRole('button', { name: 'Create a learn key' }).click();
  await expect(page.getByLabel('API key')).toHaveValue(/^service_/);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
}

it('writes a rule and shows it recalled, in one click', async ({ page, tenant: target }) => {
  await openReview(page, target);
  await page.getByRole('textbox', { name: 'A rule for your agents' }).fill('Weigh the zinnober crate twice');
  await page.getByRole('textbox', { name: 'A task it applies to' }).fill('Ship a zinnober crate');
  await page.getByRole('button', { name: 'Save and recall it' }).click();
  await expect(page.getByText('For this task, an agent now reads:')).toBeVisible();
  await expect(page.locator('pre').filter({ hasText: 'Weigh the zinnober crate twice' })).toBeVisible();
  await expectGoodViews(page, 'first-run-rule');
  await page.getByRole('link', { name: 'Open the skill' }).click();
  await expect(page.getByText('Weigh the zinnober crate twice').first()).toBeVisible();
});

it('leads from a key over a snippet to the first episode, and says when learning begins', async ({
  page,
  context,
  gateway,
  tenant: target,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openReview(page, target);
  await expect(page.getByText('Waiting for first episode')).toBeVisible();
  await expectGoodViews(page, 'first-run-start');
  await page.getByRole('button', { name: 'Create a learn key' }).click();
  await expect(page.getByLabel('API key')).toHaveValue(/^service_/);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  expect(await textOf(page, 'In the shell of the agent')).toContain('service_');
  await expectGoodViews(page, 'first-run-key');
  await runSnippet('curl', {
    environment: await textOf(page, 'In the shell of the agent'),
    snippet: await textOf(page, 'curl'),
  });
  await expect(page.getByText(/^Received \S/)).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('No learning model is configured')).toBeVisible();
  await page.getByRole('button', { name: 'Copy the variables' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('SERVICE_LLM_MODEL=');
  await expectGoodViews(page, 'first-run-received');
  await page.getByRole('button', { name: 'Hide first steps' }).click();
  await expect(page.getByText('Nothing waiting')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Nothing waiting')).toBeVisible();
  await page.getByRole('button', { name: 'Account and preferences' }).click();
  await page.getByRole('menuitem', { name: 'Connect an agent' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Connect an agent' })).toBeVisible();
  await expect(page.getByText(/^Received \S/)).toBeVisible();
  await expectGoodViews(page, 'first-run-again');
  await page.goto(`${gateway.url}/review`);
  await expect(page.getByText('Nothing waiting')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Command menu' }).getByRole('combobox').fill('connect');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'First steps' })).toBeVisible();
});

/** A machine without Python cannot run its snippet. */
const RUNNABLE = (
  [
    ['typescript', 'TypeScript', process.execPath],
    ['python', 'Python', 'python3'],
  ] as const
).filter(([, , program]) => has(program));

for (const [way, label] of RUNNABLE) {
  it(`shows a ${label} snippet that records a run and recalls`, async ({ page, context, tenant }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await begin(page, tenant);
    await page.getByRole('button', { name: label, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`way=${way}`));
    await expectGoodViews(page, `first-run-${way}`);
    const printed = await runSnippet(way, {
      environment: await textOf(page, 'In the shell of the agent'),
      snippet: await textOf(page, label),
    });
    expect(printed).toContain('Nothing is known yet');
    await expect(page.getByText(/^Received \S/)).toBeVisible({ timeout: 15_000 });
    await expect(page.getByRole('heading', { name: 'and recall before the next one (done)' })).toBeVisible();
  });
}

it('shows the MCP servers’ entry that an agent connects, recalls and records with', async ({
  page,
  context,
  tenant,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await begin(page, tenant);
  await page.getByRole('button', { name: 'MCP', exact: true }).click();
  await expectGoodViews(page, 'first-run-mcp');
  const { mcpServers } = JSON.parse(await textOf(page, 'The agent’s MCP servers'));
  const { type, url, headers } = mcpServers.whetstone;
  expect(type).toBe('http');
  const mcp = new Client({ name: 'first-agent', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await mcp.connect(transport as Parameters<Client['connect']>[0]);
  const recalled = await mcp.callTool({ name: 'recall', arguments: { query: 'Refund order 1001' } });
  expect(recalled.isError).not.toBe(true);
  await mcp.callTool({ name: 'record', arguments: { task: 'Refund order 1001', outcome: 'success' } });
  await mcp.close();
  await expect(page.getByText(/^Received \S/)).toBeVisible({ timeout: 15_000 });
});

it('names the scope that is missing to create a key', async ({ page, gateway, tenant: target }) => {
  const key = await createKey(page, gateway.url, { tenant: `${target.tenant}-new`, scopes: ['review'] });
  await openReview(page, { url: gateway.url, key });
  const create = page.getByRole('button', { name: 'Create a learn key' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  // The script of the tooltip may come after the button.
  await expect(async () => {
    await create.blur();
    await create.focus();
    await expect(page.getByRole('tooltip')).toContainText('Needs the admin scope', { timeout: 1000 });
  }).toPass();
  await create.blur();
  await expectGoodViews(page, 'first-run-no-admin');
});
