/** A made-up history of an agent: what is proposed, what is asked, and how runs go. The same in every service. */

import { type Principal, SCOPES, SYSTEM_ACTORS } from '../../../server/domain/principal.ts';
import { episodeInSchema } from '../../../server/domain/runs/episodes/episode-in.ts';
import { drawUnit } from '../../../server/domain/runs/holdout.ts';
import { RecallRequest } from '../../../server/domain/runs/recall/recall.ts';
import { seededRandom } from '../../../server/domain/seeded-random.ts';
import type { Operation } from '../../../server/domain/skills/changesets/ops.ts';
import { recordEpisode } from '../../../server/runs/episodes/index.ts';
import { recall } from '../../../server/runs/recall/index.ts';
import { proposeChangesets, reviewChangeset } from '../../../server/skills/changesets/index.ts';
import { authorSkill, getSkill } from '../../../server/skills/index.ts';
import { skillIn } from '../../../server/testing/samples/skill-history.ts';
import type { MadeUpService } from './made-up-service.ts';

const HOUR_MS = 3_600_000;
const AGENT = 'default';

const SKILLS = [
  ['kubernetes-rollout', 'Roll out a container image to a Kubernetes cluster'],
  ['refund-order', 'Refund an order of a customer through the payment provider'],
  ['invoice-export', 'Export invoices and the ledger for the accountants'],
  ['database-backup', 'Back up the database and restore a backup of it'],
] as const;

const WORDS = [
  ...[
    'container',
    'image',
    'cluster',
    'refund',
    'order',
    'customer',
    'payment',
    'invoices',
    'ledger',
    'export',
  ],
  ...['database', 'backup', 'restore', 'report', 'weekly', 'again', 'failed', 'slow'],
];

/** Which part of the service the history is about. */
export type Theme = 'changesets' | 'canaries';

/** What was made of an arrival, by its place among those of its kind. */
export interface Recorded {
  tenant: string;
  changesets: string[];
  recalls: { id: string; skills: string[] }[];
}

/** Runs the history with the number `seed` in the service. */
export async function runHistory(
  service: MadeUpService,
  seed: number,
  theme: Theme,
  steps: number,
): Promise<Recorded> {
  const { runtime } = service;
  const tenant = `history-${seed}`;
  const who: Principal = { tenant, actor: 'key:reviewer', bucket: 'key', scopes: new Set(SCOPES) };
  const random = seededRandom(seed);
  const recorded: Recorded = { tenant, changesets: [], recalls: [] };
  service.begin(seed);
  for (const [name, description] of SKILLS) {
    await authorSkill(
      runtime,
      who,
      skillIn({ name, description, rules: ['Look twice', 'Note what was done'] }),
    );
  }
  for (let at = 0; at < steps; at += 1) {
    service.advance(HOUR_MS);
    await arrive(service, { who, seed, at, recorded, random, theme });
  }
  service.advance(HOUR_MS);
  return recorded;
}

interface Arrival {
  who: Principal;
  seed: number;
  at: number;
  recorded: Recorded;
  random: () => number;
  theme: Theme;
}

/** Runs before the canaries' histories propose anything: each skill is used often enough to be tried. */
const WARM_UP = 60;

async function arrive(service: MadeUpService, arrival: Arrival): Promise<void> {
  const { at, random, theme } = arrival;
  // Every arrival draws as often as any other, so that both worlds see the same chance.
  const [kind, which, score, found, decision, ...words] = Array.from({ length: 9 }, random) as [
    number,
    number,
    number,
    number,
    number,
    ...number[],
  ];
  const skill = SKILLS[Math.floor(which * SKILLS.length)] ?? SKILLS[0];
  if (theme === 'changesets' && kind < 0.35) {
    await propose(service, arrival, { name: skill[0], kind, score, found, decision });
    return;
  }
  if (theme === 'canaries' && at >= WARM_UP && at < WARM_UP + SKILLS.length) {
    const own = SKILLS[at - WARM_UP] ?? skill;
    await propose(service, arrival, { name: own[0], kind: 0, score: 1, found: 0, decision: 1 });
    return;
  }
  const asked = words.map((word) => WORDS[Math.floor(word * WORDS.length)]).join(' ');
  await run(
    service,
    arrival,
    theme === 'canaries' ? skill[1] : `${skill[1].split(' ').slice(0, 4).join(' ')} ${asked}`,
  );
}

