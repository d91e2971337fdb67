import { expect, it } from 'vitest';
import { describeWithModelOnOne, STAND_IN_KEY } from '../../../lab/model/model-runtime.ts';
import { askAnswer } from '../../domain/learning/answers.ts';
import { freshPrincipal } from '../../testing/test-runtime.ts';
import { clientOf } from '../db/prisma.ts';
import type { Runtime } from '../runtime.ts';
import { askModel } from './ask-model.ts';
import { REQUEST_TIMEOUTS } from './complete.ts';

const ask = (on: Runtime, tenant: string, signal?: AbortSignal) =>
  askModel(on, {
    ...{ tenant, purpose: 'ask', system: 'Answer.', user: 'SECRET-of-the-transcript', schema: askAnswer },
    ...(signal === undefined ? {} : { signal }),
    timeouts: REQUEST_TIMEOUTS,
  });

const faultsOf = ({ db }: Runtime, tenant: string) =>
  clientOf(db.read).learningFault.findMany({ where: { tenant } });

describeWithModelOnOne('the fault of the learning model', (runtime, model) => {
  it('is kept of the tenant that asked, without the credential, and goes with an answer', async () => {
    const rt = runtime();
    const [{ tenant }, other] = [freshPrincipal(), freshPrincipal()];
    const firstAt = rt.clock();
    for (const message of ['one', 'two']) {
      model().fail('ask', { status: 401, message: `${message}: ${STAND_IN_KEY}` });
      await expect(ask(rt, tenant)).rejects.toMatchObject({ name: 'ModelUnavailable' });
      rt.advance(1000);
    }
    expect(await faultsOf(rt, tenant)).toEqual([
      {
        ...{ tenant, kind: 'model', times: 2 },
        message:
          'ModelUnavailable: learning model unavailable: the endpoint refuses the API key (401): one: [REDACTED api_key]',
        ...{ firstAt, lastAt: new Date(firstAt.getTime() + 1000) },
      },
    ]);
    model().reset();
    await ask(rt, other.tenant);
    expect(await faultsOf(rt, tenant)).toHaveLength(1);
    await ask(rt, tenant);
    expect(await faultsOf(rt, tenant)).toEqual([]);
  });

  it('is not a question that was called off', async () => {
    const { tenant } = freshPrincipal();
    await expect(ask(runtime(), tenant, AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
    expect(await faultsOf(runtime(), tenant)).toEqual([]);
  });
});
