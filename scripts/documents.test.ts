/**
 * The documents say what is true of the code: which room imports which, which files and commands there are,
 * which variables. Generated files are as their script writes them.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readVariables } from '../server/platform/config/config.ts';
import { documentText, EXAMPLE_FILE, exampleText, TABLE_FILE } from './generate-configuration.mjs';
import { ICONS_FILE, iconsText } from './generate-icons.mjs';
import { root } from './root.mjs';

const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'WRITING_STYLE.md',
  ...globSync('docs/**/*.md', { cwd: root }),
];

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n');

/** What every room may import; the picture leaves these arrows out, but for the two that it shows. */
const BELOW_ALL = ['platform', 'domain'];
const SHOWN_AS_WELL = ['platform', 'components'];

/**
 * The room of a file: `api` for `server/api/…`, `main` for `server/main.ts`, else the folder that it begins
 * with.
 */
function findRoom(file: string): string {
  const [top = '', second = ''] = file.split('/');
  return top === 'server' ? second.replace('.ts', '') : top;
}

/** The arrows of the picture: `a --> b`, or `a -.-> b` where only types are imported. */
function arrowsOfPicture(): string[] {
  const picture = /```mermaid\n([\s\S]*?)```/.exec(read('ARCHITECTURE.md'))?.[1] ?? '';
  return picture.split('\n').flatMap((line) => {
    const [, from, arrow, to = ''] = /^\s*(\w+)(?:\[.*\])? (-->|-\.->) ([\w &]+)$/.exec(line) ?? [];
    return from === undefined ? [] : to.split(' & ').map((room) => `${from} ${arrow} ${room}`);
  });
}

const IMPORT = /^(?:import|export) (type )?([^;]*? from )?'(\.[^']+)';$/gm;

/** The imports of a file within the project; `typesOnly` where nothing of them is left at run time. */
function readImports(file: string): { to: string; typesOnly: boolean }[] {
  const text = read(file);
  const dynamic = [...text.matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, path = '']) => ({
    path,
    typesOnly: false,
  }));
  const declared = [...text.matchAll(IMPORT)].map(([, type, names, path = '']) => {
    const named =
      /\{([^}]*)\}/
        .exec(names ?? '')?.[1]
        ?.split(',')
        .map((name) => name.trim()) ?? [];
    const real = named.filter((name) => name !== '');
    const inlineTypes = real.length > 0 && real.every((name) => name.startsWith('type '));
    return { path, typesOnly: type !== undefined || inlineTypes };
  });
  return [...declared, ...dynamic].map(({ path, typesOnly }) => ({
    to: join(dirname(file), path),
    typesOnly,
  }));
}

/** The arrows of the source, without tests. */
function arrowsOfSource(): string[] {
  const sources = files.filter(
    (file) =>
      /^(server|worker|app|components)\/.*\.tsx?$/.test(file) &&
      !/\.test\.tsx?$|^server\/testing\//.test(file) &&
      existsSync(join(root, file)),
  );
  const typesOnly = new Map<string, boolean>();
  for (const file of sources) {
    for (const found of readImports(file)) {
      const [from, to] = [findRoom(file), findRoom(found.to)];
      if (from === to || (BELOW_ALL.includes(to) && !SHOWN_AS_WELL.includes(from))) continue;
      const key = `${from} ${to}`;
      typesOnly.set(key, (typesOnly.get(key) ?? true) && found.typesOnly);
    }
  }
  return [...typesOnly].map(([key, types]) => key.replace(' ', types ? ' -.-> ' : ' --> '));
}

describe('the picture of the rooms', () => {
  it('has every arrow that the source has, and no other', () => {
    expect(arrowsOfPicture().toSorted()).toEqual(arrowsOfSource().toSorted());
  });
});

/** `a/{b,c}` as `a/b` and `a/c`. */
function alternatives(path: string): string[] {
  const [whole, choices] = /\{([^}]+)\}/.exec(path) ?? [];
  if (whole === undefined || choices === undefined) return [path];
  return choices.split(',').map((choice) => path.replace(whole, choice));
}

const TOP = new Set(files.map((file) => file.split('/')[0] ?? ''));

/** What a document names in backquotes that looks like a place in the project. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name);
  const inProject = (name: string) =>
    TOP.has(name.split('/')[0] ?? '') && (name.includes('/') || /\.\w+$/.test(name));
  return quoted.filter((name) => inProject(name) && !/[<*$]|NNNN/.test(name)).flatMap(alternatives);
}

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document);

  it('names files and folders that there are', () => {
    expect(pathsIn(text).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('links to files that there are', () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
    const local = links.filter((target) => !/^https?:/.test(target));
    expect(local.filter((target) => !existsSync(join(root, dirname(document), target)))).toEqual([]);
  });

  it('names commands that there are', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/npm\s+run\s+([\w:]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

it('docs/commands.md has every command', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const text = read('docs/commands.md');
  const missing = Object.keys(scripts).filter((name) => !new RegExp(`\`npm (run )?${name}\``).test(text));
  expect(missing).toEqual([]);
});

it('the icons are those that the components import', () => {
  expect(readFileSync(ICONS_FILE, 'utf8')).toBe(iconsText());
});

it('.nvmrc names the Node that package.json pins', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  const pinned = Object.values(optionalDependencies).map((version) => version.split('.')[0]);
  expect(new Set(pinned)).toEqual(new Set([read('.nvmrc').trim()]));
});

describe('the documents of the configuration', () => {
  it('are as scripts/generate-configuration.mjs writes them', () => {
    expect(readFileSync(EXAMPLE_FILE, 'utf8')).toBe(exampleText());
    expect(readFileSync(TABLE_FILE, 'utf8')).toBe(documentText());
  });

  it('give the defaults where every line of .env.example is used', () => {
    const used = exampleText().replaceAll(/^#(?=\w+=)/gm, '');
    expect(readVariables(parseEnv(used))).toEqual(readVariables({}));
  });
});
