'use client';

/** The rules as agents read them, each with its evidence; removed ones are kept and stand behind a toggle. */
import { SECTIONS } from '../../server/domain/skills/skill-state.ts';
import { Select } from '../ui/forms/field.tsx';
import { Switch } from '../ui/forms/toggle.tsx';
import { Card } from '../ui/layout/card.tsx';
import { EmptyState } from '../ui/layout/states.tsx';
import { asSentence, counted } from '../ui/text/counted.ts';
import { useUrlState } from '../url/use-url-state.ts';

import { RuleItem } from './rule-item.tsx';
import { useApprovals } from './use-approvals.ts';
import { type Rule, SKILL_STATE, type SkillDetail } from './wording.ts';

const SORTS = [
  { value: 'reading', label: 'In reading order' },
  { value: 'harmful', label: 'Most harmful' },
] as const;

export function RulesTab({ detail: { skill, summary } }: { detail: SkillDetail }) {
  const { ofRule } = useApprovals(summary.id);
  const [{ sort, removed }, change] = useUrlState(SKILL_STATE);
  const active = skill.bullets.filter(({ status }) => status === 'active');
  const gone = skill.bullets.filter(({ status }) => status === 'removed');
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Select
          label="Order of the rules"
          hideLabel={true}
          value={sort}
          options={SORTS}
          onValueChange={(picked) => change({ sort: picked })}
          className="w-48"
        />
        {gone.length === 0 ? null : (
          <Switch
            label={`Show ${counted(gone.length, 'removed rule')}`}
            checked={removed === 'shown'}
            onCheckedChange={(on) => change({ removed: on ? 'shown' : '' })}
          />
        )}
      </div>
      {active.length === 0 ? (
        <Card flush={true}>
          <EmptyState title="No rules">Agents read only the description of this skill.</EmptyState>
        </Card>
      ) : (
        <ActiveRules rules={active} sort={sort} approvalOf={ofRule} />
      )}
      {removed === 'shown' && gone.length > 0 ? (
        <RuleCard
          title="Removed"
          note="No longer served; their evidence is kept"
          rules={gone}
          approvalOf={ofRule}
        />
      ) : null}
    </>
  );
}

type ApprovalOf = ReturnType<typeof useApprovals>['ofRule'];

interface ActiveRulesProps {
  rules: Rule[];
  sort: 'reading' | 'harmful';
  approvalOf: ApprovalOf;
}

function ActiveRules({ rules, sort, approvalOf }: ActiveRulesProps) {
  if (sort === 'harmful') {
    const worst = rules.toSorted(
      (a, b) => b.harmful - b.helpful - (a.harmful - a.helpful) || b.harmful - a.harmful,
    );
    return (
      <RuleCard
        title="All sections"
        note="By harmful minus helpful"
        rules={worst}
        withSection={true}
        approvalOf={approvalOf}
      />
    );
  }
  return SECTIONS.map((section) => {
    const own = rules.filter((rule) => rule.section === section);
    return own.length === 0 ? null : (
      <RuleCard
        key={section}
        title={asSentence(section)}
        note={counted(own.length, 'rule')}
        rules={own}
        approvalOf={approvalOf}
      />
    );
  });
}

interface RuleCardProps {
  title: string;
  note: string;
  rules: Rule[];
  withSection?: boolean;
  approvalOf: ApprovalOf;
}

function RuleCard({ title, note, rules, withSection = false, approvalOf }: RuleCardProps) {
  return (
    <Card title={title} note={note} flush={true}>
      <ol className="divide-y divide-line">
        {rules.map((rule) => (
          <RuleItem key={rule.id} rule={rule} withSection={withSection} approval={approvalOf(rule.id)} />
        ))}
      </ol>
    </Card>
  );
}
