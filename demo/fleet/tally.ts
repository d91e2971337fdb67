/** The world's own account of the runs: what the gateway's figures are held against. It never reaches the gateway. */

/** One run as the world knows it. */
export interface Known {
  readonly isHoldout: boolean;
  readonly isServed: boolean;
  /** The chance of success with what was served, and without any rules. */
  readonly expected: number;
  readonly unaided: number;
}

/** The world's truth over the recalls that were made. */
export interface Truth {
  readonly treated: number;
  readonly unaided: number;
  /** Expected success of what was served less that without skills, averaged over the recalls that served skills. */
  readonly lift: number;
  readonly treatedRuns: number;
  readonly holdoutRuns: number;
  /** Runs in the holdout that were served rules all the same. */
  readonly holdoutServed: number;
}

export class Tally {
  readonly #runs: Known[] = [];
  readonly #reports: boolean[] = [];

  addRun(known: Known): void {
    this.#runs.push(known);
  }

  /** Whether a report looked as its user had wished. */
  addReport(isAsWished: boolean): void {
    this.#reports.push(isAsWished);
  }

  get reports(): readonly boolean[] {
    return this.#reports;
  }

  truth(): Truth {
    const treated = this.#runs.filter(({ isHoldout, isServed }) => !isHoldout && isServed);
    const holdout = this.#runs.filter(({ isHoldout }) => isHoldout);
    return {
      treated: mean(treated.map(({ expected }) => expected)),
      unaided: mean(treated.map(({ unaided }) => unaided)),
      lift: mean(treated.map(({ expected, unaided }) => expected - unaided)),
      treatedRuns: treated.length,
      holdoutRuns: holdout.length,
      holdoutServed: holdout.filter(({ isServed }) => isServed).length,
    };
  }
}

/** NaN without values: a truth about nothing must not look like one. */
function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
