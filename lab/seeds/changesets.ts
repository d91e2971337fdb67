/**
 * Ten changesets of every kind that waits for a reviewer, and one that runs as a canary. Skills, runs and the
 * person's own change come through the API; what is learned goes through the gateway's own use case beside
 * it.
 */
import type { Operation } from '../../server/domain/skills/changesets/ops.ts';
import { clientOf } from '../../server/platform/db/prisma.ts';
import { type LearnedProposal, proposeChangesets } from '../../server/skills/changesets/index.ts';
import { createClient } from '../gateway/api-client.ts';
import { besideGateway } from '../gateway/beside-gateway.ts';
import { EVOLVED, REWORDED, SKILLS, type SkillKey } from './texts.ts';

export interface Target {
  url: string;
  databaseUrl: string;
  /** The tenant that the API acts in, and the headers that say so. */
  tenant?: string;
  headers?: Record<string, string>;
  agentId?: string;
}

export interface Skill {
  id: string;
  version: number;
  bullets: { id: string; content: string; section: string }[];
}

interface Proposal {
  ops: Operation[];
  rationale: string;
  source?: 'reflection' | 'curation' | 'evolution';
  evalScore?: number | null;
  baselineScore?: number | null;
}

export type Seeded = Record<Kind | 'canary', string>;
export const KINDS = [
  ...(['newSkill', 'add', 'update', 'merge', 'remove', 'description'] as const),
  ...(['findings', 'drifted', 'behindCanary', 'evolution'] as const),
] as const;
export type Kind = (typeof KINDS)[number];

/** Calls the public API; fails on any refusal. */
export async function call<T>(target: Target, method: string, path: string, body?: unknown): Promise<T> {
  return await createClient(target.url, target.headers).ask<T>(method, path, body);
}

export const targetAgent = ({ agentId = 'support' }: Target) => agentId;

/** A skill as it is written. */
export interface Draft {
  name: string;
  description: string;
  rules: readonly string[];
}

/** Writes a skill, or its next version; answers with it as it was stored. */
export async function write(
  target: Target,
  skill: { name: string; [field: string]: unknown },
): Promise<Skill> {
  const agent_id = targetAgent(target);
  await call(target, 'POST', '/v1/skills', { agent_id, ...skill });
  const path = `/v1/skills/${skill.name}?agent_id=${encodeURIComponent(agent_id)}`;
  return await call<Skill>(target, 'GET', path);
}

/** As {@link write}, with rules of nothing but a text. */
export const author = (target: Target, { rules, ...skill }: Draft): Promise<Skill> =>
  write(target, { ...skill, bullets: rules.map((content) => ({ content })) });

/** Six runs, of which four failed. */
async function recordRuns(target: Target): Promise<string[]> {
  const ids: string[] = [];
  for (let run = 0; run < 6; run += 1) {
    const failed = run < 4;
    const { episode_id: id } = await call<{ episode_id: string }>(target, 'POST', '/v1/episodes', {
      scope: { agent_id: targetAgent(target) },
      session_id: `session-${run % 3}`,
      task: `Refund order ${1000 + run} for a customer who was charged twice`,
      outcome: failed ? 'failure' : 'success',
      ...(failed ? { error: 'refund exceeds the captured amount' } : {}),
    });
    ids.push(id);
  }
  return ids;
}

interface Support {
  episodeIds?: string[];
  used?: { skillId: string; uses: number }[];
}

/** Proposes as learning does; answers with the ids in the same order. */
export async function propose(
  target: Target,
  proposals: readonly Proposal[],
  { episodeIds = [], used = [] }: Support = {},
): Promise<string[]> {
  const learned = proposals.map(
    ({ source = 'reflection', evalScore = 0.62, baselineScore = 0.5, ...rest }) => ({
      ...{ agentId: targetAgent(target), episodeIds, source, evalScore, baselineScore, ...rest },
      proposedBy: `system:${source}`,
    }),
  );
  const tenant = target.tenant ?? 'dev';
  return await proposeLearned(target.databaseUrl, { tenant, proposals: learned, used });
}

interface Order {
  tenant: string;
  proposals: LearnedProposal[];
  /** Skills that are to look as if they had been served so often. */
  used: { skillId: string; uses: number }[];
}

/**
 * Proposes as the learning jobs do: the public API has no way to, and with a model the answers would have to be played.
 * Answers with the ids in the same order.
 */
export async function proposeLearned(
  databaseUrl: string,
  { tenant, proposals, used }: Order,
): Promise<string[]> {
  return await besideGateway(databaseUrl, async (runtime) => {
    for (const { skillId, uses } of used) {
      await clientOf(runtime.db.read).skill.updateMany({ where: { tenant, id: skillId }, data: { uses } });
    }
    const ids: string[] = [];
    for (const proposal of proposals) {
      const [changeset] = await proposeChangesets(runtime, tenant, proposal);
      if (changeset === undefined) throw new Error('a proposal was dropped as a whole');
      ids.push(changeset.id);
    }
    return ids;
  });
}

const ruleId = (skill: Skill, at: number): string => {
  const rule = skill.bullets[at];
  if (rule === undefined) throw new Error(`no rule ${at}`);
  return rule.id;
};

