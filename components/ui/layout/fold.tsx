'use client';

/** What a page says in one line, and more of it once it is opened: until then the rest does not exist. */
import { type ReactNode, useState } from 'react';
import { ChevronRight } from '../generated/icons.tsx';

interface FoldProps {
  title: string;
  /** Level of the heading; the page's h1 stands above all. */
  level?: 2 | 3;
  /** Cut where the line has no more room; on a phone after three lines. */
  line: ReactNode;
  /** A quiet word at the end of the line, on a phone below it. */
  note?: ReactNode;
  children: ReactNode;
}

export function Fold({ title, level = 2, line, note, children }: FoldProps) {
  const [open, setOpen] = useState(false);
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <details
      className="group min-w-0 rounded-md border border-line bg-surface"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 rounded-md max-md:min-h-11 max-md:flex-wrap max-md:items-start max-md:gap-y-1 px-3 py-1.5 text-table hover:bg-sunken/70 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-quiet group-open:rotate-90" />
        <Heading className="shrink-0 font-semibold">{title}</Heading>
        <span className="min-w-0 flex-1 text-quiet max-md:line-clamp-3 max-md:[overflow-wrap:anywhere] md:truncate">
          {line}
        </span>
        {note === undefined ? null : (
          <span className="min-w-0 text-caption text-quiet max-md:basis-full max-md:pl-6 md:shrink-0">
            {note}
          </span>
        )}
      </summary>
      {open ? <div className="flex flex-col gap-3 border-line border-t px-4 py-3">{children}</div> : null}
    </details>
  );
}
