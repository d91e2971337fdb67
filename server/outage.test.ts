/** The process itself beside a database in trouble: it starts not at all, with one line, or it goes on and recovers. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort, launch, startGateway, untilPages } from '../lab/gateway/gateway-process.ts';
import { startPostgres } from './testing/database/postgres.ts';
import { eventually } from './testing/eventually.ts';
import { TEST_BOOTSTRAP_KEY } from './testing/test-gateway.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-outage-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function failedStart(url: string, script = 'server/main.ts') {
  const settings = { SERVICE_ENV: 'prod', SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY };
  return await launch(script, { ...settings, SERVICE_DATABASE_URL: url }).ended;
}

describe('a start', { timeout: 60_000 }, () => {
  it.each(['server/main.ts', 'worker/main.ts', 'worker/purge.ts'])(
    'of %s without its database is one line that says what to do',
    async (script) => {
      const { code, output } = await failedStart(
        `postgresql://u:pa55word@127.0.0.1:${await freePort()}/x`,
        script,
      );
      expect([code, output]).toEqual([
        1,
        'SERVICE_DATABASE_URL: the database cannot be reached (ECONNREFUSED); start it, or name the right one\n',
      ]);
    },
  );

  it('on a file that is no database is one line', async () => {
    const path = join(temporaryFolder(), 'service.db');
    writeFileSync(
      path,
      'no database at all, only some text that is long enough to have a header '.repeat(40),
    );
    const { code, output } = await failedStart(`file:${path}`);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^SERVICE_DATABASE_URL: the file of the database is damaged \(\w+\); .+\n$/),
    ]);
  });
});

describe('a gateway whose database goes away', { timeout: 90_000 }, () => {
  it('answers 503 to sign-ins and pages too, with few lines and no stack, and works again by itself', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const { url, end } = await startGateway({
      SERVICE_ENV: 'prod',
      SERVICE_HOST: '127.0.0.1',
      SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY,
      SERVICE_SESSION_SECRET: 'session-secret-0123456789-0123456789',
      SERVICE_DATABASE_URL: server.url,
    });
    await untilPages(url);
    const operator = { authorization: `Bearer ${TEST_BOOTSTRAP_KEY}`, 'x-tenant-id': 'acme' };
    const made = await fetch(`${url}/v1/admin/api-keys`, {
      method: 'POST',
      headers: operator,
      body: JSON.stringify({ name: 'me', scopes: ['review', 'learn'] }),
    });
    const { key } = (await made.json()) as { key: string };

    /** Signs in with a key as the page does; the reply and the cookies that it set. */
    async function signIn(candidate: string) {
      const asked = await fetch(`${url}/api/auth/csrf`);
      const csrf = asked.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
      const { csrfToken } = (await asked.json()) as { csrfToken: string };
      const reply = await fetch(`${url}/api/auth/callback/key`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie: csrf.join('; '), 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ csrfToken, key: candidate, json: 'true' }),
      });
      return {
        reply,
        cookie: reply.headers
          .getSetCookie()
          .map((each) => each.split(';', 1)[0])
          .join('; '),
      };
    }
    const { reply, cookie } = await signIn(key);
    expect(reply.status).toBe(200);
    const page = (accept: string) =>
      fetch(`${url}/review`, { headers: { cookie, accept }, redirect: 'manual' });
    expect((await page('text/html')).status).toBe(200);

    await server.fail();
    const refused = (await signIn(`service_${'n'.repeat(43)}`)).reply;
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '5',
      { detail: 'the database cannot be reached' },
    ]);
    // What is known of a key is believed for 30 seconds.
    const forReaders = await eventually(
      'the session is looked up again',
      async () => {
        const answer = await page('text/html');
        return answer.status === 503 && answer;
      },
      45_000,
    );
    expect(forReaders.headers.get('retry-after')).toBe('5');
    expect(await forReaders.text()).toContain('the database cannot be reached');
    expect(await (await page('*/*')).json()).toEqual({ detail: 'the database cannot be reached' });

    await server.recover();
    await eventually('it is ready', async () => (await fetch(`${url}/readyz`)).ok);
    expect((await page('text/html')).status).toBe(200);
    expect((await signIn(key)).reply.status).toBe(200);
    const { code, output } = await end('SIGTERM');
    const lines = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string });
    expect(code).toBe(0);
    expect(lines.filter(({ event }) => event === 'database.trouble')).toHaveLength(1);
    expect(output).not.toMatch(/ {4}at |"frames"/);
  });
});
