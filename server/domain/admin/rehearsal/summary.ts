/** What a rehearsal says in a sentence or two: what it lets somebody decide comes first. */
import type { RehearsalResult } from './rehearsal.ts';
import { concernsOf } from './setting-names.ts';
import type { PolicySettings } from './settings.ts';

/** What of a result the sentences need. */
type Summed = {
  readonly changesets: Omit<RehearsalResult['changesets'], 'differences'>;
  readonly canaries: Omit<RehearsalResult['canaries'], 'canaries'>;
  readonly recalls: Omit<RehearsalResult['recalls'], 'examples'>;
  readonly holdout: RehearsalResult['holdout'];
};

type SettingsComparison = {
  readonly days: number;
  readonly today: PolicySettings;
  readonly settings: PolicySettings;
};

/** One sentence on each part that a changed setting is about; on changesets where none is changed. */
export function summaryOf(
  { changesets, canaries, recalls, holdout }: Summed,
  compared: SettingsComparison,
): string {
  const concerns = concernsOf(compared.today, compared.settings);
  return [
    ...(concerns.approval ? [changesetSentence(changesets, compared.days)] : []),
    ...(concerns.canaries ? [canarySentence(canaries)] : []),
    ...(concerns.recalls ? [recallSentence(recalls)] : []),
    ...(concerns.holdout ? [holdoutSentence(holdout)] : []),
  ].join(' ');
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const all = (count: number, one: string, many?: string) =>
  count === 1 ? `The one ${one}` : `All ${counted(count, one, many)}`;

function changesetSentence(changesets: Summed['changesets'], days: number): string {
  const { read, byPolicy, byPolicyBefore, newlyApproved, newlyHeld, unknown } = changesets;
  const past = `the last ${counted(days, 'day')}`;
  if (read === 0) return `No changeset was proposed in ${past}.`;
  // Those that are approved where only the next step is open are told.
  const open = sumOf(unknown.filter(({ reason }) => !OF_NEXT_STEP.has(reason)));
  const unsure = open === 0 ? [] : [`${open} unknown.`];
  if (newlyApproved.total + newlyHeld === 0) {
    const same = `With these settings the same ${byPolicy} of ${counted(read, 'changeset')} of ${past} would have been approved without a person.`;
    return [same, ...unsure].join(' ');
  }
  return [
    `With these settings ${byPolicy} of ${counted(read, 'changeset')} of ${past} would have been approved without a person,`,
    `instead of ${byPolicyBefore}: ${newlyApproved.total} more${rejectedOf(newlyApproved)}, and ${newlyHeld} fewer.`,
    ...unsure,
  ].join(' ');
}

const OF_NEXT_STEP: ReadonlySet<string> = new Set(['skill_text', 'skill_uses', 'other_library']);

function rejectedOf({ rejected }: Summed['changesets']['newlyApproved']): string {
  if (rejected === 0) return '';
  return `, of which ${rejected} ${rejected === 1 ? 'was' : 'were'} rejected by a reviewer`;
}

function canarySentence({ read, told, promoted, promotedBefore, differing }: Summed['canaries']): string {
  if (read === 0) return 'No canary started in this period.';
  if (told === 0) return 'The canary results are unknown.';
  const open = read === told ? '' : ` ${read - told} unknown.`;
  if (differing === 0) return `${all(told, 'canary', 'canaries')} would have had the same result.${open}`;
  return `Of ${counted(told, 'canary', 'canaries')} ${promoted} would have been promoted, instead of ${promotedBefore}.${open}`;
}

function recallSentence({ read, told, differing }: Summed['recalls']): string {
  if (read === 0) return 'No recall was recorded in this period.';
  if (told === 0) return 'The recall results are unknown.';
  const open = read === told ? '' : ` ${read - told} unknown.`;
  if (differing === 0) return `${all(told, 'recall')} would have served the same.${open}`;
  return `${differing} of ${counted(told, 'recall')} would have had a different result.${open}`;
}

function holdoutSentence({ sessions, before, heldOut, sessionsFactor }: RehearsalResult['holdout']): string {
  const factor =
    sessionsFactor === null
      ? ''
      : ` The lift would need ${sessionsFactor.toFixed(1)} times as many sessions.`;
  return `${heldOut} of ${counted(sessions, 'session')} would have been in the holdout, instead of ${before}.${factor}`;
}

function sumOf(unknown: readonly { readonly count: number }[]): number {
  return unknown.reduce((sum, { count }) => sum + count, 0);
}
