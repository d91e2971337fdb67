/** The widths and themes in which every page is looked at, and the check of one state of a page in all of them. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './fixtures.ts';

const WIDTHS = [390, 768, 1440];
const THEMES = ['light', 'dark'] as const;

/**
 * Checks what the page shows now at every width and in both themes: axe finds nothing, nothing scrolls sideways. Leaves
 * a screenshot of each in `e2e/screenshots/<name>-<width>-<theme>.png`.
 */
export async function expectGoodViews(page: Page, name: string): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.screenshot({ path: `e2e/screenshots/${name}-${width}-${colorScheme}.png` });
    }
  }
}
