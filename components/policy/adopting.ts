/** What adopting rehearsed settings, or returning to earlier ones, would change. Pure. */
import {
  beyondBounds,
  type OwnPolicy,
  policyBounds,
  resolvePolicy,
} from '../../server/domain/admin/policy/resolve-policy.ts';
import type { Inputs, Outputs } from '../api/trpc.ts';
import {
  differing,
  FLAGS,
  labelOf,
  NUMBERS,
  RULE,
  type SettingName,
  type Settings,
  shownValue,
} from './fields.ts';

export type Policy = Outputs['policy']['read'];
export type PolicyVersion = Outputs['policy']['history']['items'][number];
type Rehearsed = Pick<Outputs['rehearsals']['detail'], 'today' | 'settings'>;

/** A setting that would have another value: "Skills served: 1 instead of 3". */
export function changeTexts(before: Settings, after: Settings): string[] {
  return differing(before, after).map(
    (name) => `${labelOf(name)}: ${shownValue(after[name])} instead of ${shownValue(before[name])}`,
  );
}

/** The tenant's own values with those that were rehearsed; what is as in the installation is no value of its own. */
export function adopted(
  { own, installation }: Pick<Policy, 'own' | 'installation'>,
  rehearsed: Rehearsed,
): OwnPolicy {
  const changed = differing(rehearsed.today, rehearsed.settings);
  const values = new Map<string, Settings[SettingName] | undefined>(Object.entries(own));
  for (const name of changed) {
    if (rehearsed.settings[name] === installation[name]) values.delete(name);
    else values.set(name, rehearsed.settings[name]);
  }
  // Each value is of its setting.
  return Object.fromEntries(values) as OwnPolicy;
}

/** Rehearsed settings that do not hold yet. */
export function notYetAdopted({ settings }: Pick<Policy, 'settings'>, rehearsed: Rehearsed): SettingName[] {
  return differing(rehearsed.today, rehearsed.settings).filter(
    (name) => settings[name] !== rehearsed.settings[name],
  );
}

/** Rehearsed settings that a tenant of this installation cannot have, each with what it can. */
export function refusals(
  { installation }: Pick<Policy, 'installation'>,
  rehearsed: Rehearsed,
): SettingName[] {
  const wanted = Object.fromEntries(
    differing(rehearsed.today, rehearsed.settings).map((name) => [name, rehearsed.settings[name]]),
  ) as OwnPolicy;
  return beyondBounds(wanted, installation);
}

/** "at least 0.7", "at most off"; null where the tenant may choose any value of the setting. */
export function allowedText(name: SettingName, installation: Settings): string | null {
  const { least, most } = policyBounds(name, installation);
  if (least === null && most === null) return null;
  if (least !== null && most !== null) return `${shownValue(least)} to ${shownValue(most)}`;
  const value = installation[name];
  if (typeof value === 'boolean') return least === true || most === false ? shownValue(value) : 'on and off';
  if (typeof value === 'string') return value === 'calibrated' ? value : 'posterior and calibrated';
  return least === null ? `at most ${shownValue(most ?? value)}` : `at least ${shownValue(least)}`;
}

/** What would hold with these values of its own. */
export function holding({ installation }: Pick<Policy, 'installation'>, own: OwnPolicy): Settings {
  return resolvePolicy(installation, own);
}

/** As the interface takes them. */
export function sentSettings(own: OwnPolicy): Inputs['policy']['change']['settings'] {
  const fields = [...FLAGS, ...NUMBERS, RULE].map(({ name, sent }) => [sent, own[name] ?? null]);
  return Object.fromEntries(fields);
}

/** "Skills served: 1, Holdout rate: 0.1"; "the installation’s settings" without any. */
export function ownText(own: OwnPolicy): string {
  const values = [...FLAGS, ...NUMBERS, RULE].flatMap(({ name, label }) => {
    const value = own[name];
    return value === undefined ? [] : [`${label}: ${shownValue(value)}`];
  });
  return values.length === 0 ? 'the installation’s settings' : values.join(', ');
}
