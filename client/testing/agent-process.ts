/** Programs in a process of their own: how it ends is part of what the client promises. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '../../lab/gateway/gateway-process.ts';

const LIBRARY = fileURLToPath(new URL('../src/index.ts', import.meta.url));

/** How a process ended, what it said, and how long it took. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
  ms: number;
}

interface RunOptions {
  env?: Record<string, string>;
  /** Given to the program's standard input. */
  input?: string;
  /** The folder it runs in. Default: that of the tests. */
  cwd?: string;
}

/** Runs Node with these arguments and no environment but the given one. */
export function runNode(
  args: readonly string[],
  { env = {}, input = '', cwd = process.cwd() }: RunOptions = {},
): Promise<Ended> {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env: bareEnvironment(env),
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd,
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  // A program that does not read its input closes it.
  child.stdin.on('error', () => undefined).end(input);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const [stdout, stderr] = [Buffer.concat(out).toString(), Buffer.concat(err).toString()];
      resolve({ code, stdout, stderr, ms: performance.now() - started });
    });
  });
}

/** Runs an agent's program, which may use the client, with `url` as its gateway. */
export function runAgent(program: string, url: string): Promise<Ended> {
  const source = `import { Whetstone, withLearning } from ${JSON.stringify(LIBRARY)};\n${program}`;
  return runNode(['--input-type=module', '-e', source], {
    env: { WHETSTONE_URL: url, WHETSTONE_AGENT: 'leaver' },
  });
}
