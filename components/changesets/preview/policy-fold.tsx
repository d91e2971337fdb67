'use client';

/** The verdict of policy in a line; opened, each rule with the setting that it reads. */
import { SETTING_NAMES, SETTING_VARIABLES } from '../../../server/domain/admin/policy/resolve-policy.ts';
import { SYSTEM_ACTORS } from '../../../server/domain/principal.ts';
import { labelOf, shownValue } from '../../policy/fields.ts';
import { Check, X } from '../../ui/generated/icons.tsx';
import { Fold } from '../../ui/layout/fold.tsx';
import { counted } from '../../ui/text/counted.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { type Detail, useView } from '../detail.ts';
import { findingText } from './finding-text.ts';

type Rule = Detail['policy']['rules'][number];

export function PolicyFold({ detail: { policy, humanAuthored, changeset } }: { detail: Detail }) {
  const { level } = useView();
  return (
    <Fold
      title="Policy:"
      level={level}
      line={<LearnedText text={verdictText(policy, changeset)} code={true} />}
    >
      {humanAuthored ? (
        <p className="text-quiet text-table">
          {policy.rules.length > 1
            ? 'Written by a person.'
            : 'Written by a person: only blocking findings hold it.'}
        </p>
      ) : null}
      <ul className="-mx-4 -my-3 divide-y divide-line">
        {rulesTold(policy.rules).map((rule) => (
          <RuleRow key={rule.rule} rule={rule} />
        ))}
      </ul>
      <p className="text-caption text-quiet">An admin can change the settings of this tenant under Policy.</p>
    </Fold>
  );
}

/** "hold, because high risk always waits for a human". */
function verdictText(policy: Detail['policy'], { status, reviewer }: Detail['changeset']): string {
  if (reviewer === SYSTEM_ACTORS.policy) return 'approved automatically';
  const when = status === 'pending' ? '' : ' today';
  if (policy.autoApprove) return `would approve automatically${when}`;
  const [first, ...more] = policy.rules.filter(({ pass }) => !pass).map(ruleText);
  if (first === undefined) return `hold${when}`;
  const others = more.length === 0 ? '' : `, and ${more.length} more`;
  return `hold${when}, because ${first.charAt(0).toLowerCase()}${first.slice(1)}${others}`;
}

/** What holds the change takes the place of its risk. */
function rulesTold(rules: readonly Rule[]): Rule[] {
  const isHeld = rules.some(({ rule, pass }) => rule === 'no_blocking_findings' && !pass);
  return rules.filter(
    ({ rule, pass }) => !(isHeld && pass && (rule === 'risk_tier' || rule === 'one_skill')),
  );
}

function RuleRow({ rule }: { rule: Rule }) {
  const Icon = rule.pass ? Check : X;
  return (
    <li className="flex gap-3 px-4 py-2 text-table">
      <span
        className={`inline-flex h-[18px] w-14 shrink-0 items-center gap-1 font-medium ${rule.pass ? 'text-good' : 'text-attention'}`}
      >
        <Icon aria-hidden="true" className="size-3.5" />
        {rule.pass ? 'pass' : 'hold'}
      </span>
      <span className="flex min-w-0 flex-col">
        <LearnedText text={ruleText(rule)} code={true} />
        {rule.setting === null ? null : (
          <span className="text-caption text-quiet">{settingText(rule.setting)}</span>
        )}
      </span>
    </li>
  );
}

/** A setting that an admin can change in this tenant, or one that holds for the whole installation. */
function settingText({ name, value }: NonNullable<Rule['setting']>): string {
  const own = SETTING_NAMES.find((one) => SETTING_VARIABLES[one] === name);
  if (own !== undefined) return `Policy, ${labelOf(own)}: ${shownValue(value)}`;
  return `For the whole installation: ${name}=${value}`;
}

function sessionsText({ pass, value, setting }: Extract<Rule, { rule: 'independent_sessions' }>): string {
  const learned = `Learned from ${counted(value, 'session')}`;
  return pass ? learned : `${learned}, at least ${String(setting.value)} are required`;
}

function ruleText(rule: Rule): string {
  switch (rule.rule) {
    case 'risk_tier':
      if (rule.value === 'high') return 'High risk always needs a person';
      return `${rule.value === 'low' ? 'Low' : 'Medium'} risk may${rule.pass ? '' : ' not'} be approved by policy`;
    case 'one_skill':
      if (!rule.pass) return `It changes ${rule.value} skills, which a canary cannot test: a person decides`;
      return rule.value > 1
        ? `Low risk needs no canary, on ${rule.value} skills too`
        : 'At most one skill changes';
    case 'no_blocking_findings': {
      const found = rule.value.map((finding) => findingText(finding, null)).join('; ');
      return rule.pass ? 'No blocking findings' : found;
    }
    case 'trusted_sources':
      return `Waits: ${rule.value.join('; ')}`;
    case 'independent_sessions':
      return sessionsText(rule);
    case 'four_eyes':
      return 'Someone other than its author has to approve it';
    case 'eval_score':
      if (rule.value === null) return 'Not scored by a judge';
      return `Scored ${rule.value.toFixed(2)}, at least ${Number(rule.setting.value).toFixed(2)} is required`;
    default:
      return rule satisfies never;
  }
}
