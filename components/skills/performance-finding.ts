/** The finding of the performance chart, in a sentence that claims no more than the intervals show. Pure. */
import type { SuccessFigures } from './success.tsx';
import { evidenceText, percentText } from './wording.ts';

interface VersionRow {
  version: number;
  success: SuccessFigures;
}

/** Compares the newest version that has evidence with the one before it. Rows are newest first. */
export function performanceFinding(rows: readonly VersionRow[], current: number): string {
  const known = rows.filter(({ success }) => success.rate !== null);
  const [newest] = known;
  if (newest === undefined) return 'No run of this skill has been rewarded yet.';
  const waiting = newest.version < current ? `v${current} has no evidence yet. ` : '';
  const said = `${waiting}v${newest.version} succeeded in ${rateText(newest.success)}`;
  const earlier = known.find(({ version }) => version < newest.version);
  if (earlier === undefined) return `${said}; no earlier version has evidence to compare it with.`;
  const before = `v${earlier.version} in ${rateText(earlier.success)}`;
  return `${said}, ${before}: ${verdict(newest.success, earlier.success)}`;
}

function verdict(now: SuccessFigures, before: SuccessFigures): string {
  if (now.interval[0] > before.interval[1]) return 'the newer one does better.';
  if (now.interval[1] < before.interval[0]) return 'the newer one does worse.';
  return 'the intervals overlap, so neither is shown to be better.';
}

function rateText({ rate, interval, evidence }: SuccessFigures): string {
  const [low, high] = interval;
  return `${percentText(rate ?? 0)} of runs (90\u00a0% between ${percentText(low)} and ${percentText(high)}, n\u00a0${evidenceText(evidence)})`;
}