interface Draws {
  name: string;
  kind: number;
  score: number;
  found: number;
  decision: number;
}

async function propose(
  service: MadeUpService,
  { who, recorded, at, theme }: Arrival,
  draws: Draws,
): Promise<void> {
  const { runtime } = service;
  const { name, score, found, decision } = draws;
  const ops = await operations(service, who, { ...draws, at, theme });
  const [changeset] = await proposeChangesets(runtime, who.tenant, {
    ...{ agentId: AGENT, ops, rationale: 'Runs failed.', source: 'reflection', episodeIds: [] },
    ...{ proposedBy: SYSTEM_ACTORS.reflection, evalScore: score < 0.2 ? null : score, baselineScore: null },
    findings: findingsOn(found, runtime.config.governance.untrustedNeedsReview),
  });
  if (changeset === undefined) throw new Error(`nothing of ${name} was proposed`);
  recorded.changesets.push(changeset.id);
  if (changeset.status !== 'pending' || decision > 0.6) return;
  await reviewChangeset(runtime, who, { id: changeset.id, approve: decision < 0.4, comment: null });
}

/** What learning finds wrong with it: untrusted sources only where it looks for them. */
function findingsOn(found: number, looksForSources: boolean): string[] {
  if (found < 0.8) return [];
  if (found >= 0.9) return ['injection:concealment'];
  return looksForSources ? ['injection:untrusted_source'] : [];
}

async function operations(
  { runtime }: MadeUpService,
  who: Principal,
  { name, kind, at, theme }: Draws & { at: number; theme: Theme },
): Promise<Operation[]> {
  const worded = { section: 'steps' as const, issue: '', keywords: [] };
  if (theme === 'changesets' && kind < 0.15) {
    return [{ op: 'add', skill: name, content: `Check number ${at} of the runbook first`, ...worded }];
  }
  if (theme === 'changesets' && kind > 0.28) {
    const description = `${SKILLS.find(([own]) => own === name)?.[1] ?? name}, edition ${at}`;
    return [{ op: 'set_description', skill: name, description }];
  }
  const { bullets } = await getSkill(runtime, who, { ref: name, agentId: AGENT });
  return [
    { op: 'update', skill: name, bullet: bullets[0]?.id ?? '', content: `Look twice, as of step ${at}` },
  ];
}

/** How much better runs go with a candidate; by skill, so that some win and some lose. */
const LIFTS = [0.35, -0.35, 0.1, 0];
const RATE = 0.5;

async function run(
  { runtime }: MadeUpService,
  { who, seed, at, recorded }: Arrival,
  query: string,
): Promise<void> {
  const request = RecallRequest.parse({
    query,
    session_id: `session-${seed}-${at}`,
    user_id: `user-${at % 7}`,
  });
  const reply = await recall(runtime, who, request);
  const lift = reply.skills.reduce((sum, { name, arm }) => sum + (arm === 'candidate' ? liftOf(name) : 0), 0);
  const isSuccess = drawUnit('outcome', String(seed), String(at)) < RATE + lift;
  const outcome = isSuccess ? 'success' : 'failure';
  await recordEpisode(
    runtime,
    who,
    episodeInSchema.parse({ recall_id: reply.recall_id, outcome, task: query }),
  );
  recorded.recalls.push({ id: reply.recall_id, skills: reply.skills.map(({ name }) => name) });
}

const liftOf = (name: string) => LIFTS[SKILLS.findIndex(([own]) => own === name)] ?? 0;
