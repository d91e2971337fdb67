// Runs in the finished image for `npm run test:image`: starts it, waits until it is healthy, and uses it. Its
// arguments are the commands of HEALTHCHECK and CMD as JSON.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const HEALTHY_WITHIN_MS = 60_000;
const PAGES = ['/review', '/skills', '/memories', '/episodes', '/canaries', '/insights', '/connect', '/docs'];

const [[check, ...checked], [program, ...args]] = process.argv.slice(2).map((json) => JSON.parse(json));
const begun = Date.now();

function tell(what) {
  process.stdout.write(`${what} ${((Date.now() - begun) / 1000).toFixed(1)} s after the start\n`);
}

async function call(path, body) {
  const sent = body && { method: 'POST', body: JSON.stringify(body) };
  const headers = { accept: 'text/html,application/json' };
  const reply = await fetch(`http://127.0.0.1:8080${path}`, { ...sent, headers });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text.slice(0, 500)}`);
  return text;
}

function canWrite(file) {
  try {
    writeFileSync(file, '');
    return true;
  } catch {
    return false;
  }
}

async function requireNoRights() {
  if (process.getuid() === 0) throw new Error('runs as root');
  const written = ['/app/a', '/tmp/a', '/home/a', '/a'].filter(canWrite);
  if (written.length > 0) throw new Error(`${written} can be written`);
  const isOnline = await fetch('http://1.1.1.1').then(
    () => true,
    ({ cause }) => cause?.code !== 'ENETUNREACH',
  );
  if (isOnline) throw new Error('there is a network');
}

async function becomeHealthy(gateway) {
  while (spawnSync(check, checked).status !== 0) {
    await sleep(100);
    if (gateway.exitCode !== null) throw new Error(`ended with ${gateway.exitCode}`);
    if (Date.now() - begun > HEALTHY_WITHIN_MS) throw new Error('does not become healthy');
  }
  tell('healthy');
}

async function exercise() {
  const bullets = [{ content: 'Look up the captured amount before refunding' }];
  await call('/v1/skills', { name: 'refund-orders', description: 'Refund an order of a customer', bullets });
  const recalled = await call('/v1/recall', { query: 'Refund order 1001 for a customer' });
  if (!recalled.includes('captured amount')) throw new Error(`recall answers ${recalled}`);
  tell('serves a recall');
  for (const page of PAGES) {
    const assets = [...(await call(page)).matchAll(/(?:src|href)="(\/_next\/[^"]+)"/g)];
    for (const [, asset] of assets) await call(asset);
    if (page === PAGES[0]) tell('shows a page');
  }
}

await requireNoRights();
const gateway = spawn(program, args, { stdio: 'inherit' });
try {
  await becomeHealthy(gateway);
  await exercise();
} finally {
  gateway.kill('SIGTERM');
}
