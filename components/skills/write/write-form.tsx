'use client';

/** A form that writes a skill: its fields, and beside them what saving will do, what came of it, and the button. */
import type { ReactNode } from 'react';
import { isBlocking } from '../../../server/domain/safety/spans.ts';
import { useShortcut } from '../../keyboard/registry.ts';
import { Button } from '../../ui/forms/button.tsx';
import { CircleAlert } from '../../ui/generated/icons.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ErrorBlock } from '../../ui/layout/states.tsx';
import { counted } from '../../ui/text/counted.ts';
import { Link } from '../../ui/text/link.tsx';
import { toFieldErrors } from './draft.ts';
import { FindingNotes } from './import-preview.tsx';
import type { Checked, Written } from './use-skill-check.ts';

interface WriteFormProps {
  checked: Checked;
  editing?: boolean;
  writing: {
    data: Written | undefined;
    error: unknown;
    isIdle: boolean;
    isError: boolean;
    isPending: boolean;
    isSuccess: boolean;
  };
  onWrite: () => void;
  /** What the button says. */
  label: string;
  children: ReactNode;
}

export function WriteForm({ checked, editing = false, writing, onWrite, label, children }: WriteFormProps) {
  const submit = () => {
    if (writing.isIdle || writing.isError) onWrite();
  };
  useShortcut('form.submit', submit);
  return (
    <form
      noValidate={true}
      className="grid min-w-0 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_19rem]"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="flex min-w-0 flex-col gap-5">{children}</div>
      <Card title="On saving" className="xl:sticky xl:top-19">
        <div className="flex flex-col gap-3">
          <Outcome checked={checked} editing={editing} written={writing.data} error={writing.error} />
          <Button
            type="submit"
            variant="primary"
            loading={writing.isPending}
            disabled={writing.isSuccess}
            shortcut="form.submit"
          >
            {label}
          </Button>
        </div>
      </Card>
    </form>
  );
}

interface OutcomeProps {
  checked: Checked;
  editing: boolean;
  written: Written | undefined;
  error: unknown;
}

function Outcome({ checked, editing, written, error }: OutcomeProps) {
  const { hasUnplaced } = toFieldErrors(error);
  return (
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
      {hasUnplaced ? <ErrorBlock what="save the skill" error={error} /> : null}
      {error === null || hasUnplaced ? null : (
        <p role="alert" className="flex gap-2 text-danger text-table">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          Not saved: see the marked fields.
        </p>
      )}
    </div>
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
        <Link href={`/changesets/${id}`} className="inline-block font-medium underline underline-offset-2">
          Open the changeset
        </Link>
      )}
    </p>
  );
}
