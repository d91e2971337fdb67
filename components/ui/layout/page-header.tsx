/** The head of a page: its only h1, the sentence that states what matters, its actions. */
import type { ReactNode } from 'react';
import { Learned } from '../text/learned-text.tsx';

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
