/**
 * The command `whetstone` for a gateway of the tests: in this process, as starting one takes longer than most commands, or
 * as a process of its own ({@link MAIN}).
 */
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '../../lab/gateway/gateway-process.ts';
import { TEST_BOOTSTRAP_KEY } from '../../server/testing/test-gateway.ts';
import { runCommand } from '../src/cli/program.ts';
import type { Ended } from './agent-process.ts';

export const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

/** Options of Node under which a command prints what it prints on a terminal. */

interface CommandOptions {
  input?: string;
  /** Default: the operator's, for the tenant `cli`. */
  key?: string;
  env?: Record<string, string>;
}

/** The commands take turns: each has the streams and the environment of the process for itself. */
let turn: Promise<unknown> = Promise.resolve();

/** Runs the command with these arguments. */
export async function whetstone(
  url: string | undefined,
  args: readonly string[],
  { input = '', key = TEST_BOOTSTRAP_KEY, env = {} }: CommandOptions = {},
): Promise<Ended> {
  // What is pasted may have a slash or a space at its end.
  const variables = { WHETSTONE_URL: `${url}// `, WHETSTONE_API_KEY: key, ...env };
  const tenant = key === TEST_BOOTSTRAP_KEY ? ['--tenant', 'cli'] : [];
  const ended = turn.then(() => runHere([...args, ...tenant], variables, input));
  turn = ended.catch(() => undefined);
  return await ended;
}

/** Runs the command in this process as if it were its own. */
async function runHere(args: string[], env: Record<string, string>, input: string): Promise<Ended> {
  const { env: ownEnvironment, exitCode, stdout, stderr } = process;
  const ownInput = Object.getOwnPropertyDescriptor(process, 'stdin');
  const said = { stdout: '', stderr: '' };
  const writes = { stdout: stdout.write, stderr: stderr.write };
  const capture = (name: 'stdout' | 'stderr') =>
    ((chunk: string | Uint8Array) => {
      said[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      return true;
    }) as typeof stdout.write;
  const started = performance.now();
  try {
    process.env = bareEnvironment(env);
    process.exitCode = undefined;
    Object.defineProperty(process, 'stdin', {
      configurable: true,
      value: Readable.from([Buffer.from(input)]),
    });
    stdout.write = capture('stdout');
    stderr.write = capture('stderr');
    await runCommand(args);
    return { code: Number(process.exitCode ?? 0), ...said, ms: performance.now() - started };
  } finally {
    stdout.write = writes.stdout;
    stderr.write = writes.stderr;
    if (ownInput !== undefined) Object.defineProperty(process, 'stdin', ownInput);
    process.env = ownEnvironment;
    process.exitCode = exitCode;
  }
}
