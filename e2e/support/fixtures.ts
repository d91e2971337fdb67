/**
 * What every browser test has: a gateway of its worker, a page that fails the test when it logs an error or
 * asks anything of another origin, and checks for accessibility and sideways scrolling.
 */
import { test as base, expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { freePort } from '../../lab/gateway/gateway-process.ts';
import { type GatewayOptions, Gateways, type RunningGateway } from './gateways.ts';

export { expect };

declare global {
  interface Window {
    axe?: typeof axe;
    /** Next's own way to go to a page. */
    next?: { router: { push(path: string): void } };
  }
}

interface Fixtures {
  /** What the gateway of the test is started with. */
  gatewayOptions: GatewayOptions;
  /** The gateway, and its database for what the public API cannot seed. Tests with the same options share one. */
  gateway: RunningGateway;
  /** What went wrong in the page: console errors, uncaught exceptions, requests that left the origin. */
  errors: string[];
}

interface WorkerFixtures {
  /** An origin beside the gateway's that may call it; anyone who wants pages there serves them. */
  agentOrigin: string;
  gateways: Gateways;
}

const START_MS = 90_000;

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
    const shown = [...document.querySelectorAll('body button')].filter((button) => button.checkVisibility());
    return painted && interactive !== undefined && shown.every(taken);
  };
  await expect.poll(() => page.evaluate(isInteractive), { timeout: START_MS }).toBe(true);
}

export const test = base.extend<Fixtures, WorkerFixtures>({
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
  agentOrigin: [
    async ({ browserName: _browser }, use) => await use(`http://127.0.0.1:${await freePort()}`),
    { scope: 'worker' },
  ],
  gateways: [
    async ({ browserName: _browser }, use) => {
      const gateways = new Gateways();
      await use(gateways);
      await gateways.end();
    },
    { scope: 'worker' },
  ],
  gatewayOptions: async ({ agentOrigin }, use) => {
    await use({ dialect: 'sqlite', settings: { SERVICE_CORS_ORIGINS: JSON.stringify([agentOrigin]) } });
  },
  gateway: [
    async ({ gateways, gatewayOptions }, use) => await use(await gateways.with(gatewayOptions)),
    { timeout: START_MS },
  ],
  errors: [
    async ({ page, gateway }, use) => {
      const errors = watch(page, gateway.url);
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

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

/** The browser writes answers that there is nothing into its console; nothing else may stand there. */
export function ignoreNotFound(errors: string[]): void {
  const others = errors.filter((error) => !error.includes('404 (Not Found)'));
  errors.splice(0, errors.length, ...others);
}

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
 * document and only asked for what it finds: a page is looked at in many views, and loading it and carrying
 * over all that is well takes longer than looking.
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

// The widths and themes in which every page is looked at, and the check of one state of a page in all of
// them.

const WIDTHS = [390, 768, 1440] as const;

/** Saves what the page shows as `e2e/screenshots/<name>.png` where E2E_SCREENSHOTS is set: hundreds of them take a minute. */
export async function saveScreenshot(page: Page, name: string, options = { fullPage: false }): Promise<void> {
  if (process.env.E2E_SCREENSHOTS === undefined) return;
  await page.screenshot({ ...options, path: `e2e/screenshots/${name}.png` });
}

interface Views {
  /** Where axe looks with all of its rules. */
  axeWidth?: (typeof WIDTHS)[number];
  /** Whether colours are looked at in the dark theme too. Default: true. */
  inDark?: boolean;
}

/**
 * Checks what the page shows now: axe finds nothing at one width, nothing of colours in the dark theme, which changes
 * colours alone, and nothing scrolls sideways at any width. Every page is looked at with axe on a phone as well
 * (`every-page.spec.ts`). The screenshot of each view is called `<name>-<width>-<theme>`.
 */
export async function expectGoodViews(
  page: Page,
  name: string,
  { axeWidth = 1440, inDark = true }: Views = {},
): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  const widths = [...WIDTHS.filter((width) => width !== axeWidth), axeWidth];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await saveScreenshot(page, `${name}-${width}-light`);
  }
  await expectAccessible(page);
  if (!inDark) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, COLOUR_RULES);
  await saveScreenshot(page, `${name}-${axeWidth}-dark`);
}
