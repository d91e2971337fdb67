// `npm run test:image`: runs the steps of the Dockerfile without Docker, in an empty folder with an empty home, and
// starts what they make as the image would be: no network, no rights, nothing to write to but the data folder.
// Needs root on Linux, for the namespaces.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runScript } from '../build.mjs';
import { installDependencies, pinnedNode } from '../install.mjs';
import { root } from '../root.mjs';
import { filesOfImage, readStages, textsOf } from './dockerfile.mjs';

const MOST_MB = 400;

/** A root folder on `$R` with this machine's programs, read-only, the pinned Node, and the image's folder `/app`. */
const ROOT_FOLDER = `set -eu
mount --make-rprivate /
mount -t tmpfs tmpfs "$R"
cd "$R"
mkdir usr etc dev proc tmp home app
for folder in usr etc dev; do mount --rbind "/$folder" "$folder"; done
for folder in usr etc; do mount -o remount,bind,ro "$folder"; done
for link in bin sbin lib lib64; do ln -s "usr/$link" "$link"; done
mount -t tmpfs tmpfs usr/local
mkdir usr/local/bin
cp "$NODE" usr/local/bin/node
mount -t proc proc proc
mount --bind "$APP" app
enter() { chroot "$R" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin HOME=/home $NPM "$@"; }
`;

/** The last stage: its own commands, then all is read-only but `/data`, and there is no network but loopback. */
const START = `${ROOT_FOLDER}
enter sh -euc "$RUN"
mount --bind data data
mount -o remount,bind,ro app
mount -o remount,bind,ro "$R"
ip link set lo up
enter setpriv --reuid "\${OWNER%:*}" --regid "\${OWNER#*:}" --clear-groups --no-new-privs \\
  sh -euc 'cd /app; exec env "$@"' start $ENVIRONMENT SERVICE_ENV=dev \\
  node scripts/image/probe-image.mjs "$HEALTH" "$COMMAND"
`;

/** How npm reaches this machine's registry; its configuration is looked for beside its Node, which is another here. */
function npmSettings() {
  const value = (key) =>
    execFileSync('npm', ['config', 'get', '--loglevel=error', key], { cwd: root, encoding: 'utf8' }).trim();
  const known = ['registry', 'cafile', 'https-proxy'].map((key) => [key, value(key)]);
  const given = known.filter(([, set]) => set !== 'null' && set !== '');
  return given.map(([key, set]) => `npm_config_${key.replace('-', '_')}=${set}`).join(' ');
}

function inNamespaces(flags, script, env) {
  const child = spawnSync('unshare', ['--mount', ...flags, 'bash', '-c', script], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH: `${process.env.PATH}:/usr/sbin`, NODE: pinnedNode, NPM: npmSettings(), ...env },
  });
  if (child.status !== 0) throw new Error(`failed with status ${child.status}; this needs root on Linux`);
}

function told(what, work) {
  const begun = Date.now();
  process.stdout.write(`── ${what}\n`);
  work();
  process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(0)} s\n`);
}

function testImage(folder) {
  const [app, R] = [join(folder, 'app'), join(folder, 'root')];
  for (const made of [app, R]) mkdirSync(made);
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  for (const file of filesOfImage(tracked)) {
    mkdirSync(dirname(join(app, file)), { recursive: true });
    cpSync(join(root, file), join(app, file));
  }
  const [build, last] = readStages();
  for (const command of textsOf(build, 'RUN')) {
    told(command, () => {
      const env = { R, APP: app, RUN: command };
      inNamespaces([], `${ROOT_FOLDER} enter sh -euc "cd /app; $RUN"`, env);
    });
  }
  const size = execFileSync('sh', ['-c', 'du -sm . | cut -f1; find . | wc -l'], {
    cwd: app,
    encoding: 'utf8',
  });
  const [megabytes, entries] = size.trim().split('\n').map(Number);
  process.stdout.write(`${megabytes} MB in ${entries} entries beyond the base\n`);
  if (megabytes > MOST_MB) throw new Error(`more than ${MOST_MB} MB`);
  told('start', () =>
    inNamespaces(['--net', '--pid', '--fork'], START, {
      ...{ R, APP: app, RUN: textsOf(last, 'RUN').join('\n'), OWNER: textsOf(last, 'USER')[0] },
      ENVIRONMENT: textsOf(last, 'ENV').join(' '),
      HEALTH: textsOf(last, 'HEALTHCHECK')[0].replace(/^.*CMD /, ''),
      COMMAND: textsOf(last, 'CMD')[0],
    }),
  );
}

await runScript(async () => {
  await installDependencies('run');
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-image-'));
  try {
    testImage(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
