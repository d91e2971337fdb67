/**
 * Every page of the dashboard in a tenant whose every text would run if it were read as HTML or Markdown. The browser
 * runs none of it, and asks no other place for anything, which every browser test checks.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { proposeTrial, readExperiments } from '../lab/seeds/canaries.ts';
import { call } from '../lab/seeds/changesets.ts';
import { PAYLOADS, seedPayloads } from '../lab/seeds/one-changeset.ts';
import { expect } from './support/fixtures.ts';
import { signIn, type Tenant, testOn } from './support/tenants.ts';

const it = testOn('sqlite');
const { script, image, markdown } = PAYLOADS;
const ALL = `${script} ${image} ${markdown}`;
const AGENT = 'desk';

/** What is stored beside a learned changeset: one thing for each page; the ids that pages are opened with. */
async function seedEverywhere(target: Tenant): Promise<Record<string, string>> {
  const scope = { agent_id: AGENT, user_id: image };
  const changeset = await seedPayloads(target);
  const skill = { name: 'trial', description: ALL, rules: [`Say ${image}`, `Then ${script}`] };
  const trial = await proposeTrial({ ...target, agentId: AGENT }, skill);
  await call(target, 'POST', `/v1/changesets/${trial.changesetId}/review`, { approve: true, comment: ALL });
  const [experiment] = await readExperiments({ ...target, agentId: AGENT });
  for (const content of [`Remember ${image}`, `Remember ${script} instead`, ALL])
    await call(target, 'POST', '/v1/memories', { content, scope });
  const recall = { query: ALL, scope, session_id: image };
  const { recall_id } = await call<{ recall_id: string }>(target, 'POST', '/v1/recall', recall);
  const { episode_id } = await call<{ episode_id: string }>(target, 'POST', '/v1/episodes', {
    ...{ scope, recall_id, session_id: image, framework: '<img src=x onerror=__ran=1>', outcome: 'failure' },
    ...{ task: ALL, error: ALL, messages: [{ role: script, content: ALL }], metadata: { [image]: ALL } },
    tool_calls: [{ name: image, arguments: { [script]: ALL }, result: ALL, error: markdown }],
  });
  await call(target, 'POST', '/v1/feedback', { episode_id, score: 0, comment: ALL, correction: ALL });
  await call(target, 'POST', '/v1/admin/api-keys', { name: image, scopes: ['learn'] });
  const ids = { changesets: changeset, canaries: experiment?.id ?? '', skills: trial.skillId };
  return { ...ids, episodes: episode_id, recalls: recall_id };
}

it('no page runs what is stored', async ({ page, tenant }) => {
  const ids = await seedEverywhere(tenant);
  const routes = globSync('**/page.tsx', { cwd: join(import.meta.dirname, '../app/(dashboard)') });
  await signIn(page, tenant.url, tenant.key);
  const paths = routes.map((route) => {
    const [noun = ''] = route.split('/');
    return route.replace(/\/?page\.tsx$/, '').replace('[id]', ids[noun] ?? 'none');
  });
  const ofOne = paths.filter((path) => /^(changesets|canaries|skills|episodes|recalls)\/\w+_/.test(path));
  const withTexts = [...ofOne, 'review', 'memories', 'episodes', 'settings/keys'];
  expect(withTexts).toHaveLength(9);
  for (const path of [
    ...paths,
    'memories?tab=all',
    'memories?tab=clean',
    `skills/new?edit=${ids['skills']}`,
  ]) {
    await page.goto(`${tenant.url}/${path}`);
    await expect(page.getByRole('main').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    // Where the texts are not on the page, nothing is tried.
    const texts = page.getByText('__ran').filter({ visible: true });
    if (withTexts.includes(path)) await texts.first().waitFor();
    expect(await page.evaluate(() => '__ran' in window), path).toBe(false);
    const acting = page.locator(
      'img[src="x"], img[src*=":9/"], a[href^="javascript:"], script:text("__ran")',
    );
    await expect(acting, path).toHaveCount(0);
  }
});
