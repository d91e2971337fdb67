'use client';

/** Clean-up suggestions among the memories, one row each: a person decides, and can take it back. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { upToMost } from '../../../server/domain/admin/bounded-count.ts';
import { SUGGESTION_KINDS } from '../../../server/domain/memories/suggestion.ts';
import { refusalText } from '../../api/refusal.ts';
import { type Outputs, useTRPC, useTRPCClient } from '../../api/trpc.ts';
import { UndoButton } from '../../changesets/decide/undo-button.tsx';
import { ScopedButton } from '../../shell/scope-gate.tsx';
import { useAllowed } from '../../shell/viewer.ts';
import { Button } from '../../ui/forms/button.tsx';
import { TypedFilter } from '../../ui/forms/typed-filter.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { EmptyState, Loading, LoadMore, NoMatches } from '../../ui/layout/states.tsx';
import { useSelection } from '../../ui/layout/use-selection.ts';
import { useToast } from '../../ui/overlays/toasts.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { Time } from '../../ui/text/time.tsx';
import { SelectionBar } from '../held/selection-bar.tsx';
import type { ChangeMemories, MemoriesState } from '../memories-state.ts';
import { useBulkKeys } from '../use-decision-queue.ts';
import { CleanupRow } from './cleanup-row.tsx';
import { KIND_WORDS } from './cleanup-words.ts';
import { type CleanupResult, useCleanup } from './use-cleanup.ts';

interface CleanupProps {
  agentId: string | null;
  state: MemoriesState;
  change: ChangeMemories;
}

type Counts = Outputs['memories']['suggestionCounts'];

/** While a check runs its end is looked for so often, and at most so long. */
const LOOK_MS = 2000;
const LOOK_AT_MOST_MS = 60_000;

export function Cleanup({ agentId, state, change }: CleanupProps) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const userId = state.user === '' ? null : state.user;
  const [check, setCheck] = useState<{ after: string | null; until: number } | null>(null);
  const counts = useQuery(
    trpc.memories.suggestionCounts.queryOptions(
      { agentId, userId },
      {
        refetchInterval: ({ state: { data } }) =>
          check !== null && data?.checkedAt === check.after && Date.now() < check.until ? LOOK_MS : false,
      },
    ),
  );
  const checkedAt = counts.data?.checkedAt ?? null;
  const isChecking = check !== null && checkedAt === check.after && Date.now() < check.until;
  useEffect(() => {
    if (checkedAt !== null) void cache.invalidateQueries({ queryKey: trpc.memories.suggestions.pathKey() });
  }, [checkedAt, cache, trpc]);
  // Before the first check there is nothing else to do here: it is offered where somebody looks.
  const isNew = counts.data !== undefined && checkedAt === null;
  const checkNow = (
    <CheckNow
      agentId={agentId}
      busy={isChecking}
      isFirst={isNew}
      onQueued={() => setCheck({ after: checkedAt, until: Date.now() + LOOK_AT_MOST_MS })}
    />
  );
  const [beside, inside] = isNew ? [null, checkNow] : [checkNow, null];
  return (
    <Card flush={true}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-3">
        <TypedFilter
          label="User id (exact)"
          value={state.user}
          maxLength={256}
          onValue={(user) => change({ user, id: '' }, { history: 'replace' })}
          className="w-full md:w-44"
          focusable={true}
        />
        <Chips counts={counts.data} state={state} change={change} />
        <span className="ml-auto flex items-center gap-3 text-caption text-quiet">
          {checkedAt === null ? null : (
            <span>
              checked <Time at={checkedAt} />
            </span>
          )}
          {beside}
        </span>
      </div>
      <List agentId={agentId} state={state} change={change} counts={counts.data} checkNow={inside} />
    </Card>
  );
}

/** Asks for a check of the chosen agent's memories, or of those of every agent. */
interface CheckNowProps {
  agentId: string | null;
  busy: boolean;
  isFirst: boolean;
  onQueued: () => void;
}

function CheckNow({ agentId, busy, isFirst, onQueued }: CheckNowProps) {
  const trpc = useTRPC();
  const toast = useToast();
  const client = useTRPCClient();
  const known = useQuery(trpc.agents.list.queryOptions(undefined, { enabled: useAllowed('review') }));
  const agents = agentId === null ? (known.data ?? []).map(({ agentId }) => agentId) : [agentId];
  const checked = agents.filter((agent) => agent !== '*');
  const queueing = useMutation({
    mutationFn: async () => {
      for (const agent of checked) await client.memories.checkMemories.mutate({ agentId: agent });
    },
  });
  if (checked.length === 0) return null;
  const queue = () =>
    queueing
      .mutateAsync()
      .then(onQueued, (error: unknown) =>
        toast({ title: 'Could not start a check', detail: refusalText(error), tone: 'danger' }),
      );
  return (
    <ScopedButton
      scope="review"
      {...(isFirst ? { variant: 'primary' } : { size: 'small' })}
      loading={busy || queueing.isPending}
      onClick={() => void queue()}
    >
      {agentId === null && checked.length > 1 ? 'Check all agents now' : 'Check now'}
    </ScopedButton>
  );
}

