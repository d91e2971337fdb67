/** What of a change's runs a model was shown from untrusted sources, for the person who decides on it. */
import type { Principal } from '../../domain/principal.ts';
import { type Passage, quoteSources } from '../../domain/trust/passages.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { inTurns } from '../../platform/turns.ts';
import { getChangeset } from '../../skills/changesets/index.ts';
import { readTrust } from '../sources/index.ts';
import { reflectionRows } from './reflect-job.ts';

interface QuotedPassage extends Passage {
  episodeId: string;
}

/** Runs of a change that are read, and passages that are quoted. */
const MOST_RUNS = 20;
const MOST_PASSAGES = 50;

/** The passages in the order of the changeset's runs; none of runs that are gone. Unknown: `changeset not found`. */
export async function readPassages(
  runtime: Runtime,
  principal: Principal,
  id: string,
): Promise<{ passages: QuotedPassage[]; runsLeftOut: number }> {
  const { tenant } = principal;
  const { agentId, episodeIds, sources } = await getChangeset(runtime, principal, id);
  if (sources.length === 0) return { passages: [], runsLeftOut: 0 };
  const { read } = runtime.db;
  const trust = await readTrust(runtime, read, tenant, agentId);
  const rows = reflectionRows(runtime, read, tenant);
  const passages: QuotedPassage[] = [];
  const ids = episodeIds.slice(0, MOST_RUNS);
  for await (const episodeId of inTurns(ids)) {
    const run = await rows.run(episodeId);
    if (run === null) continue;
    passages.push(...quoteSources(run, trust, sources).map((passage) => ({ ...passage, episodeId })));
  }
  return {
    passages: passages.slice(0, MOST_PASSAGES),
    runsLeftOut: episodeIds.length - ids.length,
  };
}
