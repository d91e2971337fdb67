import { expect, it } from 'vitest';
import { describeWithModelOnOne } from '../../../lab/model/model-runtime.ts';
import { listUsage } from '../../admin/usage/index.ts';
import { ANSWERS, type Purpose } from '../../domain/learning/answers.ts';
import { DAY_MS } from '../../domain/time.ts';
import { anotherProcess } from '../../testing/database/knowledge-rows.ts';
import { freshPrincipal } from '../../testing/test-runtime.ts';
import { clientOf } from '../db/prisma.ts';
import type { Runtime } from '../runtime.ts';
import { askModel } from './ask-model.ts';
import { REQUEST_TIMEOUTS } from './complete.ts';

const ask = (on: Runtime, tenant: string, purpose: Purpose = 'ask', user = 'A question') =>
  askModel<unknown>(on, {
    tenant,
    purpose,
    system: 'Answer.',
    user,
    schema: ANSWERS[purpose],
    timeouts: { ...REQUEST_TIMEOUTS, waitMs: 300 },
  });

const OVER = { name: 'OverBudget', message: 'daily learning token budget exceeded' };

describeWithModelOnOne('usage of the learning model', (runtime, model) => {
  it('is counted per day and purpose, for failed calls too, as the endpoint counts it', async () => {
    const who = freshPrincipal();
    const [before, from] = [{ ...model().tokens }, model().calls.length];
    await ask(runtime(), who.tenant);
    await ask(runtime(), who.tenant, 'reflect');
    model().malformed('ask', '{"answer": ', 2);
    await expect(ask(runtime(), who.tenant)).rejects.toMatchObject({ name: 'ModelUnusable' });
    model().fail('curate', { status: 500, times: 1 });
    await ask(runtime(), who.tenant, 'curate');
    model().fail('profile', { status: 401, times: 1 });
    await expect(ask(runtime(), who.tenant, 'profile')).rejects.toMatchObject({ name: 'ModelUnavailable' });
    model().drop(1);
    await ask(runtime(), who.tenant, 'memory');
    runtime().advance(DAY_MS);
    await ask(runtime(), who.tenant);

    const rows = await listUsage(runtime(), who);
    const calls = model().calls.slice(from);
    const purposes = new Set(calls.map(({ purpose }) => purpose));
    for (const purpose of purposes) {
      const own = calls.filter((call) => call.purpose === purpose);
      const sum = (key: 'input' | 'output') =>
        own.reduce((total, { usage }) => total + (usage?.[key] ?? 0), 0);
      const counted = rows.filter((row) => row.purpose === purpose);
      expect({
        calls: counted.reduce((total, row) => total + row.calls, 0),
        input: counted.reduce((total, row) => total + row.inputTokens, 0),
        output: counted.reduce((total, row) => total + row.outputTokens, 0),
      }).toEqual({ calls: own.length, input: sum('input'), output: sum('output') });
    }
    expect(rows.map(({ day, purpose }) => `${day} ${purpose}`)).toEqual([
      '2026-03-02 ask',
      ...['ask', 'curate', 'memory', 'profile', 'reflect'].map((purpose) => `2026-03-01 ${purpose}`),
    ]);
    const total = (key: 'inputTokens' | 'outputTokens') => rows.reduce((sum, row) => sum + row[key], 0);
    expect(total('inputTokens')).toBe(model().tokens.input - before.input);
    expect(total('outputTokens')).toBe(model().tokens.output - before.output);
  });

  it('of many calls at once and of two processes adds up', async () => {
    const who = freshPrincipal();
    const other = anotherProcess(runtime());
    const from = model().calls.length;
    await Promise.all(
      [runtime(), other].flatMap((on) => Array.from({ length: 15 }, () => ask(on, who.tenant))),
    );
    await other.db.close();
    const usage = model()
      .calls.slice(from)
      .map((call) => call.usage?.input ?? 0);
    const [row] = await listUsage(runtime(), who);
    expect(row).toMatchObject({ calls: 30, inputTokens: usage.reduce((sum, tokens) => sum + tokens, 0) });
  });
});

const BUDGET = 1000;

describeWithModelOnOne(
  'the daily token budget',
  (runtime, model) => {
    const put = async (
      tenant: string,
      tokens: number,
      day = runtime().clock().toISOString().slice(0, 10),
    ) => {
      await clientOf(runtime().db.read).usageDay.create({
        data: { tenant, day, purpose: 'reflect', calls: 1, inputTokens: tokens - 1, outputTokens: 1 },
      });
    };

    it('lets a call through below it, and none from it on, of any purpose', async () => {
      const [below, at] = [freshPrincipal().tenant, freshPrincipal().tenant];
      await put(below, BUDGET - 1);
      await put(at, BUDGET);
      await expect(ask(runtime(), below)).resolves.toBeDefined();
      const from = model().calls.length;
      await expect(ask(runtime(), at)).rejects.toMatchObject(OVER);
      await expect(ask(runtime(), below, 'curate')).rejects.toMatchObject(OVER);
      expect(model().calls).toHaveLength(from);
    });

    it('is looked at before an answer is asked for again', async () => {
      const { tenant } = freshPrincipal();
      const from = model().calls.length;
      model().malformed('ask', 'x'.repeat(4 * BUDGET));
      await expect(ask(runtime(), tenant)).rejects.toMatchObject(OVER);
      expect(model().calls.length - from).toBe(1);
    });

    it('counts what another process uses within five seconds', async () => {
      const { tenant } = freshPrincipal();
      const other = anotherProcess(runtime());
      await ask(runtime(), tenant);
      await ask(other, tenant, 'ask', 'x'.repeat(4 * BUDGET));
      await expect(ask(other, tenant)).rejects.toMatchObject(OVER);
      runtime().advance(5000);
      await expect(ask(runtime(), tenant)).rejects.toMatchObject(OVER);
      await other.db.close();
    });

    it('counts what could not be written down', async () => {
      const { tenant } = freshPrincipal();
      const other = anotherProcess(runtime());
      const broken: Runtime = {
        ...other,
        db: { ...other.db, write: () => Promise.reject(new Error('disk full')) },
      };
      await ask(broken, tenant, 'ask', 'x'.repeat(4 * BUDGET));
      runtime().advance(5000);
      await expect(ask(broken, tenant)).rejects.toMatchObject(OVER);
      await other.db.close();
    });

    it('is new every UTC day, and each tenant has its own', async () => {
      const [tenant, neighbour] = [freshPrincipal().tenant, freshPrincipal().tenant];
      await put(tenant, BUDGET);
      await expect(ask(runtime(), tenant)).rejects.toMatchObject(OVER);
      await expect(ask(runtime(), neighbour)).resolves.toBeDefined();
      runtime().advance(12 * 3_600_000);
      await expect(ask(runtime(), tenant)).resolves.toBeDefined();
    });
  },
  { SERVICE_DAILY_TOKEN_BUDGET: String(BUDGET) },
);
