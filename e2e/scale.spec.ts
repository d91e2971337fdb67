/**
 * Figures, not verdicts: how long the lists of a large tenant take to their first page, to the next one and to each filter,
 * and how long a reviewer waits for the next changeset. `npm run test:release` prints them.
 */
import type { Page } from '@playwright/test';
import { expect, test as it } from './support/fixtures.ts';
import { print, printWait, seedLargeTenant } from './support/large-tenant.ts';
import { changesetHeading, type Tenant } from './support/tenants.ts';

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

async function measureList(page: Page, list: List): Promise<void> {
  const { path, procedure } = list;
  const wait = (what: string, act: () => Promise<unknown>, further = false) =>
    printWait(page, { name: `lists ${path} ${what}`, procedure, act, further });
  // What the page before still asks for would be taken for this page's, and is never answered once it is left.
  await page.goto('about:blank');
  // The server makes the first call itself.
  const start = performance.now();
  await page.goto(path);
  print(`lists ${path} first page, with the whole page: ${Math.round(performance.now() - start)} ms`);
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

const DECISIONS = 10;

/**
 * Milliseconds from a key until the heading of another changeset has been painted, as the page itself sees
 * it.
 */
async function untilNext(page: Page, key: string): Promise<number> {
  const shown = await page.evaluateHandle(() => {
    const id = () =>
      document.querySelector('li[data-changeset]:has(a[aria-current=true])')?.getAttribute('data-changeset');
    const before = id();
    const next = new Promise<number>((resolve) => {
      const began = (event: KeyboardEvent) => {
        const look = () => {
          const there = document.activeElement?.hasAttribute('data-changeset-heading') && id() !== before;
          if (there) resolve(performance.now() - event.timeStamp);
          else requestAnimationFrame(look);
        };
        look();
      };
      document.addEventListener('keydown', began, { once: true, capture: true });
    });
    // In an object: a promise itself would be waited for before the key is pressed.
    return { next };
  });
  await page.keyboard.press(key);
  return await shown.evaluate(({ next }) => next);
}

it('measures the lists and the review of a large tenant', async ({ page, tenant }) => {
  await seedLargeTenant(tenant);
  for (const list of LISTS) await measureList(page, list);
  for (const text of ['refund', 'refund invoice', 'nowhere to be found']) {
    await printFind(page, tenant, `command menu "${text}"`, text);
  }
  await expect(page.getByRole('alert').filter({ hasText: 'Could not' })).toHaveCount(0);
  await page.goto('/review?order=age&risk=low');
  await expect(changesetHeading(page)).toBeVisible();
  const waits: number[] = [];
  for (let at = 0; at < DECISIONS; at += 1) waits.push(await untilNext(page, 'a'));
  const sorted = waits.toSorted((a, b) => a - b).map(Math.round);
  print(`review next changeset after a decision: ${sorted.join(' ')} ms`);
});