interface ChipsProps {
  counts: Counts | undefined;
  state: MemoriesState;
  change: ChangeMemories;
}

/** The kinds there are, each with how many; a second press shows all again. */
function Chips({ counts, state: { suggestion }, change }: ChipsProps) {
  const countOf = (kind: string) => counts?.kinds.find((one) => one.kind === kind)?.count ?? 0;
  const kinds = SUGGESTION_KINDS.filter((kind) => countOf(kind) > 0 || kind === suggestion);
  if (kinds.length === 0) return null;
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5">
      <legend className="sr-only">What is wrong</legend>
      {kinds.map((kind) => (
        <Button
          key={kind}
          size="small"
          aria-pressed={kind === suggestion}
          onClick={() => change({ suggestion: kind === suggestion ? '' : kind, id: '' })}
          className="rounded-full aria-pressed:bg-accent-soft aria-pressed:text-accent-strong aria-pressed:ring-accent"
        >
          {KIND_WORDS[kind].chip}
          <span className="text-quiet tabular-nums">{upToMost(countOf(kind))}</span>
        </Button>
      ))}
    </fieldset>
  );
}

interface ListProps extends CleanupProps {
  counts: Counts | undefined;
  /** What a list offers that was never checked. */
  checkNow: ReactNode;
}

function List({ agentId, state, change, counts, checkNow }: ListProps) {
  const input = {
    agentId,
    userId: state.user === '' ? null : state.user,
    kind: state.suggestion === '' ? null : state.suggestion,
  };
  const pick = (id: string) => change({ id }, { history: 'replace' });
  const queue = useCleanup(input, { id: state.id, pick });
  const { list, waiting, chosen, result } = queue;
  const selection = useSelection((id) => waiting.some((one) => one.id === id));
  const decideTicked = (suggested: boolean) => {
    const ticked = waiting.filter(({ id }) => selection.has(id));
    selection.clear();
    void queue.decide(
      ticked.map((suggestion) => ({ suggestion, action: suggested ? suggestion.action : 'keep' })),
    );
  };
  useBulkKeys(queue, selection, decideTicked);
  if (list.data === undefined)
    return <Loading query={list} what="what might be cleaned up" count={6} inset={true} />;
  const isEmpty = waiting.length === 0 && !list.hasNextPage;
  return (
    <>
      <ResultLine result={result} />
      {isEmpty ? (
        <Nothing {...{ counts, state, change, checkNow }} />
      ) : (
        <ul aria-label="Clean-up suggestions">
          {waiting.map((suggestion) => (
            <CleanupRow
              key={suggestion.id}
              suggestion={suggestion}
              chosen={suggestion.id === chosen?.id}
              ticked={selection.has(suggestion.id)}
              onTick={(on) => selection.set(suggestion.id, on)}
              onChoose={() => pick(suggestion.id)}
              onDecide={(action) => queue.decideOne(suggestion, action)}
            />
          ))}
        </ul>
      )}
      <SelectionBar
        selection={selection}
        selectable={waiting}
        labels={['Keep', 'Apply suggestions']}
        onDecide={decideTicked}
      />
      {isEmpty ? null : <LoadMore list={list} shown={waiting.length} noun="suggestion" />}
    </>
  );
}

/** The last decision, with its undo while that is offered. */
function ResultLine({ result }: { result: CleanupResult | null }) {
  if (result === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 border-line border-b bg-accent-soft px-4 py-1.5 text-table">
      <span className="font-medium">{result.title}</span>
      {result.refused === null ? null : <LearnedText text={result.refused} className="text-quiet" />}
      <span className="ml-auto">
        {result.offer === null ? null : <UndoButton offer={result.offer} shortcut="change.undo" />}
      </span>
    </div>
  );
}

function Nothing({ counts, state, change, checkNow }: Omit<ListProps, 'agentId'>) {
  if (state.suggestion !== '' || state.user !== '') {
    return <NoMatches plural="suggestions" onClear={() => change({ suggestion: '', user: '' })} />;
  }
  const never = counts === undefined || counts.checkedAt === null;
  return (
    <EmptyState title={never ? 'Not checked yet' : 'Nothing to clean up'} action={never ? checkNow : null}>
      Memories are checked daily for duplicates, contradictions, memories that only agents confirm, and
      memories that no recall served.
    </EmptyState>
  );
}
