/** The learning model as people see it: what fails, what to set, and that it can learn again. */
import { type StandInModel, startStandInModel } from '../lab/model/stand-in-model.ts';
import { call } from '../lab/seeds/changesets.ts';
import { test as base, expect, expectGoodViews, ignoreErrors } from './support/fixtures.ts';
import { CLOSED_SETTINGS, openGateway } from './support/gateways.ts';

/** A gateway of its own, whose model is a stand-in. */
const it = base.extend<{ model: StandInModel }>({
  model: async ({ browserName: _browser }, use) => {
    const model = await startStandInModel();
    await use(model);
    await model.close();
  },
  gateway: [
    async ({ model }, use) => {
      const gateway = await openGateway({
        ...CLOSED_SETTINGS,
        ...{ SERVICE_LLM_PROVIDER: 'openai', SERVICE_LLM_BASE_URL: model.url },
        ...{ SERVICE_LLM_MODEL: 'stand-in', SERVICE_LLM_API_KEY: 'key-of-the-stand-in' },
        ...{ SERVICE_HOLDOUT_RATE: '0', SERVICE_REFLECT_DEBOUNCE_SECONDS: '3600' },
      });
      await use(gateway);
      await gateway.end();
    },
    { scope: 'test', timeout: 90_000 },
  ],
});

const LESSON = {
  ...{ skill: null, section: 'steps', content: 'Capture a payment before you refund it', issue: 'It failed' },
  ...{ keywords: [], applies_when: null, episodes: [] },
};

it('says on every page why learning stands still, until a test of the model succeeds', async ({
  page,
  model,
  tenant,
}) => {
  await call(tenant, 'POST', '/v1/episodes', { task: 'Refund an order', outcome: 'failure' });
  model.fail('*', { status: 401, message: 'Incorrect API key provided' });
  await page.goto('/settings/model');
  const banner = page.getByRole('region', { name: 'Learning' });
  await expect(page.getByText('stand-in', { exact: true })).toBeVisible();
  await expect(banner).toBeHidden();
  await page.getByRole('button', { name: 'Test the model' }).click();
  await expect(page.getByText('This model cannot learn yet.')).toBeVisible();
  await expect(page.getByText('Incorrect API key provided').first()).toBeVisible();
  await expect(page.getByText('Set SERVICE_LLM_API_KEY to a valid key').first()).toBeVisible();
  await expect(banner).toContainText('1 run waits.');
  await expectGoodViews(page, 'model-fault');
  await page.goto('/skills');
  await expect(banner).toContainText('The endpoint does not accept the API key.');
  await page.goto('/review');
  await expectGoodViews(page, 'learning-banner');
  model.reset();
  model.answer('reflect', { summary: 'It failed.', tags: [], lessons: [LESSON], memories: [] });
  await banner.getByRole('link', { name: 'View model' }).click();
  await page.getByRole('button', { name: 'Test the model' }).click();
  await expect(page.getByText('This model can learn.')).toBeVisible();
  await expect(page.getByText(LESSON.content)).toBeVisible();
  await expect(banner).toBeHidden();
  await expectGoodViews(page, 'model');
});

it('does a task in the playground with what is known and without', async ({
  page,
  model,
  tenant,
  errors,
}) => {
  const bullets = [{ content: 'Refund an order only within 30 days' }];
  await call(tenant, 'POST', '/v1/skills', { name: 'refunds', description: 'Refund an order', bullets });
  model.answer('run', ({ user }: { user: string }) => ({
    answer: user.includes('30 days') ? 'I check the date first.' : 'I refund it.',
  }));
  await page.goto('/playground?task=Refund+an+order');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Without' })).toContainText('I refund it.');
  await expect(page.getByRole('region', { name: 'With what is served' })).toContainText('I check the date');
  await expectGoodViews(page, 'playground-run');
  model.fail('run', { status: 429, retryAfter: 90 });
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('the provider limits the rate');
  ignoreErrors(errors, '503 (Service Unavailable)');
});
