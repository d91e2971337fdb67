/** What a rehearsal gathers of recalls: how often and for whom they differ, and who would have been in the holdout. */
import {
  type RecallGap,
  type RecallLimits,
  rehearseMemories,
  rehearseSkills,
  type ServedChange,
  sessionsFactor,
} from '../../domain/admin/rehearsal/rehearse-recall.ts';
import type { PolicySettings } from '../../domain/admin/rehearsal/settings.ts';
import { inHoldout } from '../../domain/runs/holdout.ts';
import { type StoredResult, Tally } from './collect.ts';
import type { RecallRow } from './past-store.ts';

/** Most agents, skills and examples that are listed; all are counted. */
const LISTED = 50;
/** Most examples of one agent, so that a busy one leaves room for others. */
const EXAMPLES_EACH = 10;

const OTHER_LIBRARY = { gap: 'other_library' } as const;

interface RecallRehearsal {
  tenant: string;
  today: PolicySettings;
  rehearsed: PolicySettings;
  indexSize: number;
}

export class RecallTally {
  private readonly rehearsal: RecallRehearsal;
  private readonly limits: { today: RecallLimits; rehearsed: RecallLimits };
  private readonly sums = {
    read: 0,
    told: 0,
    differing: 0,
    moreSkills: 0,
    fewerSkills: 0,
    memoriesDiffer: 0,
  };
  private readonly gaps = new Tally<RecallGap>();
  private readonly users = new Set<string>();
  private readonly agents = new Map<string, { told: number; differing: number; examples: number }>();
  private readonly skills = new Map<string, { name: string; gained: number; lost: number }>();
  private readonly examples: StoredResult['recalls']['examples'] = [];
  private readonly sessions = new Set<string>();
  private readonly holdout = { sessions: 0, before: 0, heldOut: 0, sessionless: 0 };

  constructor(rehearsal: RecallRehearsal) {
    this.rehearsal = rehearsal;
    const { today, rehearsed, indexSize } = rehearsal;
    this.limits = { today: { ...today, indexSize }, rehearsed: { ...rehearsed, indexSize } };
  }

  /** `otherLibrary`: the skills would have been others by then. */
  add(row: RecallRow, otherLibrary: boolean): void {
    this.addToHoldout(row);
    this.sums.read += 1;
    const skills = otherLibrary ? OTHER_LIBRARY : rehearseSkills(row.skills, this.limits);
    const memories = rehearseMemories(row.memories, this.limits);
    if ('gap' in skills) this.gaps.add(skills.gap);
    else if ('gap' in memories) this.gaps.add(memories.gap);
    else this.addTold(row, skills, memories);
  }

  private addTold(row: RecallRow, skills: ServedChange, memories: ServedChange): void {
    const agent = this.agents.get(row.agentId) ?? { told: 0, differing: 0, examples: 0 };
    this.agents.set(row.agentId, agent);
    this.sums.told += 1;
    agent.told += 1;
    const memoriesDiffer = memories.added.length + memories.removed.length > 0;
    if (skills.added.length + skills.removed.length === 0 && !memoriesDiffer) return;
    this.sums.differing += 1;
    agent.differing += 1;
    this.sums.moreSkills += Number(skills.added.length > skills.removed.length);
    this.sums.fewerSkills += Number(skills.added.length < skills.removed.length);
    this.sums.memoriesDiffer += Number(memoriesDiffer);
    if (row.userId !== null) this.users.add(row.userId);
    this.countSkills(row, skills);
    if (agent.examples >= EXAMPLES_EACH || this.examples.length >= LISTED) return;
    agent.examples += 1;
    this.examples.push({
      recallId: row.id,
      added: [...skills.added],
      removed: [...skills.removed],
      memoriesAdded: memories.added.length,
      memoriesRemoved: memories.removed.length,
    });
  }

  private countSkills(row: RecallRow, { added, removed }: ServedChange): void {
    const names = new Map(row.skills.map(({ id, name }) => [id, name]));
    for (const [ids, kind] of [[added, 'gained'] as const, [removed, 'lost'] as const]) {
      for (const id of ids) {
        const counts = this.skills.get(id) ?? { name: names.get(id) ?? id, gained: 0, lost: 0 };
        counts[kind] += 1;
        this.skills.set(id, counts);
      }
    }
  }

  /** A session counts once, by its first recall of the time. */
  private addToHoldout({ agentId, sessionId, holdout }: RecallRow): void {
    if (!sessionId) {
      this.holdout.sessionless += 1;
      return;
    }
    const key = JSON.stringify([agentId, sessionId]);
    if (this.sessions.has(key)) return;
    this.sessions.add(key);
    const { tenant, rehearsed } = this.rehearsal;
    // Only a recall without a session draws by chance.
    const drawn = inHoldout({ tenant, agentId, sessionId, rate: rehearsed.holdoutRate, random: 1 });
    this.holdout.sessions += 1;
    this.holdout.before += Number(holdout);
    this.holdout.heldOut += Number(drawn);
  }

  result(leftOut: number): Pick<StoredResult, 'recalls' | 'holdout'> {
    const agents = [...this.agents].sort(([, a], [, b]) => b.differing - a.differing || b.told - a.told);
    const skills = [...this.skills].sort(([, a], [, b]) => b.gained + b.lost - (a.gained + a.lost));
    const { today, rehearsed } = this.rehearsal;
    return {
      recalls: {
        ...this.sums,
        leftOut,
        usersDiffering: this.users.size,
        unknown: this.gaps.list(),
        agents: agents
          .slice(0, LISTED)
          .map(([agentId, { told, differing }]) => ({ agentId, told, differing })),
        skills: skills.slice(0, LISTED).map(([skillId, counts]) => ({ skillId, ...counts })),
        examples: this.examples,
      },
      holdout: {
        ...this.holdout,
        sessionsFactor: sessionsFactor(today.holdoutRate, rehearsed.holdoutRate),
      },
    };
  }
}
