'use client';

/** The operations in place, each editable, scanned and linted as it is written. Saving does not decide. */
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { toCallError } from '../../api/trpc.ts';
import { useShortcut } from '../../keyboard/registry.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Textarea } from '../../ui/forms/field.tsx';
import { TriangleAlert } from '../../ui/generated/icons.tsx';
import { counted } from '../../ui/text/counted.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { type Detail, useView } from '../detail.ts';
import type { ChangeCard } from '../diff/change-cards.ts';
import { RiskMark } from '../risk-mark.tsx';
import { AmendOp } from './amend-op.tsx';
import { useAmendment } from './use-amendment.ts';

interface AmendFormProps {
  detail: Detail;
  cards: readonly ChangeCard[];
  /** Whether the reviewer has just asked for it, and is not only coming back to what they began. */
  asked: boolean;
  onClose: () => void;
}

export function AmendForm({ detail, cards, asked, onClose }: AmendFormProps) {
  const { level } = useView();
  const amendment = useAmendment(detail, onClose);
  const { drafts, check, amended, overtaken, save, submit, close, leave } = amendment;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (asked) focusFirstText(form.current);
  }, [asked]);
  const kept = drafts.filter((draft) => draft.kept).length;
  const decided = detail.changeset.status !== 'pending';
  const ready = amended && kept > 0 && check.errors.size === 0 && !decided && !overtaken;
  const send = () => (ready ? submit() : undefined);
  useShortcut('form.submit', send, { label: 'Save the amendment' });
  useShortcut('change.leave', leave);
  const Heading = level === 2 ? 'h2' : 'h3';
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // What is open above the form, such as a list of sections, closes by the same key.
    if (event.key !== 'Escape' || event.defaultPrevented || !isInside(event)) return;
    event.preventDefault();
    leave();
  };
  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      aria-label="Amend the changes"
      className="flex min-w-0 flex-col gap-3"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Heading tabIndex={-1} className="font-semibold text-heading outline-none">
          Amend the changes
        </Heading>
        <p className="flex items-center gap-2 text-caption text-quiet">
          {counted(kept, 'change')} of {drafts.length} kept
          {check.risk === null ? null : (
            <RiskMark risk={check.risk} findings={[...check.findings.values()].flat()} />
          )}
        </p>
      </div>
      <Warnings status={detail.changeset.status} overtaken={overtaken} error={save.error ?? check.error} />
      {drafts.map((draft) => {
        const card = cards.find(({ index }) => index === draft.index);
        return card === undefined ? null : (
          <AmendOp
            key={draft.index}
            card={card}
            draft={draft}
            findings={check.findings.get(draft.index) ?? []}
            invalid={check.errors.get(draft.index)}
            onChange={(changed) => amendment.change(draft.index, changed)}
          />
        );
      })}
      <Textarea
        label="Why you amend it"
        hint="Kept with the changeset; learning does not see it"
        rows={2}
        maxLength={4000}
        value={amendment.comment}
        onChange={(event) => amendment.setComment(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant="primary"
          disabled={!ready}
          loading={save.isPending}
          shortcut="form.submit"
        >
          Save the amendment
        </Button>
        <Button variant="quiet" onClick={close}>
          Discard
        </Button>
        <p className="text-caption text-quiet">
          {kept === 0
            ? 'Keep at least one change, or reject the changeset.'
            : 'Saving does not approve the changeset.'}
        </p>
      </div>
    </form>
  );
}

function isInside({ currentTarget, target }: KeyboardEvent): boolean {
  return target instanceof Node && currentTarget.contains(target);
}

/** The first wording, its end; where no wording can be edited the form's heading. */
function focusFirstText(form: HTMLFormElement | null): void {
  const text = form?.querySelector<HTMLTextAreaElement>('fieldset textarea');
  (text ?? form?.querySelector<HTMLElement>('h2, h3'))?.focus();
  text?.setSelectionRange(text.value.length, text.value.length);
}

function Warnings(props: { status: string; overtaken: boolean; error: unknown }) {
  const { status, overtaken, error } = props;
  if (status !== 'pending') {
    return <Warning>Someone decided it meanwhile: it is {status} and can no longer be amended.</Warning>;
  }
  if (overtaken) {
    return <Warning>Someone else amended it meanwhile. Discard your draft to see their version.</Warning>;
  }
  if (error === null || error === undefined) return null;
  const { detail, problems } = toCallError(error);
  const said = problems?.map(({ path, message }) => `${path.slice(-1).join('')}: ${message}`) ?? [];
  return (
    <Warning>
      Not saved: <LearnedText text={[detail, ...said].join('; ')} />
    </Warning>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex gap-2.5 rounded-md border border-attention/40 bg-attention-soft px-3 py-2 text-table"
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-attention" />
      <p className="min-w-0 break-words">{children}</p>
    </div>
  );
}
