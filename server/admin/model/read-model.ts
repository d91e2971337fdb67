/** What is configured of the learning model, what its endpoint understands, and whether learning stands still because of it. */
import type { LearningFault } from '../../domain/admin/learning-fault.ts';
import {
  type LearningModel,
  type ModelDialect,
  type ModelFault,
  shownAddress,
} from '../../domain/admin/model.ts';
import { explainModelFault, faultWords, stopsLearning } from '../../domain/admin/model-fault.ts';
import type { Principal } from '../../domain/principal.ts';
import { describeDialect } from '../../platform/llm/dialect-store.ts';
import { modelConfigured } from '../../platform/llm/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { readFaults } from '../insights/index.ts';
import { countWaitingRuns } from './store.ts';

/** What precedes the words of an error of the model where a job failed with it. */
const MODEL_ERROR = /^Model(?:Unavailable|Unusable): /;

/** What the model failed with last. That a day's tokens are used up is over with that day. */
function findModelFault({ clock }: Runtime, faults: readonly LearningFault[]): ModelFault | null {
  const fault = faults.find(({ kind }) => kind === 'model');
  if (fault === undefined) return null;
  const { message, times, firstAt, lastAt } = fault;
  const explanation = explainModelFault(message);
  if (explanation.cause === 'budget' && lastAt.slice(0, 10) < clock().toISOString().slice(0, 10)) return null;
  return { message: faultWords(message), ...explanation, times, since: firstAt, lastAt };
}

function countWaiting({ db, clock }: Runtime, { tenant }: Principal): Promise<number> {
  return countWaitingRuns(db.read, tenant, { dialect: db.dialect, now: clock() });
}

export async function readDialect(runtime: Runtime): Promise<ModelDialect | null> {
  if (!modelConfigured(runtime.config)) return null;
  const { since, ...dialect } = await describeDialect(runtime);
  return { ...dialect, since: since?.toISOString() ?? null };
}

/** What is configured, without credentials, and how it does for the principal's tenant. */
export async function readModel(runtime: Runtime, principal: Principal): Promise<LearningModel> {
  const { model, embeddings } = runtime.config;
  const [faults, dialect, waitingRuns] = await Promise.all([
    readFaults(runtime, principal),
    readDialect(runtime),
    countWaiting(runtime, principal),
  ]);
  const isConfigured = modelConfigured(runtime.config);
  return {
    model: isConfigured ? model.name : null,
    baseUrl: !isConfigured || model.baseUrl === null ? null : shownAddress(model.baseUrl),
    effort: !isConfigured || model.effort === '' ? null : model.effort,
    dialect,
    fault: findModelFault(runtime, faults),
    waitingRuns,
    embeddings:
      embeddings.url === null ? null : { url: shownAddress(embeddings.url), model: embeddings.model },
  };
}

/** Why learning stands still because of the model. */
export interface Standstill extends ModelFault {
  waitingRuns: number;
}

/**
 * What learning fails with at present: what the model does to all of it, null where learning goes on, and the other faults.
 */
export async function readLearningFaults(
  runtime: Runtime,
  principal: Principal,
): Promise<{ standstill: Standstill | null; others: LearningFault[] }> {
  const faults = await readFaults(runtime, principal);
  const fault = findModelFault(runtime, faults);
  if (fault === null || !stopsLearning(fault)) return { standstill: null, others: faults };
  const others = faults.filter(({ kind, message }) => kind !== 'model' && !MODEL_ERROR.test(message));
  return {
    standstill: { ...fault, waitingRuns: await countWaiting(runtime, principal) },
    others,
  };
}
