/** One rule: its text as text, never as markup, what it answers, where it came from, and its evidence. */
import { needsRewording } from '../../server/domain/learning/curation/needs-rewording.ts';
import { describeTrigger } from '../../server/domain/moments/wording.ts';
import { EvidenceStrip } from '../changesets/support/support-chips.tsx';
import { RunLinks } from '../episodes/run-links.tsx';
import { cn } from '../ui/cn.ts';
import { Badge } from '../ui/text/badge.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { ApprovalLine } from './approval.tsx';
import type { useApprovals } from './use-approvals.ts';
import type { Rule } from './wording.ts';

const MOST_SOURCES = 6;

interface RuleItemProps {
  rule: Rule;
  withSection: boolean;
  /** Of its present wording. */
  approval: ReturnType<ReturnType<typeof useApprovals>['ofRule']>;
}

export function RuleItem({ rule, withSection, approval }: RuleItemProps) {
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
