/** Read one change and amend it: every kind, its evidence, what became of it, and what it makes of a recall. */
import type { Page } from '@playwright/test';
import { author, call, type Kind, propose } from '../lab/seeds/changesets.ts';
import { seedErased } from '../lab/seeds/one-changeset.ts';
import { EVOLVED } from '../lab/seeds/texts.ts';
import type { Operation } from '../server/domain/skills/changesets/ops.ts';
import {
  DESK,
  expect,
  expectFitsPhone,
  expectGoodViews,
  followTo,
  ignoreErrors,
  ignoreNotFound,
  test as it,
  PHONE,
  testWith,
} from './support/fixtures.ts';
import { CLOSED_SETTINGS } from './support/gateways.ts';
import { freshTenant, queueRow, signInWith, type Tenant, withoutNews } from './support/tenants.ts';

const changes = (page: Page) => page.getByRole('region', { name: 'Changes', exact: true });
const firstCard = (page: Page) => changes(page).getByRole('article').first();
const bar = (page: Page) => page.getByRole('region', { name: 'Decision' });

/** The line that opens to what stands behind it. */
const fold = (page: Page, title: string) =>
  page.locator('summary').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/changesets/${id}`);
  // The heading is there before the page's script is.
  await expect(changes(page)).toBeVisible();
}

/** As {@link open}, from a page of the dashboard that is open. */
async function follow(page: Page, id: string): Promise<void> {
  await followTo(page, `/changesets/${id}`);
  await expect(changes(page)).toBeVisible();
}

const statusOf = async (tenant: Tenant, id: string) =>
  (await call<{ status: string }>(tenant, 'GET', `/v1/changesets/${id}`)).status;

/** What the first card of each kind, or the page, says of it. */
const SEEN: Record<Kind, (page: Page) => Promise<void>> = {
  newSkill: async (page) => {
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      'chargeback-replies: Answer a chargeback',
    );
    await expect(firstCard(page)).toContainText('Answer within seven days of the notice');
  },
  add: async (page) => {
    await expect(firstCard(page)).toContainText('Added');
    const [why, policy] = [fold(page, 'Why'), fold(page, 'Policy:')];
    await expect(why).toContainText('6 runs, 4 failed');
    await why.click();
    await expect(page.getByText('From 6 episodes (4 failures) in 3 sessions.')).toBeVisible();
    await expect(
      page.getByText('Judge’s score from 0 to 1: 0.62 with the change, 0.50 without it'),
    ).toBeVisible();
    await expect(policy).toContainText('hold, because scored 0.62, at least 0.70 is required');
    await policy.click();
    await expect(page.getByText('Policy, Minimum eval score: 0.7')).toBeVisible();
  },
  update: async (page) => {
    await expect(firstCard(page).locator('ins')).toContainText('and all earlier refunds');
    await expect(page.getByText('changes an existing rule')).toBeVisible();
  },
  merge: async (page) => {
    await expect(firstCard(page)).toContainText('Merged into another');
    await expect(firstCard(page).locator('del').first()).toContainText('Order invoices by the date');
    await expect(firstCard(page)).toContainText('Replaced by this rule');
    await expectGoodViews(page, 'changeset-merge');
  },
  remove: async (page) => {
    await expect(firstCard(page).locator('del')).toContainText('Close the ticket at once');
    await expect(page.getByText('removes a rule')).toBeVisible();
  },
  description: async (page) => {
    await expect(firstCard(page)).toContainText('Description');
    await expect(page.getByText('changes when the skill is served')).toBeVisible();
  },
  findings: async (page) => {
    await expect(firstCard(page)).toContainText('Looks like a secret: password assignment');
    await expect(firstCard(page).locator('mark[data-finding]')).toHaveText('[REDACTED password_assignment]');
    await page.getByRole('button', { name: 'View as JSON' }).click();
    await expect(page.locator('pre')).toContainText('[REDACTED password_assignment]');
    await expect(page.locator('main')).not.toContainText('Hunter2');
    await expectGoodViews(page, 'changeset-findings');
  },
  drifted: async (page) => {
    await expect(page.getByText(/catalogue-search went from v1 to v2 by/)).toBeVisible();
    await expect(page.getByText(/A change applies only to the version/)).toBeVisible();
    await expect(page.getByRole('button', { name: /Apply|Approve/ })).toHaveCount(0);
    await expectFitsPhone(page);
  },
  behindCanary: async (page) => {
    await expect(page.getByText(/A canary runs on kubernetes-rollout/)).toBeVisible();
  },
  evolution: async (page) => {
    await expect(changes(page).getByRole('article')).toHaveCount(18);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('… and 17 more');
    await expectFitsPhone(page);
  },
};

it('shows every kind of change with what speaks for and against it', async ({ page, seeded }) => {
  await open(page, seeded.canary);
  await expect(page.getByText(/Sent to a canary by/)).toBeVisible();
  for (const kind of Object.keys(SEEN) as Kind[]) {
    await follow(page, seeded[kind]);
    await SEEN[kind](page);
  }
  await expect(page).toHaveTitle(/\w.* · Whetstone$/);
  await expect(page).not.toHaveTitle(/^Changeset · /);
});

it('says what became of it, and keeps comments in its history', async ({ page, tenant, seeded }) => {
  const review = (id: string, body: object) => call(tenant, 'POST', `/v1/changesets/${id}/review`, body);
  await review(seeded.add, { approve: true, comment: 'Good catch' });
  await review(seeded.remove, { approve: false, comment: 'unsafe' });
  await open(page, seeded.add);
  const applied = page.getByRole('region', { name: 'Outcome' });
  await expect(applied).toContainText('refund-orders v2 is still served to agents');
  await expect(page.getByText('Good catch')).toBeVisible();
  const skill = await call<{ id: string }>(tenant, 'GET', '/v1/skills/refund-orders?agent_id=support');
  await call(tenant, 'POST', `/v1/skills/${skill.id}/rollback`, { version: 1 });
  await expect(applied).toContainText('was rolled back in v3', { timeout: 30_000 });
  await expectGoodViews(page, 'changeset-decided');
  await follow(page, seeded.remove);
  await expect(bar(page)).toContainText('unsafe');
  await expect(page.getByRole('button', { name: 'Amend' })).toBeHidden();
  await page.getByLabel('Comment for the history').fill('Ask the warehouse first');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.locator('blockquote').filter({ hasText: 'Ask the warehouse first' })).toBeVisible();
  await expect(page.getByLabel('Comment for the history')).toHaveValue('');
  await page.reload();
  await expect(page.getByText('Ask the warehouse first')).toBeVisible();
});

const RULES = {
  zh: ['退款前先查询已收金额', '退款前先查询已收金额，并核对以前的退款'],
  ar: ['تحقق من المبلغ قبل رد الأموال', 'تحقق من المبلغ والعملة قبل رد الأموال'],
} as const;

/** Changes beside the seeded ones: eight operations, hidden characters, Chinese, Arabic. */
async function seedTexts(target: Tenant): Promise<Record<string, string>> {
  const rules = [RULES.zh[0], RULES.ar[0]];
  const skill = { name: 'write-replies', description: 'Write replies', rules };
  const { bullets } = await author({ ...target, agentId: 'support' }, skill);
  const add = (content: string): Operation => ({
    ...{ op: 'add', skill: 'write-replies', section: 'steps', content, issue: '', keywords: [] },
  });
  const reword = (at: number, content: string): Operation => ({
    ...{ op: 'update', skill: 'write-replies', bullet: bullets[at]?.id ?? '', content },
  });
  const kinds = {
    eight: EVOLVED.map(add),
    hidden: [add('Greet the customer\u202e and\u200b name the order')],
    cjk: [reword(0, RULES.zh[1])],
    rtl: [reword(1, RULES.ar[1])],
  };
  const ids = await propose(
    target,
    // Only an evolution may have so many operations.
    Object.values(kinds).map((ops) => ({
      ...{ ops, rationale: 'Replies went wrong.' },
      source: ops.length > 1 ? 'evolution' : 'reflection',
    })),
  );
  return Object.fromEntries(Object.keys(kinds).map((kind, at) => [kind, ids[at] ?? '']));
}

it('is read by keys, and goes to what was not on the screen before a key decides', async ({
  page,
  tenant,
  seeded,
}) => {
  await open(page, seeded.evolution);
  await expect(changes(page).getByRole('article')).toHaveCount(18);
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await expect(page.getByRole('article', { name: /^Change 2 of 18/ })).toBeFocused();
  await page.keyboard.press('Shift+N');
  await expect(page.getByRole('article', { name: /^Change 1 of 18/ })).toBeFocused();
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/diff=side/);
  await expect(page.getByRole('button', { name: 'Inline' })).toBeVisible();
  await follow(page, seeded.update);
  await page.keyboard.press('u');
  await expect(changes(page)).toContainText('Write the ticket number into the refund note');
  await page.keyboard.press('v');
  await expect(page.getByText(/refund-orders: \d+ characters before, \d+ characters after/)).toBeVisible();
  await page.getByRole('link', { name: 'SKILL.md' }).click();
  await expect(page.getByText('name: refund-orders')).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 500 });
  const { eight = '' } = await seedTexts(tenant);
  await page.goto(`/review?id=${eight}`);
  await expect(page.locator('[data-change-text] ins')).toHaveCount(8);
  await page.keyboard.press('a');
  await expect(
    bar(page).getByText('Some changes had not been on screen yet. Press A again to approve.'),
  ).toBeVisible();
  expect(await statusOf(tenant, eight)).toBe('pending');
  await page.keyboard.press('a');
  await expect(queueRow(page, eight)).toContainText('Applied as v2');
});

/** Whether every line of the first marked words is on the screen, with nothing over it. */
async function seesFirstChange(page: Page): Promise<boolean> {
  const change = page.locator('[data-change-text]').first();
  const mark = change.locator('ins, del').first();
  await expect(mark).toBeVisible();
  return await mark.evaluate((element) =>
    [...element.getClientRects()].every(({ left, top, bottom, width, height }) => {
      if (width < 4) return true;
      const over = document.elementFromPoint(left + Math.min(width / 2, 24), top + height / 2);
      return top >= 0 && bottom <= innerHeight && element.closest('[data-change-text]')?.contains(over);
    }),
  );
}

it('shows the first change of every kind without scrolling, at a desk and in the hand', async ({
  page,
  tenant,
  seeded,
}) => {
  const { add, update, remove, description, newSkill, merge } = seeded;
  const kinds = { add, update, remove, description, newSkill, merge, ...(await seedTexts(tenant)) };
  expect(Object.keys(kinds)).toHaveLength(10);
  const missing: string[] = [];
  const views = [
    ['queue', DESK, (id: string) => `/review?id=${id}`],
    ['page', DESK, (id: string) => `/changesets/${id}?from=queue`],
    ['hand', PHONE, (id: string) => `/changesets/${id}?from=queue`],
  ] as const;
  for (const [view, size, addressOf] of views) {
    await page.setViewportSize(size);
    await page.goto('/skills');
    for (const [kind, id] of Object.entries(kinds)) {
      await followTo(page, addressOf(id));
      if (!(await seesFirstChange(page))) missing.push(`${kind} at ${view}`);
    }
  }
  expect(missing).toEqual([]);
});

it('is not applied where somebody else amended it meanwhile, and says what changed', async ({
  page,
  tenant,
  seeded,
  errors,
}) => {
  // Nobody tells this page: the amendment and the click meet at the server.
  await withoutNews(page);
  await open(page, seeded.update);
  await expect(bar(page).getByRole('button', { name: /Apply as v2/ })).toBeVisible();
  const path = `/v1/changesets/${seeded.update}`;
  const { ops } = await call<{ ops: object[] }>(tenant, 'GET', path);
  const content = 'Something that this reviewer has never read';
  await call(tenant, 'POST', `${path}/amend`, { ops: ops.map((op) => ({ ...op, content })) });
  await bar(page)
    .getByRole('button', { name: /Apply as v2/ })
    .click();
  const notice = bar(page).getByRole('alert');
  await expect(notice).toContainText(
    'Not decided: things changed since this was shown: its operations were amended',
  );
  await expect(notice).toContainText(/The changes were amended by \S+/);
  await expect(changes(page)).toContainText(content);
  expect(await statusOf(tenant, seeded.update)).toBe('pending');
  await notice.getByRole('button', { name: 'Understood' }).click();
  await bar(page)
    .getByRole('button', { name: /Apply as v2/ })
    .click();
  await expect(bar(page)).toContainText('Applied by you');
  // The refusal itself.
  ignoreErrors(errors, '409');
});

it('is amended while it is scanned, shown beside the original, and approved', async ({
  page,
  tenant,
  seeded,
}) => {
  await open(page, seeded.evolution);
  await page.keyboard.press('e');
  const form = page.getByRole('form', { name: 'Amend the changes' });
  const first = form.getByRole('group', { name: 'Change 1', exact: true });
  const wording = first.getByLabel('Wording');
  await wording.fill('List every open case, the password=Hunter2-Str0ng-Pa55 too');
  await expect(first.getByText('Looks like a secret: password assignment')).toBeVisible();
  await wording.fill('List every open case with its owner');
  await expect(first.getByText(/it changes nothing/)).toBeVisible();
  const save = form.getByRole('button', { name: 'Save the amendment' });
  await expect(save).toBeDisabled();
  await wording.fill('List every open case with its owner and its channel');
  await form.getByRole('group', { name: 'Change 2', exact: true }).getByLabel('Leave out').check();
  await expect(form.getByText('17 changes of 18 kept')).toBeVisible();
  await expectGoodViews(page, 'changeset-amend');
  // Escape leaves the form and keeps the draft.
  await wording.focus();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.keyboard.press('e');
  await expect(wording).toHaveValue('List every open case with its owner and its channel');
  await form.getByLabel('Why you amend it').fill('Shorter');
  await expect(save).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+Enter');
  const notice = page.getByRole('region', { name: 'Amendment' });
  await expect(notice).toContainText('1 reworded, 1 left out of 18 changes');
  await notice.getByRole('button', { name: 'Compare with the original' }).click();
  await expect(notice.locator('del').last()).toContainText('Name the next step');
  await expect(page.getByText('Shorter')).toBeVisible();
  await bar(page)
    .getByRole('button', { name: /Apply as v2/ })
    .focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('Applied by you');
  const path = '/v1/skills/shift-handover?agent_id=support';
  const skill = await call<{ bullets: { content: string }[] }>(tenant, 'GET', path);
  const served = skill.bullets.map(({ content }) => content);
  expect(served).toContain('List every open case with its owner and its channel');
  expect(served).toContain('Name the next step of each case');

  // Somebody decides while it is amended.
  await follow(page, seeded.update);
  await page.keyboard.press('e');
  await form.getByLabel('Wording').fill('Look up every earlier refund');
  await call(tenant, 'POST', `/v1/changesets/${seeded.update}/review`, { approve: false, comment: 'no' });
  await expect(page.getByText(/Someone decided it meanwhile: it is rejected and can/)).toBeVisible({
    timeout: 30_000,
  });
  await expect(form.getByLabel('Wording')).toHaveValue('Look up every earlier refund');
  await expect(save).toBeDisabled();
});

it('is proposed again on the present version where it is stale, and after a rejection', async ({
  page,
  tenant,
  seeded,
}) => {
  await open(page, seeded.drifted);
  await page.getByRole('button', { name: 'Re-propose on v2' }).click();
  await expect(page).not.toHaveURL(new RegExp(seeded.drifted));
  await expect(bar(page).getByRole('button', { name: /Apply as v3/ })).toBeVisible();
  await bar(page)
    .getByRole('button', { name: /^Reject/ })
    .click();
  await page.keyboard.press('1');
  const again = bar(page).getByRole('button', { name: 'Propose again' });
  await expect(again).toBeVisible();
  const rejected = page.url();
  await again.click();
  await expect(page).not.toHaveURL(rejected);
  await expect(bar(page).getByRole('button', { name: /Apply as v3/ })).toBeVisible();

  // What turned stale while it was open is not approved by the first press.
  const write = (name: string, ...rules: string[]) =>
    call(tenant, 'POST', '/v1/skills', {
      ...{ agent_id: 'support', name, description: 'Refund an order for a customer' },
      bullets: rules.map((content) => ({ content })),
    });
  await write('greet', 'Say the name');
  const content = 'Name the order';
  const add: Operation = { op: 'add', skill: 'greet', section: 'steps', content, issue: '', keywords: [] };
  const [id = ''] = await propose(tenant, [{ ops: [add], rationale: 'Greetings were short.' }]);
  await follow(page, id);
  await expect(bar(page).getByRole('button', { name: /Apply as v2|Start canary/ })).toBeVisible();
  await write('greet', 'Say the name', 'Say good day');
  await expect(bar(page).getByRole('button', { name: 'Re-propose on v2' })).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('a');
  await expect(bar(page)).toContainText('This changeset went stale while it was open.');
  expect(await statusOf(tenant, id)).toBe('pending');
  await page.keyboard.press('a');
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(bar(page).getByRole('button', { name: /Apply as v3|Start canary vs v2/ })).toBeVisible();

  // Where it does not fit any more, what collides stands side by side, and no key approves it.
  await write('refund-orders', 'Ask the payments service what was captured');
  await follow(page, seeded.update);
  const collision = page.getByRole('region', { name: 'Conflicts' });
  await expect(collision).toBeVisible();
  await expectGoodViews(page, 'changeset-collides');
  await page.goto(`/review?id=${seeded.update}`);
  await expect(collision).toContainText('The rule no longer exists.');
  await expect(collision).toContainText('When it was proposed, v1');
  await expect(collision.locator('ins')).toContainText('and all earlier refunds');
  await expect(collision).toContainText('The skill now, v2');
  await expect(collision).toContainText('Ask the payments service what was captured');
  await expect(bar(page)).toContainText('It no longer fits the skill.');
  await expect(bar(page).getByRole('button', { name: /Apply|Approve|propose/ })).toHaveCount(0);
  await page.keyboard.press('a');
  expect(await statusOf(tenant, seeded.update)).toBe('pending');
  await bar(page)
    .getByRole('button', { name: /^Reject/ })
    .click();
  await page.keyboard.press('1');
  await expect(page.getByRole('region', { name: 'Decided last' })).toContainText('Rejected');
  expect(await statusOf(tenant, seeded.update)).toBe('rejected');
});

it('shows the run behind a change, and that one of them was erased', async ({
  page,
  gateway,
  tenant,
  errors,
}) => {
  const id = await seedErased(tenant);
  await open(page, id);
  await page.locator('summary').filter({ hasText: 'Why' }).click();
  await expect(page.getByText(/1 purged or erased since/)).toBeVisible();
  await page.keyboard.press('p');
  const panel = page.getByRole('dialog', { name: 'Evidence' });
  await expect(panel.locator('blockquote')).toHaveText('they hung up');
  await panel.getByRole('button', { name: 'Next run' }).click();
  await expect(panel.getByText('purged or erased', { exact: true })).toBeVisible();
  await expect(panel).not.toContainText('too slow');
  await expectGoodViews(page, 'changeset-support');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  const foreign = await seedErased(await freshTenant(page, gateway));
  await page.goto(`/changesets/${foreign}`);
  await expect(page.getByText('Changeset not found')).toBeVisible();
  ignoreNotFound(errors);
});

it('can be tried in the playground beside what is served now', async ({ page, tenant }) => {
  const target = { ...tenant, agentId: 'quay' };
  const task = 'Refund a parcel that was damaged on the quay';
  const rules = ['Photograph the parcel before you open it'];
  const skill = await author(target, { name: 'damaged-parcels', description: task, rules });
  await call(target, 'POST', '/v1/memories', {
    content: 'Parcels damaged on the quay are refunded in full',
    scope: { agent_id: 'quay', user_id: 'ada' },
  });
  const [rule] = skill.bullets;
  const content = 'Ask the harbour office for the damage report';
  const update: Operation = { op: 'update', skill: 'damaged-parcels', bullet: rule?.id ?? '', content };
  const [id = ''] = await propose(target, [
    { ops: [update], rationale: 'Runs lacked the report.', evalScore: 0.1 },
  ]);
  await open(page, id);
  await page.getByRole('link', { name: 'Try in playground' }).click();
  await expect(page).toHaveURL(/\/playground\?/);
  const served = page.getByRole('list', { name: 'Served now' });
  await expect(served).toContainText(rules[0] ?? '');
  await expect(page.getByText('Parcels damaged on the quay')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Served with the change' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('harbour office');
  await expect(page.getByText('The change alters what is served for this task.')).toBeVisible();
  await expect(page.getByText('Minimum scores: 0.12 for skills, 0.12 for memories.')).toBeVisible();
  await expectGoodViews(page, 'playground-change');
  await page.getByRole('textbox', { name: /^User id/ }).fill('ada');
  await page.getByRole('combobox', { name: 'Compare with a pending change' }).selectOption('');
  await page.getByRole('button', { name: 'Show what is served' }).click();
  await expect(served).toContainText('Parcels damaged on the quay');
  await expect(page.getByRole('heading', { name: 'Served with the change' })).toHaveCount(0);
  await followTo(page, `/skills/${skill.id}`);
  await expect(page.getByRole('link', { name: 'Try in playground' })).toHaveAttribute('href', /task=Refund/);
});

testWith({ ...CLOSED_SETTINGS, SERVICE_REVIEW_FOUR_EYES: 'true' })(
  'is approved by another than its author where two people must agree',
  async ({ page, tenant }) => {
    const { changeset_id: id } = await call<{ changeset_id: string }>(tenant, 'POST', '/v1/skills', {
      name: 'deploy-service',
      description: 'Deploy a service',
      bullets: [{ content: 'Check the free disk space first' }],
    });
    await page.goto(`/changesets/${id}`);
    await expect(bar(page)).toContainText('You proposed or wrote this. Someone else has to approve it.');
    await expect(bar(page).getByRole('button', { name: 'Create as v1' })).toHaveCount(0);
    await expect(bar(page).getByRole('button', { name: 'Reject' })).toBeVisible();
    await signInWith(page, tenant, ['review']);
    await page.goto(`/changesets/${id}`);
    await bar(page).getByRole('button', { name: 'Create as v1' }).click();
    await expect(bar(page)).toContainText('Applied');
  },
);
