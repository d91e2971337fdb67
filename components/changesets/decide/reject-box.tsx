/**
 * Why a change is refused: chips for the usual reasons and words. A reason is required, since learning is
 * shown the last rejections and would otherwise propose the same again. Also used for many at once.
 */
'use client';

import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useShortcut } from '../../keyboard/registry.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Textarea } from '../../ui/forms/field.tsx';
import type { Rejection } from './drafts.ts';

const REASONS = ['wrong', 'duplicate', 'too specific', 'unsafe', 'unclear', 'not worth it'];
const LONGEST = 4000;

interface RejectBoxProps {
  /** The submit button's words. */
  label: string;
  busy?: boolean;
  /** What is written so far; undefined for nothing. */
  draft: Rejection | undefined;
  onDraft: (draft: Rejection | undefined) => void;
  /** Whether the reviewer has just asked for it, and is not only coming back to what they began. */
  asked?: boolean;
  onReject: (reason: string) => void;
  onCancel: () => void;
}

/** "too specific, unsafe: it names a customer". */
function reasonText({ chosen, words }: Rejection): string {
  return [chosen.join(', '), words.trim()].filter((part) => part !== '').join(': ');
}

const NOTHING: Rejection = { chosen: [], words: '' };

export function RejectBox(props: RejectBoxProps) {
  const { label, busy = false, draft = NOTHING, onDraft, asked = true, onReject, onCancel } = props;
  const { chosen, words } = draft;
  const [missing, setMissing] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const submit = () => {
    const reason = reasonText(draft);
    if (reason === '') setMissing(true);
    else onReject(reason);
  };
  useShortcut('form.submit', submit, { label });
  useEffect(() => (asked ? box.current?.querySelector('textarea')?.focus() : undefined), [asked]);
  const write = (changed: Partial<Rejection>) => {
    const next = { ...draft, ...changed };
    onDraft(next.chosen.length === 0 && next.words === '' ? undefined : next);
  };
  const toggle = (reason: string) =>
    write({
      chosen: chosen.includes(reason) ? chosen.filter((one) => one !== reason) : [...chosen, reason],
    });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <form
      ref={box}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      aria-label={label}
      className="flex flex-col gap-2.5"
    >
      <Reasons chosen={chosen} onToggle={toggle} />
      <Textarea
        label="Why? Learning sees this and avoids proposing it again."
        placeholder="What should have been proposed instead, or why nothing"
        rows={2}
        maxLength={LONGEST}
        value={words}
        onChange={(event) => write({ words: event.target.value })}
        invalid={missing && reasonText(draft) === '' ? 'Choose a reason or write one' : undefined}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" loading={busy} shortcut="form.submit">
          {label}
        </Button>
      </div>
    </form>
  );
}

function Reasons({ chosen, onToggle }: { chosen: readonly string[]; onToggle: (reason: string) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Usual reasons</legend>
      {REASONS.map((reason) => (
        <Button
          key={reason}
          size="small"
          aria-pressed={chosen.includes(reason)}
          onClick={() => onToggle(reason)}
          className="rounded-full aria-pressed:bg-accent-soft aria-pressed:text-accent-strong aria-pressed:ring-accent"
        >
          {reason}
        </Button>
      ))}
    </fieldset>
  );
}
