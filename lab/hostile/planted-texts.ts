/**
 * Text planted in everything that others may write of a run, and a learning model that obeys whatever it is shown: nothing of it
 * gets into force without a person.
 */
import { SCOPES } from '../../server/domain/principal.ts';
import { learnFromPlanted } from '../../server/testing/jobs/planted-runs.ts';
import { besideGateway } from '../gateway/beside-gateway.ts';
import { standInSettings } from '../model/model-runtime.ts';
import { startStandInModel } from '../model/stand-in-model.ts';
import { type Attack, attack, type Target } from './target.ts';

const ROUNDS = 60;
const BRIEF_ROUNDS = 2;
const RUNS = 6;

let tenants = 0;

/** Half of the rounds are of an agent with one user, half of one with several. */
export async function tryPlantedTexts(
  target: Target,
  { random, brief }: { random: () => number; brief: boolean },
): Promise<Attack> {
  const model = await startStandInModel();
  const rounds = brief ? BRIEF_ROUNDS : ROUNDS;
  const settings = {
    ...standInSettings(model),
    ...{ SERVICE_HOLDOUT_RATE: '0', SERVICE_EVOLVE_ITERATIONS: '1' },
    SERVICE_AUTO_APPROVE_MEDIUM_RISK: 'true',
  };
  const plant = async () =>
    await besideGateway(
      target.databaseUrl,
      async (runtime) => {
        const broken: string[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const tenant = `planted-${tenants++}`;
          const who = { tenant, actor: 'dev', bucket: tenant, scopes: new Set(SCOPES) };
          const order = { who, random, runs: RUNS, isShared: round % 2 === 1 };
          const { breaches, learned } = await learnFromPlanted(runtime, model, order);
          broken.push(...breaches, ...(learned === 0 ? ['nothing was learned at all'] : []));
        }
        return { tried: rounds * RUNS, broken };
      },
      settings,
    );
  try {
    return await attack(target, 'text planted in runs, and a model that obeys it', plant);
  } finally {
    await model.close();
  }
}
