/** What a rehearsal gathers while it goes through the past, and how it becomes the result. */
import type { RehearsalResult } from '../../domain/admin/rehearsal/rehearsal.ts';
import { isByPolicy } from '../../domain/admin/rehearsal/rehearse-changeset.ts';

/** The result as it is stored: without what changesets say and recalls asked, which is read when it is shown. */
export type StoredResult = Omit<RehearsalResult, 'changesets' | 'canaries' | 'recalls'> & {
  recalls: Omit<RehearsalResult['recalls'], 'examples'> & { examples: StoredExample[] };
  changesets: Omit<RehearsalResult['changesets'], 'differences'> & { differences: StoredDifference[] };
  canaries: Omit<RehearsalResult['canaries'], 'canaries'> & { canaries: StoredCanary[] };
};
export type StoredDifference = Omit<RehearsalResult['changesets']['differences'][number], 'sentence'>;
type StoredExample = Omit<RehearsalResult['recalls']['examples'][number], 'query'>;
export type StoredCanary = Omit<RehearsalResult['canaries']['canaries'][number], 'sentence'>;

/** Most differences of a kind that are listed; all are counted. */
const LISTED = 200;

export class Tally<Name extends string> {
  private readonly counts = new Map<Name, number>();

  add(name: Name): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** The most frequent first. */
  list(): { reason: Name; count: number }[] {
    return [...this.counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
  }

  total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }
}

export class ChangesetTally {
  private readonly gaps = new Tally<RehearsalResult['changesets']['unknown'][number]['reason']>();
  private readonly listed: StoredDifference[] = [];
  private readonly sums = {
    ...{ read: 0, byPolicyBefore: 0, byPolicy: 0, newlyHeld: 0, onTrialBefore: 0, onTrial: 0, differing: 0 },
  };
  private readonly newly = { total: 0, approved: 0, rejected: 0, waiting: 0 };

  add(difference: StoredDifference): void {
    const { was, wouldBe, fate, gap } = difference;
    const { sums, newly } = this;
    sums.read += 1;
    sums.byPolicyBefore += Number(isByPolicy(was));
    sums.byPolicy += Number(isByPolicy(wouldBe));
    sums.onTrialBefore += Number(was === 'canary');
    sums.onTrial += Number(wouldBe === 'canary');
    if (gap !== null) this.gaps.add(gap);
    if (wouldBe === 'unknown' || was === wouldBe) return;
    // Approved before and after, but the next step cannot be told: no difference that is known.
    if (wouldBe === 'approved' && isByPolicy(was)) return;
    sums.differing += 1;
    sums.newlyHeld += Number(wouldBe === 'held');
    if (was === 'held') {
      newly.total += 1;
      if (fate !== 'policy') newly[fate] += 1;
    }
    if (this.listed.length < LISTED) this.listed.push(difference);
  }

  result(leftOut: number): StoredResult['changesets'] {
    const { sums, newly: newlyApproved, listed: differences } = this;
    return { ...sums, newlyApproved, leftOut, unknown: this.gaps.list(), differences };
  }
}

export class CanaryTally {
  private readonly gaps = new Tally<RehearsalResult['canaries']['unknown'][number]['reason']>();
  private readonly canaries: StoredCanary[] = [];
  private readonly sums = { read: 0, told: 0, promotedBefore: 0, promoted: 0, differing: 0 };

  add(canary: StoredCanary): void {
    const { was, wouldBe, gap } = canary;
    this.sums.read += 1;
    if (gap !== null) this.gaps.add(gap);
    if (wouldBe !== null) {
      this.sums.told += 1;
      this.sums.promotedBefore += Number(was === 'promoted');
      this.sums.promoted += Number(wouldBe === 'promoted');
      this.sums.differing += Number(was !== wouldBe);
    }
    if (this.canaries.length < LISTED) this.canaries.push(canary);
  }

  result(leftOut: number): StoredResult['canaries'] {
    return { ...this.sums, leftOut, unknown: this.gaps.list(), canaries: this.canaries };
  }
}
