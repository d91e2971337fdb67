/** Programs in Python with its client, on the machine's python3. */
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const PYTHON_SOURCE = fileURLToPath(new URL('../python/src', import.meta.url));

const OLDEST_MINOR = 10;

function findVersion(): string | null {
  const { status, stdout } = spawnSync('python3', ['-c', 'import sys; print(*sys.version_info[:2])'], {
    encoding: 'utf8',
  });
  const [major, minor] = status === 0 ? stdout.trim().split(' ').map(Number) : [];
  return major === 3 && minor !== undefined && minor >= OLDEST_MINOR ? `${major}.${minor}` : null;
}

/** The version of the machine's python3; null where it has none that the client runs on. */
export const PYTHON_VERSION = findVersion();

interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
}

/** How a program ended, and how long its first output took. */
export interface PythonRun {
  code: number | null;
  stdout: string;
  stderr: string;
  answeredMs: number;
}

/** Runs python3 with these arguments, with the client to be imported unless `env` says another PYTHONPATH. */
export function runPython(args: readonly string[], { cwd, env = {} }: RunOptions = {}): Promise<PythonRun> {
  const started = performance.now();
  const child = spawn('python3', args, {
    cwd,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      NODE_ENV: 'production',
      PYTHONPATH: PYTHON_SOURCE,
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONUNBUFFERED: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr, answeredMs] = ['', '', 0];
  child.stdout.on('data', (chunk: Buffer) => {
    if (stdout === '') answeredMs = performance.now() - started;
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr, answeredMs }));
  });
}
