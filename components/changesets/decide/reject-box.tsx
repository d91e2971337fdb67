/** Why a change is refused. A reason is required: learning sees the last ones and does not propose the same again. */
'use client';

import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ShortcutId } from '../../keyboard/catalogue.ts';
import { useShortcut } from '../../keyboard/registry.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Textarea } from '../../ui/forms/field.tsx';
import type { Rejection } from './drafts.ts';

/** The usual reasons with their keys. */
const REASONS = [
  ['wrong', 'reject.1'],
  ['duplicate', 'reject.2'],
  ['too specific', 'reject.3'],
  ['unsafe', 'reject.4'],
  ['unclear', 'reject.5'],
  ['not worth it', 'reject.6'],
] as const satisfies readonly (readonly [string, ShortcutId])[];
const LONGEST = 4000;

interface RejectBoxProps {
  /** What is refused, in sight while the form covers it; with it a number refuses at once, with its reason. */
  about?: ReactNode;
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
  const { about, label, busy = false, draft = NOTHING, onDraft, asked = true, onReject, onCancel } = props;
  const { chosen, words } = draft;
  const [missing, setMissing] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const submit = (all: Rejection = draft) => {
    const reason = reasonText(all);
    if (reason === '') setMissing(true);
    else onReject(reason);
  };
  useShortcut('form.submit', () => submit(), { label });
  const keyed = about !== undefined;
  useEffect(() => {
    if (asked) (keyed ? box.current : wordsIn(box.current))?.focus();
  }, [asked, keyed]);
  const write = (changed: Partial<Rejection>) => {
    const next = { ...draft, ...changed };
    onDraft(next.chosen.length === 0 && next.words === '' ? undefined : next);
  };
  const toggle = (reason: string) =>
    write({
      chosen: chosen.includes(reason) ? chosen.filter((one) => one !== reason) : [...chosen, reason],
    });
  const refuse = (reason: string) =>
    submit({ words, chosen: chosen.includes(reason) ? chosen : [...chosen, reason] });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onCancel();
    } else if (keyed && beginsWords(event)) {
      // The letter goes where it can be written, and to no shortcut of the page.
      event.nativeEvent.stopImmediatePropagation();
      wordsIn(box.current)?.focus();
    }
  };
  return (
    <form
      ref={box}
      tabIndex={-1}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      aria-label={label}
      className="flex flex-col gap-2.5 outline-none"
    >
      {keyed ? <p className="line-clamp-2 break-words font-medium">{about}</p> : null}
      <Reasons chosen={chosen} onToggle={toggle} onKey={keyed ? refuse : null} />
      <Textarea
        label="Reason. Learning sees it and avoids proposing the same again."
        {...(keyed ? { hint: 'Press a number to reject with that reason, or type your own.' } : {})}
        placeholder="What should have been proposed instead?"
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
        <Button type="submit" variant="primary" loading={busy} shortcut="form.submit">
          {label}
        </Button>
      </div>
    </form>
  );
}

const wordsIn = (form: HTMLFormElement | null) => form?.querySelector('textarea');

/** Whether a press is a letter that would be written, were the focus in the text. */
function beginsWords({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const inText = target instanceof Element && target.closest('textarea') !== null;
  return !inText && !ctrlKey && !metaKey && !altKey && /^\p{L}$/u.test(key);
}

interface ReasonsProps {
  chosen: readonly string[];
  onToggle: (reason: string) => void;
  /** What a reason's key does; null where the reasons have no keys. */
  onKey: ((reason: string) => void) | null;
}

function Reasons({ chosen, onToggle, onKey }: ReasonsProps) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Usual reasons</legend>
      {REASONS.map(([reason, shortcut]) => (
        <Reason
          key={reason}
          reason={reason}
          shortcut={shortcut}
          pressed={chosen.includes(reason)}
          onToggle={onToggle}
          onKey={onKey}
        />
      ))}
    </fieldset>
  );
}

interface ReasonProps extends Pick<ReasonsProps, 'onToggle' | 'onKey'> {
  reason: string;
  shortcut: ShortcutId;
  pressed: boolean;
}

function Reason({ reason, shortcut, pressed, onToggle, onKey }: ReasonProps) {
  useShortcut(shortcut, () => onKey?.(reason), { enabled: onKey !== null });
  return (
    <Button
      size="small"
      aria-pressed={pressed}
      shortcut={shortcut}
      onClick={() => onToggle(reason)}
      className="rounded-full aria-pressed:bg-accent-soft aria-pressed:text-accent-strong aria-pressed:ring-accent"
    >
      {reason}
    </Button>
  );
}
