/**
 * Rules of a skill that say the same become one. Which may do so is found by their words; a model tells which
 * do. A skill is looked at once a version, so that nothing is asked again while nothing has changed. Only
 * rules of one skill are compared: what a skill says must stand in it, no matter what others say.
 */
import { setImmediate } from 'node:timers/promises';
import { type Comparison, refusedPairs, rulesInQuestion } from '../../domain/learning/curation/merge-ops.ts';
import { nearDuplicates } from '../../domain/learning/curation/near-duplicates.ts';
import type { EarlierChange } from '../../domain/learning/quote.ts';
import { activeRules } from '../../domain/skills/changesets/changeset.ts';
import { splitSides, type Trusted } from '../../domain/trust/side.ts';
import type { Job, JobContext } from '../../jobs/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import {
  lastRejected,
  openProposals,
  toEarlierChanges,
  toSkillState,
} from '../../skills/changesets/index.ts';
import { type LoadedSkill, loadSkills } from '../../skills/library/index.ts';
import { proposeMerges } from './propose-merges.ts';
import { curationStore } from './store.ts';

/** Skills read at once. */
const PAGE = 50;
/** Skills of one run that the model is asked about; further ones wait for the next. */
const MAX_ASKED = 10;
/** Rejected changesets of the agent that are looked back at. */
const LOOK_BACK = 8;

/**
 * What needs no asking: rules that open changesets change, and merges that were refused, with the reasons.
 */
interface AlreadyDecided {
  rules: ReadonlySet<string>;
  pairs: ReadonlySet<string>;
  rejected: Trusted<readonly EarlierChange[]>;
}

/** A skill as it was read, and what to ask about it. */
interface SkillComparison {
  known: LoadedSkill;
  comparison: Comparison;
}

/**
 * Proposes merges within the agent's skills that changed since they were compared; answers with the number of
 * proposals.
 */
export async function mergeDuplicates(
  runtime: Runtime,
  job: Job<'curate'>,
  context: JobContext,
): Promise<number> {
  const { tenant } = job;
  const decided = await readAlreadyDecided(runtime, job);
  let [questions, proposed] = [0, 0];
  for await (const page of uncompared(runtime, job)) {
    const compared: SkillComparison[] = [];
    for (const known of page) {
      compared.push({ known, comparison: compare(known, decided) });
      // A large skill takes tens of milliseconds; recalls of the same process are answered in between.
      await setImmediate();
    }
    const [same, distinct] = [compared.filter(hasGroups), compared.filter((one) => !hasGroups(one))];
    await context.commit((tx) =>
      curationStore(tx, tenant).noteCompared(distinct.map(({ known }) => known.skill)),
    );
    for (const { known, comparison } of same) {
      if (questions === MAX_ASKED) return proposed;
      questions += 1;
      const { version } = known.skill;
      const { rejected } = decided;
      proposed += Number(await proposeMerges(runtime, job, { comparison, version, rejected, context }));
    }
  }
  return proposed;
}

async function* uncompared(
  { db }: Runtime,
  { tenant, agentId }: Job<'curate'>,
): AsyncGenerator<LoadedSkill[]> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const ids: string[] = await curationStore(db.read, tenant).uncompared(agentId, { after, limit: PAGE });
    if (ids.length > 0) yield await loadSkills(db.read, tenant, { agentId, ids, names: [] });
    after = ids.length === PAGE ? ids.at(-1) : undefined;
  }
}

async function readAlreadyDecided(
  { db }: Runtime,
  { tenant, agentId }: Job<'curate'>,
): Promise<AlreadyDecided> {
  const open = await openProposals(db.read, tenant, { agentId });
  const rejected = await lastRejected(db.read, tenant, { agentId, limit: LOOK_BACK });
  const merges = rejected.filter(({ source }) => source === 'curation');
  const { trusted } = splitSides(merges);
  return { rules: rulesInQuestion(open), pairs: refusedPairs(rejected), rejected: toEarlierChanges(trusted) };
}

function compare(known: LoadedSkill, { rules, pairs }: AlreadyDecided): Comparison {
  const skill = toSkillState(known);
  const free = activeRules(skill).filter(({ id }) => !rules.has(id));
  return { skill, groups: nearDuplicates(free, pairs) };
}

function hasGroups({ comparison }: SkillComparison): boolean {
  return comparison.groups.length > 0;
}
