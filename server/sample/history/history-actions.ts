/** What can happen in the history of the sample world beside its runs, each by the use case that does it. */
import { startMeasurement } from '../../admin/insights/index.ts';
import { MemoryIn, type MemoryKind } from '../../domain/memories/memory.ts';
import { type Principal, SCOPES, SYSTEM_ACTORS } from '../../domain/principal.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import type { SaidBy } from '../../domain/skills/changesets/support.ts';
import { type SkillIn, skillInSchema } from '../../domain/skills/skill-input.ts';
import { DAY_MS } from '../../domain/time.ts';
import { addMemory, learnMemory } from '../../memories/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { proposeChangesets, reviewChangeset } from '../../skills/changesets/index.ts';
import { authorSkill, getSkill } from '../../skills/index.ts';
import type { PastRun } from './record-runs.ts';

/** The one who reviews in the sample world. */
const REVIEWER = 'oidc:dana';

/** An operation on a skill; `rule` is how the text of one of its rules begins. */
type WantedChange =
  | { add: string; section?: 'steps' | 'pitfalls' }
  | { rule: string; update: string }
  | { rule: string; remove: true }
  | { describe: string }
  | { create: string; description: string; rules: readonly string[] };

/** A learned proposal of one operation, with the scores that a judge gave it. */
export interface ProposedChange {
  readonly agentId: string;
  readonly skill: string;
  readonly wanted: WantedChange;
  readonly rationale: string;
  /** Whether it rests on runs that went well, instead of failures. */
  readonly onSuccesses?: boolean;
  /** Where its words were said in these runs; unless given, in errors, and of runs that went well by users. */
  readonly saidBy?: readonly SaidBy[];
  readonly score: number;
  readonly baseline: number;
}

/** Something that was learned and is remembered; `findings` hold it for review. */
interface LearnedFact {
  readonly agentId: string;
  readonly userId: string | null;
  /** The skill of the run that it was learned from. */
  readonly skill?: string;
  readonly kind: MemoryKind;
  readonly content: string;
  readonly findings?: readonly string[];
}

/** Who said something in a run. */
export const SAID_BY = {
  users: ['user_message'],
  errors: ['error_or_verification'],
  tools: ['tool_output'],
} as const satisfies Record<string, readonly SaidBy[]>;

/** Most runs that a proposal cites. */
const CITED = 6;

export interface HistoryActions {
  author(skill: Pick<SkillIn, 'agent_id' | 'name' | 'description'>, rules: readonly string[]): Promise<void>;
  /** Proposes as reflection does, citing the skill's latest runs; answers with the changeset's id. */
  propose(proposed: ProposedChange): Promise<string>;
  approve(changeset: string): Promise<void>;
  reject(changeset: string, comment: string): Promise<void>;
  /** A person says something that is to be remembered. */
  say(memory: Omit<LearnedFact, 'findings'>): Promise<void>;
  learn(memory: LearnedFact): Promise<void>;
  /** An admin has a fifth of the skill's sessions go without it for so many days. */
  measure(of: { agentId: string; skill: string; days: number }): Promise<void>;
}

/** What can be done in `tenant` at the runtime's time; `runs` are those that were recorded so far. */
export function historyActions(runtime: Runtime, tenant: string, runs: readonly PastRun[]): HistoryActions {
  const reviewer: Principal = { tenant, actor: REVIEWER, bucket: REVIEWER, scopes: new Set(SCOPES) };
  const review = async (id: string, approve: boolean, comment: string | null) => {
    await reviewChangeset(runtime, reviewer, { id, approve, comment });
  };
  return {
    async author(skill, rules) {
      const bullets = rules.map((content) => ({ content }));
      await authorSkill(runtime, reviewer, skillInSchema.parse({ ...skill, bullets }));
    },
    async propose(proposed) {
      const { agentId, skill, rationale, score: evalScore, baseline: baselineScore } = proposed;
      const { onSuccesses = false, saidBy = onSuccesses ? SAID_BY.users : SAID_BY.errors } = proposed;
      const ops = [await operationOf(runtime, reviewer, proposed)];
      const [changeset] = await proposeChangesets(runtime, tenant, {
        ...{ agentId, rationale, evalScore, baselineScore, source: 'reflection' },
        ops,
        assessments: [{ ops, evalScore, baselineScore, findings: [], origins: [[...saidBy]] }],
        proposedBy: SYSTEM_ACTORS.reflection,
        episodeIds: cited(runs, proposed),
      });
      if (changeset === undefined) throw new Error(`nothing was proposed for ${skill}`);
      return changeset.id;
    },
    approve: (changeset) => review(changeset, true, null),
    reject: (changeset, comment) => review(changeset, false, comment),
    async say({ agentId: agent_id, userId: user_id, kind, content }) {
      await addMemory(runtime, reviewer, MemoryIn.parse({ agent_id, user_id, kind, content }));
    },
    async measure({ agentId, skill, days }) {
      const { id } = await getSkill(runtime, reviewer, { ref: skill, agentId });
      const until = new Date(runtime.clock().getTime() + days * DAY_MS).toISOString();
      await startMeasurement(runtime, reviewer, { skill_id: id, share: 0.2, until });
    },
    async learn(memory) {
      const { agentId, userId, skill = null } = memory;
      const source = runs.findLast(
        (run) =>
          run.agentId === agentId &&
          (userId === null || run.user === userId) &&
          (skill === null || run.skill === skill),
      );
      const sources = source === undefined ? [] : [source.id];
      const learned = { ...memory, tenant, sources, recalledMemoryIds: [], saidBy: speakersOf(memory) };
      await learnMemory(runtime, learned, runtime.db.write);
    },
  };
}

/** Who said in its run what is remembered: what is held a tool, what is about a user that user, other facts an error. */
function speakersOf({ findings, userId }: LearnedFact): readonly SaidBy[] {
  if (findings !== undefined) return SAID_BY.tools;
  return userId === null ? SAID_BY.errors : SAID_BY.users;
}

/** The latest runs of the skill that went as the proposal says. */
function cited(
  runs: readonly PastRun[],
  { agentId, skill, onSuccesses = false }: Pick<ProposedChange, 'agentId' | 'skill' | 'onSuccesses'>,
): string[] {
  const own = runs.filter((run) => run.agentId === agentId && run.skill === skill);
  return own
    .filter(({ isGood }) => isGood === onSuccesses)
    .slice(-CITED)
    .map(({ id }) => id);
}

async function operationOf(
  runtime: Runtime,
  reviewer: Principal,
  { agentId, skill, wanted }: ProposedChange,
): Promise<Operation> {
  const ruleId = async (start: string) => {
    const { bullets } = await getSkill(runtime, reviewer, { ref: skill, agentId });
    const rule = bullets.find(({ content }) => content.startsWith(start));
    if (rule === undefined) throw new Error(`${skill} has no rule "${start}"`);
    return rule.id;
  };
  if ('create' in wanted) {
    const { create: name, description, rules } = wanted;
    const bullets = rules.map((content) => ({ content, section: 'steps' as const, issue: '', keywords: [] }));
    return { op: 'create_skill', name, description, tags: [], bullets };
  }
  if ('describe' in wanted) return { op: 'set_description', skill, description: wanted.describe };
  if ('add' in wanted) {
    const { add: content, section = 'steps' } = wanted;
    return { op: 'add', skill, section, content, issue: '', keywords: [] };
  }
  const bullet = await ruleId(wanted.rule);
  if ('remove' in wanted) return { op: 'remove', skill, bullet };
  return { op: 'update', skill, bullet, content: wanted.update };
}
