/** The faults, each brought about and taken away again; what has to recover then is given no further help. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BOTH, between, type Fault, type Random } from './fault.ts';
import type { Installation } from './installation.ts';
import { POSTGRESQL_FAULTS } from './postgresql-faults.ts';
import { PROCESS_FAULTS } from './process-faults.ts';
import { SQLITE_FAULTS } from './sqlite-faults.ts';
import { teachFromRuns } from './teaching.ts';

/** One in three is slow, one answers nonsense, one fails again and again. */
async function troubleModel({ model }: Installation, random: Random): Promise<void> {
  const kind = between(random, 0, 4);
  if (kind === 0) model.latency(between(random, 300, 3000));
  if (kind === 1) model.garbled('*', '<html>no model here</html>');
  if (kind === 2) model.malformed('*', '{"outcome": 7, "ops": "none"');
  for (let times = 0; kind === 3 && times < 4; times += 1) {
    model.fail('*', { status: 500, times: 2 });
    model.failEmbeddings({ status: 503, times: 2 });
    model.drop(1);
    await sleep(300);
  }
  model.failEmbeddings({ status: 500, times: 5 });
  await sleep(between(random, 1000, 3000));
  model.reset();
  teachFromRuns(model);
}

const MODEL_FAULTS: readonly Fault[] = [
  { name: 'model slow, failing or talking nonsense', dialects: BOTH, inject: troubleModel },
];

export const FAULTS: readonly Fault[] = [
  ...PROCESS_FAULTS,
  ...POSTGRESQL_FAULTS,
  ...SQLITE_FAULTS,
  ...MODEL_FAULTS,
];
