/** What a decision takes: the change in sight without scrolling, and how many keys. */
import type { Page } from '@playwright/test';
import { call, propose, type Seeded } from '../../lab/seeds/changesets.ts';
import { EVOLVED } from '../../lab/seeds/texts.ts';
import type { Operation } from '../../server/domain/skills/changesets/ops.ts';
import { expect, saveScreenshot } from '../support/fixtures.ts';
import { openReview, queueRow, signIn, type Tenant, testOn } from '../support/tenants.ts';

const TIMEOUT_MS = 180_000;
const it = testOn('sqlite');

const RULES = {
  zh: ['退款前先查询已收金额', '退款前先查询已收金额，并核对以前的退款'],
  ar: ['تحقق من المبلغ قبل رد الأموال', 'تحقق من المبلغ والعملة قبل رد الأموال'],
} as const;

const added = (content: string): Operation => ({
  ...{ op: 'add', skill: 'write-replies', section: 'steps', content, issue: '', keywords: [] },
});

/** Four more kinds beside the seeded ones: eight operations, hidden characters, CJK, right to left. */
async function seedTexts(target: Tenant): Promise<Record<string, string>> {
  const bullets = [RULES.zh[0], RULES.ar[0]].map((content) => ({ content }));
  const skill = { agent_id: 'support', name: 'write-replies', description: 'Write replies', bullets };
  await call(target, 'POST', '/v1/skills', skill);
  const path = '/v1/skills/write-replies?agent_id=support';
  const known = await call<{ bullets: { id: string }[] }>(target, 'GET', path);
  const reword = (at: number, content: string): Operation => ({
    ...{ op: 'update', skill: 'write-replies', bullet: known.bullets[at]?.id ?? '', content },
  });
  const eight = EVOLVED.map(added);
  const kinds = {
    eight,
    hidden: [added('Greet the customer\u202e and\u200b name the order')],
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

/** Whether every line of the first marked words is on the screen, with nothing over it. */
async function firstChangeSeen(page: Page): Promise<boolean> {
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
  it.setTimeout(TIMEOUT_MS);
  const { add, update, remove, description, newSkill, merge } = seeded;
  const kinds = { add, update, remove, description, newSkill, merge, ...(await seedTexts(tenant)) };
  expect(Object.keys(kinds)).toHaveLength(10);
  await signIn(page, tenant.url, tenant.key);
  const views = [
    ['review', 1440, 900, (id: string) => `/review?id=${id}`],
    ['page', 1440, 900, (id: string) => `/changesets/${id}?from=queue`],
    ['hand', 390, 844, (id: string) => `/changesets/${id}?from=queue`],
  ] as const;
  const missing: string[] = [];
  for (const [view, width, height, addressOf] of views) {
    await page.setViewportSize({ width, height });
    for (const [kind, id] of Object.entries(kinds)) {
      await page.goto(`${tenant.url}${addressOf(id)}`);
      if (!(await firstChangeSeen(page))) missing.push(`${kind} at ${view}`);
      await saveScreenshot(page, `decide-${kind}-${view}`);
    }
  }
  expect(missing).toEqual([]);
});

/** Presses keys and counts them; words that are typed count as none. */
function keysOf(page: Page) {
  let count = 0;
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      count += keys.length;
    },
    count: () => count,
  };
}

const statusOf = async (tenant: Tenant, id: string) =>
  await call<{
    status: string;
    rejection_reason: string | null;
    applied_versions: Record<string, number> | null;
  }>(tenant, 'GET', `/v1/changesets/${id}`);

