/** What every part of the evaluation is given and gives back. */
import type { EvalData } from './data.ts';
import type { Lab } from './lab.ts';

/** One measured figure, beside its target and beside what plain BM25 reaches, where there are such. */
export interface Figure {
  what: string;
  measured: number;
  target?: { at: 'least' | 'most'; value: number };
  /** Plain BM25 from the scorer of the data, on the same queries. */
  bm25?: number;
  /** How it is printed: a share or metric of 0 to 1, a plain count, a factor or a time. */
  unit: 'share' | 'count' | 'factor' | 'ms';
}

/** Where an evaluation happens and whom it tells. */
export interface Context {
  readonly data: EvalData;
  readonly lab: Lab;
  /** Prints a line. */
  say(text?: string): void;
  /** Keeps what the figures are made of, for the JSON file. */
  keep(name: string, value: unknown): void;
  /** Aborted when the evaluation is to end early. */
  readonly ending: AbortSignal;
}

export type Section = (context: Context) => Promise<Figure[]>;

const EVERY_MS = 3000;

/** Counts finished items and says so every few seconds, so that a person sees that it is alive. */
export function progress({ say }: Context, what: string, total: number): () => void {
  let done = 0;
  let last = performance.now();
  return () => {
    done += 1;
    const now = performance.now();
    if (now - last < EVERY_MS) return;
    last = now;
    say(`  … ${what}: ${done} of ${total}`);
  };
}
