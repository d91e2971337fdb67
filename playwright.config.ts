/** The browser tests: a production gateway on a throw-away SQLite file, and a Chromium that npm brings. */
import { defineConfig } from '@playwright/test';
import { findBrowser } from './e2e/support/databases.ts';

const { executablePath, env } = await findBrowser();

export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/support/global-setup.ts',
  // One more than a small machine has cores: nearly half of the time a test waits for a page or for what it calls.
  workers: 3,
  retries: 0,
  // Specs seed through the interface before they look; a loaded machine takes its time over both.
  timeout: 300_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/test-results/playwright.json' }]],
  outputDir: '.cache/playwright',
  use: {
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
