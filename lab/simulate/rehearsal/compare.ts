/** What rehearsals claim, beside what came of the same arrivals when they came again under the other settings. */
import {
  claimsOnChangesets,
  readRehearsal,
  runRehearsals,
  startRehearsal,
} from '../../../server/admin/rehearsals/index.ts';
import type { Rehearsal } from '../../../server/domain/admin/rehearsal/rehearsal.ts';
import { rehearseSkills } from '../../../server/domain/admin/rehearsal/rehearse-recall.ts';
import type { PolicyChanges } from '../../../server/domain/admin/rehearsal/settings.ts';
import { type Principal, SCOPES } from '../../../server/domain/principal.ts';
import type { Environment } from '../../../server/platform/config/config.ts';
import { fromJson } from '../../../server/platform/db/database.ts';
import { clientOf } from '../../../server/platform/db/prisma.ts';
import { type Recorded, runHistory, type Theme } from './history.ts';
import { type MadeUpService, openMadeUpService } from './made-up-service.ts';

/** What is changed, as variables and as a rehearsal has it. */
interface Scenario {
  name: string;
  theme: Theme;
  steps: number;
  before: Environment;
  after: Environment;
  changes: PolicyChanges;
}

const QUICK_CANARIES = {
  SERVICE_HOLDOUT_RATE: '0',
  SERVICE_AUTO_APPROVE_MEDIUM_RISK: 'true',
  SERVICE_CANARY_MIN_SAMPLES: '8',
  SERVICE_CANARY_MAX_SAMPLES: '40',
  SERVICE_RECALL_MAX_SKILLS: '1',
};

export const SCENARIOS: readonly Scenario[] = [
  {
    ...{ name: 'approval', theme: 'changesets', steps: 80 },
    before: { SERVICE_HOLDOUT_RATE: '0', SERVICE_CANARY_MIN_SAMPLES: '10' },
    after: {
      SERVICE_AUTO_APPROVE_MEDIUM_RISK: 'true',
      SERVICE_AUTO_APPROVE_MIN_EVAL_SCORE: '0.4',
      SERVICE_UNTRUSTED_NEEDS_REVIEW: 'false',
    },
    changes: {
      auto_approve_medium_risk: true,
      auto_approve_min_eval_score: 0.4,
      untrusted_needs_review: false,
    },
  },
  {
    ...{ name: 'recall', theme: 'changesets', steps: 80 },
    before: { SERVICE_HOLDOUT_RATE: '0' },
    after: { SERVICE_RECALL_MIN_SCORE: '0.3', SERVICE_RECALL_MAX_SKILLS: '2', SERVICE_HOLDOUT_RATE: '0.2' },
    changes: { recall_min_score: 0.3, recall_max_skills: 2, holdout_rate: 0.2 },
  },
  {
    ...{ name: 'lower minimum', theme: 'changesets', steps: 80 },
    before: { SERVICE_HOLDOUT_RATE: '0', SERVICE_RECALL_MIN_SCORE: '0.4' },
    // Of recalls a rehearsal claims what the library of then would have served. One in which another canary won gives a skill of
    // these histories 0.059 instead of 0.049: a minimum in between is not claimed for it.
    after: { SERVICE_RECALL_MIN_SCORE: '0.03' },
    changes: { recall_min_score: 0.03 },
  },
  {
    ...{ name: 'canary bounds', theme: 'canaries', steps: 240, before: QUICK_CANARIES },
    after: {
      SERVICE_CANARY_THRESHOLD: '0.85',
      SERVICE_CANARY_MIN_SAMPLES: '5',
      SERVICE_CANARY_MAX_SAMPLES: '25',
    },
    changes: { canary_threshold: 0.85, canary_min_samples: 5, canary_max_samples: 25 },
  },
  {
    ...{ name: 'canary floor', theme: 'canaries', steps: 240, before: QUICK_CANARIES },
    after: {
      SERVICE_CANARY_FLOOR: '0.3',
      SERVICE_CANARY_THRESHOLD: '0.85',
      SERVICE_CANARY_MIN_SAMPLES: '5',
      SERVICE_CANARY_MAX_SAMPLES: '25',
    },
    changes: { canary_floor: 0.3, canary_threshold: 0.85, canary_min_samples: 5, canary_max_samples: 25 },
  },
];

