'use client';

/** Whose texts the model had before it when it proposed a change. Each opens its passages beside the page. */
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { SourceCount } from '../../../server/domain/trust/because.ts';
import { holdingSources, isSameSource, sourceKey } from '../../../server/domain/trust/source-names.ts';
import { cn } from '../../ui/cn.ts';
import { useOnceOpen } from '../../ui/overlays/return-focus.ts';
import { counted } from '../../ui/text/counted.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import type { Detail } from '../detail.ts';
import { sourceName, sourcesText } from './source-words.ts';

const PassagesPanel = dynamic(() => import('./passages-panel.tsx').then((m) => m.PassagesPanel), {
  ssr: false,
});

export function SourcesStrip({ changeset }: Pick<Detail, 'changeset'>) {
  const { sources, because, status } = changeset;
  const [shown, show] = useState<SourceCount | null>(null);
  const opened = useOnceOpen(shown !== null);
  const holding = status === 'pending' ? holdingSources(sources, because) : [];
  return (
    <section
      aria-label="Sources"
      className={cn(
        'flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1.5 rounded-md border border-line px-3 py-2 text-table',
        holding.length === 0 ? 'bg-surface' : 'bg-attention-soft',
      )}
    >
      <p className="min-w-0 basis-72 grow">
        <LearnedText text={whyText(holding)} />
      </p>
      {sources.map((source) => (
        <button
          key={sourceKey(source)}
          type="button"
          title="Show the passages that the model had read"
          onClick={() => show(source)}
          className={cn(
            'inline-flex h-7 max-w-full items-center gap-1 rounded-full bg-surface px-2.5 text-caption ring-1 ring-edge ring-inset hover:bg-sunken max-md:h-11',
            !holding.some((one) => isSameSource(one, source)) && 'text-quiet',
          )}
        >
          <LearnedText text={sourceName(source)} className="truncate font-medium" />
          <span className="shrink-0 tabular-nums">· {counted(source.runs, 'run')}</span>
        </button>
      ))}
      {opened ? <PassagesPanel changeset={changeset} source={shown} onClose={() => show(null)} /> : null}
    </section>
  );
}

function whyText(holding: readonly SourceCount[]): string {
  if (holding.length === 0) return 'The model had read text that may come from others.';
  const users = holding.every(({ kind }) => kind === 'user');
  if (users) return `Waits for you: nobody but ${sourcesText(holding)} taught it.`;
  return `Waits for you: the model had read text from ${sourcesText(holding)}, which is not trusted.`;
}
