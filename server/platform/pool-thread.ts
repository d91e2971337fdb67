/** What a thread of the pool does. */
import { pathToFileURL } from 'node:url';

/** A function by its script and name, and what it is called with. */
export interface PoolCall {
  script: string;
  name: string;
  args: readonly unknown[];
}

export async function call({ script, name, args }: PoolCall): Promise<unknown> {
  const exported = (await import(pathToFileURL(script).href)) as Record<
    string,
    (...args: unknown[]) => unknown
  >;
  const run = exported[name];
  if (run === undefined) throw new Error(`${script} exports no ${name}`);
  return run(...args);
}
