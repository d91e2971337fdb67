/**
 * Every page of the dashboard where it has nothing to show, while it waits, where nothing can be loaded, and where
 * the key lacks the scope. What a page shows of data is looked at by its own tests.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectFitsPhone,
  expectGoodViews,
  expectNoSidewaysScroll,
  followTo,
  ignoreNotFound,
  test as it,
  PHONE,
} from './support/fixtures.ts';
import { signInAsOperator, signInWith } from './support/tenants.ts';

/** A page's folder below the dashboard's, the address that is visited, and the scopes that it needs. */
interface Visited {
  route: string;
  path: string;
  scopes: 'learn' | 'review' | 'learn and review' | 'admin';
  /** What stands there in a tenant without anything; for one thing by its id, that it is not there. */
  empty: string;
  /** What stands there where no call is answered. */
  failed: string;
}

const ROWS: readonly [string, string, Visited['scopes'], string, string][] = [
  ['connect', '/connect', 'review', 'First steps', 'load the first steps'],
  ['review', '/review', 'review', 'Connect an agent', 'load the queue'],
  ['changesets/[id]', '/changesets/cs_none', 'review', 'Changeset not found', 'load the changeset'],
  ['canaries', '/canaries', 'review', 'No canary is running', 'load the canaries'],
  ['canaries/[id]', '/canaries/ex_none', 'review', 'Canary not found', 'load the canary'],
  ['skills', '/skills', 'learn', 'No skills yet', 'load the skills'],
  ['skills/[id]', '/skills/sk_none', 'learn', 'Skill not found', 'load the skill'],
  ['skills/new', '/skills/new?edit=sk_none', 'learn and review', 'Skill not found', 'load the skill'],
  ['memories', '/memories', 'learn', 'No held memories', 'load the held memories'],
  ['memories', '/memories?tab=all', 'learn', 'No memories yet', 'load the memories'],
  ['memories', '/memories?tab=clean', 'learn', 'Nothing to clean up', 'load what might be cleaned up'],
  ['episodes', '/episodes', 'review', 'No episodes yet', 'load the episodes'],
  ['episodes/[id]', '/episodes/ep_none', 'learn', 'Episode not found', 'load the episode'],
  ['recalls/[id]', '/recalls/rc_none', 'learn', 'Recall not found', 'load the recall'],
  ['playground', '/playground?task=Refund', 'review', 'No skill matched the task', 'load the preview'],
  ['insights', '/insights', 'learn and review', 'Holdout is off', 'load the insights'],
  ['settings/keys', '/settings/keys', 'admin', 'yours', 'load the keys'],
  ['settings/erasure', '/settings/erasure', 'admin', 'Nothing stored', 'count'],
  ['settings/audit', '/settings/audit', 'admin', 'Created an API key', 'load the audit log'],
  ['settings/model', '/settings/model', 'admin', 'No learning model is configured', 'load the model'],
  ['settings/usage', '/settings/usage', 'admin', 'No tokens in the last', 'load the usage'],
  [
    'settings/policy',
    '/settings/policy',
    'admin',
    'No learned change has been decided yet',
    'load the settings',
  ],
  ['settings/jobs', '/settings/jobs', 'admin', 'No job has failed', 'load the failed jobs'],
  ['settings/webhooks', '/settings/webhooks', 'admin', 'No webhooks yet', 'load the webhooks'],
];

const PAGES = ROWS.map(
  ([route, path, scopes, empty, failed]): Visited => ({
    ...{ route, path, scopes, empty, failed },
  }),
);

/** Goes to a page from the one that is open, so that the browser makes its calls; to the counts before an erasure by asking. */
async function visit(page: Page, { path, route, scopes }: Visited, scope?: string): Promise<void> {
  await followTo(page, path);
  // Without the scope the form is not shown.
  if (route !== 'settings/erasure' || (scope !== undefined && scope !== scopes)) return;
  await page.getByLabel('User id', { exact: true }).fill('nobody');
  await page.keyboard.press('Enter');
}

const FAULT = { kind: 'internal', detail: 'internal error', requestId: 'req_1', problems: null };

