'use client';

/** Who reviews the changeset, with the ways to claim it, to hand it to somebody else and to let it go. */
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useShortcut } from '../../keyboard/registry.ts';
import { ScopedButton } from '../../shell/scope-gate.tsx';
import { useAllowed, useViewer } from '../../shell/viewer.ts';
import { Button, type ButtonProps } from '../../ui/forms/button.tsx';
import { User } from '../../ui/generated/icons.tsx';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { Time } from '../../ui/text/time.tsx';
import { ACTIVITY, type Detail } from '../detail.ts';
import { assignmentText } from './assignment.ts';
import { useAssign } from './use-assign.ts';

const load = () => import('./assign-popover.tsx').then((m) => m.AssignPopover);
const AssignPopover = dynamic(load, { ssr: false, loading: () => <AssignButton /> });

function AssignButton(props: ButtonProps) {
  return (
    <Button size="small" variant="quiet" aria-haspopup="dialog" aria-expanded={false} {...props}>
      Assign
    </Button>
  );
}

/** What the key and the first button do: claim what is free, release what is one's own, take over another's. */
function nextStep(assignee: string | null, viewer: string): string {
  if (assignee === null) return 'Claim';
  return assignee === viewer ? 'Release' : 'Take over';
}

export function AssignmentLine({ detail }: { detail: Detail }) {
  const { actor, actorName: name } = useViewer();
  const may = useAllowed('review');
  const { assign, busy, error } = useAssign(detail);
  const [used, setUsed] = useState(false);
  const { assignment } = detail.changeset;
  const step = nextStep(assignment?.assignee ?? null, actor);
  const act = () => assign(step === 'Release' ? null : { actor, name });
  useShortcut('change.claim', act, { enabled: may && !busy, label: step });
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1 text-caption">
      {assignment === null ? (
        <span className="text-quiet">Unassigned</span>
      ) : (
        <span className="inline-flex min-w-0 items-center gap-1.5 font-medium">
          <User aria-hidden="true" className="size-3.5 shrink-0 text-quiet" />
          <span className="min-w-0 break-words">
            <LearnedText
              text={assignmentText(assignment, {
                viewer: actor,
                name: detail.actorNames[assignment.assignee] ?? null,
              })}
            />
          </span>
          <span className="font-normal text-quiet">
            <Time at={assignment.assignedAt} />
          </span>
        </span>
      )}
      <span className="inline-flex items-center gap-1">
        <ScopedButton
          scope="review"
          size="small"
          variant={step === 'Claim' ? 'secondary' : 'quiet'}
          shortcut="change.claim"
          loading={busy}
          onClick={act}
        >
          {step}
        </ScopedButton>
        {!may ? null : used ? (
          <AssignPopover
            assignee={assignment?.assignee ?? null}
            onAssign={assign}
            trigger={<AssignButton />}
          />
        ) : (
          <AssignButton onClick={() => setUsed(true)} onPointerEnter={() => void load()} />
        )}
      </span>
      {detail.mentionsViewer ? (
        <a
          href={`#${ACTIVITY}`}
          className="font-medium text-accent-strong underline-offset-3 hover:underline"
        >
          A comment mentions you
        </a>
      ) : null}
      {error === null ? null : (
        <span role="alert" className="text-danger">
          Not changed: {error}
        </span>
      )}
    </div>
  );
}
