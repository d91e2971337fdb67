/**
 * Records any number of episodes of a tenant at once: rows, credit, totals and the jobs they call for in one transaction, all or
 * none. A single episode and a batch take this same path, so they cannot differ in what they count.
 */
import { enqueueJobs } from '../../jobs/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import { toJson } from '../../platform/db/json.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { creditEpisodes, type EpisodeCredit } from '../rewards/index.ts';
import { addOrFind } from './add-or-find.ts';
import type { Draft } from './draft-episode.ts';
import { dueJobs } from './due-jobs.ts';
import { type Claim, findClaims } from './find-claims.ts';

/** What became of a draft. */
export interface Recorded {
  episode_id: string;
  reflection_scheduled: boolean;
  /** Whether the idempotency key was taken, so that nothing was recorded and the id is that of the first episode. */
  duplicate: boolean;
}

interface Claimed {
  draft: Draft;
  claim: Claim;
}

const NOTHING: ReadonlySet<string> = new Set();

/** What is written in the same transaction, given the ids of those episodes that are new. Throwing records nothing. */
type Alongside = (tx: Tx, added: ReadonlySet<string>) => Promise<void>;

/** Records `drafts`; the answers are in their order. What was recorded before, or twice among them, is recorded once. */
export async function recordEpisodes(
  runtime: Runtime,
  tenant: string,
  drafts: Draft[],
  alongside?: Alongside,
): Promise<Recorded[]> {
  const candidates = firstOfEachKey(drafts);
  const claims = await findClaims(runtime, tenant, candidates);
  const claimed = candidates.flatMap((draft, index) => {
    const claim = claims[index];
    return claim === undefined ? [] : [{ draft: withClaim(draft, claim), claim }];
  });
  const { added, idOfKey, scheduled } = await runtime.db.write(async (tx) => {
    const outcome = await addOrFind(
      tx,
      tenant,
      claimed.map(({ draft }) => draft.row),
    );
    await alongside?.(tx, outcome.added);
    const fresh = claimed.filter(({ draft }) => outcome.added.has(draft.row.id));
    if (fresh.length === 0) return { ...outcome, scheduled: NOTHING };
    const totals = await creditEpisodes(runtime, tx, tenant, fresh.map(creditOf));
    const due = dueJobs(
      runtime,
      tenant,
      fresh.map(({ draft }) => draft),
      totals,
    );
    await enqueueJobs(runtime, tx, due.jobs);
    return { ...outcome, scheduled: due.scheduled };
  });
  countInMetrics(runtime, drafts, added);
  return drafts.map(({ row }) => ({
    episode_id: added.has(row.id) ? row.id : (idOfKey.get(row.idempotencyKey ?? '') ?? row.id),
    reflection_scheduled: scheduled.has(row.id),
    duplicate: !added.has(row.id),
  }));
}

function firstOfEachKey(drafts: Draft[]): Draft[] {
  const seen = new Set<string>();
  return drafts.filter(({ row: { idempotencyKey } }) => {
    if (idempotencyKey === null) return true;
    if (seen.has(idempotencyKey)) return false;
    seen.add(idempotencyKey);
    return true;
  });
}

/** The draft with what its recall served. */
export function withClaim(draft: Draft, { served, holdout, liftGroup }: Claim): Draft {
  const text = served === null ? null : toJson(served);
  return { ...draft, row: { ...draft.row, served: text, holdout, liftGroup } };
}

/** What a draft gives credit for. */
export function creditOf({ draft, claim }: Claimed): EpisodeCredit {
  return {
    episodeId: draft.row.id,
    agentId: draft.row.agentId,
    recordedAt: draft.row.createdAt,
    skills: claim.skills,
    bullets: claim.served?.bullets ?? [],
    liftGroup: claim.liftGroup,
    evidence: draft.evidence,
  };
}

function countInMetrics(runtime: Runtime, drafts: Draft[], added: ReadonlySet<string>): void {
  const { episodes, frameworkLabel } = runtime.metrics;
  for (const { row } of drafts) {
    if (added.has(row.id)) episodes.inc({ outcome: row.outcome, framework: frameworkLabel(row.framework) });
  }
}
