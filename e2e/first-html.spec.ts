/** A page arrives with what it shows: it reads without script, and asks nothing again that its HTML already holds. */
import { readExperiments } from './support/canaries.ts';
import { remember } from './support/episodes.ts';
import { expect } from './support/fixtures.ts';
import { call } from './support/seed-changesets.ts';
import { SKILLS } from './support/seed-texts.ts';
import { signIn, type Tenant, testOn } from './support/tenants.ts';

const it = testOn('sqlite');

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
    ['/review?tab=canary', 'on trial'],
    [`/changesets/${seeded.add}`, 'Why'],
    ['/skills', skill.name],
    [`/skills/${skill.id}`, skill.name],
    ['/memories?tab=all', 'The refund desk opens at six'],
    ['/episodes', TASK],
    [`/episodes/${episode}`, TASK],
    ['/insights', 'Pending changesets'],
    ['/canaries', 'Canaries'],
    [`/canaries/${experiment?.id}`, 'Results so far'],
    [`/recalls/${recall.recall_id}`, TASK],
  ];
}

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
    const html = await (await page.request.get(`${tenant.url}${path}`)).text();
    expect.soft(textOf(html), path).toContain(text);
    expect.soft(html, path).not.toContain('aria-busy="true"');
    // What is streamed later is hidden until a script puts it into its place.
    expect.soft(html, path).not.toContain('<div hidden id="S:');
  }
});
