/** The report of one world as text: what the gateway says, and beside it what is true. */
import type { Changeset, UsageRow } from '../../../client/src/index.ts';
import type { Watch } from '../loop.ts';
import type { World } from '../world/index.ts';
import { errorsIn, type Findings, type PartStatus } from './findings.ts';

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const points = (share: number): string => `${share < 0 ? '−' : '+'}${(100 * Math.abs(share)).toFixed(1)}`;
const range = ([low = 0, high = 0]: readonly number[]): string => `${points(low)} to ${points(high)} points`;

export function renderReport(world: World, findings: Findings): string[] {
  const errors = errorsIn(findings);
  return [
    ...liftLines(findings),
    '',
    ...statusLines('The cure', findings.parts.cure),
    ...statusLines('The harmful edit', findings.parts.shortcut),
    ...statusLines('The missing step', findings.parts.gap),
    ...findings.refused
      .slice(0, 2)
      .map(
        ({ rationale, review_comment: comment }) => `Refused by the reviewer: "${rationale}" (${comment})`,
      ),
    '',
    ...wishLines(world, findings),
    '',
    ...usageLines(findings.usage),
    '',
    ...(errors.length === 0 ? ['No error was found in the loop.'] : errors.map((error) => `ERROR: ${error}`)),
  ];
}

function liftLines({ insights, truth, sessions, lost }: Findings): string[] {
  const lift = insights.learning_lift;
  const rows = [
    ['', 'measured', 'truth'],
    [`with skills (${lift.treated_n} runs)`, percent(lift.treated_success), percent(truth.treated)],
    [`holdout, without (${lift.holdout_n} runs)`, percent(lift.holdout_success), percent(truth.unaided)],
    ['lift', lift.enough ? `${points(lift.lift)} points` : 'not yet', `${points(truth.lift)} points`],
    ['  90 % interval', range(lift.lift_90ci), ''],
    ['  may be read at any time', range(lift.lift_always_valid), ''],
  ];
  const lines = rows.map(([name = '', said = '', known = '']) =>
    `${name.padEnd(36)}${said.padEnd(26)}${known}`.trimEnd(),
  );
  const unanswered = lost === 0 ? '' : `, ${lost} recalls without an answer`;
  return [`${sessions} sessions${unanswered}`, ...lines];
}

function statusLines(
  title: string,
  { skill, changeset, canary, version, isLive, before, now, decidedAfter }: PartStatus,
): string[] {
  if (changeset === null) return [`${title} (${skill}): nothing like it was learned`];
  const texts = changeset.ops.flatMap((op) => ('content' in op && op.content ? [op.content] : []));
  const after = decidedAfter === null ? '' : ` after ${decidedAfter} episodes`;
  const trial =
    canary === null
      ? `without a canary, by ${changeset.reviewer ?? 'policy'}`
      : `canary ${canary.status} on ${canary.incumbent_n} + ${canary.candidate_n} runs, effect ${range(canary.effect_always_valid)}`;
  return [
    `${title} (${skill}): ${changeset.status}${after}, ${isLive ? 'live for all traffic' : 'not live'}`,
    ...texts.map((text) => `  "${text}"`),
    `  ${changeset.risk} risk, ${trial}`,
    `  the skill is at version ${version}; its true success: as written ${percent(before)}, now ${percent(now)}`,
  ];
}

function wishLines({ wish }: World, { memories, reports }: Findings): string[] {
  const stated = memories.map(({ content, status }) => `  "${content}" ${status}`);
  const met = reports.filter((isAsWished) => isAsWished).length;
  return [
    `The wish of ${wish.user}, changed half-way (${met} of ${reports.length} reports looked as wished):`,
    ...(stated.length === 0 ? ['  nothing was remembered'] : stated),
  ];
}

function usageLines(usage: readonly UsageRow[]): string[] {
  const sum = (of: (row: UsageRow) => number) => usage.reduce((total, row) => total + of(row), 0);
  const calls = sum((row) => row.calls);
  const thousand = (tokens: number) => `${Math.round(tokens / 1000)}k`;
  const inputs = thousand(sum((row) => row.input_tokens));
  const outputs = thousand(sum((row) => row.output_tokens));
  const purposes = usage.map((row) => `${row.purpose} ${row.calls}`).join(', ');
  return [`Learning took ${calls} model calls, ${inputs} tokens in and ${outputs} out (${purposes}).`];
}

// What the terminal says while the loop goes on.

const texts = ({ ops }: Changeset): string =>
  ops.map((op) => ('content' in op && op.content ? `${op.op} "${op.content}"` : op.op)).join(', ');

/** Tells everything, with `say` for each line. */
export function progressTo(say: (line: string) => void): Watch {
  const known = new Map<string, string>();
  return {
    decided({ changeset, approved, status, comment }, episodes) {
      known.set(changeset.id, status);
      say(`[${episodes}] proposed: ${texts(changeset)}`);
      say(
        `      ${changeset.risk} risk; the reviewer ${approved ? 'approved' : 'refused'} it (${comment}) → ${status}`,
      );
    },
    finished(changeset, episodes) {
      const was = known.get(changeset.id);
      if (was === changeset.status) return;
      if (was === 'canary') say(`[${episodes}] the canary ended: ${changeset.status} ${texts(changeset)}`);
      else
        say(
          `[${episodes}] learned, ${changeset.status} by ${changeset.reviewer ?? 'nobody'}: ${texts(changeset)}`,
        );
    },
  };
}

/** Tells nothing. */
export const SILENT: Watch = { decided() {}, finished() {} };
