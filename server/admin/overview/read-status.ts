/** How a tenant stands, for the credential that asks. */
import type { statusSchema } from '../../domain/admin/status.ts';
import type { CamelCased } from '../../domain/camel-case.ts';
import { type Principal, SCOPES } from '../../domain/principal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { listUsage } from '../usage/index.ts';
import { firstRunStore } from './first-run-store.ts';

type Status = CamelCased<typeof statusSchema>;
type ReviewCounts = Pick<Status, 'pendingChangesets' | 'pendingMemories' | 'runningCanaries' | 'lastLearned'>;

/** What is to be reviewed is for reviewers of all agents, as the lists of it are. */
const HIDDEN: ReviewCounts = {
  pendingChangesets: null,
  pendingMemories: null,
  runningCanaries: null,
  lastLearned: null,
};

/** The status; no credential is refused. */
export async function readStatus(runtime: Runtime, principal: Principal): Promise<Status> {
  const { tenant, actor, scopes, agents } = principal;
  const store = firstRunStore(runtime.db.read, tenant);
  const reviewed = async (): Promise<ReviewCounts> => {
    const [badges, lastLearned] = await Promise.all([store.badges(), store.lastLearned()]);
    return { ...badges, lastLearned };
  };
  const [newest] = await listUsage(runtime, principal);
  const { model } = runtime.config;
  return {
    tenant,
    actor,
    scopes: SCOPES.filter((scope) => scopes.has(scope)),
    learningModel: model.provider === 'none' ? null : model.name,
    lastLearningDay: newest?.day ?? null,
    ...(scopes.has('review') && agents === undefined ? await reviewed() : HIDDEN),
  };
}
