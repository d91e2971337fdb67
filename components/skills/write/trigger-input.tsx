/** When a rule applies, as the line that its SKILL.md has. */
'use client';

import { useState } from 'react';
import type { Trigger } from '../../../server/domain/moments/trigger.ts';
import { describeTrigger, readTrigger } from '../../../server/domain/moments/wording.ts';
import { Input } from '../../ui/forms/field.tsx';

const EXAMPLE = 'Applies when: tool `Bash`, command `git push*`';

interface TriggerInputProps {
  label: string;
  trigger: Trigger;
  onChange: (trigger: Trigger) => void;
}

export function TriggerInput({ label, trigger, onChange }: TriggerInputProps) {
  const [text, setText] = useState(() => describeTrigger(trigger));
  const isUnread = text.trim() !== '' && readTrigger(text.trim()) === null;
  return (
    <Input
      label={label}
      placeholder={EXAMPLE}
      autoComplete="off"
      value={text}
      invalid={
        isUnread
          ? `Not saved. Write "${EXAMPLE}", with tool, path, command, argument or error; "Blocks when:" asks a person before the call.`
          : null
      }
      onChange={({ target: { value } }) => {
        setText(value);
        const read = value.trim() === '' ? {} : readTrigger(value.trim());
        if (read !== null) onChange(read);
      }}
    />
  );
}
