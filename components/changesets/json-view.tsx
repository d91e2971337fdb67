/** The operations as they are stored, for whoever wants to copy them; secrets stay masked. */
'use client';

import { useState } from 'react';
import type { Operation } from '../../server/domain/skills/changesets/ops.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import { useMask } from './masked.ts';

export function JsonView({ ops }: { ops: readonly Operation[] }) {
  const [open, setOpen] = useState(false);
  const mask = useMask();
  const hide = (_: string, value: unknown) => (typeof value === 'string' ? mask(value) : value);
  const text = open ? JSON.stringify(ops, hide, 2) : '';
  return (
    <div className="-mt-2.5 flex min-w-0 flex-col gap-2">
      <div className="flex gap-2">
        <Button
          variant="quiet"
          size="small"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-ml-2 self-start"
        >
          {open ? 'Hide the JSON' : 'View as JSON'}
        </Button>
        {open ? (
          <CopyButton variant="quiet" size="small" text={text}>
            Copy
          </CopyButton>
        ) : null}
      </div>
      {open ? (
        <LearnedText
          as="pre"
          text={text}
          className="max-h-96 overflow-y-auto whitespace-pre-wrap break-words rounded-md bg-sunken p-3 font-mono text-code"
        />
      ) : null}
    </div>
  );
}
