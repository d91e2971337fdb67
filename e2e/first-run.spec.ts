/** The first minutes: write a rule, connect an agent, look at the sample world, call from another page. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { BrowserContext, Page } from '@playwright/test';
import { freePort } from '../lab/gateway/gateway-process.ts';
import { addKey } from '../lab/seeds/upkeep.ts';
import { buildClientPackage } from '../scripts/build.mjs';
import { servePages } from './support/agent-pages.ts';
import {
  expect,
  expectFitsPhone,
  expectGoodViews,
  followTo,
  test as it,
  shared,
  untilInteractive,
} from './support/fixtures.ts';
import { has, runSnippet } from './support/run-snippet.ts';
import {
  changesetHeading,
  forgetSession,
  queueRows,
  signIn,
  signInAsOperator,
  signInWith,
} from './support/tenants.ts';

const block = (page: Page, label: string) =>
  page.getByRole('figure').filter({ has: page.getByRole('button', { name: `Copy: ${label}` }) });
const textOf = async (page: Page, label: string) =>
  (await block(page, label).locator('pre').textContent()) ?? '';

/** Creates the agent's key on the page of a tenant that nothing is known of. */
async function begin(page: Page): Promise<void> {
  await page.goto('/review');
  await expect(page.getByRole('heading', { name: 'Connect an agent' })).toBeVisible();
  await page.getByRole('button', { name: 'Create a learn key' }).click();
  await expect(page.getByLabel('API key')).toHaveValue(/^service_/);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
}

