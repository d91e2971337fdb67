/**
 * Two independent readers of the OpenAPI document: a linter, and a proxy that checks real replies against it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../lab/gateway/gateway-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PROXY_DEADLINE_MS = 30_000;

function written(document: object): { file: string; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-openapi-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  return { file, folder };
}

/** What the linter calls an error, in its own words. */
export function lintErrors(document: object): string[] {
  const { file, folder } = written(document);
  const linter = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
  const { stdout, stderr } = spawnSync(process.execPath, [linter, 'lint', '--format=json', file], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  rmSync(folder, { recursive: true, force: true });
  if (!stdout.trimStart().startsWith('{')) throw new Error(`the linter did not run: ${stderr}`);
  const { problems } = JSON.parse(stdout) as { problems: { severity: string; message: string }[] };
  return problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
}

/** A proxy that passes requests on and names what it finds in the header `sl-violations` of each reply. */
export interface ValidatingProxy {
  url: string;
  stop(): void;
}

/** Puts the proxy in front of `upstream`; resolves when it passes requests on. */
export async function startValidatingProxy(document: object, upstream: string): Promise<ValidatingProxy> {
  const { file, folder } = written(document);
  const port = String(await freePort());
  const cli = join(ROOT, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const child = spawn(
    process.execPath,
    [cli, 'proxy', file, upstream, '--port', port, '--host', '127.0.0.1'],
    {
      stdio: 'ignore',
    },
  );
  const url = `http://127.0.0.1:${port}`;
  const stop = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + PROXY_DEADLINE_MS;
  while (!(await answers(`${url}/healthz`))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      stop();
      throw new Error('the proxy did not start');
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, stop };
}

async function answers(url: string): Promise<boolean> {
  return await fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}
