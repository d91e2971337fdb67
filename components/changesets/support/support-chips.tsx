'use client';

/** The runs that a change was learned from, and those that had taught the rule before. Each opens beside the page. */
import type { RuleState } from '../../../server/domain/skills/skill-state.ts';
import { taskName, useTasks } from '../../episodes/use-tasks.ts';
import { cn } from '../../ui/cn.ts';
import { Check, CircleDashed, TriangleAlert, X } from '../../ui/generated/icons.tsx';
import type { Icon } from '../../ui/icon.tsx';
import { grouped } from '../../ui/text/counted.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { type SourceEpisode, useView } from '../detail.ts';

/** Chips that are shown; the side panel goes through all. */
const SHOWN = 6;

/** The runs that the changeset was learned from. */
export function SupportChips({ episodes }: { episodes: readonly SourceEpisode[] }) {
  return <ChipRow label="Learned from" episodes={episodes} />;
}

/** The runs that had taught a rule before. */
export function RuleSources({ ids }: { ids: readonly string[] }) {
  const tasks = useTasks(ids.slice(0, SHOWN));
  return (
    <ChipRow
      label="The rule was learned from"
      episodes={ids.map((id) => ({ id, gone: false, outcome: null, task: tasks[id] ?? null }))}
    />
  );
}

type Chip = Pick<SourceEpisode, 'id' | 'gone' | 'outcome' | 'task'>;

function ChipRow({ label, episodes }: { label: string; episodes: readonly Chip[] }) {
  const { openEpisode } = useView();
  const next = episodes[SHOWN];
  if (episodes.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-caption text-quiet">
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

const SIGNS: Record<string, { icon: Icon; word: string; look: string }> = {
  success: { icon: Check, word: 'succeeded', look: 'text-good' },
  failure: { icon: X, word: 'failed', look: 'text-danger' },
  partial: { icon: CircleDashed, word: 'partly succeeded', look: 'text-attention' },
};

/** A run by its task, with how it went. */
function EpisodeChip({ episode: { id, gone, outcome, task } }: { episode: Chip }) {
  const { openEpisode } = useView();
  const known = outcome === null ? undefined : SIGNS[outcome];
  const word = gone ? 'purged or erased' : known?.word;
  return (
    <button
      type="button"
      onClick={() => openEpisode(id)}
      title={word === undefined ? id : `${id}, ${word}`}
      className={cn(
        'inline-flex h-6 max-w-full items-center gap-1 rounded-sm bg-sunken px-1.5 text-quiet ring-1 ring-line ring-inset hover:text-ink hover:ring-edge',
        gone && 'text-faint',
      )}
    >
      {known === undefined || gone ? null : (
        <known.icon aria-hidden="true" className={cn('size-3 shrink-0', known.look)} />
      )}
      <LearnedText text={taskName(id, { [id]: task })} className={cn('truncate', gone && 'line-through')} />
      {gone ? <span className="shrink-0">no longer kept</span> : null}
      {word === undefined ? null : <span className="sr-only">, {word}</span>}
    </button>
  );
}

type Evidence = Pick<RuleState, 'helpful' | 'harmful' | 'neutral' | 'used' | 'followed' | 'broken'>;

/** What is known of a rule: its verdicts and how often it was used. */
export function EvidenceStrip({ evidence, removing = false }: { evidence: Evidence; removing?: boolean }) {
  const { helpful, harmful, neutral, used, followed = 0, broken = 0 } = evidence;
  if (helpful + harmful + neutral + used === 0) {
    return <span className="text-caption text-quiet">no evidence yet</span>;
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-quiet">
      <span className="tabular-nums">
        helpful {grouped(helpful)} · harmful {grouped(harmful)} · neutral {grouped(neutral)} · used{' '}
        {grouped(used)}
      </span>
      {followed + broken === 0 ? null : (
        <span
          className="tabular-nums"
          title="Runs that were shown the rule before a call, as far as they tell"
        >
          followed {grouped(followed)} of {grouped(followed + broken)}
        </span>
      )}
      {removing && helpful > harmful ? (
        <span className="inline-flex items-center gap-1 font-medium text-attention">
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          It helped more often than it harmed
        </span>
      ) : null}
    </div>
  );
}
