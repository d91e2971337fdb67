// `npm start`: installs and builds what is missing, then becomes the gateway. A second start without changes
// only compares digests. Writes nothing where everything is built already, so a read-only image works.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildClients, buildDashboard } from './build.mjs';
import { installDependencies, pinnedNode, root } from './install.mjs';

const script = process.argv[2] ?? 'server/main.ts';
/** The demonstration starts the gateway as a process of its own. */
const isGateway = ['server/main.ts', 'demo/main.ts'].includes(script);
const development = process.argv.includes('--dev');

try {
  installDependencies();
  buildClients();
  if (isGateway && !development) buildDashboard();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

if (process.versions.node.startsWith('24.')) await become();
else delegate();

/** The pinned Node is running already: no second process, so signals and exit codes need no passing on. */
async function become() {
  process.env.NODE_ENV = development ? 'development' : 'production';
  await import(new URL(`../${script}`, import.meta.url).href);
}

/** The first start runs under the Node that was there: hand over to the pinned one and pass its end on. */
function delegate() {
  const child = spawn(pinnedNode, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    cwd: root,
  });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
}
