/** Who approved a version or the wording of a rule, when, and why. */
import type { Outputs } from '../api/trpc.ts';
import { actorLabel } from '../audit/actor-label.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';

type Approval = Outputs['skills']['approvals']['versions'][number];

/** "Approved by Maya · 3 h ago · “agreed with the team”". */
export function ApprovalLine({ approval, withVersion }: { approval: Approval; withVersion: boolean }) {
  const { version, by, byName, isApproved, reason, at } = approval;
  return (
    <span className="min-w-0 break-words text-caption text-quiet">
      {withVersion ? `v${version} · ` : ''}
      {isApproved ? 'Approved by ' : 'By '}
      <LearnedText text={actorLabel({ actor: by, name: byName })} className="text-ink" />
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
