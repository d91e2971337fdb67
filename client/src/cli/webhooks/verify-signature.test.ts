import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAIN } from '../../../testing/command-line.ts';
import { refusalOf } from './listen.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const BODY = '{"type":"webhook.test","data":{"at":"Zürich"}}';

const signed = (secrets: readonly string[], at = NOW, body = BODY) => ({
  id: 'msg_1',
  timestamp: String(Math.floor(at / 1000)),
  signature: secrets.map((secret) => new Webhook(secret).sign('msg_1', new Date(at), body)).join(' '),
});

describe('the signature of an event', () => {
  it('is right with the secret, also beside that of another one', () => {
    expect(refusalOf(SECRET, signed([SECRET]), BODY, NOW)).toBeNull();
    expect(refusalOf(SECRET, signed([OTHER, SECRET]), BODY, NOW + 200_000)).toBeNull();
  });

  it('is refused for another secret, body, id or time, and where it is none', () => {
    expect(refusalOf(SECRET, signed([OTHER]), BODY, NOW)).toContain('wrong');
    expect(refusalOf(SECRET, signed([SECRET]), `${BODY} `, NOW)).toContain('wrong');
    expect(refusalOf(SECRET, { ...signed([SECRET]), id: 'msg_2' }, BODY, NOW)).toContain('wrong');
    expect(refusalOf(SECRET, signed([SECRET]), BODY, NOW + 301_000)).toContain('older');
    expect(refusalOf(SECRET, { ...signed([SECRET]), signature: 'v1,' }, BODY, NOW)).toContain('wrong');
    expect(refusalOf(SECRET, { ...signed([SECRET]), signature: undefined }, BODY, NOW)).toContain(
      'not signed',
    );
    expect(refusalOf(SECRET, { ...signed([SECRET]), timestamp: 'x' }, BODY, NOW)).toContain('number');
  });
});

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

describe('whetstone webhooks listen', () => {
  it('prints what is signed with the secret, and refuses what is not', async () => {
    const port = await freePort();
    const child = spawn(process.execPath, [MAIN, 'webhooks', 'listen', '--port', String(port)], {
      env: { NODE_ENV: 'test', WHETSTONE_WEBHOOK_SECRET: SECRET },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let printed = '';
    child.stdout.on('data', (piece: Buffer) => {
      printed += piece.toString();
    });
    await new Promise<void>((resolve) =>
      child.stderr.on('data', (piece: Buffer) => {
        if (piece.toString().includes('listening on')) resolve();
      }),
    );
    const post = async (secret: string) => {
      const { id, timestamp, signature } = signed([secret], Date.now());
      const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: BODY })).status;
    };
    expect(await post(OTHER)).toBe(401);
    expect(printed).toBe('');
    expect(await post(SECRET)).toBe(204);
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(JSON.parse(printed)).toEqual({ id: 'msg_1', event: JSON.parse(BODY) });
  });
});
