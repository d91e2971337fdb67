'use client';

/** What a changeset does to one skill, section by section; rules that stay are folded until they are asked for. */
import { useId } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { counted } from '../../ui/text/counted.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { useView } from '../detail.ts';
import { sectionTitle } from '../words.ts';
import { ChangeCardView } from './change-card.tsx';
import type { ChangeCard, SkillChanges as Changes, Entry } from './change-cards.ts';
import { UnchangedText } from './unchanged-text.tsx';

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

function EntryView({ entry, cards }: { entry: Entry; cards: readonly ChangeCard[] }) {
  if (entry.kind === 'rule') return <UnchangedText text={entry.rule.content} />;
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
