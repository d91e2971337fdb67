'use client';

import { needsRewording } from '../../server/domain/learning/curation/needs-rewording.ts';
import { describeTrigger } from '../../server/domain/moments/wording.ts';
import { SECTIONS } from '../../server/domain/skills/skill-state.ts';
import { EvidenceStrip } from '../changesets/support/support-chips.tsx';
import { RunLinks } from '../episodes/run-links.tsx';
import { cn } from '../ui/cn.ts';
import { Select } from '../ui/forms/field.tsx';
import { Switch } from '../ui/forms/toggle.tsx';
import { Card } from '../ui/layout/card.tsx';
import { EmptyState } from '../ui/layout/states.tsx';
import { Badge } from '../ui/text/badge.tsx';
import { asSentence, counted } from '../ui/text/counted.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { useUrlState } from '../url/use-url-state.ts';
import { ApprovalLine } from './approval.tsx';
import { useApprovals } from './use-approvals.ts';
import { type Rule, SKILL_STATE, type SkillDetail } from './wording.ts';

/** The rules as agents read them, each with its evidence; removed ones are kept and stand behind a toggle. */

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

const MOST_SOURCES = 6;

interface RuleItemProps {
  rule: Rule;
  withSection: boolean;
  /** Of its present wording. */
  approval: ReturnType<ReturnType<typeof useApprovals>['ofRule']>;
}

function RuleItem({ rule, withSection, approval }: RuleItemProps) {
  const { content, issue, keywords, section, status, helpful, harmful } = rule;
  const removed = status === 'removed';
  return (
    <li id={rule.id} className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <LearnedText
          as="p"
          text={content}
          code={true}
          className={cn(
            'min-w-0 max-w-[80ch] flex-1 basis-56 whitespace-pre-wrap break-words',
            removed && 'text-quiet line-through decoration-edge',
          )}
        />
        <span className="flex shrink-0 flex-wrap justify-end gap-1.5">
          {withSection || removed ? <Badge>{section}</Badge> : null}
          {!removed && harmful > helpful ? (
            <Badge tone="danger" title="Harmful in more runs than helpful">
              harms more than it helps
            </Badge>
          ) : null}
          <RewordingBadge rule={rule} />
        </span>
      </div>
      {issue === '' && keywords.length === 0 ? null : (
        <p className="max-w-[80ch] break-words text-caption text-quiet">
          {issue === '' ? null : (
            <>
              Answers: <LearnedText text={issue} />
            </>
          )}
          {issue !== '' && keywords.length > 0 ? ' · ' : null}
          {keywords.length === 0 ? null : (
            <>
              Keywords: <LearnedText text={keywords.join(', ')} />
            </>
          )}
        </p>
      )}
      <TriggerLine trigger={describeTrigger(rule)} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <EvidenceStrip evidence={rule} />
        <Sources ids={rule.sources} />
      </div>
      {approval === null ? null : <ApprovalLine approval={approval} withVersion={true} />}
    </li>
  );
}

function RewordingBadge({ rule }: Pick<RuleItemProps, 'rule'>) {
  const { status, followed = 0, broken = 0, followed_failed: followedFailed = 0 } = rule;
  if (status === 'removed' || !needsRewording({ followed, broken, followedFailed })) return null;
  const all = followed + broken;
  const title = `Followed in ${followed} of ${all} runs that were shown it before a call; ${followedFailed} of those ${followed} failed`;
  return (
    <Badge tone="attention" title={title}>
      needs rewording
    </Badge>
  );
}

function TriggerLine({ trigger }: { trigger: string }) {
  if (trigger === '') return null;
  const look = 'max-w-[80ch] break-words text-caption text-quiet';
  return <LearnedText as="p" text={trigger} code={true} className={look} />;
}

function Sources({ ids }: { ids: string[] }) {
  if (ids.length === 0) return <span className="text-caption text-faint">written by hand</span>;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-caption text-quiet">
      learned from <RunLinks ids={ids} most={MOST_SOURCES} />
    </span>
  );
}