async function refuse(route: Route): Promise<void> {
  const calls = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
  await route.fulfill({ json: calls.map(() => ({ error: { message: 'x', code: -32603, data: FAULT } })) });
}

/** Answers no call of the page until `fail`, and from then on each with a failure, until `hold`. */
async function holdCalls(page: Page): Promise<{ hold: () => void; fail: () => Promise<void> }> {
  let held: Route[] | null = [];
  await page.route('**/api/trpc/**', async (route) => {
    if (held === null) await refuse(route);
    else held.push(route);
  });
  return {
    hold() {
      held = [];
    },
    async fail() {
      const waiting = held ?? [];
      held = null;
      await Promise.all(waiting.map(refuse));
    },
  };
}

/** Opened by no key of a tenant; `erasure.spec.ts` looks at it. */
const OF_THE_OPERATOR = ['settings/tenants'];

const shownText = (page: Page, text: string) =>
  page.getByRole('main').getByText(text).filter({ visible: true }).first();

it('leaves no page out', () => {
  const pages = globSync('**/page.tsx', { cwd: join(import.meta.dirname, '../app/(dashboard)') });
  const routes = new Set(
    [...PAGES.map(({ route }) => route), ...OF_THE_OPERATOR].map((one) => `${one}/page.tsx`),
  );
  expect(new Set(pages)).toEqual(routes);
});

it('every page says what is not there yet, on a phone', async ({ page, tenant: _tenant, errors }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible();
  await expectGoodViews(page, 'not-found');
  await page.setViewportSize(PHONE);
  for (const visited of PAGES) {
    // The server makes the calls.
    await page.goto(visited.path);
    if (visited.route === 'settings/erasure') await visit(page, visited);
    await expect(shownText(page, visited.empty)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  ignoreNotFound(errors);
});

it('every page says that it waits, and what failed', async ({ page, tenant, errors }) => {
  const calls = await holdCalls(page);
  await page.goto('/no/such/page');
  for (const [at, visited] of PAGES.entries()) {
    calls.hold();
    await visit(page, visited);
    await expect(page.getByRole('main').locator('[aria-busy=true]').first()).toBeVisible();
    await expectFitsPhone(page);
    await calls.fail();
    const block = page.getByRole('alert').filter({ hasText: `Could not ${visited.failed}` });
    await expect(block).toContainText('req_1');
    await expect(block.getByRole('button', { name: 'Try again' })).toBeVisible();
    // The words differ from page to page, not what is drawn.
    if (at === 0) await expectGoodViews(page, 'failed');
  }
  await signInAsOperator(page, tenant.url, tenant.tenant);
  await page.unrouteAll();
  await page.goto('/no/such/page');
  await page.route('**/api/trpc/**', refuse);
  await followTo(page, '/settings/tenants');
  const alert = page.getByRole('alert').filter({ hasText: 'Could not load the tenants' });
  await expect(alert).toBeVisible();
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table').first()).toBeVisible();
  ignoreNotFound(errors);
});

for (const scope of ['learn', 'review', 'admin'] as const) {
  it(`every page names the scope that a key of ${scope} lacks, and asks for nothing that it may not read`, async ({
    page,
    tenant,
    errors,
  }) => {
    const refused: string[] = [];
    page.on('response', async (response) => {
      if (!response.url().includes('/api/trpc/')) return;
      const body = await response.text().catch(() => '');
      if (body.includes('missing scope')) refused.push(`${page.url()} asked ${response.url()}`);
    });
    await signInWith(page, tenant, [scope]);
    await page.goto('/no/such/page');
    for (const visited of PAGES) {
      await visit(page, visited, scope);
      // A page that it may read settles on what is not there; any other one says what it needs.
      const text = visited.scopes === scope ? visited.empty : `This page needs the ${visited.scopes} scope`;
      await expect(shownText(page, text)).toBeVisible();
    }
    await page.waitForLoadState('networkidle');
    await page.goto(PAGES.find(({ scopes }) => scopes !== scope)?.path ?? '');
    await expect(page.getByRole('main')).toContainText('This page needs the');
    if (scope === 'learn') await expectGoodViews(page, 'no-scope');
    expect(refused).toEqual([]);
    ignoreNotFound(errors);
  });
}
