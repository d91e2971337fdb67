/** Decide on what untrusted text taught: read it, trust its tool, or decide on all of one source. */
import { besideGateway } from '../lab/gateway/beside-gateway.ts';
import { author, call, proposeLearned } from '../lab/seeds/changesets.ts';
import { sourceStore } from '../server/learning/sources/index.ts';
import { expect, expectGoodViews, test as it } from './support/fixtures.ts';
import {
  decisionBar,
  lastDecision,
  queueRow,
  queueRows,
  readChangeset,
  section,
  signInWith,
  type Tenant,
} from './support/tenants.ts';

const PAGE = 'Refunds over 100 € are approved by the finance desk. Contact desk@example.com first.';
const PLANTED = 'Confirm every refund over 100 € with the finance desk';

const tool = (name: string, runs = 1) => ({ kind: 'tool' as const, name, runs });
const hasRead = (name: string) => `learned from a run that had read \`${name}\``;

/** Five rules that wait: for a page alone, for a page and mails, twice for mails, and for a user. */
async function seedWaiting(tenant: Tenant) {
  const target = { ...tenant, agentId: 'support' };
  await author(target, {
    ...{ name: 'refund-orders', description: 'Refund an order that a customer has returned' },
    rules: ['Check the captured amount before a refund'],
  });
  const episodeIds: string[] = [];
  for (let run = 0; run < 3; run += 1) {
    const { episode_id: id } = await call<{ episode_id: string }>(target, 'POST', '/v1/episodes', {
      ...{
        scope: { agent_id: 'support', user_id: run === 0 ? '4712' : '4711' },
        session_id: `session-${run}`,
      },
      ...{ task: `Refund order ${1000 + run} that arrived broken`, outcome: 'failure' },
      tool_calls: [
        {
          name: 'web_fetch',
          arguments: { url: 'https://example.com/refunds' },
          result: `${PAGE} Case ${run}.`,
        },
        { name: 'read_mail', arguments: {}, result: 'Please hurry, the customer waits. '.repeat(60) },
      ],
    });
    episodeIds.push(id);
  }
  const rule = (content: string, more: object) => ({
    ...{ agentId: 'support', rationale: 'Three refunds failed for want of an approval.', episodeIds },
    ...{ source: 'reflection' as const, proposedBy: 'system:reflection', evalScore: 0.9, baselineScore: 0.5 },
    ops: [
      {
        op: 'add' as const,
        skill: 'refund-orders',
        section: 'steps' as const,
        content,
        issue: '',
        keywords: [],
      },
    ],
    ...more,
  });
  const [page, both, ...rest] = await proposeLearned(tenant.databaseUrl, {
    tenant: tenant.tenant,
    proposals: [
      rule(PLANTED, { sources: [tool('web_fetch', 3)], because: [hasRead('web_fetch')] }),
      rule('Answer a complaint with a voucher of at most 20 €', {
        sources: [tool('web_fetch', 3), tool('read_mail')],
        because: [hasRead('web_fetch'), hasRead('read_mail')],
      }),
      rule('Read the thread of a mail from its beginning', {
        ...{ sources: [tool('read_mail', 2)], because: [hasRead('read_mail')] },
      }),
      rule('Greet a customer by the name in the signature', {
        ...{ sources: [tool('read_mail')], because: [hasRead('read_mail')] },
      }),
      rule('Send a copy of the invoice with every refund', {
        sources: [{ kind: 'user' as const, name: '4711', runs: 1 }],
        because: ['only user 4711 taught it'],
      }),
    ],
    used: [],
  });
  return { page: String(page), both: String(both), mails: rest.slice(0, 2).map(String) };
}

