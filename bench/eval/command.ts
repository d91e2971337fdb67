/** The client's command, as built, in front of a gateway: each call is a process, its output JSON. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { buildClientPackage } from '../../scripts/build.mjs';

/** What a run of the command gave. The caller knows the output's form. */
interface Ran<Output> {
  code: number;
  output: Output;
}

export type Whetstone = <Output>(...args: string[]) => Promise<Ran<Output>>;

const MAIN = join(import.meta.dirname, '../../client/dist/cli/main.js');
const MAX_OUTPUT = 512 * 1024 * 1024;

/** The command for the gateway at `url`; throws where a run prints no JSON. */
export function whetstoneAt(url: string): Whetstone {
  buildClientPackage();
  return <Output>(...args: string[]) =>
    new Promise<Ran<Output>>((resolve, reject) => {
      const options = { env: { WHETSTONE_URL: url, NODE_ENV: 'production' as const }, maxBuffer: MAX_OUTPUT };
      const child = execFile(
        process.execPath,
        [MAIN, ...args, '--json'],
        options,
        (_fault, stdout, stderr) => {
          try {
            resolve({ code: child.exitCode ?? -1, output: JSON.parse(stdout) as Output });
          } catch (cause) {
            reject(new Error(`whetstone ${args.slice(0, 3).join(' ')}: ${stderr}`, { cause }));
          }
        },
      );
    });
}
