/** What else was proposed for the skill of a canary, which its end decides on or makes stale. */
import type { Headline } from '../../domain/skills/changesets/wording/headline.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { readHeadlines } from '../library/index.ts';
import { canaryReadStore, type OtherChangeset } from './read-store.ts';
import type { ExperimentRecord } from './rows.ts';

type OtherHeadline = Pick<
  OtherChangeset,
  'id' | 'status' | 'risk' | 'source' | 'reviewer' | 'safetyFindings'
> & {
  headline: Headline;
};

export interface OtherChangesets {
  /** What waits for the canary to end; empty once it has. */
  queued: OtherHeadline[];
  /** What waits for review on the version that runs without the change; empty once the canary has ended. */
  waiting: OtherHeadline[];
  /** What was proposed on that version and fits the present one no more, as the end of the canary left it. */
  stale: OtherHeadline[];
}

/** The changesets beside the one on trial, as they stand now. */
export async function readOthers(
  runtime: Runtime,
  tenant: string,
  experiment: ExperimentRecord,
): Promise<OtherChangesets> {
  const { read } = runtime.db;
  const { skillId, baseVersion, changesetId, endedAt } = experiment;
  const store = canaryReadStore(read, tenant);
  const tell = (found: OtherChangeset[]) => withHeadlines(runtime, tenant, found);
  const onBase = (found: OtherChangeset[]) =>
    found.filter(({ id, baseVersions }) => id !== changesetId && baseVersions[skillId] === baseVersion);
  if (endedAt === null) {
    const [queued, waiting] = await Promise.all([store.queuedOn(skillId), store.pendingOn(skillId)]);
    return { queued: await tell(queued), waiting: await tell(onBase(waiting)), stale: [] };
  }
  const [found, version] = await Promise.all([
    store.openOrFailed(skillId, endedAt),
    store.versionOf(skillId),
  ]);
  return { queued: [], waiting: [], stale: version === baseVersion ? [] : await tell(onBase(found)) };
}

async function withHeadlines(
  runtime: Runtime,
  tenant: string,
  found: OtherChangeset[],
): Promise<OtherHeadline[]> {
  const headlines = await readHeadlines(runtime.db.read, tenant, found);
  return found.flatMap(({ id, status, risk, source, reviewer, safetyFindings }, at) => {
    const headline = headlines[at];
    return headline === undefined ? [] : [{ id, status, risk, source, reviewer, safetyFindings, headline }];
  });
}
