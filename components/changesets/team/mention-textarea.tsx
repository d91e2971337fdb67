'use client';

/** A text in which an `@` offers the people to mention. The list of them is loaded by the first `@`. */
import dynamic from 'next/dynamic';
import { type ComponentProps, useRef, useState } from 'react';
import { Textarea } from '../../ui/forms/field.tsx';
import { type BegunMention, begunMention, withMention } from './mentions.ts';

const MentionList = dynamic(() => import('./mention-list.tsx').then((m) => m.MentionList), {
  ssr: false,
});

type TextareaProps = ComponentProps<typeof Textarea>;

interface MentionTextareaProps extends Omit<TextareaProps, 'value' | 'onChange' | 'onSelect' | 'ref'> {
  value: string;
  onText: (text: string) => void;
}

export function MentionTextarea({ value, onText, className, ...rest }: MentionTextareaProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [begun, setBegun] = useState<BegunMention | null>(null);
  /** Where an `@` stands that the writer wanted no help with. */
  const [closed, setClosed] = useState<number | null>(null);
  const look = ({ value: text, selectionStart }: HTMLTextAreaElement) =>
    setBegun(begunMention(text.slice(0, selectionStart)));
  const pick = (name: string) => {
    if (begun === null) return;
    const { text, caret } = withMention(value, begun, name);
    onText(text);
    setBegun(null);
    requestAnimationFrame(() => box.current?.setSelectionRange(caret, caret));
  };
  return (
    <div className={`relative ${className ?? ''}`}>
      <Textarea
        {...rest}
        ref={box}
        value={value}
        onChange={(event) => {
          onText(event.target.value);
          look(event.target);
        }}
        onSelect={(event) => look(event.currentTarget)}
        onBlur={() => setBegun(null)}
      />
      {begun === null || begun.from === closed ? null : (
        <MentionList box={box} typed={begun.typed} onPick={pick} onClose={() => setClosed(begun.from)} />
      )}
    </div>
  );
}
