/** A webhook: its secret once, a test, and what came of its deliveries. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DESK, expect, expectGoodViews, ignoreErrors, test as it, PHONE } from './support/fixtures.ts';

/** A receiver on this machine; its answers can be changed. */
async function startReceiver() {
  const state = { status: 204, received: [] as string[] };
  const server = createServer((request, response) => {
    state.received.push(String(request.headers['webhook-id']));
    request
      .resume()
      .on('end', () => response.writeHead(state.status).end(state.status === 204 ? '' : 'not today'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { state, url: `http://127.0.0.1:${port}/hook`, close: () => server.close() };
}

it('creates a webhook, shows its secret once, tries it, and tells what came of it', async ({
  page,
  tenant,
  errors,
}) => {
  const receiver = await startReceiver();
  await page.goto('/settings/webhooks');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const form = page.getByRole('dialog', { name: 'Create a webhook' });
  // On a phone the form is longer than the window: its end is scrolled to, and its button stays.
  await page.setViewportSize({ ...PHONE, height: 700 });
  await expect(form.getByRole('button', { name: 'Create webhook' })).toBeInViewport({ ratio: 1 });
  await form.getByRole('button', { name: 'Create webhook' }).click();
  await expect(form).toContainText('Enter an address');
  await form.getByLabel('Address').fill('https://169.254.169.254/latest');
  await form.getByRole('button', { name: 'Create webhook' }).click();
  await expect(form).toContainText('The address is not a public address');
  await form.getByLabel('Address').fill(receiver.url);
  await form.getByLabel('A key was created').check();
  await page.setViewportSize(DESK);
  await form.getByRole('button', { name: 'Create webhook' }).click();

  const shown = page.getByRole('dialog', { name: 'Webhook created' });
  const secret = await shown.getByLabel('Secret', { exact: true }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  await page.keyboard.press('Escape');
  await expect(shown).toContainText('It cannot be shown again');
  await shown.getByLabel('I stored the secret').check();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toBeHidden();
  expect(await page.content()).not.toContain(secret);

  const log = page.getByRole('region', { name: 'Deliveries' });
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(log.getByRole('listitem').filter({ hasText: 'Test' })).toContainText('delivered', {
    timeout: 20_000,
  });
  expect(receiver.state.received).toHaveLength(1);

  receiver.state.status = 500;
  await page.request.post('/v1/admin/api-keys', { headers: tenant.headers, data: { name: 'ci' } });
  const event = log.getByRole('listitem').filter({ hasText: 'A key was created' });
  await expect(event).toContainText('Answered 500', { timeout: 20_000 });
  await expect(page.getByText('failing, first').first()).toBeVisible({ timeout: 20_000 });
  await event.getByText('Payload and response').click();
  await expect(event).toContainText('not today');
  await expectGoodViews(page, 'webhooks-failing');

  receiver.state.status = 204;
  await event.getByRole('button', { name: /^Send again/ }).click();
  await expect(event.getByText('delivered', { exact: true })).toBeVisible({ timeout: 30_000 });
  expect(new Set(receiver.state.received).size).toBe(2);

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  receiver.close();
  // The browser logs the refused address itself.
  ignoreErrors(errors, '422');
});
