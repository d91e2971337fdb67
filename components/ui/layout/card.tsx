/** A panel with an optional heading line. Borders separate; shadows are for what floats. */
import type { ReactNode } from 'react';
import { cn } from '../cn.ts';
import { Learned } from '../text/learned-text.tsx';

interface CardProps {
  title?: ReactNode;
  /** Level of the heading; the page's h1 stands above all cards. */
  level?: 2 | 3;
  /** A quiet line beside the title. */
  note?: ReactNode;
  actions?: ReactNode;
  /** No inner spacing, for tables and lists that reach the edge. */
  flush?: boolean;
  className?: string;
  id?: string;
  children: ReactNode;
}

export function Card({ title, level = 2, note, actions, flush = false, className, id, children }: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section id={id} className={cn('min-w-0 rounded-md border border-line bg-surface', className)}>
      {title === undefined ? null : (
        <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-1.5">
          <Heading className="font-semibold text-body">
            <Learned>{title}</Learned>
          </Heading>
          {note === undefined ? null : (
            <div className="text-caption text-quiet">
              <Learned>{note}</Learned>
            </div>
          )}
          {actions === undefined ? null : <div className="ml-auto flex items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={cn(!flush && 'p-4')}>{children}</div>
    </section>
  );
}

/** The head of a page: its only h1, the sentence that states what matters, its actions. */

interface PageHeaderProps {
  title: ReactNode;
  /** The finding in one sentence; the largest text after the title. */
  finding?: ReactNode;
  /** Quiet facts under the title. */
  meta?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, finding, meta, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1">
        <h1 tabIndex={-1} className="break-words font-semibold text-title tracking-[-0.011em] outline-none">
          <Learned>{title}</Learned>
        </h1>
        {finding === undefined ? null : (
          <p className="max-w-[75ch] text-heading text-quiet">
            <Learned>{finding}</Learned>
          </p>
        )}
        {meta === undefined ? null : (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-quiet">{meta}</div>
        )}
      </div>
      {actions === undefined ? null : <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
