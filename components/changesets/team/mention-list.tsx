'use client';

/** The people whom what was typed may mean: chosen with the arrows and Enter while the caret stays in the text. */
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import { useAnnounce } from '../../keyboard/registry.ts';
import { useViewer } from '../../shell/viewer.ts';
import { cn } from '../../ui/cn.ts';
import { counted } from '../../ui/text/counted.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { peopleLike } from './mentions.ts';

interface MentionListProps {
  box: RefObject<HTMLTextAreaElement | null>;
  typed: string;
  onPick: (name: string) => void;
  onClose: () => void;
}

export function MentionList({ box, typed, onPick, onClose }: MentionListProps) {
  const trpc = useTRPC();
  const { actor: viewer } = useViewer();
  const announce = useAnnounce();
  const id = useId();
  const { data = [] } = useQuery(trpc.changesets.people.queryOptions({}));
  const people = peopleLike(
    data.filter(({ actor }) => actor !== viewer),
    typed,
  );
  const [marked, setMarked] = useState(0);
  const at = Math.min(marked, people.length - 1);
  const count = people.length;
  useEffect(() => {
    if (count > 0) announce(`${counted(count, 'person', 'people')} to mention. Use the arrow keys.`);
  }, [count, announce]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey } = event;
    if (count === 0 || ctrlKey || metaKey) return;
    if (key === 'ArrowDown') setMarked((at + 1) % count);
    else if (key === 'ArrowUp') setMarked((at + count - 1) % count);
    else if (key === 'Enter' || key === 'Tab') onPick(people[at]?.name ?? '');
    else if (key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const text = box.current;
    text?.addEventListener('keydown', onKey);
    return () => text?.removeEventListener('keydown', onKey);
  }, [box]);
  useEffect(() => {
    const text = box.current;
    if (count === 0) return;
    text?.setAttribute('aria-controls', id);
    text?.setAttribute('aria-activedescendant', `${id}-${at}`);
    return () => {
      text?.removeAttribute('aria-controls');
      text?.removeAttribute('aria-activedescendant');
    };
  }, [box, id, at, count]);
  if (count === 0) return null;
  return (
    <div
      id={id}
      role="listbox"
      aria-label="People to mention"
      className="absolute bottom-full left-0 z-20 mb-1 w-64 max-w-full rounded-lg border border-line bg-surface p-1 shadow-float"
    >
      {people.map(({ actor, name }, index) => (
        <div
          key={actor}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          // The text keeps the focus.
          onMouseDown={(event) => {
            event.preventDefault();
            onPick(name);
          }}
          className={cn(
            'cursor-default truncate rounded-sm px-2.5 py-1.5 text-table hover:bg-sunken',
            index === at && 'bg-accent-soft',
          )}
        >
          <LearnedText text={name} />
        </div>
      ))}
    </div>
  );
}
