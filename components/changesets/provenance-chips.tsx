/** The runs that a change was learned from, and those that had taught the rule before. Each opens beside the page. */
'use client';

import { cn } from '../ui/cn.ts';
import type { SourceEpisode } from './detail.ts';
import { useView } from './view-state.ts';

/** Chips that a card shows; the side panel goes through all. */
const SHOWN = 4;

interface ProvenanceChipsProps {
  episodes: readonly SourceEpisode[];
  /** Ids of the runs that taught the rule as it stands. */
  earlier: readonly string[];
}

export function ProvenanceChips({ episodes, earlier }: ProvenanceChipsProps) {
  const others = earlier.filter((id) => !episodes.some((episode) => episode.id === id));
  if (episodes.length + others.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-caption text-quiet">
      <ChipRow label="From" episodes={episodes} />
      <ChipRow
        label="Rule first learned from"
        episodes={others.map((id) => ({ id, gone: false, outcome: null }))}
      />
    </div>
  );
}

type Chip = Pick<SourceEpisode, 'id' | 'gone' | 'outcome'>;

function ChipRow({ label, episodes }: { label: string; episodes: readonly Chip[] }) {
  const { openEpisode } = useView();
  const next = episodes[SHOWN];
  if (episodes.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <span>{label}</span>
      {episodes.slice(0, SHOWN).map((episode) => (
        <EpisodeChip key={episode.id} episode={episode} />
      ))}
      {next === undefined ? null : (
        <button
          type="button"
          onClick={() => openEpisode(next.id)}
          className="h-6 rounded-sm px-1.5 hover:bg-sunken hover:text-ink"
        >
          +{episodes.length - SHOWN} more
        </button>
      )}
    </div>
  );
}

const SIGNS: Record<string, { sign: string; word: string; look: string }> = {
  success: { sign: '✓', word: 'succeeded', look: 'text-good' },
  failure: { sign: '✗', word: 'failed', look: 'text-danger' },
  partial: { sign: '◐', word: 'partly succeeded', look: 'text-attention' },
};

/** A run by the end of its id, with how it went. */
function EpisodeChip({ episode: { id, gone, outcome } }: { episode: Chip }) {
  const { openEpisode } = useView();
  const known = outcome === null ? undefined : SIGNS[outcome];
  const word = gone ? 'purged or erased' : known?.word;
  return (
    <button
      type="button"
      onClick={() => openEpisode(id)}
      title={word === undefined ? id : `${id}, ${word}`}
      className={cn(
        'inline-flex h-6 items-center gap-1 rounded-sm bg-sunken px-1.5 font-mono text-[11.5px] text-quiet ring-1 ring-line ring-inset hover:text-ink hover:ring-edge',
        gone && 'text-faint line-through',
      )}
    >
      {known === undefined || gone ? null : (
        <span aria-hidden="true" className={known.look}>
          {known.sign}
        </span>
      )}
      ep_…{id.slice(-5)}
      {word === undefined ? null : <span className="sr-only">, {word}</span>}
    </button>
  );
}
