/** The pictures of README and docs/demonstration.md, taken of the dashboard on the demonstration's data. */
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../../e2e/support/browser.ts';
import { AGENT } from '../fleet/fleet.ts';
import type { Findings } from '../report/findings.ts';

const SIZE = { width: 1440, height: 900 };
/** The first page may have to wait until the dashboard is built. */
const PATIENCE_MS = 300_000;

interface Picture {
  name: string;
  path: string;
  /** What stands there once the page has read its data. */
  shows: (page: Page) => ReturnType<Page['locator']>;
}

/** The change that cured, what learning brought, and the canary that stopped the harmful edit. */
function picturesOf({ parts: { cure, shortcut } }: Findings): Picture[] {
  if (cure.changeset === null || shortcut.canary === null) {
    throw new Error(
      'no pictures: the cure was not learned, or the harmful edit not tried; take another seed',
    );
  }
  const agent = `agent=${AGENT}`;
  return [
    {
      name: 'review',
      path: `/review?tab=decided&id=${cure.changeset.id}&${agent}`,
      shows: (page) => page.getByRole('region', { name: 'Decision' }),
    },
    {
      name: 'insights',
      path: `/insights?${agent}`,
      shows: (page) => page.getByText(/^Learning (helps|hurts)|^Not clear yet/),
    },
    {
      name: 'canary',
      path: `/canaries/${shortcut.canary.id}?${agent}`,
      shows: (page) => page.getByText(/^After \d+ rated runs/),
    },
  ];
}

/** Writes each picture as `<name>.png` into this folder; throws where a page does not show what it should. */
export async function takePictures(url: string, findings: Findings): Promise<string[]> {
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath, env: { ...process.env, ...env } }),
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light', reducedMotion: 'reduce' });
    page.setDefaultTimeout(PATIENCE_MS);
    const files: string[] = [];
    for (const { name, path, shows } of picturesOf(findings)) {
      await page.goto(`${url}${path}`);
      await shows(page).first().waitFor();
      await page.waitForLoadState('networkidle');
      const file = join(import.meta.dirname, `${name}.png`);
      await page.screenshot({ path: file });
      files.push(file);
    }
    return files;
  } finally {
    await browser.close();
  }
}
