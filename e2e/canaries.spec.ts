import type { Page } from '@playwright/test';
import { proposeTrial, queueBehind, readExperiments, runUntil, startTrial } from '../lab/seeds/canaries.ts';
import type { Target } from '../lab/seeds/changesets.ts';
import { setFigures } from '../lab/seeds/upkeep.ts';
import { expect, expectGoodViews, ignoreNotFound, saveScreenshot } from './support/fixtures.ts';
import {
  createKey,
  forgetSession,
  freshTenant,
  signIn,
  type Tenant,
  testOn,
  testWith,
} from './support/tenants.ts';

const ROLLOUT = {
  name: 'kubernetes-rollout',
  description: 'Roll out a new container image to a Kubernetes cluster',
  rules: ['Run kubectl rollout status and wait for it', 'Keep the previous replica set'],
};
const ROLLOUT_TASK = 'Roll out the new container image to our Kubernetes cluster';
const INVOICES = {
  name: 'invoice-copies',
  description: 'Send a customer a copy of an invoice',
  rules: ['Look up the invoice number in the ledger', 'Send the copy as PDF'],
};
const INVOICE_TASK = 'Send the customer a copy of the invoice of March';

interface Seeded {
  running: string;
  ended: string;
  queued: string;
}

/**
 * A canary that runs, with evidence on both arms and one changeset behind it; and one that its candidate won.
 */
async function seed(target: Target): Promise<Seeded> {
  const running = await startTrial(target, ROLLOUT);
  const rates = { incumbent: 6, candidate: 7 };
  await runUntil(
    target,
    { query: ROLLOUT_TASK, skillId: running.skillId, rates },
    ({ incumbent = 0, candidate = 0 }) => Math.min(incumbent, candidate) >= 24,
  );
  const queued = await queueBehind(target, ROLLOUT, running);
  const ended = await startTrial(target, INVOICES);
  await runUntil(
    target,
    { query: INVOICE_TASK, skillId: ended.skillId, rates: { incumbent: 2, candidate: 10 } },
    ({ treated = 0 }) => treated >= 5,
  );
  const points = Array.from({ length: 30 }, (_, index) => {
    const share = (index + 1) / 31;
    const swing = Math.sin(index / 2) * 0.15 * (1 - share);
    const evidence = 24 * share;
    return {
      ...{ hoursAgo: 62 - index * 2, incumbentEvidence: evidence, candidateEvidence: evidence },
      incumbentReward: evidence * 0.6,
      candidateReward: evidence * (0.66 + swing),
    };
  });
  await setFigures(target, { courses: [{ experimentId: running.experimentId, points }] });
  return { running: running.experimentId, ended: ended.experimentId, queued };
}

interface World {
  target: Tenant;
  seeded: Seeded;
}

/** By the address of their gateway. */
const worlds = new Map<string, World>();

async function openWorld(page: Page, gateway: { url: string; databaseUrl: string }): Promise<World> {
  const known = worlds.get(gateway.url);
  if (known !== undefined) return known;
  const target = await freshTenant(page, gateway);
  const world = { target, seeded: await seed(target) };
  worlds.set(gateway.url, world);
  return world;
}

const it = testOn('sqlite').extend<{ world: World }>({
  world: [
    async ({ page, gateway }, use) => {
      const world = await openWorld(page, gateway);
      await signIn(page, gateway.url, world.target.key);
      await use(world);
    },
    { timeout: 180_000 },
  ],
});
/** Canaries that end early have a boundary that is computed in a fifth of the usual time. */
const calibrated = {
  SERVICE_CANARY_RULE: 'calibrated',
  SERVICE_CANARY_MAX_SAMPLES: '60',
  SERVICE_HOLDOUT_RATE: '0',
};
const onPostgres = testWith(calibrated, 'postgresql');

