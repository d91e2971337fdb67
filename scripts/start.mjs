// `npm start`: installs what is missing, then becomes the gateway, which builds the dashboard when a page is first
// asked for. A second start without changes only compares digests. Needs to write nothing where everything is there
// already, so a read-only image works.

import { spawn } from 'node:child_process';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildCommandLine, buildDashboard, runScript } from './build.mjs';
import { installDependencies, pinnedNode } from './install.mjs';
import { root } from './root.mjs';

const script = process.argv[2] ?? 'server/main.ts';
const development = process.argv.includes('--dev');
/** What measures stands on packages that are no part of a running gateway. */
const purpose = script.startsWith('lab/bench/') ? 'test' : 'run';

await runScript(async () => {
  await installDependencies(purpose);
  if (script === 'server/main.ts') await buildCommandLine().catch(tell);
  // The demonstration starts gateways of its own, and shows pages at its end.
  if (script === 'lab/demo/main.ts') await buildDashboard();
});
if (process.versions.node.startsWith('24.')) await become();
else delegate();

/** A gateway without the command line beside it works: in a folder that is read-only, say. */
function tell({ message }) {
  process.stderr.write(`${message}\n`);
}

/** The pinned Node is running already: no second process, so signals and exit codes need no passing on. */
async function become() {
  process.env.NODE_ENV = development ? 'development' : 'production';
  // The next start neither strips types nor compiles: half a second less, and 13 MB that the compiler would hold.
  nodeModule.enableCompileCache(join(root, '.cache/compiled'));
  await import(new URL(`../${script}`, import.meta.url).href);
}

/** The first start runs under the Node that was there: hand over to the pinned one and pass its end on. */
function delegate() {
  const child = spawn(
    pinnedNode,
    [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      cwd: root,
    },
  );
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
}
