/** What the command says of its own settings and of the gateway that it finds. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { learningFaults } from '../../../server/platform/faults/store.ts';
import { openTestGateway, type TestGateway } from '../../../server/testing/test-gateway.ts';
import { runNode } from '../../testing/agent-process.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

let gateway: TestGateway | undefined;

beforeAll(async () => {
  gateway = await openTestGateway('sqlite', { SERVICE_HOLDOUT_RATE: '0.5' });
});

afterAll(async () => {
  await gateway?.close();
});

async function whetstone(args: string[], env: Record<string, string> = {}) {
  const { code, stdout } = await runNode([MAIN, ...args], {
    env: { WHETSTONE_URL: gateway?.url ?? '', ...env },
  });
  return { code, out: JSON.parse(stdout), stdout };
}

describe('whetstone doctor', () => {
  it('warns of what learning fails with in the own tenant, as long as it does', async () => {
    const db = gateway?.runtime.db;
    if (db === undefined) throw new Error('no gateway');
    const [first, last] = [new Date('2026-03-01T09:00:00.000Z'), new Date('2026-03-01T10:00:00.000Z')];
    const dev = learningFaults(db.read, 'dev');
    await dev.add('model', 'Error: first', first);
    await dev.add('model', 'Error: then', last);
    await learningFaults(db.read, 'other').add('curate', 'Error: of another tenant', last);
    const faulty = await whetstone(['doctor']);
    expect(faulty).toMatchObject({ code: 0, out: { ok: true } });
    expect(faulty.out.findings).toContainEqual({
      ...{ check: 'learning', grade: 'warning' },
      says: `model failed 2 times since ${first.toISOString()}, last at ${last.toISOString()}: Error: then`,
    });
    expect(faulty.stdout).not.toContain('another tenant');
    await dev.clear('model');
    expect((await whetstone(['doctor'])).out.findings).toContainEqual({
      ...{ check: 'learning', grade: 'ok', says: 'nothing fails' },
    });
  });
});
