/**
 * Figures, not verdicts: how long every list of a large tenant takes to its first page, to the next one and
 * to each filter.
 */
import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { largeTenant, MEASURED, print, printWait } from '../support/large-tenant.ts';
import { signIn, type Tenant, testOn } from '../support/tenants.ts';

interface List {
  path: string;
  /** The call that reads it. */
  procedure: string;
  /** What the address may ask of it; a word that is in a few rows only is looked for among all. */
  filters: readonly string[];
  /** Whether it goes on after a first page. */
  more: boolean;
}

/** A skill of the large tenant. */
const SKILL = 'sk_01K00000010000000000000043';
const RARE = 'text=number+4243';
const NOWHERE = 'text=nowhere+to+be+found';

const LISTS: readonly List[] = [
  {
    ...{ path: '/review', procedure: 'changesets.queue', more: true },
    filters: [
      ...['order=age', 'order=newest', 'order=risk', 'order=eval', 'order=skill', 'tab=decided', 'tab=all'],
      ...['source=curation', 'risk=high', 'finding=lint', `skill=${SKILL}`, 'agent=support', RARE, NOWHERE],
    ],
  },
  {
    ...{ path: '/skills', procedure: 'skills.list', more: true },
    filters: [
      ...['order=success', 'order=uses', 'status=active', 'tag=tag-7', 'pinned=yes', 'agent=support'],
      ...['text=refund-40', NOWHERE],
    ],
  },
  {
    ...{ path: '/memories?tab=all', procedure: 'memories.list', more: true },
    filters: [
      ...['kind=lesson', 'user=u_42', 'status=superseded', 'status=any', 'agent=billing', RARE, NOWHERE],
      ...['as_of=2026-02-01T00:00:00Z', 'as_of=2026-02-01T00:00:00Z&agent=billing'],
    ],
  },
  { path: '/memories', procedure: 'memories.list', filters: ['agent=billing'], more: true },
  {
    ...{ path: '/episodes', procedure: 'episodes.list', more: true },
    filters: [
      ...['outcome=failure', 'user=u_42', 'session=session-42', 'holdout=yes', 'reflected=no'],
      ...['agent=billing', 'agent=billing&outcome=failure&reflected=no', RARE, NOWHERE],
    ],
  },
  { path: '/canaries', procedure: 'canaries.list', filters: ['tab=ended', 'agent=support'], more: false },
  {
    ...{ path: '/settings/audit', procedure: 'audit.search', more: true },
    filters: [
      ...['action=skill.rollback', 'actor=key%3Akey_7', 'resource=skill%3A', 'from=2026-02-01&to=2026-02-02'],
      ...['resource=skill%3Ask_4242', 'action=apikey.created&actor=key%3Akey_4', RARE, NOWHERE],
    ],
  },
  { path: '/settings/jobs', procedure: 'jobs.failed', filters: [], more: true },
  { path: '/settings/usage', procedure: 'usage.read', filters: [], more: false },
  { path: '/settings/keys', procedure: 'keys.list', filters: ['revoked=show'], more: false },
];

async function measureList(page: Page, tenant: Tenant, list: List, dialect: string): Promise<void> {
  const { path, procedure } = list;
  const wait = (what: string, act: () => Promise<unknown>, further = false) =>
    printWait(page, { name: `lists ${dialect} ${path} ${what}`, procedure, act, further });
  // What the page before still asks for would be taken for this page's, and is never answered once it is left.
  await page.goto('about:blank');
  // The server makes the first call itself.
  const start = performance.now();
  await page.goto(`${tenant.url}${path}`);
  print(
    `lists ${dialect} ${path} first page, with the whole page: ${Math.round(performance.now() - start)} ms`,
  );
  if (list.more) {
    const more = page.getByRole('button', { name: 'Load more' });
    await wait('next page', () => more.scrollIntoViewIfNeeded(), true);
  }
  const [base = '', query] = path.split('?');
  for (const filter of list.filters) {
    const address = `${base}?${[query, filter].filter(Boolean).join('&')}`;
    // What a filter's control does, without the pause that typing is given.
    await wait(filter, () => page.evaluate((to) => window.history.pushState(null, '', to), address));
  }
}

/** Prints how long the command menu waits for what has these words. */
async function printFind(page: Page, { url }: Tenant, name: string, text: string): Promise<void> {
  const input = encodeURIComponent(JSON.stringify({ 0: { text } }));
  const start = performance.now();
  const answer = await page.request.get(`${url}/api/trpc/overview.find?batch=1&input=${input}`);
  expect(answer.ok()).toBe(true);
  print(`lists ${name}: ${Math.round(performance.now() - start)} ms`);
}

for (const dialect of MEASURED) {
  const it = testOn(dialect);
  it(`measures every list of a large tenant (${dialect})`, async ({ page, gateway }) => {
    const tenant = await largeTenant(page, gateway);
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, tenant.url, tenant.key);
    for (const list of LISTS) await measureList(page, tenant, list, dialect);
    for (const text of ['refund', 'refund invoice', 'nowhere to be found']) {
      await printFind(page, tenant, `${dialect} command menu "${text}"`, text);
    }
    await expect(page.getByRole('alert').filter({ hasText: 'Could not' })).toHaveCount(0);
  });
}
