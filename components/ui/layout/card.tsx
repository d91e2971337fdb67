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
