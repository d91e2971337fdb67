/**
 * What changesets and canaries must do, written a second time from the specification's tables: nothing here
 * imports a rule of the service. Rewards are 0 or 1, so that every probability is an exact fraction.
 */
import { DAY_MS } from '../../domain/time.ts';

/**
 * Settings that both sides use: verdicts after a few runs, at a threshold that a few small numbers meet
 * exactly.
 */
export const MODEL_BOUNDS = { minSamples: 2, maxSamples: 5, threshold: 0.8, maxDays: 14 };
/** The threshold again, in hundredths. */
const HUNDREDTHS = 80n;

type Arm = 'incumbent' | 'candidate';
type Counts = { n: number; won: number };
type Fraction = { part: bigint; whole: bigint };

export interface ModelSkill {
  id: string;
  version: number;
  status: string;
  uses: number;
}

export interface ModelChange {
  id: string;
  status: string;
  risk: 'low' | 'medium' | 'high';
  bases: Record<string, number>;
  /** Names of the skills that it creates. */
  creates: string[];
  skip: boolean;
  /** The order of approvals. */
  approvedAt: number;
}

export interface ModelCanary {
  changeId: string;
  skillId: string;
  base: number;
  startedAt: number;
  arms: Record<Arm, Counts>;
  armOf: Map<string, Arm>;
}

export class CanaryModel {
  readonly skills = new Map<string, ModelSkill>();
  /** Names of the skills that changes created. */
  readonly created = new Set<string>();
  readonly changes = new Map<string, ModelChange>();
  /** Running ones, by skill. */
  readonly canaries = new Map<string, ModelCanary>();
  /** Those that ended, as they were then. */
  readonly ended: ModelCanary[] = [];
  private approvals = 0;

  /** What an approval, or the end of a wait, leads to. */
  approve(change: ModelChange, now: number): void {
    const affected = Object.keys(change.bases).map((id) => this.skill(id));
    if (affected.some(({ id, version }) => version !== change.bases[id]) || this.isTaken(change)) {
      change.status = 'failed';
      return;
    }
    if (affected.some(({ id }) => this.canaries.has(id))) {
      if (change.status !== 'approved') {
        this.approvals += 1;
        change.approvedAt = this.approvals;
      }
      change.status = 'approved';
      return;
    }
    const [only] = affected;
    const tried = !change.skip && change.risk !== 'low' && affected.length === 1;
    if (tried && only !== undefined && only.uses >= MODEL_BOUNDS.minSamples) {
      change.status = 'canary';
      const arms = { incumbent: { n: 0, won: 0 }, candidate: { n: 0, won: 0 } };
      const { id: skillId, version: base } = only;
      this.canaries.set(skillId, {
        ...{ changeId: change.id, skillId, base, startedAt: now, arms },
        armOf: new Map(),
      });
      return;
    }
    for (const skill of affected) this.move(skill);
    this.create(change);
    change.status = 'applied';
  }

  /** Any new version: an applied change, an author's own, a rollback. */
  move(skill: ModelSkill): void {
    skill.version += 1;
    if (skill.status !== 'deprecated') skill.status = 'active';
  }

  /** Ends the canary on a skill and lets those go on that waited for it. */
  end(skillId: string, promoted: boolean, now: number): void {
    const canary = this.canaries.get(skillId);
    if (canary === undefined) return;
    this.canaries.delete(skillId);
    this.ended.push(canary);
    const change = this.change(canary.changeId);
    const skill = this.skill(skillId);
    if (!promoted) change.status = 'rejected';
    else if (skill.version !== canary.base || this.isTaken(change)) change.status = 'failed';
    else {
      change.status = 'applied';
      this.move(skill);
      this.create(change);
    }
    this.release(skillId, now);
  }

  rollback(skillId: string, now: number): void {
    this.move(this.skill(skillId));
    if (this.canaries.has(skillId)) this.end(skillId, false, now);
    else this.release(skillId, now);
  }

  expire(now: number): void {
    const oldest = now - MODEL_BOUNDS.maxDays * DAY_MS;
    for (const { skillId, startedAt } of [...this.canaries.values()].toSorted(byChange)) {
      const gone = ['archived', 'deprecated'].includes(this.skill(skillId).status);
      if (startedAt <= oldest || gone) this.end(skillId, false, now);
    }
  }

  /** Adds to an arm and says what follows. */
  credit(canary: ModelCanary, arm: Arm, { n, won }: Counts, now: number): void {
    if (this.canaries.get(canary.skillId) !== canary || (n === 0 && won === 0)) return;
    canary.arms[arm].n += n;
    canary.arms[arm].won += won;
    const { incumbent, candidate } = canary.arms;
    const { minSamples, maxSamples } = MODEL_BOUNDS;
    const { part, whole } = probabilityBetter(incumbent, candidate);
    const enough = Math.min(incumbent.n, candidate.n) >= minSamples;
    if (enough && 100n * part >= HUNDREDTHS * whole) this.end(canary.skillId, true, now);
    else if (enough && 100n * part <= (100n - HUNDREDTHS) * whole) this.end(canary.skillId, false, now);
    else if (candidate.n >= maxSamples) this.end(canary.skillId, false, now);
  }

  skill(id: string): ModelSkill {
    const skill = this.skills.get(id);
    if (skill === undefined) throw new Error(`no skill ${id}`);
    return skill;
  }

  change(id: string): ModelChange {
    const change = this.changes.get(id);
    if (change === undefined) throw new Error(`no change ${id}`);
    return change;
  }

  private isTaken({ creates }: ModelChange): boolean {
    return creates.some((name) => this.created.has(name));
  }

  private create({ creates }: ModelChange): void {
    for (const name of creates) this.created.add(name);
  }

  private release(skillId: string, now: number): void {
    const waiting = [...this.changes.values()]
      .filter(({ status, bases }) => status === 'approved' && Object.hasOwn(bases, skillId))
      .toSorted((a, b) => a.approvedAt - b.approvedAt);
    for (const change of waiting) if (change.status === 'approved') this.approve(change, now);
  }
}

const byChange = (a: ModelCanary, b: ModelCanary) => (a.changeId < b.changeId ? -1 : 1);

/**
 * P(B > A) for A ~ Beta(a, b) and B ~ Beta(c, d) with whole shapes, as an exact fraction: Σ over i < c of
 * B(a + i, b + d) / ((d + i) · B(1 + i, d) · B(a, b)).
 */
function probabilityBetter(incumbent: Counts, candidate: Counts): Fraction {
  const [a, b] = [1 + incumbent.won, 1 + incumbent.n - incumbent.won];
  const [c, d] = [1 + candidate.won, 1 + candidate.n - candidate.won];
  let sum: Fraction = { part: 0n, whole: 1n };
  for (let i = 0; i < c; i += 1) {
    const [over, under, own] = [betaOf(a + i, b + d), betaOf(1 + i, d), betaOf(a, b)];
    const part = over.part * under.whole * own.whole;
    const whole = over.whole * BigInt(d + i) * under.part * own.part;
    sum = { part: sum.part * whole + part * sum.whole, whole: sum.whole * whole };
  }
  return sum;
}

const factorial = (n: number): bigint => (n <= 1 ? 1n : BigInt(n) * factorial(n - 1));
const betaOf = (a: number, b: number): Fraction => ({
  part: factorial(a - 1) * factorial(b - 1),
  whole: factorial(a + b - 1),
});
