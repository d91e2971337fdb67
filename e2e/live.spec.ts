/**
 * One stream for all tabs of a browser, in a real one: who leads, who takes over, and what a hidden tab has
 * missed.
 */
import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { call, type Target } from '../lab/seeds/changesets.ts';
import { expect, test as it } from './support/fixtures.ts';

declare global {
  interface Window {
    openStreams?: () => number;
  }
}

const DEADLINE_MS = 10_000;

/** Counts the streams that the page's own script has open. */
async function countStreams(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const opened: EventSource[] = [];
    const Native = window.EventSource;
    window.EventSource = class extends Native {
      constructor(url: string | URL) {
        super(url);
        opened.push(this);
      }
    };
    window.openStreams = () => opened.filter(({ readyState }) => readyState !== Native.CLOSED).length;
  });
}

const streamsOf = (page: Page) => page.evaluate(() => window.openStreams?.());
const streams = async (...pages: Page[]) => await Promise.all(pages.map(streamsOf));

/** What the browser tells a tab that is put behind another. */
async function turn(page: Page, seen: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' });
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  }, seen);
}

/** Something that everybody's rail counts: a person's change that the scan holds. */
async function hold(target: Target): Promise<void> {
  const content = 'Sign in with the password=Hunter2-Str0ng-Pa55 first';
  const name = `held-${randomBytes(4).toString('hex')}`;
  await call(target, 'POST', '/v1/skills', {
    ...{ agent_id: 'live', name, description: 'Sign in somewhere', bullets: [{ content }] },
  });
}

const waiting = (page: Page) => page.getByRole('link', { name: /^Review/ }).first();

it('opens one stream for two tabs, hands it over, and lets a hidden tab catch up', async ({
  page: first,
  context,
  gateway,
}) => {
  await countStreams(context);
  await first.goto(`${gateway.url}/insights`);
  const second = await context.newPage();
  await second.goto(`${gateway.url}/insights`);
  for (const page of [first, second]) await expect(page.getByText('Live', { exact: true })).toBeVisible();
  expect(await streams(first, second)).toEqual([1, 0]);

  const before = Number((await waiting(first).textContent())?.replace(/\D/g, '') ?? 0);
  await hold(gateway);
  for (const page of [first, second]) {
    await expect(waiting(page)).toContainText(String(before + 1), { timeout: DEADLINE_MS });
  }

  await turn(first, 'hidden');
  await expect(first.getByText('Paused', { exact: true })).toBeVisible();
  await expect.poll(() => streams(first, second), { timeout: DEADLINE_MS }).toEqual([0, 1]);
  await hold(gateway);
  await expect(waiting(second)).toContainText(String(before + 2), { timeout: DEADLINE_MS });
  // Hidden, it neither listens nor asks.
  await expect(waiting(first)).toContainText(String(before + 1));
  await turn(first, 'visible');
  await expect(waiting(first)).toContainText(String(before + 2), { timeout: DEADLINE_MS });
  await expect(first.getByText('Live', { exact: true })).toBeVisible();
  expect(await streams(first, second)).toEqual([0, 1]);

  await second.close();
  await expect.poll(() => streamsOf(first), { timeout: DEADLINE_MS }).toBe(1);
  await expect(first.getByText('Live', { exact: true })).toBeVisible();
  await hold(gateway);
  await expect(waiting(first)).toContainText(String(before + 3), { timeout: DEADLINE_MS });
});
