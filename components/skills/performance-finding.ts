/** The finding of the performance chart, in a sentence that claims no more than the intervals show. Pure. */
import type { SuccessFigures } from './success.tsx';
import { evidenceText, percentText } from './wording.ts';

interface VersionRow {
  version: number;
  /** Of a canary's runs which of its texts they were served; null for all other runs. */
  arm: string | null;
  success: SuccessFigures;
}

/** The newest version with evidence against the one before it, or on trial against the served one. Newest first. */
export function performanceFinding(rows: readonly VersionRow[], current: number): string {
  const trial = trialFinding(rows, current);
  if (trial !== null) return trial;
  const known = rows.filter(({ success }) => success.rate !== null);
  const [newest] = known;
  if (newest === undefined) return 'No run of this skill has been rated yet.';
  const waiting = newest.version < current ? `v${current} has no evidence yet. ` : '';
  const said = `${waiting}v${newest.version} succeeded in ${rateText(newest.success)}`;
  const earlier = known.find(({ version }) => version < newest.version);
  if (earlier === undefined) return `${said}; no earlier version has evidence to compare it with.`;
  const before = `v${earlier.version} in ${rateText(earlier.success)}`;
  return `${said}, ${before}: ${verdict(newest.success, earlier.success)}`;
}

function trialFinding(rows: readonly VersionRow[], current: number): string | null {
  const candidate = rows.find(({ arm, version }) => arm === 'candidate' && version > current)?.success;
  const beside = rows.find(({ arm, version }) => arm === 'incumbent' && version === current)?.success;
  if (candidate === undefined || candidate.rate === null) return null;
  const other =
    beside === undefined || beside.rate === null
      ? 'no run beside it has been rewarded yet'
      : `v${current} beside it in ${rateText(beside)}`;
  return `Canary running: the candidate succeeded in ${rateText(candidate)}, ${other}.`;
}

function verdict(now: SuccessFigures, before: SuccessFigures): string {
  if (now.interval[0] > before.interval[1]) return 'the newer version does better.';
  if (now.interval[1] < before.interval[0]) return 'the newer version does worse.';
  return 'the intervals overlap, so neither is clearly better.';
}

function rateText({ rate, interval, evidence }: SuccessFigures): string {
  const [low, high] = interval;
  return `${percentText(rate ?? 0)} of runs (90\u00a0% between ${percentText(low)} and ${percentText(high)}, n\u00a0${evidenceText(evidence)})`;
}
