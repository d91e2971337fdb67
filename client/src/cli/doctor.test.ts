/** What the command says of its own settings and of the gateway that it finds. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { learningFaults } from '../../../server/platform/faults/store.ts';
import { openTestGateway, type TestGateway } from '../../../server/testing/test-gateway.ts';
import { runNode } from '../../testing/agent-process.ts';
import { openWork } from '../../testing/coding-sessions.ts';
import type { LearningLift } from '../generated/api.ts';
import { describeLift } from './doctor.ts';

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

describe('whetstone config', () => {
  it('prints the settings in force and masks the key', async () => {
    const args = ['config', '--agent', 'helpdesk', '--tenant', 'acme', '--timeout', '500'];
    const { code, out, stdout } = await whetstone(args, { WHETSTONE_API_KEY: 'service_0123456789' });
    expect(code).toBe(0);
    expect(out).toEqual({
      ...{ url: gateway?.url, api_key: '********', agent: 'helpdesk' },
      ...{ user: null, tenant: 'acme', timeout_ms: 500 },
    });
    expect(stdout).not.toContain('0123456789');
  });

  it('works where no gateway is named', async () => {
    const { code, out } = await whetstone(['config', '--url', 'nowhere']);
    expect(code).toBe(0);
    expect(out).toMatchObject({ url: null, api_key: null, agent: 'default', timeout_ms: 30_000 });
  });
});

describe('whetstone doctor codex', () => {
  it('tells how to trust hooks that were changed since Codex called one', async () => {
    const at = openWork();
    const called = { at: Date.now(), tool: 'codex', event: 'Stop', agent: 'a', result: 'recorded', ms: 1 };
    const log = join(at.home, '.whetstone/hooks.jsonl');
    const hooks = join(at.home, '.codex/hooks.json');
    for (const file of [log, hooks]) mkdirSync(dirname(file), { recursive: true });
    const says = async () => {
      const { out } = await whetstone(['doctor', 'codex'], { HOME: at.home });
      return out.findings.filter(({ check }: { check: string }) => check === 'hook').at(-1).says;
    };
    writeFileSync(hooks, '{}');
    writeFileSync(log, `${JSON.stringify({ ...called, at: Date.now() + 60_000 })}\n`);
    expect(await says()).toContain('recorded, 1 ms');
    writeFileSync(log, `${JSON.stringify({ ...called, at: Date.now() - 60_000 })}\n`);
    expect(await says()).toBe(
      `codex has called no hook since ${hooks} was changed. Codex runs new hooks only once you trust them: enter /hooks in Codex.`,
    );
    at.remove();
  });
});

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

describe('the lift in words', () => {
  const lift: LearningLift = {
    ...{ treated_success: 0.8, treated_n: 40, holdout_success: 0.6, holdout_n: 12 },
    ...{ enough: true, lift: 0.2, lift_90ci: [-0.034, 0.41], significant: false },
    ...{ lift_always_valid: [-0.2, 0.5], episodes_to_detect: 30 },
  };

  it('has its interval, or what is missing before it may be read', () => {
    expect(describeLift(lift)).toBe(
      '+20 points (90 %: −20 to +50, not clear yet): 80 % of 40 runs with skills, 60 % of 12 without',
    );
    expect(describeLift({ ...lift, holdout_n: 3, enough: false })).toBe(
      'not yet: 3 of 5 runs in the holdout',
    );
  });
});
