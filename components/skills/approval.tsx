/** Who approved a version or the wording of a rule, when, and why. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '../api/trpc.ts';
import { actorLabel } from '../audit/actor-label.ts';
import { useAllowed } from '../shell/viewer.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';

type Approvals = Outputs['skills']['approvals'];
type Approval = Approvals['versions'][number];

/** The approvals of a skill's versions and rules; nothing for who may not see decisions. */
export function useApprovals(id: string) {
  const trpc = useTRPC();
  const enabled = useAllowed('review');
  const { data } = useQuery(trpc.skills.approvals.queryOptions({ id }, { enabled }));
  const ofVersion = (version: number | undefined) => data?.versions.find((one) => one.version === version) ?? null;
  return { ofVersion, ofRule: (rule: string) => ofVersion(data?.rules[rule]) };
}

/** "Approved by Maya · 3 h ago · “agreed with the team”". */
export function ApprovalLine({ approval, withVersion }: { approval: Approval; withVersion: boolean }) {
  const { version, by, byName, isApproved, reason, at } = approval;
  return (
    <span className="min-w-0 break-words text-caption text-quiet">
      {withVersion ? `v${version} · ` : ''}
      {isApproved ? 'Approved by ' : 'By '}
      <span className="text-ink">
        <LearnedText text={actorLabel({ actor: by, name: byName })} />
      </span>
      {' · '}
      <Time at={at} />
      {reason === null ? null : (
        <>
          {' · '}
          <q>
            <LearnedText text={reason.length > LONGEST ? `${reason.slice(0, LONGEST).trimEnd()}…` : reason} />
          </q>
        </>
      )}
    </span>
  );
}

const LONGEST = 160;