function evolution(skill: Skill): Operation[] {
  const { name } = SKILLS.handover;
  const section = 'steps' as const;
  const add = EVOLVED.map((content) => ({
    op: 'add' as const,
    skill: name,
    section,
    content,
    issue: '',
    keywords: [],
  }));
  const update = REWORDED.map((content, at) => ({
    op: 'update' as const,
    skill: name,
    bullet: ruleId(skill, at),
    content,
  }));
  const remove = [7, 8, 9].map((at) => ({ op: 'remove' as const, skill: name, bullet: ruleId(skill, at) }));
  return [...update, ...add, ...remove];
}

type Skills = Record<SkillKey, Skill>;

const rule = (key: SkillKey, content: string): Operation => ({
  ...{ op: 'add', skill: SKILLS[key].name, section: 'pitfalls', content, issue: '', keywords: [] },
});

function reword(skills: Skills, key: SkillKey, at: number, content: string): Operation {
  return { op: 'update', skill: SKILLS[key].name, bullet: ruleId(skills[key], at), content };
}

/** What waits, in the order of {@link KINDS} without the person's own change. */
function learnedProposals(skills: Skills): Record<Exclude<Kind, 'findings'>, Proposal> {
  const { invoices, addresses } = skills;
  return {
    newSkill: {
      ops: [
        {
          ...{ op: 'create_skill', name: 'chargeback-replies', tags: ['payments'] },
          description: 'Answer a chargeback of the card network with evidence',
          bullets: [
            {
              content: 'Collect the proof of delivery first',
              section: 'steps',
              issue: '',
              keywords: ['evidence'],
            },
            { content: 'Answer within seven days of the notice', section: 'steps', issue: '', keywords: [] },
          ],
        },
      ],
      rationale: 'Two runs met chargebacks, and no skill speaks of them.',
    },
    add: {
      ops: [rule('refunds', 'Convert the amount when the order was paid in another currency')],
      rationale:
        'Four runs failed with “refund exceeds the captured amount”; the orders were paid in dollars.',
    },
    update: {
      ops: [
        reword(
          skills,
          'refunds',
          0,
          'Look up the captured amount and all earlier refunds before issuing a refund',
        ),
      ],
      rationale: 'Earlier refunds were overlooked twice.',
      evalScore: 0.68,
    },
    merge: {
      ops: [
        {
          ...{ op: 'remove', skill: SKILLS.invoices.name, bullet: ruleId(invoices, 1) },
          merged_into: ruleId(invoices, 0),
        },
      ],
      rationale: 'Both rules say the same.',
      source: 'curation',
      evalScore: null,
      baselineScore: null,
    },
    remove: {
      ops: [{ op: 'remove', skill: SKILLS.addresses.name, bullet: ruleId(addresses, 1) }],
      rationale: 'Customers came back because the ticket was closed before the parcel was rerouted.',
    },
    description: {
      ops: [
        {
          ...{ op: 'set_description', skill: SKILLS.returns.name },
          description: 'Create a return label for an order that was delivered within thirty days',
        },
      ],
      rationale: 'The skill was not recalled where the customer asked to send something back.',
    },
    drifted: {
      ops: [reword(skills, 'search', 0, 'Search the article number first, then the product name')],
      rationale: 'Customers read article numbers from the box.',
    },
    behindCanary: {
      ops: [
        reword(skills, 'rollout', 1, 'Keep the two previous replica sets so that a rollback takes seconds'),
      ],
      rationale: 'The version before was broken as well.',
    },
    evolution: {
      ops: evolution(skills.handover),
      rationale: 'The skill was rewritten from the runs of four weeks.',
      source: 'evolution',
      evalScore: 0.74,
      baselineScore: 0.61,
    },
  };
}

/** A change that a person wrote and the scan holds. */
async function authorWithSecret(target: Target): Promise<string> {
  const { name, description, rules } = SKILLS.vouchers;
  const secret = 'Sign in to the voucher desk with the password=Hunter2-Str0ng-Pa55 of the shared account';
  const written = await call<{ changeset_id: string }>(target, 'POST', '/v1/skills', {
    agent_id: targetAgent(target),
    ...{ name, description, bullets: [...rules, secret].map((content) => ({ content })) },
  });
  return written.changeset_id;
}

/** Seeds everything; the agent must be one that nothing was seeded for. */
export async function seedChangesets(target: Target): Promise<Seeded> {
  const entries: [SkillKey, Skill][] = [];
  for (const key of Object.keys(SKILLS) as SkillKey[]) entries.push([key, await author(target, SKILLS[key])]);
  const skills = Object.fromEntries(entries) as Skills;
  const episodeIds = await recordRuns(target);
  const trial: Proposal = {
    ops: [reword(skills, 'rollout', 0, 'Run kubectl rollout status with a timeout of five minutes')],
    rationale: 'One rollout hung for an hour.',
    evalScore: 0.8,
  };
  const used = [{ skillId: skills.rollout.id, uses: 1000 }];
  const proposals = learnedProposals(skills);
  const kinds = Object.keys(proposals) as (keyof typeof proposals)[];
  const learned = [trial, ...kinds.map((kind) => proposals[kind])];
  const [canary = '', ...ids] = await propose(target, learned, { episodeIds, used });
  await call(target, 'POST', `/v1/changesets/${canary}/review`, { approve: true });
  const more = 'Offer the three closest products where nothing fits';
  await author(target, { ...SKILLS.search, rules: [...SKILLS.search.rules, more] });
  const findings = await authorWithSecret(target);
  const byKind = Object.fromEntries(kinds.map((kind, at) => [kind, ids[at]])) as Omit<
    Seeded,
    'findings' | 'canary'
  >;
  return { ...byKind, findings, canary };
}
