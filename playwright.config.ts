/** The browser tests: one production gateway for all of them, and a Chromium that npm brings. */
import { defineConfig } from '@playwright/test';
import { findBrowser } from './e2e/support/browser.ts';

const { executablePath, env } = await findBrowser();

export default defineConfig({
  testDir: './e2e',
  // Figures of lists that are long, which `npm run test:release` prints.
  ...(process.env.TEST_DIALECT === 'postgresql' ? {} : { testIgnore: 'scale.spec.ts' }),
  globalSetup: './e2e/support/global-setup.ts',
  // One more than a small machine has cores: nearly half of the time a test waits for a page or for what it calls.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  // A journey goes through many pages, and a loaded machine takes its time over each.
  timeout: 300_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/test-results/playwright.json' }]],
  outputDir: '.cache/playwright',
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      env: { ...process.env, ...env } as Record<string, string>,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
