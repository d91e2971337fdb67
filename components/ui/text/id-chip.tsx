/** An id in monospace, with a button that copies it. Long ids show both ends. */
'use client';

import { useState } from 'react';
import { useAnnounce } from '../../keyboard/registry.ts';
import { Check, Copy } from '../generated/icons.tsx';
import { inWords } from './hidden-marks.ts';
import { LearnedText } from './learned-text.tsx';

const SHOWN = 16;
const COPIED_MS = 1500;

function shorten(id: string): string {
  return id.length <= SHOWN ? id : `${id.slice(0, 8)}…${id.slice(-5)}`;
}

export function IdChip({ id, label, full = false }: { id: string; label: string; full?: boolean }) {
  const [copied, setCopied] = useState(false);
  const announce = useAnnounce();
  const copy = async () => {
    await navigator.clipboard.writeText(id);
    setCopied(true);
    announce(`${label} copied`);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  const Icon = copied ? Check : Copy;
  return (
    <span className="relative inline-flex h-6 max-w-full items-center gap-1 rounded-sm bg-sunken pl-1.5 font-mono text-[11.5px] text-quiet">
      <span title={inWords(id)} className="truncate">
        <LearnedText text={full ? id : shorten(id)} />
      </span>
      <button
        type="button"
        aria-label={`Copy ${label.toLowerCase()} ${inWords(id)}`}
        onClick={() => void copy().catch(() => announce('The browser did not allow copying'))}
        className="grid size-6 shrink-0 place-items-center rounded-sm hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-3" />
      </button>
    </span>
  );
}
