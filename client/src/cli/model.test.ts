/** Whether the gateway's model could learn, as a script asks for it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { standInSettings } from '../../../lab/model/model-runtime.ts';
import { type StandInModel, startStandInModel } from '../../../lab/model/stand-in-model.ts';
import {
  openTestGateway,
  TEST_BOOTSTRAP_KEY,
  type TestGateway,
} from '../../../server/testing/test-gateway.ts';
import { whetstone } from '../../testing/command-line.ts';

let [gateway, model]: [TestGateway | undefined, StandInModel | undefined] = [undefined, undefined];

beforeAll(async () => {
  model = await startStandInModel();
  gateway = await openTestGateway('sqlite', {
    SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY,
    ...standInSettings(model),
  });
});
afterAll(async () => {
  await gateway?.close();
  await model?.close();
});

async function testModel() {
  const { code, stdout } = await whetstone(gateway?.url ?? '', ['model']);
  return { code, out: JSON.parse(stdout) };
}

it('whetstone model ends with 1 unless the model could learn', async () => {
  expect(await testModel()).toMatchObject({ code: 1, out: { model: 'stand-in', learns: false } });
  const lesson = { skill: null, section: 'steps', content: 'Capture first', issue: '', keywords: [] };
  const lessons = [{ ...lesson, applies_when: null, episodes: [] }];
  model?.answer('reflect', { summary: 'It failed.', tags: [], lessons, memories: [] });
  expect(await testModel()).toMatchObject({ code: 0, out: { learns: true, checks: [{ ok: true }, {}] } });
});
