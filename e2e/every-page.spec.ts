/**
 * Every page of the dashboard where it has nothing to show, while it waits, where nothing can be loaded, and where
 * the key lacks the scope. What a page shows of data is looked at by its own tests.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { expect, expectGoodViews, followTo, ignoreNotFound } from './support/fixtures.ts';
import { createKey, signIn, testOn } from './support/tenants.ts';

interface Visited {
  /** Its folder below the dashboard's, and the address that is visited. */
  route: string;
  path: string;
  scopes: 'learn' | 'review' | 'learn and review' | 'admin';
  /** What stands there in a tenant without anything; for one thing by its id, that it is not there. */
  empty: string;
  /** What stands there where no call is answered. */
  failed: string;
}

const LEARN = { scopes: 'learn' } as const;
const REVIEW = { scopes: 'review' } as const;
const BOTH = { scopes: 'learn and review' } as const;
const ADMIN = { scopes: 'admin' } as const;

const PAGES: readonly Visited[] = [
  { route: 'connect', path: '/connect', ...REVIEW, empty: 'First steps', failed: 'load the first steps' },
  { route: 'review', path: '/review', ...REVIEW, empty: 'Connect an agent', failed: 'load the queue' },
  {
    ...{ route: 'changesets/[id]', path: '/changesets/cs_none', ...REVIEW },
    ...{ empty: 'Changeset not found', failed: 'load the changeset' },
  },
  {
    route: 'canaries',
    path: '/canaries',
    ...REVIEW,
    empty: 'No canary is running',
    failed: 'load the canaries',
  },
  {
    ...{ route: 'canaries/[id]', path: '/canaries/ex_none', ...REVIEW },
    ...{ empty: 'Canary not found', failed: 'load the canary' },
  },
  { route: 'skills', path: '/skills', ...LEARN, empty: 'No skills yet', failed: 'load the skills' },
  {
    ...{ route: 'skills/[id]', path: '/skills/sk_none', ...LEARN },
    ...{ empty: 'Skill not found', failed: 'load the skill' },
  },
  {
    ...{ route: 'skills/new', path: '/skills/new?edit=sk_none', ...BOTH },
    ...{ empty: 'Skill not found', failed: 'load the skill' },
  },
  {
    route: 'memories',
    path: '/memories',
    ...LEARN,
    empty: 'No held memories',
    failed: 'load the held memories',
  },
  {
    ...{ route: 'memories', path: '/memories?tab=all', ...LEARN },
    ...{ empty: 'No memories yet', failed: 'load the memories' },
  },
  {
    ...{ route: 'memories', path: '/memories?tab=clean', ...LEARN },
    ...{ empty: 'Not checked yet', failed: 'load what might be cleaned up' },
  },
  { route: 'episodes', path: '/episodes', ...REVIEW, empty: 'No episodes yet', failed: 'load the episodes' },
  {
    ...{ route: 'episodes/[id]', path: '/episodes/ep_none', ...LEARN },
    ...{ empty: 'Episode not found', failed: 'load the episode' },
  },
  {
    ...{ route: 'recalls/[id]', path: '/recalls/rc_none', ...LEARN },
    ...{ empty: 'Recall not found', failed: 'load the recall' },
  },
  {
    ...{ route: 'playground', path: '/playground?task=Refund', ...REVIEW },
    ...{ empty: 'No skill matched the task', failed: 'load the preview' },
  },
  { route: 'insights', path: '/insights', ...BOTH, empty: 'Holdout is off', failed: 'load the insights' },
  { route: 'settings/keys', path: '/settings/keys', ...ADMIN, empty: 'yours', failed: 'load the keys' },
  {
    route: 'settings/erasure',
    path: '/settings/erasure',
    ...ADMIN,
    empty: 'Nothing stored',
    failed: 'count',
  },
  {
    route: 'settings/audit',
    path: '/settings/audit',
    ...ADMIN,
    empty: 'Created an API key',
    failed: 'load the audit log',
  },
  {
    route: 'settings/usage',
    path: '/settings/usage',
    ...ADMIN,
    empty: 'No tokens in the last',
    failed: 'load the usage',
  },
  {
    route: 'settings/policy',
    path: '/settings/policy',
    ...ADMIN,
    empty: 'No learned change has been decided yet',
    failed: 'load the settings',
  },
  {
    route: 'settings/jobs',
    path: '/settings/jobs',
    ...ADMIN,
    empty: 'No job has failed',
    failed: 'load the failed jobs',
  },
  {
    route: 'settings/webhooks',
    path: '/settings/webhooks',
    ...ADMIN,
    empty: 'No webhooks yet',
    failed: 'load the webhooks',
  },
];