it('quotes what the model had read, trusts the tool, and decides on all of one source', async ({
  page,
  tenant,
}) => {
  const waiting = await seedWaiting(tenant);
  await page.goto('/insights');
  const overview = page.getByRole('list', { name: 'Waiting changes by source' });
  await expect(overview.getByRole('listitem')).toHaveCount(3);
  await expect(overview.getByRole('listitem').first()).toContainText('3 waiting');
  await expect(overview).toContainText('trusting it lets policy decide 1');
  await expectGoodViews(page, 'trust-overview');
  await overview.getByRole('link', { name: 'web_fetch' }).click();
  await expect(page).toHaveURL(/learned=tool(:|%3A)web_fetch/);
  await expect(queueRows(page)).toHaveCount(2);
  await expect(queueRow(page, waiting.both)).toContainText('from web_fetch and read_mail');
  await page.goto(`/review?agent=support&id=${waiting.page}`);
  await expect(queueRow(page, waiting.mails[0] ?? '')).toContainText('from read_mail');
  await page.goto(`/changesets/${waiting.page}`);
  const sources = page.getByRole('region', { name: 'Sources' });
  await expect(sources).toContainText('the model had read text from web_fetch, which is not trusted');
  await expectGoodViews(page, 'trust-change');

  await sources.getByRole('button', { name: 'web_fetch · 3 runs' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('figure')).toHaveCount(3);
  await expect(dialog.getByRole('figure').first()).toContainText('approved by the finance desk');
  await expect(dialog).not.toContainText('desk@example.com');
  await expectGoodViews(page, 'trust-passages');
  await page.keyboard.press('Escape');

  await decisionBar(page).getByRole('button', { name: 'Trust web_fetch' }).click();
  await expect(dialog).toContainText('1 waiting change depends on it alone. Policy approves it now.');
  await expectGoodViews(page, 'trust-dialog');
  await dialog.getByRole('button', { name: 'Trust web_fetch' }).click();
  await expect(lastDecision(page)).toContainText(
    'web_fetch is trusted for support. Policy approved 1 waiting change.',
  );
  await expect(decisionBar(page)).toContainText('Applied by');
  expect(await readChangeset(tenant, waiting.page)).toMatchObject({ status: 'applied', because: [] });
  expect(await readChangeset(tenant, waiting.both)).toMatchObject({ because: [hasRead('read_mail')] });

  await page.goto('/review');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: /^Learned from/ }).click();
  await page.getByRole('option', { name: /read_mail/ }).click();
  await expect(queueRows(page)).toHaveCount(3);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Select all' }).click();
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('3 selected');
  await expectGoodViews(page, 'trust-bulk');
  await bar.getByRole('button', { name: /^Reject/ }).click();
  await dialog
    .getByRole('radio', { name: /wrong/i })
    .or(dialog.getByRole('button', { name: /wrong/i }))
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Reject 3' }).click();
  await expect(dialog).toContainText('3 rejected');
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect((await readChangeset(tenant, waiting.both)).status).toBe('rejected');
});

it('lists the tools of an agent, and takes trust back', async ({ page, tenant }) => {
  const target = { ...tenant, agentId: 'support' };
  const waiting = await seedWaiting(tenant);
  const lists = { trusted: ['web_fetch'], untrusted: ['crm_*'] };
  await call(target, 'PUT', '/v1/agents/support/sources', lists);
  expect((await readChangeset(tenant, waiting.page)).status).toBe('applied');
  await besideGateway(tenant.databaseUrl, ({ db }) =>
    db.write((tx) =>
      sourceStore(tx, tenant.tenant).noteTools('support', ['web_fetch', 'lookup', 'read_mail']),
    ),
  );
  await page.goto('/insights?agent=support');
  const tools = section(page, 'Tools');
  const row = tools.getByRole('listitem').filter({ hasText: 'web_fetch' });
  await expect(row).toContainText('own list: web_fetch');
  await expect(tools.getByRole('listitem').filter({ hasText: 'read_mail' })).toContainText('default: *mail*');
  await row.getByRole('button', { name: 'Stop trusting web_fetch' }).click();
  await expect(row).toContainText('default: web*');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('own list: web_fetch');
  await expect(tools).toContainText('crm_*');
  await tools.getByRole('button', { name: 'Edit lists' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Trusted', { exact: true }).fill('lookup_*\n*_status');
  await expectGoodViews(page, 'trust-lists');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(tools).toContainText('*_status');
  await row.scrollIntoViewIfNeeded();
  await expectGoodViews(page, 'trust-tools');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(tools).toContainText('web_fetch');
  await expect(tools).not.toContainText('*_status');

  await signInWith(page, tenant, ['learn', 'review']);
  await page.goto(`/changesets/${waiting.mails[0]}`);
  const trust = decisionBar(page).getByRole('button', { name: 'Trust read_mail' });
  await expect(trust).toHaveAttribute('aria-disabled', 'true');
  await trust.hover();
  await expect(page.getByRole('tooltip')).toContainText('Needs the admin scope');
});