it('writes a rule and shows it recalled, in one click', async ({ page, tenant: _tenant }) => {
  await page.goto('/review');
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
  tenant,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await begin(page);
  await expect(page.getByText('Waiting for first episode')).toBeVisible();
  const environment = await textOf(page, 'In the shell of the agent');
  expect(environment).toContain('service_');
  await expectGoodViews(page, 'first-run-key');
  await runSnippet('curl', { environment, snippet: await textOf(page, 'curl') });
  await expect(page.getByText(/^Received \S/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('No learning model is configured')).toBeVisible();
  await page.getByRole('button', { name: 'Copy the variables' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('SERVICE_LLM_MODEL=');
  await page.getByRole('button', { name: 'Hide first steps' }).click();
  await expect(page.getByText('Nothing waiting')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Nothing waiting')).toBeVisible();
  await page.getByRole('button', { name: 'Account and preferences' }).click();
  await page.getByRole('menuitem', { name: 'Connect an agent' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Connect an agent' })).toBeVisible();
  await expect(page.getByText(/^Received \S/)).toBeVisible();
  await followTo(page, '/review');
  await expect(page.getByText('Nothing waiting')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Command menu' }).getByRole('combobox').fill('connect');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'First steps' })).toBeVisible();

  await signInWith(page, { ...tenant, tenant: `${tenant.tenant}-new` }, ['review']);
  await page.goto('/review');
  const create = page.getByRole('button', { name: 'Create a learn key' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  // The script of the tooltip may come after the button.
  await expect(async () => {
    await create.blur();
    await create.focus();
    await expect(page.getByRole('tooltip')).toContainText('Needs the admin scope', { timeout: 1000 });
  }).toPass();
});

/** A machine without Python cannot run its snippet. */
const RUNNABLE = (
  [
    ['typescript', 'TypeScript', process.execPath],
    ['python', 'Python', 'python3'],
  ] as const
).filter(([, , program]) => has(program));

it('shows snippets and an MCP server that record a run and recall', async ({
  page,
  context,
  tenant: _tenant,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await begin(page);
  const environment = await textOf(page, 'In the shell of the agent');
  for (const [way, label] of RUNNABLE) {
    await page.getByRole('button', { name: label, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`way=${way}`));
    await expectFitsPhone(page);
    const printed = await runSnippet(way, { environment, snippet: await textOf(page, label) });
    expect(printed).toContain('Nothing is known yet');
  }
  await expect(page.getByText(/^Received \S/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('heading', { name: 'and recall before the next one (done)' })).toBeVisible();
  await page.getByRole('button', { name: 'MCP', exact: true }).click();
  await expectFitsPhone(page);
  const { mcpServers } = JSON.parse(await textOf(page, 'The agent’s MCP servers'));
  const { type, url, headers } = mcpServers.whetstone;
  expect(type).toBe('http');
  const mcp = new Client({ name: 'first-agent', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await mcp.connect(transport as Parameters<Client['connect']>[0]);
  const recalled = await mcp.callTool({ name: 'recall', arguments: { query: 'Refund order 1001' } });
  expect(recalled.isError).not.toBe(true);
  const run = { task: 'Refund order 1001', outcome: 'success' };
  expect((await mcp.callTool({ name: 'record', arguments: run })).isError).not.toBe(true);
  await mcp.close();
});

const banner = (page: Page) => page.getByRole('region', { name: 'Sample world' });
const openButton = (page: Page) => page.getByRole('button', { name: 'Open the sample world' });

/** After a press that leads into another tenant: its page is shown, and can be used. */
async function expectTenant(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('banner')).toContainText(`Tenant ${name}`, { timeout: 120_000 });
  await untilInteractive(page);
}

it('opens the sample world for the operator alone, takes a decision in it, and removes it', async ({
  page,
  tenant,
}) => {
  await page.goto('/review');
  await expect(page.getByText('Only the operator can open it')).toBeVisible();
  await expect(openButton(page)).toHaveCount(0);
  await forgetSession(page);
  await signInAsOperator(page, tenant.url, tenant.tenant);
  await page.goto('/review');
  await expectGoodViews(page, 'sample-first-run');
  await openButton(page).click();
  await expectTenant(page, 'sample');
  await expect(banner(page)).toBeVisible();
  await expect(changesetHeading(page)).toHaveText(/\w/);
  const waiting = await queueRows(page).count();
  await page.keyboard.press('r');
  await page.keyboard.press('3');
  await expect(page.getByRole('region', { name: 'Decided last' })).toContainText('Rejected');
  for (const path of ['/canaries', '/memories', '/insights', '/episodes', '/skills']) {
    await followTo(page, path);
    await expect(page.getByRole('main')).toContainText(/support|refund|order/);
    await expectFitsPhone(page);
    await expect(banner(page)).toBeVisible();
  }

  // Another tab that was opened before shows the tenant that it was opened in, and acts in no other.
  const other = await page.context().newPage();
  await other.goto('/skills/new');
  await expectTenant(other, 'sample');
  await banner(page).getByRole('button', { name: 'Leave' }).click();
  await expectTenant(page, tenant.tenant);
  await expect(banner(page)).toBeHidden();
  await other.getByRole('link', { name: 'Memories' }).first().click();
  await expect(other.getByText('you have switched to another tenant').first()).toBeVisible();
  await other.close();

  await page.goto('/review');
  await openButton(page).click();
  await expectTenant(page, 'sample');
  await expect(queueRows(page)).toHaveCount(waiting - 1);
  await banner(page).getByRole('button', { name: 'Remove' }).click();
  await expectTenant(page, tenant.tenant);
  await expect(openButton(page)).toBeVisible();
  await page.goto('/settings/audit');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.filter({ hasText: 'Removed the sample data' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Loaded the sample data' })).toHaveCount(1);

  // The cookie alone opens nothing.
  await forgetSession(page);
  const cookie = { name: 'whetstone.world', value: 'sample', url: tenant.url, httpOnly: true };
  await page.context().addCookies([cookie]);
  await signIn(page, tenant.url, tenant.key);
  await page.goto('/review');
  await expect(page.getByRole('banner')).toContainText(`Tenant ${tenant.tenant}`);
  await expect(banner(page)).toBeHidden();
});

// The built client in a page of another origin: the gateway that lists the origin answers, any other costs the page
// nothing.

async function pageOf(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  return page;
}

/** Recalls and records in the page; answers with what came of it. */
async function learn(page: Page, options: { url: string; apiKey?: string; recallTimeoutMs: number }) {
  return await page.evaluate(async (given) => {
    const library = '/index.js';
    const { Whetstone } = (await import(library)) as typeof import('../client/src/index.ts');
    const client = new Whetstone({ ...given, agentId: 'page' });
    const started = performance.now();
    const recall = await client.recall('pack a box');
    const ms = performance.now() - started;
    client.record({ task: 'pack a box', recall_id: recall.recall_id, session_id: 'page' });
    const { sent, waiting } = await client.flush({ timeoutMs: 500 });
    const { instructions, failure } = recall;
    return { instructions, failure: failure?.kind ?? null, ms, sent, waiting };
  }, options);
}

it('serves the client in a page of another origin that it lists, and costs any other page nothing', async ({
  context,
  request,
  tenant,
}) => {
  await buildClientPackage();
  const { agentOrigin } = shared();
  const strangers = await servePages();
  const { url, headers } = tenant;
  const bullets = [{ content: 'Pack the heavy things of a box below.' }];
  const skill = { agent_id: 'page', name: 'pack-boxes', description: 'Pack a box', bullets };
  await request.post('/v1/skills', { headers, data: skill });
  const { key: apiKey } = await addKey(tenant, 'page', ['learn']);
  const page = await pageOf(context, agentOrigin);
  const options = { url, apiKey, recallTimeoutMs: 10_000 };
  const learned = await learn(page, options);
  expect(learned).toMatchObject({ failure: null, sent: 1 });
  expect(learned.instructions).toContain('heavy things');
  // What waits is sent when the page goes.
  await page.evaluate(async (given) => {
    const library = '/index.js';
    const { Whetstone } = (await import(library)) as typeof import('../client/src/index.ts');
    const client = new Whetstone({ ...given, agentId: 'page', flushIntervalMs: 60_000 });
    client.record({ task: 'the last words', session_id: 'left' });
  }, options);
  await page.goto('about:blank');
  const latest = '/v1/episodes/latest?session_id=left&agent_id=page';
  await expect.poll(async () => (await request.get(latest, { headers })).status()).toBe(200);

  await page.goto(`${agentOrigin}/`);
  const refused = `http://127.0.0.1:${await freePort()}`;
  const silent = 'http://silent.localhost';
  await context.route(`${silent}/**`, () => undefined);
  const stranger = await pageOf(context, strangers.origin);
  for (const [where, to, failure] of [
    [page, refused, 'network'],
    [page, silent, 'timeout'],
    [stranger, url, 'network'],
  ] as const) {
    const { ms, ...outcome } = await learn(where, { url: to, recallTimeoutMs: 1000 });
    expect(outcome).toEqual({ instructions: '', failure, sent: 0, waiting: 1 });
    expect(ms).toBeLessThan(5000);
  }
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  strangers.close();
});