/** Goes to a page; to the counts before an erasure one comes by asking for them. */
async function visit(page: Page, url: string, visited: Visited): Promise<void> {
  await page.goto(`${url}${visited.path}`);
  await askFor(page, visited);
}

/** Goes to a page from the one that is open, so that the browser makes its calls. */
async function visitInBrowser(page: Page, visited: Visited): Promise<void> {
  await followTo(page, visited.path);
  await askFor(page, visited);
}

async function askFor(page: Page, { route }: Visited): Promise<void> {
  if (route !== 'settings/erasure') return;
  await page.getByLabel('User id', { exact: true }).fill('nobody');
  await page.keyboard.press('Enter');
}

/** As {@link visit}, where the form that it fills may not be shown. */
async function visitAs(scope: string, page: Page, url: string, visited: Visited): Promise<void> {
  if (visited.scopes === scope) await visit(page, url, visited);
  else await page.goto(`${url}${visited.path}`);
}

/** `changesets-id-failed`. */
const nameOf = ({ path, route }: Visited, state: string) => {
  const tab = /tab=(\w+)/.exec(path)?.[1];
  return `${(tab === undefined ? route : `${route}-${tab}`).replace(/\W+/g, '-').replace(/-$/, '')}-${state}`;
};

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

/** Opened by no key of a tenant; `erasure/tenants.spec.ts` looks at it. */
const OF_THE_OPERATOR = ['settings/tenants'];

const it = testOn('sqlite');
it.describe.configure({ mode: 'parallel' });

it('leaves no page out', () => {
  const pages = globSync('**/page.tsx', { cwd: join(import.meta.dirname, '../app/(dashboard)') });
  const routes = new Set(
    [...PAGES.map(({ route }) => route), ...OF_THE_OPERATOR].map((one) => `${one}/page.tsx`),
  );
  expect(new Set(pages)).toEqual(routes);
});

it('every page says what is not there yet', async ({ page, tenant: { url, key }, errors }) => {
  await signIn(page, url, key);
  for (const visited of PAGES) {
    await visit(page, url, visited);
    await expect(
      page.getByRole('main').getByText(visited.empty).filter({ visible: true }).first(),
    ).toBeVisible();
    await expectGoodViews(page, nameOf(visited, 'empty'), { axeWidth: 390 });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}/no/such/page`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible();
  await expectGoodViews(page, 'not-found');
  ignoreNotFound(errors);
});

it('every page says that it waits, and what failed', async ({ page, tenant: { url, key }, errors }) => {
  await signIn(page, url, key);
  const calls = await holdCalls(page);
  await page.goto(`${url}/no/such/page`);
  for (const visited of PAGES) {
    calls.hold();
    await visitInBrowser(page, visited);
    await expect(page.getByRole('main').locator('[aria-busy=true]').first()).toBeVisible();
    // The other states have the same colours.
    await expectGoodViews(page, nameOf(visited, 'waits'), { inDark: false });
    await calls.fail();
    const block = page.getByRole('alert').filter({ hasText: `Could not ${visited.failed}` });
    await expect(block).toContainText('req_1');
    await expect(block.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expectGoodViews(page, nameOf(visited, 'failed'));
  }
  ignoreNotFound(errors);
});

for (const scope of ['learn', 'review', 'admin'] as const) {
  it(`every page names the scope that a key of ${scope} lacks, and asks for nothing that it may not read`, async ({
    page,
    tenant: { url, tenant },
    errors,
  }) => {
    const refused: string[] = [];
    page.on('response', async (response) => {
      if (!response.url().includes('/api/trpc/')) return;
      const body = await response.text().catch(() => '');
      if (body.includes('missing scope')) refused.push(`${page.url()} asked ${response.url()}`);
    });
    await signIn(page, url, await createKey(page, url, { tenant, scopes: [scope] }));
    for (const visited of PAGES) {
      await visitAs(scope, page, url, visited);
      // A page that it may read settles on what is not there; any other one says what it needs.
      const said = visited.scopes === scope ? visited.empty : `This page needs the ${visited.scopes} scope`;
      await expect(page.getByRole('main').getByText(said).filter({ visible: true }).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
    }
    // The words differ from page to page, not what is drawn.
    await page.goto(`${url}${PAGES.find(({ scopes }) => scopes !== scope)?.path}`);
    await expect(page.getByRole('main')).toContainText('This page needs the');
    await expectGoodViews(page, `no-scope-${scope}`);
    expect(refused).toEqual([]);
    // The browser writes answers that there is nothing into its console; nothing else may stand there.
    expect(errors.filter((error) => !error.includes('404 (Not Found)'))).toEqual([]);
    errors.length = 0;
  });
}
