/**
 * Why a change is refused: chips for the usual reasons and words. A reason is required, since learning is shown the last
 * rejections and would otherwise propose the same again. Also used for many at once.
 */
'use client';

import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useShortcut } from '../keyboard/use-shortcut.ts';
import { Button } from '../ui/button.tsx';
import { Textarea } from '../ui/field.tsx';

const REASONS = ['wrong', 'duplicate', 'too specific', 'unsafe', 'unclear', 'not worth it'];
const LONGEST = 4000;

interface RejectBoxProps {
  /** The submit button's words. */
  label: string;
  busy?: boolean;
  onReject: (reason: string) => void;
  onCancel: () => void;
}

/** "too specific, unsafe: it names a customer". */
function reasonText(chosen: readonly string[], words: string): string {
  return [chosen.join(', '), words.trim()].filter((part) => part !== '').join(': ');
}

export function RejectBox({ label, busy = false, onReject, onCancel }: RejectBoxProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [words, setWords] = useState('');
  const [missing, setMissing] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const submit = () => {
    const reason = reasonText(chosen, words);
    if (reason === '') setMissing(true);
    else onReject(reason);
  };
  useShortcut('form.submit', submit, { label });
  useEffect(() => box.current?.querySelector('textarea')?.focus(), []);
  const toggle = (reason: string) =>
    setChosen((before) =>
      before.includes(reason) ? before.filter((one) => one !== reason) : [...before, reason],
    );
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
        onChange={(event) => setWords(event.target.value)}
        fault={missing && reasonText(chosen, words) === '' ? 'Choose a reason or write one' : undefined}
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
