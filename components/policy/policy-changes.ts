/** What a change of the policy, or a return to an earlier one, would change. Pure. */
import {
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

/** A setting that would have another value: "Skills served: 1 instead of 3". */
export function changeTexts(before: Settings, after: Settings): string[] {
  return differing(before, after).map(
    (name) => `${labelOf(name)}: ${shownValue(after[name])} instead of ${shownValue(before[name])}`,
  );
}

/** The tenant's own values for these settings; what is as in the installation is no value of its own. */
export function ownAfter(
  { own, installation, settings }: Pick<Policy, 'own' | 'installation' | 'settings'>,
  wanted: Settings,
): OwnPolicy {
  const values = new Map<string, Settings[SettingName] | undefined>(Object.entries(own));
  for (const name of differing(settings, wanted)) {
    if (wanted[name] === installation[name]) values.delete(name);
    else values.set(name, wanted[name]);
  }
  // Each value is of its setting.
  return Object.fromEntries(values) as OwnPolicy;
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
