/** What was proposed before, for whoever is about to propose: what waits or was refused is not proposed again. */

import { CHANGESET_STATUSES, isSettled } from '../../domain/skills/changesets/status.ts';
import type { EarlierChange } from '../../domain/learning/quote-changes.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ChangesetRecord } from './records.ts';
import { changesetStore, type ProposalFilter } from './store.ts';

/** Most open proposals of an agent that are looked at. */
const MAX_OPEN = 200;

type Whose = Pick<ProposalFilter, 'agentId' | 'source' | 'skillId'>;

const OPEN = CHANGESET_STATUSES.filter((status) => !isSettled(status));

/** The agent's proposals that may still change a skill, newest first. */
export async function openProposals(tx: Tx, tenant: string, whose: Whose): Promise<ChangesetRecord[]> {
  return await changesetStore(tx, tenant).lookBack({ ...whose, statuses: OPEN, limit: MAX_OPEN });
}

/** The `limit` proposals of the agent that were rejected last, by a person or a canary. */
export async function lastRejected(
  tx: Tx,
  tenant: string,
  whose: Whose & { limit: number },
): Promise<ChangesetRecord[]> {
  return await changesetStore(tx, tenant).lookBack({ ...whose, statuses: ['rejected'] });
}

/** Proposals as the learning model may read them. */
export function asEarlier(records: readonly ChangesetRecord[]): EarlierChange[] {
  return records.map(({ ops, rationale, rejectionReason }) => ({ ops, rationale, reason: rejectionReason }));
}