it('lists what is tried by its sentence with how it goes, and what ended with what came of it', async ({
  page,
  world: { target },
}) => {
  await page.goto(`${target.url}/canaries`);
  const item = page.getByRole('listitem').filter({ hasText: ROLLOUT.name });
  await expect(item.getByRole('link')).toContainText('and check it twice');
  await expect(item).toContainText(
    /Average reward of the candidate: \d\.\d\d over [\d.]+ runs\. Current version: \d\.\d\d over [\d.]+\./,
  );
  await expectGoodViews(page, 'canaries-running');
  await page.getByRole('link', { name: 'Ended' }).click();
  const won = page.getByRole('listitem').filter({ hasText: INVOICES.name });
  await expect(won).toContainText('promoted');
  await expectGoodViews(page, 'canaries-ended');
  await won.getByRole('link').press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('and check it twice');
  const main = page.getByRole('main');
  await expect(
    main.getByText(/^Candidate: \d+ of \d+ runs succeeded\. Current version: \d+ of \d+\.$/),
  ).toBeVisible();
  await expect(main.getByText('It did better, with the required 95 % certainty.')).toBeVisible();
  await expect(main.getByText('It was applied as v2.')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Stop canary' })).toHaveCount(0);
  await expectGoodViews(page, 'canary-promoted');
});

it('shows what is tried first, then how it goes in plain words, and folds the statistics', async ({
  page,
  world: { target, seeded },
}) => {
  await page.goto(`${target.url}/canaries/${seeded.running}`);
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('and check it twice');
  const tried = main.getByRole('region', { name: 'Candidate' });
  await expect(tried.locator('ins')).toContainText('and check it twice');
  const verdict = main.getByText(/^Candidate: \d+ of \d+ runs succeeded\. Current version: \d+ of \d+\.$/);
  await expect(verdict).toBeVisible();
  const [change, said] = [await tried.boundingBox(), await verdict.boundingBox()];
  expect(change?.y).toBeLessThan(said?.y ?? 0);
  await expect(main.getByText(/At current traffic .* \(estimate\)\./)).toBeVisible();
  await expect(main.getByText(/P\(candidate|replay/i)).toHaveCount(0);
  const course = main.locator('section').filter({ has: page.getByRole('heading', { name: 'Over time' }) });
  // Thirty points and one of the present hour: each is drawn.
  await expect.poll(() => course.locator('.recharts-line-dot').count()).toBeGreaterThanOrEqual(31);
  await expectGoodViews(page, 'canary-running');
  await expect(main.getByRole('heading', { name: 'Difference' })).toHaveCount(0);
  await main.getByRole('button', { name: 'Show the statistics' }).press('Enter');
  for (const title of ['Success rates', 'Difference', 'Allocation']) {
    const card = page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
    await expect(card.getByRole('figure').first()).toBeVisible();
  }
  const rates = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Success rates' }) });
  // The ticks of the axis, one after the other.
  await expect(rates.locator('.recharts-wrapper').first()).toContainText('0 %25 %50 %75 %100 %');
  await expect(page.getByText(/^No clear difference: about/)).toBeVisible();
  const beside = page.getByRole('table', { name: 'Guardrail measurements' });
  await expect(beside.getByRole('row', { name: /Duration per run/ })).toBeVisible();
  await expect(main.getByText('No guardrail is set. Only success decides.')).toBeVisible();
  await expectGoodViews(page, 'canary-statistics');
  await page.setViewportSize({ width: 1440, height: 2400 });
  await saveScreenshot(page, 'canary-running-whole', { fullPage: true });
  await page.getByRole('button', { name: 'By date' }).click();
  await expect(page).toHaveURL(/axis=time/);
  await course.getByText('Show as a table').click();
  await expect(page.getByRole('columnheader', { name: 'Date', exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Which runs' }).selectOption('candidate');
  const runs = page.getByRole('list', { name: 'Runs counted as evidence' });
  await expect(runs.getByText('current version', { exact: true })).toHaveCount(0);
  await expect(runs.getByText('candidate', { exact: true }).first()).toBeVisible();
});

it('says the same of a canary that is unknown and of one of another tenant', async ({
  page,
  world,
  errors,
}) => {
  await page.goto(`${world.target.url}/canaries/ex_unknown`);
  await expect(page.getByRole('heading', { level: 1, name: 'Canary not found' })).toBeVisible();
  ignoreNotFound(errors);
});

onPostgres('tells statistic, boundary and look of the calibrated rule', async ({ page, gateway: target }) => {
  const seeded = await seed(target);
  await page.goto(`${target.url}/canaries/${seeded.running}`);
  await page.getByRole('button', { name: 'Show the statistics' }).click();
  await expect(page.getByRole('heading', { name: 'Calibrated rule' })).toBeVisible();
  await expect(page.getByText(/The statistic is .* the boundary of .* look is /)).toBeVisible({
    timeout: 45_000,
  });
  await expect(page.getByRole('heading', { name: 'Queued behind this canary' })).toBeVisible();
  await expectGoodViews(page, 'canary-calibrated');
});

testOn('sqlite')(
  'is stopped in one step, confirmed once: the candidate is rejected',
  async ({ page, tenant }) => {
    const trial = await startTrial(tenant, ROLLOUT);
    await queueBehind(tenant, ROLLOUT, trial);
    await signIn(page, tenant.url, tenant.key);
    await page.goto(`${tenant.url}/canaries/${trial.experimentId}`);
    await expect(page.getByRole('heading', { name: 'Queued behind this canary' })).toBeVisible();
    await page.getByRole('button', { name: 'Stop canary' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Stop this canary?' });
    await expect(dialog).toContainText('1 change queued behind it fails.');
    await expect(dialog).toContainText('can be re-proposed if they still fit');
    await expectGoodViews(page, 'canary-stop');
    await dialog.getByRole('button', { name: 'Stop the canary' }).click();
    await expect(dialog).toBeHidden();
    const said = /^A person stopped it before it was decided\./;
    await expect(page.getByText(said)).toBeVisible();
    const stale = page.getByRole('list', { name: 'Stale because this canary ended' });
    await expect(stale.getByRole('listitem')).toHaveCount(1);
    await expect(stale).not.toContainText('key:');
    await expectGoodViews(page, 'canary-rejected');
    await page.getByRole('button', { name: 'Show the statistics' }).click();
    await expect(page.locator('main')).not.toContainText(/incumbent/i);
    await expect(page).toHaveTitle(/\w.* · Whetstone$/);
    await stale.getByRole('link').click();
    const decision = page.getByRole('region', { name: 'Decision' });
    await decision.getByRole('button', { name: 'Re-propose on v2' }).click();
    await expect(decision.getByRole('button', { name: /Apply as v3|Start canary vs v2/ })).toBeVisible();
    const [ended] = await readExperiments(tenant);
    expect(ended?.status).toBe('rejected');
  },
);

testOn('sqlite')(
  'is empty before anything was tried, and closed to a key that may not review',
  async ({ page, tenant }) => {
    const { url } = tenant;
    for (const [scope, said] of [
      ['review', 'Review pending changesets'],
      ['learn', 'This page needs the review scope'],
    ] as const) {
      await forgetSession(page);
      await signIn(page, url, await createKey(page, url, { ...tenant, scopes: [scope] }));
      await page.goto(`${url}/canaries`);
      await expect(page.getByText(said)).toBeVisible();
    }
  },
);

testOn('sqlite')('has a course that is read with ten points as with a thousand', async ({ page, tenant }) => {
  const { experimentId } = await startTrial(tenant, ROLLOUT);
  const add = async (from: number, count: number) => {
    const points = Array.from({ length: count }, (_, index) => {
      const evidence = from + index + 1;
      const sums = { incumbentEvidence: evidence, candidateEvidence: evidence };
      const reward = evidence * (0.6 + 0.2 * Math.sin(evidence / 40));
      return {
        hoursAgo: 1010 - from - index,
        ...sums,
        incumbentReward: evidence * 0.6,
        candidateReward: reward,
      };
    });
    await setFigures(tenant, { courses: [{ experimentId, points }] });
  };
  await signIn(page, tenant.url, tenant.key);
  await add(0, 10);
  await page.goto(`${tenant.url}/canaries/${experimentId}`);
  const dots = page.locator('.recharts-line-dot');
  await expect(dots).toHaveCount(11);
  await expectGoodViews(page, 'canary-ten-points');
  await add(10, 990);
  await page.reload();
  await expect(page.locator('.recharts-line-curve').first()).toBeVisible();
  await expect(dots).toHaveCount(0);
  await page.getByText('Show as a table').first().click();
  await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(152);
  await expectGoodViews(page, 'canary-thousand-points');
});

testOn('sqlite')('is left out where a reviewer asks for that and says so twice', async ({ page, tenant }) => {
  const { changesetId } = await proposeTrial(tenant, INVOICES);
  await signIn(page, tenant.url, tenant.key);
  await page.goto(`${tenant.url}/changesets/${changesetId}`);
  const bar = page.getByRole('region', { name: 'Decision' });
  await expect(bar.getByRole('button', { name: /^Start canary vs v1/ })).toBeVisible();
  await bar.getByRole('button', { name: 'Skip canary' }).click();
  const dialog = page.getByRole('dialog', { name: 'Apply as v2 without a canary?' });
  await dialog.getByRole('button', { name: 'Apply as v2 now' }).click();
  await expect(bar).toContainText('Applied');
  expect(await readExperiments(tenant)).toEqual([]);
});
