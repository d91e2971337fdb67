'use client';

/** What a changeset does to one skill, section by section; rules that stay are folded until they are asked for. */
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { LearnedText } from '../../ui/learned-text.tsx';
import { Standing } from '../decide/decided-notice.tsx';
import { useView } from '../detail.ts';
import { counted, sectionTitle } from '../words.ts';
import { ChangeCardView } from './change-card.tsx';
import type { ChangeCard, SkillChanges as Changes, Entry, ChangeKind } from './change-cards.ts';
import { ArrowUpDown, Diff, type LucideIcon, Merge, Minus, Plus } from 'lucide-react';
import { cn } from '../../ui/cn.ts';

interface SkillChangesProps {
  changes: Changes;
  /** All cards of the changeset, to number them. */
  cards: readonly ChangeCard[];
  named: boolean;
  unfolded: boolean;
  onFold: () => void;
}

export function SkillChanges({ changes, cards, named, unfolded, onFold }: SkillChangesProps) {
  const { level } = useView();
  const id = useId();
  const Heading = level === 2 ? 'h3' : 'h4';
  const shown = changes.entries.filter(({ kind }) => unfolded || kind === 'card');
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {named ? (
        <Heading id={id} className="break-words font-semibold text-body">
          <LearnedText text={changes.name} />
        </Heading>
      ) : null}
      {bySection(shown).map(({ section, entries }) => (
        <div key={section ?? 'whole'} className="flex min-w-0 flex-col gap-2">
          {section === null ? null : (
            <p className="font-medium text-caption text-quiet">{sectionTitle(section)}</p>
          )}
          {entries.map((entry) => (
            <EntryView
              key={entry.kind === 'card' ? entry.card.index : entry.rule.id}
              entry={entry}
              cards={cards}
            />
          ))}
        </div>
      ))}
      {changes.unchanged === 0 ? null : (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={unfolded}
          shortcut="read.unchanged"
          onClick={onFold}
          className="-ml-2 self-start"
        >
          {unfolded ? 'Hide' : 'Show'} {counted(changes.unchanged, 'unchanged rule')}
        </Button>
      )}
    </div>
  );
}

interface EntryProps {
  entry: Entry;
  cards: readonly ChangeCard[];
}

function EntryView({ entry, cards }: EntryProps) {
  if (entry.kind === 'rule') return <Standing text={entry.rule.content} />;
  const { card } = entry;
  return <ChangeCardView card={card} number={cards.indexOf(card) + 1} of={cards.length} />;
}

/** Neighbours of one section together; the entries come sorted. */
function bySection(entries: readonly Entry[]) {
  const groups: { section: Entry['section']; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last !== undefined && last.section === entry.section) last.entries.push(entry);
    else groups.push({ section: entry.section, entries: [entry] });
  }
  return groups;
}

/** What a change does, as a word with a sign. */

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
