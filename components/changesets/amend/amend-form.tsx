'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
/** The operations in place, each editable, scanned and linted as it is written. Saving does not decide. */
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Operation } from '../../../server/domain/skills/changesets/ops.ts';
import { SECTIONS } from '../../../server/domain/skills/skill-state.ts';
import { toCallError, useTRPC } from '../../api/trpc.ts';
import { WordDiff } from '../../diff/word-diff.tsx';
import { useAnnounce, useShortcut } from '../../keyboard/registry.ts';
import { TriggerInput } from '../../skills/write/trigger-input.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { Select, Textarea } from '../../ui/forms/field.tsx';
import { Checkbox } from '../../ui/forms/toggle.tsx';
import { TriangleAlert } from '../../ui/generated/icons.tsx';
import { counted } from '../../ui/text/counted.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { type Amendment, useDraft } from '../decide/drafts.ts';
import { type Detail, useView } from '../detail.ts';
import { KindTag } from '../diff/change-card.tsx';
import type { ChangeCard } from '../diff/change-cards.ts';
import { UnchangedText } from '../diff/unchanged-text.tsx';
import { Findings } from '../preview/findings.tsx';
import { RiskMark } from '../risk-mark.tsx';
import { errorText, sectionTitle } from '../words.ts';
import {
  type Draft,
  draftsOf,
  type EditField,
  fieldsOf,
  isAmended,
  keptOps,
  placeOfKept,
  wordingOf,
} from './amendment-pairs.ts';

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

interface AmendOpProps {
  card: ChangeCard;
  draft: Draft;
  findings: readonly string[];
  /** Why it could not be applied as it is written. */
  invalid: string | undefined;
  onChange: (changed: Partial<Draft>) => void;
}

function AmendOp({ card, draft, findings, invalid, onChange }: AmendOpProps) {
  const { op, kept } = draft;
  const before = wordingOf(card.op);
  const after = wordingOf(op);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2.5 rounded-md border border-line bg-surface px-3.5 py-3">
      <legend className="sr-only">Change {card.index + 1}</legend>
      <div className="flex flex-wrap items-center gap-3">
        <KindTag kind={card.kind} />
        <div className="ml-auto">
          <Checkbox
            label="Leave out"
            checked={!kept}
            onCheckedChange={(leftOut) => onChange({ kept: !leftOut })}
          />
        </div>
      </div>
      {kept ? (
        <div className="flex flex-col gap-2.5">
          {fieldsOf(op, card.rule).map((field) => (
            <FieldInput key={field.name} field={field} onChange={onChange} />
          ))}
          {op.op === 'remove' ? <UnchangedText text={card.before ?? before} /> : null}
          <Findings findings={findings} quoted="Findings in the text above." />
          {invalid === undefined ? null : <p className="text-danger text-table">{errorText(invalid)}</p>}
        </div>
      ) : null}
      {kept && before === after ? null : (
        <div className="flex flex-col gap-1 border-line border-t pt-2.5">
          <p className="text-caption text-quiet">
            {kept ? 'Proposed and amended' : 'Proposed, removed by you'}
          </p>
          <WordDiff
            before={op.op === 'remove' ? (card.before ?? before) : before}
            after={kept ? after : null}
          />
        </div>
      )}
    </fieldset>
  );
}

const SECTION_OPTIONS = SECTIONS.map((value) => ({ value, label: sectionTitle(value) }));

function FieldInput({ field, onChange }: { field: EditField; onChange: (changed: Partial<Draft>) => void }) {
  if (field.kind === 'text') {
    return (
      <Textarea
        label={field.label}
        rows={2}
        mono={true}
        value={field.value}
        onChange={(event) => onChange({ op: field.set(event.target.value) })}
      />
    );
  }
  if (field.kind === 'trigger') {
    return (
      <TriggerInput
        label={field.label}
        trigger={field.value}
        onChange={(trigger) => onChange({ op: field.set(trigger) })}
      />
    );
  }
  return (
    <Select
      label={field.label}
      options={SECTION_OPTIONS}
      value={field.value}
      className="max-w-48"
      onValueChange={(value) => {
        const chosen = SECTIONS.find((section) => section === value);
        if (chosen !== undefined) onChange({ op: field.set(chosen) });
      }}
    />
  );
}

const REST_MS = 300;

function useAmendment({ changeset }: Detail, onClosed: () => void) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const announce = useAnnounce();
  const [kept, keep] = useDraft(changeset.id, 'amendment');
  // As it stood when the reviewer began: another reviewer's amendment is not overwritten unseen.
  const [begun] = useState<Amendment>(
    () =>
      kept ?? {
        ...{ ops: changeset.ops, expect: changeset.digest },
        ...{ drafts: draftsOf(changeset.ops), comment: '' },
      },
  );
  const { ops, expect, drafts, comment } = kept ?? begun;
  const write = (changed: Partial<Amendment>) => keep({ ops, expect, drafts, comment, ...changed });
  const close = () => {
    keep(undefined);
    onClosed();
  };
  /** Goes back to the changes; what was written is there when the reviewer comes again. */
  const leave = () => (isAmended(drafts, ops) || comment !== '' ? onClosed() : close());
  const refresh = () => {
    void cache.invalidateQueries({ queryKey: trpc.changesets.texts.pathKey() });
    void cache.invalidateQueries({ queryKey: trpc.changesets.queue.pathKey() });
    return cache.invalidateQueries({ queryKey: trpc.changesets.detail.queryKey({ id: changeset.id }) });
  };
  const save = useMutation(
    trpc.changesets.amend.mutationOptions({
      onSuccess: async () => {
        await refresh();
        announce('Amended. A decision is still needed');
        close();
      },
      onError: () => void refresh(),
    }),
  );
  const change = (index: number, changed: Partial<Draft>) =>
    write({ drafts: drafts.map((draft) => (draft.index === index ? { ...draft, ...changed } : draft)) });
  return {
    ...{ ops, drafts, comment, change, save, close, leave },
    setComment: (text: string) => write({ comment: text }),
    amended: isAmended(drafts, ops),
    overtaken: JSON.stringify(changeset.ops) !== JSON.stringify(ops),
    check: useCheck(changeset.agentId, drafts),
    submit: () =>
      save.mutate({ cs_id: changeset.id, ops: keptOps(drafts), comment: comment.trim() || null, expect }),
  };
}

/** What the server says of the drafts, by the place of each operation in the proposal. */
function useCheck(agentId: string, drafts: Draft[]) {
  const trpc = useTRPC();
  const paused = usePaused(drafts, REST_MS);
  const sent = useMemo((): Operation[] => keptOps(paused), [paused]);
  const query = useQuery(
    trpc.changesets.check.queryOptions(
      { agentId, ops: sent },
      { enabled: sent.length > 0, placeholderData: keepPreviousData },
    ),
  );
  const findings = new Map<number, readonly string[]>();
  for (const [at, found] of (query.data?.findingsByOp ?? []).entries()) {
    findings.set(placeOfKept(paused, at), found);
  }
  const errors = new Map<number, string>();
  for (const { index, why } of query.data?.faults ?? []) errors.set(placeOfKept(paused, index), why);
  return { findings, errors, risk: query.data?.risk ?? null, error: query.error };
}

// A value once it has rested, so that nothing is asked for every letter that is typed.

/** `value` as it was when it last stayed the same for `restMs`. */
function usePaused<T>(value: T, restMs: number): T {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return paused;
}
