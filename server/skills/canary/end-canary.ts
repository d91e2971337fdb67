/** Ends a canary. Whoever ends it settles its changeset in the same transaction. */
import { writeAudit } from '../../audit/index.ts';
import { candidateBetter } from '../../domain/skills/canary/arm.ts';
import {
  type ExperimentEnding,
  type ExperimentTrigger,
  endingBy,
} from '../../domain/skills/canary/status.ts';
import { bumpRevision } from '../../knowledge/index.ts';
import { afterCommit, type Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { ExperimentRecord } from './rows.ts';
import { experimentStore } from './store.ts';

/** What ends it, who is told to have done so, and why. */
export interface Ending {
  trigger: ExperimentTrigger;
  actor: string;
  reason: string;
}

const ACTION = {
  promoted: 'canary.promoted',
  rejected: 'canary.rejected',
  expired: 'canary.expired',
} as const satisfies Record<ExperimentEnding, string>;

/** Ends a canary that still runs; returns whether it did. The caller holds the agent's library. */
export async function endCanary(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { experiment, ending }: { experiment: ExperimentRecord; ending: Ending },
): Promise<boolean> {
  const { trigger, actor, reason } = ending;
  const { to: status } = endingBy(trigger);
  const store = experimentStore(tx, tenant);
  if (!(await store.end(experiment.id, { status, reason, at: runtime.clock() }))) return false;
  await bumpRevision(tx, tenant, experiment.agentId, 'skills');
  const { id, skillId, changesetId, evidence } = experiment;
  const event = {
    action: ACTION[status],
    resource: `changeset:${changesetId}`,
    details: {
      ...{ experiment: id, skill: skillId, reason, p_candidate_better: candidateBetter(evidence) },
      ...{ incumbent_n: evidence.incumbent.weight, candidate_n: evidence.candidate.weight },
    },
  } as const;
  await writeAudit(runtime, tx, { tenant, actor }, event);
  afterCommit(tx, () => runtime.metrics.experiments.inc({ verdict: status }));
  return true;
}
