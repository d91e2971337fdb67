/**
 * What the first start does, and a start that follows one which was stopped: in a folder with these scripts,
 * and with stand-ins for npm and for the build.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { root } from './root.mjs';

const SCRIPTS = ['root', 'lock', 'run-step', 'end-with-parent', 'install', 'build', 'start'];
const DEADLINE = { timeout: 20_000, interval: 20 };

/** Notes its arguments, then takes until the file `go` is there. */
const STAND_IN = `
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
const [name, made, ...args] = process.argv.slice(2);
appendFileSync('calls', name + ' ' + args.join(' ') + '\\n');
mkdirSync(made, { recursive: true });
writeFileSync(made + '/half', '');
const look = setInterval(() => {
  if (existsSync('fail')) { console.error('it went wrong'); process.exit(1); }
  if (!existsSync('go')) return;
  writeFileSync(made + '/whole', '');
  clearInterval(look);
}, 20);
`;

/** Stands where the bundler is, which works on packages that are not installed here. */
const BUNDLER = `
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
if (existsSync('no-bundle')) { console.error('no room'); process.exit(1); }
mkdirSync('client/dist/cli', { recursive: true });
writeFileSync('client/dist/cli/main.js', "#!/usr/bin/env node\\nconsole.log('whetstone', process.argv[2]);\\n", { mode: 0o755 });
`;

let folder: string;
const at = (file: string): string => join(folder, file);
const write = (file: string, content: string) => {
  mkdirSync(dirname(at(file)), { recursive: true });
  writeFileSync(at(file), content);
};
const calls = (): string[] =>
  existsSync(at('calls')) ? readFileSync(at('calls'), 'utf8').trim().split('\n') : [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whetstone-start-'));
  for (const name of SCRIPTS) cpSync(join(root, `scripts/${name}.mjs`), at(`scripts/${name}.mjs`));
  for (const file of ['package.json', 'package-lock.json']) write(file, '{}');
  write('stand-in.mjs', STAND_IN);
  write('bin/npm', `#!/bin/sh\nexec ${process.execPath} stand-in.mjs npm node_modules "$@"\n`);
  chmodSync(at('bin/npm'), 0o755);
  write('scripts/bundle-client.mjs', BUNDLER);
  write('server/main.ts', `process.stdout.write('started\\n');`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  child: ChildProcess;
  output: () => string;
  ended: Promise<unknown[]>;
}

function start(script: string, ...args: string[]): Started {
  const PATH = `${at('bin')}${delimiter}${process.env.PATH}`;
  const child = spawn(process.execPath, [at(script), ...args], {
    cwd: folder,
    env: { PATH, NODE_ENV: 'production' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += String(chunk);
    });
  return { child, output: () => said, ended: once(child, 'close') };
}

const npmStart = () => start('scripts/start.mjs');

describe('a start', () => {
  it('installs what runs, once, and leaves it alone when tests were installed', async () => {
    write('go', '');
    const first = npmStart();
    expect(await first.ended).toEqual([0, null]);
    expect(first.output()).toMatch(
      /^Installing packages, about \d+ s\nInstalling packages took \d+ s\nBundling [^\n]+\nBundling [^\n]+ took \d+ s\nstarted\n$/,
    );
    expect(await npmStart().ended).toEqual([0, null]);
    expect(calls()).toEqual([expect.stringContaining('--omit=dev')]);
    write('node_modules/.cache/whetstone-install', 'older test');
    await npmStart().ended;
    expect(calls()[1]).toContain('--include=dev');
  });

  it('leaves a command line that npx finds, and goes on without where it cannot', async () => {
    write('go', '');
    write('no-bundle', '');
    const without = npmStart();
    expect(await without.ended).toEqual([0, null]);
    expect(without.output()).toMatch(/Bundling the client's command line failed[^\n]+\nstarted\n$/);
    rmSync(at('no-bundle'));
    expect(await npmStart().ended).toEqual([0, null]);
    const called = execFileSync('npx', ['whetstone', '--version'], { cwd: folder, encoding: 'utf8' });
    expect(called).toBe('whetstone --version\n');
    const again = npmStart();
    await again.ended;
    expect(again.output()).toBe('started\n');
  });

  it('waits for another one in the same folder, which installs for both', async () => {
    const starts = [npmStart(), npmStart()];
    await vi.waitFor(
      () => expect(starts.map(({ output }) => output()).join()).toContain('Waiting'),
      DEADLINE,
    );
    write('go', '');
    for (const { ended, output } of starts) {
      expect(await ended).toEqual([0, null]);
      expect(output()).toContain('started');
    }
    expect(calls()).toHaveLength(1);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('begins with nothing after one that %s ended', async (signal) => {
    const stopped = npmStart();
    await vi.waitFor(() => expect(existsSync(at('node_modules/half'))).toBe(true), DEADLINE);
    stopped.child.kill(signal);
    await stopped.ended;
    write('node_modules/a-package/package.json', '{}');
    // As if the time had passed after which a lock is taken for one that a killed process left.
    if (signal === 'SIGKILL') utimesSync(at('.cache/start.lock'), 0, 0);
    write('go', '');
    expect(await npmStart().ended).toEqual([0, null]);
    expect(existsSync(at('node_modules/a-package'))).toBe(false);
    expect(existsSync(at('node_modules/whole'))).toBe(true);
  });
});

describe('the build of the dashboard', () => {
  const build = () => start('scripts/build.mjs', 'dashboard');
  beforeEach(() => {
    const next = `process.argv.splice(2, 1, 'next', '.next'); await import('${at('stand-in.mjs')}');`;
    write('node_modules/next/dist/bin/next', next);
    write('node_modules/next/package.json', '{"type":"module"}');
    write('app/page.tsx', 'one');
  });

  it('is made once by two that ask for it, and made again when a source has changed', async () => {
    const builds = [build(), build()];
    await vi.waitFor(
      () => expect(builds.map(({ output }) => output()).join()).toContain('Waiting'),
      DEADLINE,
    );
    write('go', '');
    for (const { ended } of builds) expect(await ended).toEqual([0, null]);
    expect(calls()).toHaveLength(1);
    write('app/page.tsx', 'two');
    expect(await build().ended).toEqual([0, null]);
    expect(calls()).toHaveLength(2);
  });
});

describe('an install', () => {
  it('runs nothing of a package, so that none downloads or reports home', () => {
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
    const { scarfSettings } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(scarfSettings).toEqual({ enabled: false });
  });

  it('knows the address of each package, so that it asks for no list of versions', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { resolved?: string }>;
    };
    const without = Object.keys(packages).filter((path) => path !== '' && !packages[path]?.resolved);
    expect(without).toEqual([]);
  });

  it('leaves Next without its telemetry in a build and in a start', async () => {
    vi.stubEnv('NEXT_TELEMETRY_DISABLED', '');
    // Another test of this process may have loaded it.
    vi.resetModules();
    await import('./build.mjs');
    expect(process.env.NEXT_TELEMETRY_DISABLED).toBe('1');
    vi.unstubAllEnvs();
  });
});