const toldLine = (page: Page) => page.getByRole('region', { name: 'Decided last' });
/** Each way of deciding: what is pressed, and the most keys that it may take. */
const WAYS: Record<string, { most: number; decide: (page: Page, at: Way) => Promise<void> }> = {
  approve: {
    most: 1,
    decide: async (page, { tenant, seeded, press }) => {
      await openReview(page, tenant, `?id=${seeded.add}`);
      await expect(page.getByRole('button', { name: /Apply as v2/ })).toBeVisible();
      await expect(page.locator('[data-change-text] ins').first()).toBeVisible();
      await press('a');
      await expect(toldLine(page)).toContainText('Applied as v2');
      await expect(toldLine(page)).toContainText('refund-orders');
      await expect(toldLine(page)).toContainText('Convert the amount');
      await saveScreenshot(page, 'decide-told');
      await expect(queueRow(page, seeded.add)).toContainText('Applied as v2');
    },
  },
  'reject with a reason': {
    most: 2,
    decide: async (page, { tenant, seeded, press }) => {
      await openReview(page, tenant, `?id=${seeded.description}`);
      await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible();
      await press('r');
      await expect(page.getByRole('form', { name: 'Reject' })).toContainText('Create a return label');
      await saveScreenshot(page, 'decide-reject-form');
      await press('3');
      await expect(queueRow(page, seeded.description)).toContainText('Rejected');
      expect(await statusOf(tenant, seeded.description)).toMatchObject({
        ...{ status: 'rejected', rejection_reason: 'too specific' },
      });
    },
  },
  'amend and approve': {
    most: 4,
    decide: async (page, { tenant, seeded, press }) => {
      await openReview(page, tenant, `?id=${seeded.newSkill}`);
      await expect(page.locator('[data-change-text] ins').first()).toBeVisible();
      await press('e');
      await expect(
        page.getByRole('form', { name: 'Amend the changes' }).getByRole('textbox').first(),
      ).toBeFocused();
      await page.keyboard.type(' and a receipt');
      await expect(page.getByRole('button', { name: 'Save the amendment' })).toBeEnabled();
      await press('ControlOrMeta+Enter');
      await expect(page.getByRole('region', { name: 'Amendment' })).toBeVisible();
      await press('a');
      await expect(queueRow(page, seeded.newSkill)).toContainText('Applied as v1');
    },
  },
  'bulk of four': {
    most: 6,
    decide: async (page, { tenant, seeded, press }) => {
      await openReview(page, tenant, '?risk=medium');
      await expect(queueRow(page, seeded.behindCanary)).toBeVisible();
      await press('x', 'Shift+J', 'Shift+J', 'Shift+J');
      await expect(page.getByText('4 selected')).toBeVisible();
      await press('Shift+A');
      const sheet = page.getByRole('dialog', { name: 'Approve: 4 changesets selected' });
      await expect(sheet.getByRole('button', { name: /^Approve \d/ })).toBeFocused();
      await press('Enter');
      await expect(sheet.getByRole('button', { name: 'Done' })).toBeVisible();
    },
  },
};

interface Way {
  tenant: Tenant;
  seeded: Seeded;
  press: (...keys: string[]) => Promise<void>;
}

for (const [name, { most, decide }] of Object.entries(WAYS)) {
  it(`takes at most ${most} keys to ${name}`, async ({ page, tenant, seeded }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const { press, count } = keysOf(page);
    await decide(page, { tenant, seeded, press });
    process.stdout.write(`keys to ${name}: ${count()}\n`);
    expect(count()).toBeLessThanOrEqual(most);
  });
}

it('goes to changes that were not on the screen before a key decides on them', async ({
  page,
  tenant,
  seeded,
}) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  const { eight = '' } = await seedTexts(tenant);
  expect(seeded.add).toMatch(/^cs_/);
  await openReview(page, tenant, `?id=${eight}`);
  await expect(page.locator('[data-change-text] ins')).toHaveCount(8);
  await page.keyboard.press('a');
  await expect(
    page
      .getByRole('region', { name: 'Decision' })
      .getByText('Some changes had not been on screen yet. Press A again to approve.'),
  ).toBeVisible();
  expect((await statusOf(tenant, eight)).status).toBe('pending');
  await page.keyboard.press('a');
  await expect(queueRow(page, eight)).toContainText('Applied as v2');
});

it('leaves an amendment by Escape and keeps it, and goes to the preview by a key', async ({
  page,
  tenant,
  seeded,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openReview(page, tenant, `?id=${seeded.update}`);
  await expect(page.locator('[data-change-text] ins').first()).toBeVisible();
  await page.keyboard.press('e');
  const form = page.getByRole('form', { name: 'Amend the changes' });
  await expect(form.getByRole('textbox').first()).toBeFocused();
  await page.keyboard.type(' of the order');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(queueRow(page, seeded.update)).toContainText('draft');
  await page.keyboard.press('e');
  await expect(form.getByRole('textbox').first()).toHaveValue(/before issuing a refund of the order$/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('v');
  await expect(page.getByText(/characters before/)).toBeInViewport();
});
