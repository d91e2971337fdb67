/** The usage page's figures: columns of days, sums, shares and the sentence about them. Pure. */

import { DAY_MS } from '../../server/domain/time.ts';
import type { Outputs } from '../api/trpc.ts';
import { grouped } from '../ui/text/counted.ts';

/** What the learning model is asked for, in people's words, each with a colour and a pattern of its own. */
interface PurposeLook {
  label: string;
  /** A colour token. */
  colour: string;
  /** Lines of an 8 by 8 tile, so that purposes are distinguished without colour. */
  path: string;
}

const DIAGONAL = 'M-2 2 2-2M0 8 8 0M6 10 10 6';
const BACK = 'M-2 6 2 10M0 0 8 8M6-2 10 2';

const LOOKS: Record<string, PurposeLook> = {
  reflect: { label: 'Reflect on runs', colour: 'candidate', path: '' },
  curate: { label: 'Curate lessons', colour: 'incumbent', path: DIAGONAL },
  judge_outcome: { label: 'Judge outcomes', colour: 'removed', path: 'M0 4H8' },
  judge_skill: { label: 'Judge skills', colour: 'attention', path: 'M4 0V8' },
  memory: { label: 'Reconcile memories', colour: 'added', path: BACK },
  dedup: { label: 'Merge duplicates', colour: 'good', path: 'M4 0V8M0 4H8' },
  profile: { label: 'Rewrite profiles', colour: 'danger', path: 'M3 4H5M4 3V5' },
  evolve: { label: 'Evolve skills', colour: 'accent-strong', path: `${DIAGONAL}${BACK}` },
  ask: { label: 'Answer questions', colour: 'quiet', path: 'M0 2H8M0 6H8' },
  run: { label: 'Run in the playground', colour: 'quiet', path: 'M2 0V8M6 0V8' },
};

/** Their order from the bottom of a column up. */
const PURPOSE_ORDER: readonly string[] = Object.keys(LOOKS);

/** A purpose that a newer gateway has written keeps its own name. */
export function lookOf(purpose: string): PurposeLook {
  return LOOKS[purpose] ?? { label: purpose, colour: 'faint', path: '' };
}

/** The id of a purpose's pattern in the document. */
export function patternId(purpose: string): string {
  return `usage-${purpose}`;
}

export type Usage = Outputs['usage']['read'];
/** One day's tokens by purpose. */
export interface Day {
  day: string;
  total: number;
  of: Record<string, number>;
}

/** The last `count` UTC days, oldest first, also those without a call. */
export function daysOf({ rows, today }: Pick<Usage, 'rows' | 'today'>, count: number): Day[] {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const last = Date.parse(`${today}T00:00:00.000Z`);
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(last - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    const of: Record<string, number> = {};
    for (const { purpose, inputTokens, outputTokens } of byDay.get(day) ?? []) {
      of[purpose] = (of[purpose] ?? 0) + inputTokens + outputTokens;
    }
    return { day, of, total: Object.values(of).reduce((sum, value) => sum + value, 0) };
  });
}

/** The purposes that used any tokens, in the order of the columns. */
export function purposesIn(days: readonly Day[]): string[] {
  const used = new Set(days.flatMap(({ of }) => Object.keys(of).filter((purpose) => (of[purpose] ?? 0) > 0)));
  const known = PURPOSE_ORDER.filter((purpose) => used.has(purpose));
  return [...known, ...[...used].filter((purpose) => !PURPOSE_ORDER.includes(purpose)).toSorted()];
}

/** What one should have seen: how much, and what for. */
export function findingOf(days: readonly Day[]): string {
  const total = days.reduce((sum, day) => sum + day.total, 0);
  if (total === 0) return `No tokens were used in the last ${days.length} days.`;
  const sums = purposesIn(days).map((purpose) => ({
    purpose,
    sum: days.reduce((sum, { of }) => sum + (of[purpose] ?? 0), 0),
  }));
  const [most] = sums.toSorted((a, b) => b.sum - a.sum);
  const share = Math.round(((most?.sum ?? 0) / total) * 100);
  const what = lookOf(most?.purpose ?? '').label.toLowerCase();
  return `${grouped(total)} tokens in ${days.length} days; ${share} % of them to ${what}.`;
}

/** How today stands against the budget, as a sentence. */
export function todayText({ usedToday, budget, reachedAt }: Usage): string {
  if (budget === 0) return `${grouped(usedToday)} tokens used today; no daily budget is set`;
  if (usedToday === 0) return `No tokens used today, of ${grouped(budget)} a day`;
  const share = Math.round((usedToday / budget) * 100);
  const used = `${grouped(usedToday)} of ${grouped(budget)} tokens used today (${share} %)`;
  if (usedToday >= budget) return `${used}: budget used up until 00:00 UTC`;
  return reachedAt === null
    ? `${used}; at this pace it lasts`
    : `${used}; at this pace reached ${reachedAt.slice(11, 16)} UTC`;
}
