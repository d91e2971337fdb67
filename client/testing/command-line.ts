/** The command `whetstone` as a process, for a gateway of the tests. */
import { fileURLToPath } from 'node:url';
import { TEST_BOOTSTRAP_KEY } from '../../server/testing/test-gateway.ts';
import { type Ended, runNode } from './agent-process.ts';

export const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

/** Options of Node under which a command prints what it prints on a terminal. */

interface CommandOptions {
  input?: string;
  /** Default: the operator's, for the tenant `cli`. */
  key?: string;
  env?: Record<string, string>;
}

/** Runs the command with these arguments. */
export async function whetstone(
  url: string | undefined,
  args: readonly string[],
  { input = '', key = TEST_BOOTSTRAP_KEY, env = {} }: CommandOptions = {},
): Promise<Ended> {
  // What is pasted may have a slash or a space at its end.
  const variables = { WHETSTONE_URL: `${url}// `, WHETSTONE_API_KEY: key, ...env };
  const tenant = key === TEST_BOOTSTRAP_KEY ? ['--tenant', 'cli'] : [];
  return await runNode([MAIN, ...args, ...tenant], { env: variables, input });
}
