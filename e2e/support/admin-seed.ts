/** What administrators find in a tenant that is in use: keys, a user's data, and an audit log of both. */
import type { Page } from '@playwright/test';
import type { Tenant } from './world.ts';

async function post(page: Page, { url, headers }: Tenant, path: string, data: unknown): Promise<unknown> {
  const response = await page.request.post(`${url}${path}`, { headers, data });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return await response.json();
}

/** A key of the tenant by the API; answers with its id and the raw key. */
export async function addKey(page: Page, target: Tenant, name: string, scopes: string[]) {
  return (await post(page, target, '/v1/admin/api-keys', { name, scopes })) as { id: string; key: string };
}

/** Everything that an erasure reaches: two memories and so a profile, two episodes, one feedback, one recall. */
export async function rememberUser(page: Page, target: Tenant, userId: string): Promise<void> {
  const scope = { agent_id: 'support', user_id: userId };
  await post(page, target, '/v1/memories', {
    content: 'Prefers to be called after six',
    kind: 'preference',
    scope,
  });
  await post(page, target, '/v1/memories', {
    content: 'Lives in the old town of Bergen',
    kind: 'fact',
    scope,
  });
  await recordRun(page, target, userId);
  const { episode_id } = await recordRun(page, target, userId);
  await post(page, target, '/v1/feedback', { episode_id, score: 1, source: 'user' });
  await post(page, target, '/v1/recall', { query: 'Refund order 1001', scope });
}

/** One episode of the user. */
export async function recordRun(page: Page, target: Tenant, userId: string): Promise<{ episode_id: string }> {
  const scope = { agent_id: 'support', user_id: userId };
  const reply = await post(page, target, '/v1/episodes', {
    task: 'Refund order 1001',
    outcome: 'success',
    scope,
  });
  return reply as { episode_id: string };
}
