/** A page arrives with what it shows: it reads without script, and asks nothing again that its HTML already holds. */
import { readExperiments } from '../../lab/seeds/canaries.ts';
import { call } from '../../lab/seeds/changesets.ts';
import { remember } from '../../lab/seeds/episodes.ts';
import { SKILLS } from '../../lab/seeds/texts.ts';
import { expect } from '../support/fixtures.ts';
import { signIn, type Tenant, testOn } from '../support/tenants.ts';

const it = testOn('sqlite');

/** Changes are announced within a second of their writing. */
const ANNOUNCED_MS = 2500;

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

it('the first HTML of each page holds its content', async ({ page, tenant, seeded }) => {
  const pages = await seedPages(tenant, seeded);
  await signIn(page, tenant.url, tenant.key);
  for (const [path, text] of pages) {
    await untilWarm(async () => {
      const answer = await page.request.get(`${tenant.url}${path}`);
      expect(answer.headers()['cache-control']).toContain('no-store');
      const html = await answer.text();
      expect(textOf(html).includes(text), `${path} has “${text}”`).toBe(true);
      expect(html.includes('aria-busy="true"'), `${path} waits for nothing`).toBe(false);
      // What is streamed later is hidden until a script puts it into its place.
      expect(html.includes('<div hidden id="S:'), `${path} hides nothing`).toBe(false);
    });
  }
});

it('each page can be read without script', async ({ browser, page, tenant, seeded }) => {
  const pages = await seedPages(tenant, seeded);
  await signIn(page, tenant.url, tenant.key);
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ javaScriptEnabled: false, storageState });
  const silent = await context.newPage();
  for (const [path, text] of pages) {
    await untilWarm(async () => {
      await silent.goto(`${tenant.url}${path}`);
      const shown = silent.getByRole('main').getByText(text).filter({ visible: true }).first();
      await expect(shown, path).toBeVisible({ timeout: 1000 });
    });
  }
  await context.close();
});

for (const timezoneId of ['UTC', 'Asia/Kathmandu']) {
  it.describe(`a browser in ${timezoneId}`, () => {
    it.use({ timezoneId, locale: 'en-US' });

    // That the page and the HTML agree is checked by the frame of all tests, which fails for an error in the console.
    it('takes each page over as it arrived and asks for nothing again', async ({ page, tenant, seeded }) => {
      const pages = await seedPages(tenant, seeded);
      await signIn(page, tenant.url, tenant.key);
      // The first visit tells the time zone; what was seeded is announced while it lasts.
      await page.goto(`${tenant.url}/skills`);
      await expect(page.getByText('Live', { exact: true })).toBeVisible();
      await page.waitForTimeout(ANNOUNCED_MS);
      for (const [path, text] of pages) {
        await untilWarm(async () => {
          const asked: string[] = [];
          const note = (request: { url: () => string }) => asked.push(request.url());
          page.on('request', note);
          await page.goto(`${tenant.url}${path}`);
          await expect(page.getByText('Live', { exact: true })).toBeVisible();
          await page.waitForLoadState('networkidle');
          await expect(page.getByRole('main')).toContainText(text);
          page.off('request', note);
          // The next changesets are read ahead.
          const again = asked.filter((url) => /\/api\/trpc\/(?!(changesets\.detail,?)+\?)/.test(url));
          expect(again, path).toEqual([]);
        });
      }
    });
  });
}
