/** What a change does, as a word with a sign. */
import { ArrowUpDown, Diff, type LucideIcon, Merge, Minus, Plus } from 'lucide-react';
import { cn } from '../../ui/cn.ts';
import type { ChangeKind } from './change-cards.ts';

interface KindLook {
  word: string;
  icon: LucideIcon;
  look: string;
}

const ADDED = 'bg-added-soft text-added';
const REMOVED = 'bg-removed-soft text-removed';
const PLAIN = 'bg-sunken text-quiet ring-1 ring-line ring-inset';

const LOOKS: Record<ChangeKind, KindLook> = {
  added: { word: 'Added', icon: Plus, look: ADDED },
  changed: { word: 'Changed', icon: Diff, look: PLAIN },
  moved: { word: 'Moved', icon: ArrowUpDown, look: PLAIN },
  removed: { word: 'Removed', icon: Minus, look: REMOVED },
  merged: { word: 'Merged into another', icon: Merge, look: REMOVED },
  description: { word: 'Description', icon: Diff, look: PLAIN },
  'new skill': { word: 'New skill', icon: Plus, look: ADDED },
};

export function KindTag({ kind }: { kind: ChangeKind }) {
  const { word, icon: Icon, look } = LOOKS[kind];
  return (
    <span
      className={cn('inline-flex h-5 items-center gap-1 rounded-sm px-1.5 font-medium text-caption', look)}
    >
      <Icon aria-hidden="true" className="size-3" />
      {word}
    </span>
  );
}
