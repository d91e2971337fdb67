/** Runs what the first run's page tells people to copy, as they would: in a shell, with Node, with Python. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const CLIENT = fileURLToPath(new URL('../../client/src/index.ts', import.meta.url));

/** Whether this machine has a program. */
export function has(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** A folder in which the client is installed under its name. */
function folderWithClient(): string {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-snippet-'));
  const home = join(folder, 'node_modules', 'whetstone');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{"name":"whetstone","type":"module","exports":"./index.js"}');
  writeFileSync(join(home, 'index.js'), `export * from ${JSON.stringify(pathToFileURL(CLIENT).href)};\n`);
  return folder;
}

const COMMANDS = {
  curl: { file: 'run.sh', command: 'sh run.sh' },
  typescript: { file: 'run.mts', command: `"${process.execPath}" run.mts` },
  python: { file: 'run.py', command: 'python3 run.py' },
};

/** What the snippet printed, run after the page's lines of environment; throws where it fails. */
export async function runSnippet(
  way: keyof typeof COMMANDS,
  { environment, snippet }: { environment: string; snippet: string },
): Promise<string> {
  const folder = folderWithClient();
  try {
    const { file, command } = COMMANDS[way];
    writeFileSync(join(folder, file), snippet);
    return await runShell(`${environment}\n${command}`, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runShell(script: string, cwd: string): Promise<string> {
  const child = spawn('sh', ['-e', '-c', script], {
    cwd,
    env: { NODE_ENV: 'production', PATH: process.env.PATH, HOME: cwd },
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
