/**
 * What every browser test has: a page that is signed in to a tenant of its own and fails the test when it logs an error
 * or asks anything of another origin, and checks for accessibility and sideways scrolling.
 */
import { test as base, expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { type Seeded, seedChangesets } from '../../lab/seeds/changesets.ts';
import { openGateway, type RunningGateway } from './gateways.ts';
import { freshTenant, signIn, type Tenant } from './tenants.ts';

export { expect };

declare global {
  interface Window {
    axe?: typeof axe;
    /** Next's own way to go to a page. */
    next?: { router: { push(path: string): void } };
  }
}

interface Fixtures {
  gateway: RunningGateway;
  /** A tenant that nothing is known of; the page has a session with its key. */
  tenant: Tenant;
  /** Ten changesets of every kind in it, and one that runs as a canary. */
  seeded: Seeded;
  /** What went wrong in the page: console errors, uncaught exceptions, requests that left the origin. */
  errors: string[];
}

const START_MS = 90_000;

/** The gateway of all tests, and an origin that may call it; anyone who wants pages there serves them. */
export const shared = (): RunningGateway & { agentOrigin: string } =>
  JSON.parse(process.env.E2E_GATEWAY ?? '{}');

/** Waits, after a page was loaded, until its keys and buttons work: they are shown before its script has run. */
export async function untilInteractive(page: Page): Promise<void> {
  const isInteractive = () => {
    const { density, interactive } = document.documentElement.dataset;
    // Pages that are not of the dashboard have none.
    if (density === undefined) return true;
    // The browser drops keys that come before it has painted. Under a clock of the test nothing is known of it.
    const isKnown = performance.getEntriesByType('navigation').length > 0;
    const painted = !isKnown || performance.getEntriesByName('first-contentful-paint').length > 0;
    // React takes over what arrived part by part, and keeps its properties on each element that it has taken over.
    const taken = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'));
    const controls = document.querySelectorAll('body :is(button, input, select, textarea)');
    const shown = [...controls].filter((control) => control.checkVisibility());
    return painted && interactive !== undefined && shown.every(taken);
  };
  await expect.poll(() => page.evaluate(isInteractive), { timeout: START_MS }).toBe(true);
}

export const test = base.extend<Fixtures>({
  page: async ({ page }, use) => {
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
    page.goto = async (url, options) => {
      const response = await goto(url, options);
      await untilInteractive(page);
      return response;
    };
    page.reload = async (options) => {
      const response = await reload(options);
      await untilInteractive(page);
      return response;
    };
    await use(page);
  },
  gateway: async ({ browserName: _browser }, use) => await use(shared()),
  baseURL: async ({ gateway }, use) => await use(gateway.url),
  tenant: async ({ page, gateway }, use) => {
    const tenant = await freshTenant(page, gateway);
    await signIn(page, gateway.url, tenant.key);
    await use(tenant);
  },
  seeded: async ({ tenant }, use) => use(await seedChangesets(tenant)),
  errors: [
    async ({ page, gateway }, use) => {
      const errors = watch(page, gateway.url);
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

/** Tests on a gateway of their own with these settings. */
export function testWith(settings: Record<string, string>) {
  return test.extend({
    gateway: [
      async ({ browserName: _browser }, use) => {
        const gateway = await openGateway(settings);
        await use(gateway);
        await gateway.end();
      },
      { scope: 'test', timeout: START_MS },
    ],
  });
}

function watch(page: Page, origin: string): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) errors.push(`left the origin: ${url}`);
  });
  return errors;
}

/** The browser writes refusals into its console: takes out those with these words. */
export function ignoreErrors(errors: string[], ...words: string[]): void {
  const others = errors.filter((error) => !words.some((word) => error.includes(word)));
  errors.splice(0, errors.length, ...others);
}

export const ignoreNotFound = (errors: string[]) => ignoreErrors(errors, '404 (Not Found)');

/**
 * Until colours and places are what they are going to be: half-way through a change of theme nothing has its
 * contrast. What is folded away is not drawn, and its changes stand still until it is.
 */
async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter(({ effect }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      const isDrawn = target?.checkVisibility({ contentVisibilityAuto: true }) ?? false;
      return isDrawn && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    });
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

/** The rules that a change of theme can break: it changes colours alone. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Fails where axe finds anything, with all of its rules unless some are named. It is loaded once into a
 * document and only asked for what it finds: loading it and carrying over all that is well takes longer than looking.
 */
export async function expectAccessible(page: Page, rules: string[] | null = null): Promise<void> {
  await waitUntilStill(page);
  // It would not look into frames.
  expect(page.frames()).toHaveLength(1);
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (values) => {
    const runOnly = values === null ? {} : { runOnly: { type: 'rule', values } as const };
    const results = await window.axe?.run(document, { resultTypes: ['violations'], ...runOnly });
    return results?.violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target) }));
  }, rules);
  expect(found).toEqual([]);
}

/** Fails where the page stays wider than its window: a chart takes a moment to follow it. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
}

/**
 * Goes to a page of the dashboard as its links do, from the page that is open: the browser then makes the calls, which a
 * page that is loaded has made on the server.
 */
export async function followTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => window.next?.router.push(to), path);
  await page.waitForURL((url) => `${url.pathname}${url.search}` === path);
}

export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Fails where what the page shows now scrolls sideways on a phone. */
export async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(DESK);
}

/**
 * Checks what the page shows now, once for each page: axe finds nothing at a desk, nothing of colours in the dark theme, and
 * nothing scrolls sideways on a phone. Saves `e2e/screenshots/<name>-<view>.png` where E2E_SCREENSHOTS is set.
 */
export async function expectGoodViews(page: Page, name: string): Promise<void> {
  const save = async (view: string) => {
    if (process.env.E2E_SCREENSHOTS === undefined) return;
    await page.screenshot({ path: `e2e/screenshots/${name}-${view}.png` });
  };
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await save('phone');
  await page.setViewportSize(DESK);
  await expectAccessible(page);
  await save('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, COLOUR_RULES);
  await save('dark');
  await page.emulateMedia({ colorScheme: 'light' });
}