/** How many things there were, of how many something was claimed, and how many claims were right. */
export interface Agreement {
  all: number;
  told: number;
  right: number;
}

export interface Comparison {
  approvals: Agreement;
  outcomes: Agreement;
  recalls: Agreement;
  holdouts: Agreement;
  canaries: Agreement;
  /** Of the canaries that are told: promoted as rehearsed, and for real. */
  promoted: { rehearsed: number; real: number };
}

/** Whether arms would have been drawn with other probabilities: then a canary's end is an estimate. */
export function isWeighted({ changes }: Scenario): boolean {
  return changes.canary_floor !== undefined;
}

/** 1.96 standard errors of the difference of two counts of promotions, if each canary were drawn by itself. */
export function errorOf({ canaries: { told }, promoted: { rehearsed, real } }: Comparison): number {
  const share = told === 0 ? 0 : (rehearsed + real) / (2 * told);
  return 1.96 * Math.sqrt(2 * told * share * (1 - share));
}

const none = (): Agreement => ({ all: 0, told: 0, right: 0 });

/** Runs histories under the settings of before, rehearses those of after, and runs them under these for real. */
export async function compare(scenario: Scenario, seeds: readonly number[]): Promise<Comparison> {
  const comparison: Comparison = {
    ...{ approvals: none(), outcomes: none(), recalls: none(), holdouts: none(), canaries: none() },
    promoted: { rehearsed: 0, real: 0 },
  };
  const [past, real] = [
    await openMadeUpService(scenario.before),
    await openMadeUpService({ ...scenario.before, ...scenario.after }),
  ];
  try {
    for (const seed of seeds) {
      const { theme, steps } = scenario;
      const [before, after] = [
        await runHistory(past, seed, theme, steps),
        await runHistory(real, seed, theme, steps),
      ];
      const rehearsed = await rehearse(past, before.tenant, scenario.changes);
      await compareChangesets(comparison, { past, real, before, after, rehearsed });
      await compareRecalls(comparison, { past, real, before, after, rehearsed });
      await compareCanaries(comparison, { past, real, before, after, rehearsed });
    }
  } finally {
    await Promise.all([past.close(), real.close()]);
  }
  return comparison;
}

async function rehearse(
  { runtime }: MadeUpService,
  tenant: string,
  settings: PolicyChanges,
): Promise<Rehearsal> {
  const who: Principal = { tenant, actor: 'key:admin', bucket: 'key', scopes: new Set(SCOPES) };
  const { id } = await startRehearsal(runtime, who, { settings, days: 366 });
  const job = { id: 'job_1', kind: 'rehearse', tenant, attempt: 1 } as const;
  const { signal } = new AbortController();
  await runRehearsals(runtime, job, { signal, commit: (work) => runtime.db.write(work) });
  return await readRehearsal(runtime, who, id);
}

interface Both {
  past: MadeUpService;
  real: MadeUpService;
  before: Recorded;
  after: Recorded;
  rehearsed: Rehearsal;
}

function resultOf({ rehearsed: { result, error } }: Both): NonNullable<Rehearsal['result']> {
  if (result === null) throw new Error(`the rehearsal failed: ${error}`);
  return result;
}

function count(agreement: Agreement, told: boolean, right: boolean): void {
  agreement.all += 1;
  agreement.told += Number(told);
  agreement.right += Number(told && right);
}

/** What policy made of each changeset at once. */
async function standings(
  { runtime }: MadeUpService,
  { tenant, changesets }: Recorded,
): Promise<Map<string, string>> {
  const client = clientOf(runtime.db.read);
  const rows = await client.changeset.findMany({ where: { tenant, id: { in: changesets } } });
  const tried = await client.experiment.findMany({ where: { tenant } });
  const queued = await client.auditEntry.findMany({ where: { tenant, action: 'changeset.queued' } });
  const waited = new Set(queued.map(({ resource }) => resource));
  return new Map(
    rows.map(({ id, reviewer, status }) => {
      if (reviewer !== 'system:policy') return [id, 'held'];
      if (waited.has(`changeset:${id}`)) return [id, 'queued'];
      if (tried.some(({ changesetId }) => changesetId === id)) return [id, 'canary'];
      return [id, status === 'failed' ? 'failed' : 'applied'];
    }),
  );
}

