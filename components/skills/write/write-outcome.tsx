'use client';

/** Beside the form: what saving will do, what came of it, and the button that says so. */
import Link from 'next/link';
import type { ReactNode } from 'react';
import { isBlocking } from '../../../server/domain/safety/spans.ts';
import { CircleAlert } from '../../ui/generated/icons.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ErrorBlock } from '../../ui/layout/states.tsx';
import { counted } from '../../ui/text/counted.ts';
import { FindingNotes } from './import-preview.tsx';
import type { Checked, Written } from './use-skill-check.ts';

interface OutcomeProps {
  checked: Checked;
  editing?: boolean;
  written: Written | undefined;
  /** A failure that belongs to no field. */
  error: unknown;
  /** Fields were refused; each says why. */
  invalid: boolean;
  submit: ReactNode;
}

export function WriteOutcome(props: OutcomeProps) {
  const { checked, editing = false, written, error, invalid, submit } = props;
  return (
    <Card title="On saving" className="xl:sticky xl:top-19">
      <div className="flex flex-col gap-3">
        <div aria-live="polite" className="flex flex-col gap-3">
          <p className="text-table">{willText(checked)}</p>
          {checked.replaces && !editing ? (
            <p className="text-attention text-table">
              A skill of this agent and name exists: its description, tags and rules are replaced.
            </p>
          ) : null}
          <FindingNotes findings={checked.findings.filter(isBlocking)} />
          {checked.error === null || checked.error === undefined ? null : (
            <p className="text-caption text-quiet">Lint and safety scan are not available right now.</p>
          )}
          {written !== undefined && written.status !== 'applied' ? <Held written={written} /> : null}
          {error === null || error === undefined ? null : <ErrorBlock what="save the skill" error={error} />}
          {invalid ? (
            <p role="alert" className="flex gap-2 text-danger text-table">
              <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              Not saved: see the marked fields.
            </p>
          ) : null}
        </div>
        {submit}
      </div>
    </Card>
  );
}

function willText({ blocking, findings }: Checked): string {
  const advice = findings.filter((finding) => !isBlocking(finding)).length;
  const said = advice === 0 ? '' : ` Lint has ${counted(advice, 'note')} (advice only).`;
  if (blocking) return `The safety scan will hold it as a pending changeset for a reviewer.${said}`;
  return `It is applied at once as a new version.${said}`;
}

function Held({ written: { changeset_id: id, status } }: { written: Written }) {
  return (
    <p className="rounded-md bg-attention-soft px-3 py-2 text-attention text-table">
      Saved as a {status} changeset: it is served once a reviewer approves it.{' '}
      {id === null ? null : (
        <Link
          href={`/changesets/${id}`}
          prefetch={false}
          className="inline-block font-medium underline underline-offset-2"
        >
          Open the changeset
        </Link>
      )}
    </p>
  );
}
