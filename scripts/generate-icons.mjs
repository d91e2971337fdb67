// Writes the icons that the dashboard shows, out of the thousands of lucide-react, so that a start need not install
// those. The result is committed; a test compares it with what the components import.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { root } from './root.mjs';

const lucide = await import('lucide-react');

export const ICONS_FILE = join(root, 'components/ui/generated/icons.tsx');
const LUCIDE = join(root, 'node_modules/lucide-react');

const IMPORT = /import \{([^}]*)\} from '[\w./-]+\/generated\/icons\.tsx';/g;

/** The names that components import from the generated file, sorted. */
function importedNames() {
  const names = globSync('components/**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].flatMap(([, list]) => list.split(',')),
  );
  const plain = names.map((name) => name.trim().replace(/ as .*/, '')).filter((name) => name !== '');
  return [...new Set(plain)].sort();
}

/** What an icon draws, as JSX. */
function shapesOf(name) {
  const drawn = renderToStaticMarkup(createElement(lucide[name]));
  return drawn.replace(/^<svg[^>]*>|<\/svg>$/g, '').replaceAll(/><\/\w+>/g, ' />');
}

/** The text of the generated file. */
export function iconsText() {
  const { version } = JSON.parse(readFileSync(join(LUCIDE, 'package.json'), 'utf8'));
  const license = readFileSync(join(LUCIDE, 'LICENSE'), 'utf8').trim();
  const icons = importedNames().map(
    (name) => `export const ${name}: Icon = (look) => <IconSvg {...look}>${shapesOf(name)}</IconSvg>;\n`,
  );
  return [
    `// Generated from lucide-react ${version} by scripts/generate-icons.mjs; do not edit.\n`,
    `/* Lucide Icons\n\n${license}\n*/\n`,
    `import { type Icon, IconSvg } from '../icon.tsx';\n`,
    icons.join(''),
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(ICONS_FILE, iconsText());
