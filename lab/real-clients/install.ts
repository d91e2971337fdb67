/** Versions of coding tools, installed in folders of their own, and a repository for them to work in. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function makeRepository(folder: string): void {
  const files = {
    'good.test.js': "import test from 'node:test';\ntest('sum', () => undefined);\n",
    'bad.test.js': "import test from 'node:test';\ntest('sum', () => { throw new Error('1 is not 2'); });\n",
    'package.json': '{"type": "module"}\n',
    'secrets/plan.md': 'the secret plan\n',
  };
  mkdirSync(join(folder, 'secrets'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '-q');
  git('remote', 'add', 'origin', 'git@github.com:acme/shop.git');
}

/** The newest versions of a package: the present one, and the one before it. */
export function versionsOf(name: string): string[] {
  const versions: string[] = JSON.parse(
    execFileSync('npm', ['view', name, 'versions', '--json'], { encoding: 'utf8' }),
  );
  return versions
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version))
    .slice(-2)
    .reverse();
}

/** Installs packages into a folder, without their scripts. Throws with what npm said where that fails. */
export function npmInstall(folder: string, packages: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const quietly = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  execFileSync('npm', ['install', ...quietly, '--prefix', folder, ...packages], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

export function install(name: string, version: string): string {
  const cache = join(import.meta.dirname, '../../.cache/real-clients');
  const folder = join(cache, `${name.replace(/\W/g, '-')}-${version}`);
  npmInstall(folder, [`${name}@${version}`]);
  return folder;
}
