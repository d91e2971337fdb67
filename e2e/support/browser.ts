/** The Chromium of the browser tests. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';

/**
 * Finds a Chromium without downloading one: a named one, Playwright's own, the machine's, else the one packed
 * in an npm package, unpacked once with the libraries and fonts it needs. Safe to call from several
 * processes.
 */
interface Browser {
  executablePath?: string;
  env?: Record<string, string>;
}

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/google-chrome'];
const PACKED_PARTS = ['fonts', 'al2023', 'swiftshader'];

async function unpack(): Promise<Browser> {
  const folder = join(import.meta.dirname, '../../.cache/chromium');
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  const { inflate } = await import('@sparticuz/chromium');
  const require = createRequire(import.meta.url);
  const packed = join(dirname(require.resolve('@sparticuz/chromium')), '..', 'bin');
  const executablePath = await inflate(join(packed, 'chromium.br'));
  await Promise.all(PACKED_PARTS.map((part) => inflate(join(packed, `${part}.tar.br`))));
  return {
    executablePath,
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: fontConfiguration(folder) },
  };
}

/**
 * The packed fonts.conf names folders of another machine; without a font that is found, Chromium draws no
 * text.
 */
function fontConfiguration(folder: string): string {
  const file = join(folder, 'whetstone-fonts.conf');
  const directories = `<dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir>`;
  writeFileSync(file, `<?xml version="1.0"?>\n<fontconfig>${directories}</fontconfig>\n`);
  return file;
}

/** Where the browser is and what environment it needs; both empty where Playwright finds its own. */
export async function findBrowser(): Promise<Browser> {
  const named = process.env.E2E_BROWSER;
  if (named !== undefined) return { executablePath: named };
  if (existsSync(chromium.executablePath())) return {};
  const installed = INSTALLED.find((path) => existsSync(path));
  return installed === undefined ? await unpack() : { executablePath: installed };
}
