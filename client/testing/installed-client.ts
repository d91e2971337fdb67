/** A folder in which somebody has installed the client, and shell commands in it. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bareEnvironment } from '../../lab/gateway/gateway-process.ts';

const LIBRARY = fileURLToPath(new URL('../src/index.ts', import.meta.url));
/** Built by `buildCommandLine()`, as `npm start` leaves it. */
const COMMAND = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

export interface ClientFolder {
  path: string;
  remove(): void;
}

/** A folder of its own where `import 'whetstone'` and `npx whetstone` find this checkout's client. */
export function openClientFolder(): ClientFolder {
  const path = mkdtempSync(join(tmpdir(), 'whetstone-installed-'));
  const [library, commands] = [join(path, 'node_modules/whetstone'), join(path, 'node_modules/.bin')];
  for (const folder of [library, commands]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(library, 'package.json'), '{"name":"whetstone","type":"module","exports":"./index.js"}');
  writeFileSync(join(library, 'index.js'), `export * from ${JSON.stringify(pathToFileURL(LIBRARY).href)};\n`);
  const command = join(commands, 'whetstone');
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`);
  chmodSync(command, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * What a script printed, run by `sh` with a Node, the test's own unless `node` is another, and no environment but the given
 * one. Throws what it said where a command of it fails.
 */
export function runShell(
  script: string,
  cwd: string,
  env: Record<string, string> = {},
  node = process.execPath,
): Promise<string> {
  const path = [dirname(node), process.env.PATH ?? ''].join(delimiter);
  const child = spawn('sh', ['-e', '-c', script], {
    cwd,
    env: bareEnvironment({ PATH: path, HOME: cwd, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`${code}: ${out}${err}`))));
  });
}
