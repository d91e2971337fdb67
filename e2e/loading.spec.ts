/**
 * A page arrives with what it shows: it reads without script, asks nothing again that its HTML already holds, and loads no
 * more script than its first view needs.
 */
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { readExperiments } from '../lab/seeds/canaries.ts';
import { call } from '../lab/seeds/changesets.ts';
import { remember } from '../lab/seeds/episodes.ts';
import { SKILLS } from '../lab/seeds/texts.ts';
import { expect, test as it } from './support/fixtures.ts';
import { changesetHeading, queueRow, queueRows, type Tenant } from './support/tenants.ts';

const TASK = 'Refund the order of a customer who was charged twice';

/** Each page with something that stands on it. */
type Shown = [path: string, text: string];

/** A run with a recall, a memory, and what `seeded` made; the pages on which they are to be seen. */
async function seedPages(tenant: Tenant, seeded: { add: string }): Promise<Shown[]> {
  const scope = { agent_id: 'support' };
  const recall = await call<{ recall_id: string }>(tenant, 'POST', '/v1/recall', { query: TASK, scope });
  const run = { scope, task: TASK, outcome: 'success', session_id: 'session-of-recall' };
  const { episode_id: episode } = await call<{ episode_id: string }>(tenant, 'POST', '/v1/episodes', {
    ...{ ...run, recall_id: recall.recall_id },
  });
  await remember(tenant, { content: 'The refund desk opens at six', agent: 'support' });
  const [experiment] = await readExperiments({ ...tenant, agentId: 'support' });
  const path = `/v1/skills/${SKILLS.refunds.name}?agent_id=support`;
  const skill = await call<{ id: string; name: string }>(tenant, 'GET', path);
  return [
    ['/review', 'Answer a chargeback of the card network'],
    ['/review?tab=canary', 'kubernetes-rollout'],
    [`/changesets/${seeded.add}`, 'Why'],
    ['/skills', skill.name],
    [`/skills/${skill.id}`, skill.name],
    ['/memories?tab=all', 'The refund desk opens at six'],
    ['/episodes', TASK],
    [`/episodes/${episode}`, TASK],
    ['/insights', 'Offer the three closest products'],
    ['/canaries', 'kubernetes-rollout'],
    [`/canaries/${experiment?.id}`, 'with a timeout of five minutes'],
    [`/recalls/${recall.recall_id}`, TASK],
  ];
}

/**
 * Tries again for a while: what takes the server over two seconds is left to the browser, as the first calls of a
 * gateway may be on a busy machine.
 */
const untilWarm = (look: () => Promise<void>) => expect(look).toPass({ timeout: 60_000 });

/** The text of a document as a reader without script sees it. */
function textOf(html: string): string {
  return html
    .replaceAll(/<(script|style|title)\b.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

it.describe('in a browser far from UTC', () => {
  it.use({ timezoneId: 'Asia/Kathmandu', locale: 'en-US' });

  // That the page and the HTML agree is checked by the frame of all tests, which fails for an error in the console.
  it('each page has its content in its first HTML, and asks for nothing again', async ({
    browser,
    page,
    tenant,
    seeded,
  }) => {
    const pages = await seedPages(tenant, seeded);
    for (const [path, text] of pages) {
      await untilWarm(async () => {
        const answer = await page.request.get(path);
        expect(answer.headers()['cache-control']).toContain('no-store');
        const html = await answer.text();
        expect(textOf(html).includes(text), `${path} has “${text}”`).toBe(true);
        expect(html.includes('aria-busy="true"'), `${path} waits for nothing`).toBe(false);
        // What is streamed later is hidden until a script puts it into its place.
        expect(html.includes('<div hidden id="S:'), `${path} hides nothing`).toBe(false);
      });
    }

    // The first visit tells the time zone.
    await page.goto('/skills');
    for (const [path, text] of pages) {
      await untilWarm(async () => {
        const requests: string[] = [];
        const note = (request: { url: () => string }) => requests.push(request.url());
        page.on('request', note);
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        await expect(page.getByRole('main')).toContainText(text);
        page.off('request', note);
        // The next changesets are read ahead, and the badges are asked for every five seconds.
        const expected = /\/api\/trpc\/(?!((changesets\.detail|overview\.badges),?)+\?)/;
        const again = requests.filter((url) => expected.test(url));
        expect(again, path).toEqual([]);
      });
    }

    const storageState = await page.context().storageState();
    const context = await browser.newContext({ javaScriptEnabled: false, storageState });
    const silent = await context.newPage();
    for (const [path, text] of pages.slice(0, 3)) {
      await silent.goto(`${tenant.url}${path}`);
      await expect(silent.getByRole('main').getByText(text).filter({ visible: true }).first()).toBeVisible();
    }
    await context.close();
  });
});

/** The list with a changeset beside it; the list alone. In bytes, each script compressed by itself. */
const MOST = { changeset: 246_000, list: 216_000 };

/** Loads a page from the start and sums up its scripts once it asks for nothing more. */
async function measureScripts(page: Page, url: string, ready: () => Promise<void>): Promise<number> {
  const scripts = new Set<string>();
  const note = (request: { resourceType: () => string; url: () => string }) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  };
  await page.goto('about:blank');
  page.on('request', note);
  await page.goto(url);
  await ready();
  await page.waitForLoadState('networkidle');
  page.off('request', note);
  const sizes = await Promise.all(
    [...scripts].map(async (address) => gzipSync(await (await page.request.get(address)).body()).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

it('the review page loads no more script than its first view needs', async ({ page, seeded }) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto('/review');
  // The server knows the width of the window from a cookie that the page before has set.
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('wide%3Dno');
  const list = await measureScripts(page, '/review', () => expect(queueRows(page).first()).toBeVisible());
  expect(list).toBeLessThanOrEqual(MOST.list);
  await page.setViewportSize({ width: 1440, height: 900 });
  const beside = await measureScripts(page, `/review?id=${seeded.add}`, async () => {
    await expect(changesetHeading(page)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Decision' })).toBeVisible();
  });
  expect(beside).toBeLessThanOrEqual(MOST.changeset);
  await expect(queueRow(page, seeded.add)).toBeVisible();
});
