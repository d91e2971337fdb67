/** The true and the measured lift of the three skills, in lines: of one world, and over many. */
import { renderShare } from '../report/findings.ts';
import type { MeasuredSkill } from './packing.ts';

const ROLES = { helps: 'helps', idle: 'does nothing', hurts: 'hurts beside the first' } as const;

const points = (share: number): string => `${share < 0 ? '−' : '+'}${(100 * Math.abs(share)).toFixed(1)}`;
const range = (interval: readonly number[] | null): string =>
  interval === null ? 'not enough evidence' : `${interval.map(points).join(' to ')}`;

/** The section of one world's report. */
export function liftLines(skills: readonly MeasuredSkill[], sessions: number): string[] {
  return [
    `The lift of each of three skills, by ${sessions} sessions of which a fifth went without one of them`,
    ...skills.flatMap(({ role, name, truth, mean, isSuggested, ...measured }) => [
      `${name} (${ROLES[role]}): ${mean === null ? 'not measured' : `${points(mean)} points`}, truth ${points(truth)}${isSuggested ? '; suggested for deprecation' : ''}`,
      `  90 % interval ${range(measured.interval)}; may be read at any time ${range(measured.alwaysValid)}; ${measured.servedRuns} runs with all, ${measured.heldBackRuns} without it`,
    ]),
  ];
}

/** How the measurements of many worlds spread. */
export function liftDistribution(worlds: readonly (readonly MeasuredSkill[])[]): string[] {
  const all = worlds.flat();
  const covers = (interval: readonly number[] | null, truth: number) => {
    const [low = Number.NaN, high = Number.NaN] = interval ?? [];
    return low <= truth && truth <= high;
  };
  const suggested = (wanted: MeasuredSkill['role']) => {
    const own = all.filter(({ role }) => role === wanted);
    const count = own.filter(({ isSuggested }) => isSuggested).length;
    return renderShare(`the skill that ${ROLES[wanted]} is suggested for deprecation`, count, own.length);
  };
  const covered = (name: string, of: (skill: MeasuredSkill) => readonly number[] | null) =>
    renderShare(name, all.filter((skill) => covers(of(skill), skill.truth)).length, all.length);
  return [
    covered('the 90 % interval covers the true lift', ({ interval }) => interval),
    covered('… the one that may be read at any time', ({ alwaysValid }) => alwaysValid),
    suggested('helps'),
    suggested('idle'),
    suggested('hurts'),
  ];
}
