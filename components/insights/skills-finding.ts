/** The finding of the chart of skills, in sentences that claim no more than the intervals show. Pure. */
import { shareText } from '../charts/evidence-number.ts';
import type { SkillRate } from './insight-types.ts';

/** A success rate with its 90 % interval. */
export interface Rate {
  mean: number;
  low: number;
  high: number;
}

/** What the intervals show, and nothing where they overlap. */
export function findingOf(skills: readonly SkillRate[], without: Rate | null): string {
  const [best, ...others] = skills;
  const weak = skills.filter(({ interval: [, high] }) => high < HALF).length;
  const apart =
    others.length > 0 && others.every(({ interval: [, high] }) => (best?.interval[0] ?? 0) > high);
  return [
    ...(best !== undefined && apart
      ? [`${best.name} has the highest rate for certain: at least ${shareText(best.interval[0])}.`]
      : []),
    ...comparedText(skills, without),
    ...(weak === 0
      ? []
      : [
          `${weak} ${weak === 1 ? 'skill clearly fails more often than it succeeds' : 'skills clearly fail more often than they succeed'}.`,
        ]),
  ].join(' ');
}

const HALF = 0.5;

/** Skills whose runs clearly differ from those without skills. */
function comparedText(skills: readonly SkillRate[], without: Rate | null): string[] {
  if (without === null) return [];
  const above = skills.filter(({ interval: [low] }) => low > without.high).length;
  const below = skills.filter(({ interval: [, high] }) => high < without.low).length;
  const runs = (count: number) => `Runs with ${count} of ${skills.length} skills clearly`;
  return [
    ...(above === 0 ? [] : [`${runs(above)} succeed more often than runs without skills.`]),
    ...(below === 0 ? [] : [`${runs(below)} succeed less often than runs without skills.`]),
  ];
}