async function compareChangesets(to: Comparison, both: Both): Promise<void> {
  const { past, real, before, after, rehearsed } = both;
  const known = await claimsOnChangesets(past.runtime, before.tenant, rehearsed.id);
  const is = await standings(real, after);
  for (const [place, id] of before.changesets.entries()) {
    const truth = is.get(after.changesets[place] ?? '');
    const claim = known.get(id);
    if (claim === undefined) throw new Error('nothing is said of a changeset');
    const isHeld = claim === 'held';
    count(to.approvals, claim !== 'unknown', isHeld === (truth === 'held'));
    count(to.outcomes, claim !== 'unknown' && claim !== 'approved', claim === truth);
  }
}

async function recallRows({ runtime }: MadeUpService, { tenant }: Recorded) {
  const rows = await clientOf(runtime.db.read).recall.findMany({ where: { tenant } });
  return new Map(
    rows.map(({ id, skills, holdout }) => [id, { holdout, skills: fromJson<PastSkill[]>(skills) }]),
  );
}

interface PastSkill {
  id: string;
  name: string;
  score: number;
  reason: string;
}

const IN_FULL = ['served', 'holdout', 'held_back'];

/** Nothing is claimed of recalls after the first change of the library: those come last. */
async function compareRecalls(to: Comparison, both: Both): Promise<void> {
  const { past, real, before, after, rehearsed } = both;
  const { unknown } = resultOf(both).recalls;
  const others = unknown.find(({ reason }) => reason === 'other_library')?.count ?? 0;
  const [was, is] = [await recallRows(past, before), await recallRows(real, after)];
  const limits = (settings: Rehearsal['settings']) => ({
    ...settings,
    indexSize: past.runtime.config.recall.skillIndexSize,
  });
  let heldOut = 0;
  for (const [place, { id }] of before.recalls.entries()) {
    const truth = is.get(after.recalls[place]?.id ?? '');
    const row = was.get(id);
    if (truth === undefined || row === undefined) throw new Error('a recall is missing');
    heldOut += Number(truth.holdout);
    const claim = rehearseSkills(row.skills, {
      today: limits(rehearsed.today),
      rehearsed: limits(rehearsed.settings),
    });
    if ('gap' in claim || place >= before.recalls.length - others) {
      count(to.recalls, false, false);
      continue;
    }
    const names = new Map(row.skills.map((skill) => [skill.id, skill.name]));
    const full = row.skills.filter(({ reason }) => IN_FULL.includes(reason)).map((skill) => skill.id);
    const claimed = [...full.filter((one) => !claim.removed.includes(one)), ...claim.added];
    const served = truth.skills.filter(({ reason }) => IN_FULL.includes(reason)).map(({ name }) => name);
    const isSame =
      claimed
        .map((one) => names.get(one))
        .sort()
        .join() === served.sort().join();
    count(to.recalls, true, isSame);
  }
  count(to.holdouts, true, resultOf(both).holdout.heldOut === heldOut);
}

async function compareCanaries(to: Comparison, both: Both): Promise<void> {
  const { real, after } = both;
  const rows = await clientOf(real.runtime.db.read).experiment.findMany({ where: { tenant: after.tenant } });
  const truth = new Map(rows.map(({ id, status }) => [id, status]));
  for (const { experimentId, wouldBe: claim } of resultOf(both).canaries.canaries) {
    const ended = truth.get(experimentId);
    if (ended === undefined) continue;
    count(to.canaries, claim !== null, claim === ended);
    if (claim === null) continue;
    to.promoted.rehearsed += Number(claim === 'promoted');
    to.promoted.real += Number(ended === 'promoted');
  }
}
