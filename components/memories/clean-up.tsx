'use client';

/** Memories that repeat another one: a person merges the two or keeps both, one by one or many at once. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CleanupAction } from '../../server/domain/memories/suggestion.ts';
import { SUGGESTIONS_MAX } from '../../server/domain/memories/suggestion.ts';
import { refusalText } from '../api/refusal.ts';
import { type Outputs, PAGED, useTRPC, useTRPCClient } from '../api/trpc.ts';
import { WordDiff } from '../diff/word-diff.tsx';
import { useShortcut } from '../keyboard/registry.ts';
import { ScopedButton } from '../shell/scope-gate.tsx';
import { useAllowed } from '../shell/viewer.ts';
import { Card } from '../ui/layout/card.tsx';
import { EmptyState, Loading, LoadMore } from '../ui/layout/states.tsx';
import { useSelection } from '../ui/layout/use-selection.ts';
import { useToast } from '../ui/overlays/toasts.ts';
import { asSentence } from '../ui/text/counted.ts';
import { RedactedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import { DecisionRow } from './decision-row.tsx';
import { SelectionBar } from './held/selection-bar.tsx';
import type { ChangeMemories, MemoriesState } from './memories-state.ts';
import { MemoryFacts, SourceLinks, SupportLine } from './memory-facts.tsx';
import { useBulkKeys, useDecisionQueue } from './use-decision-queue.ts';
import { noteOwnChange } from './use-memories.ts';

type Suggestion = Outputs['memories']['suggestions']['items'][number];
type Results = Outputs['memories']['decideSuggestions'];

const PAGE = 50;

interface CleanUpProps {
  agentId: string | null;
  state: MemoriesState;
  change: ChangeMemories;
}

export function CleanUp({ agentId, state, change }: CleanUpProps) {
  const trpc = useTRPC();
  const list = useInfiniteQuery(
    trpc.memories.suggestions.infiniteQueryOptions({ agentId, limit: PAGE }, PAGED),
  );
  const pick = (id: string) => change({ id }, { history: 'replace' });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const queue = useDecisionQueue(rows, { id: state.id, pick }, 'suggestion');
  const { waiting, chosen } = queue;
  const decide = useDecisions({
    leave: queue.leave,
    comeBack(ids) {
      queue.comeBack(ids);
      void list.refetch();
    },
  });
  const decideOne = (suggestion: Suggestion, action: CleanupAction) => {
    queue.advance(suggestion);
    void decide([suggestion], action);
  };
  const selection = useSelection((id) => waiting.some((one) => one.id === id));
  const decideTicked = (merge: boolean) => {
    const ticked = waiting.filter(({ id }) => selection.has(id));
    selection.clear();
    void decide(ticked, merge ? 'merge' : 'keep');
  };
  useBulkKeys(queue, selection, decideTicked);
  const may = useAllowed('review') && chosen !== undefined;
  useShortcut('cleanup.merge', () => chosen && decideOne(chosen, 'merge'), { enabled: may });
  useShortcut('cleanup.keep', () => chosen && decideOne(chosen, 'keep'), { enabled: may });
  if (list.data === undefined)
    return <Loading query={list} what="what might be cleaned up" count={6} inset={true} />;
  if (waiting.length === 0 && !list.hasNextPage) {
    return (
      <EmptyState title="Nothing to clean up">
        Memories are checked daily for those that say nothing which another does not say.
      </EmptyState>
    );
  }
  return (
    <Card flush={true}>
      <ul aria-label="Clean-up suggestions">
        {waiting.map((suggestion) => (
          <Row
            key={suggestion.id}
            suggestion={suggestion}
            chosen={suggestion.id === chosen?.id}
            ticked={selection.has(suggestion.id)}
            onTick={(on) => selection.set(suggestion.id, on)}
            onChoose={() => pick(suggestion.id)}
            onDecide={(action) => decideOne(suggestion, action)}
          />
        ))}
      </ul>
      <SelectionBar
        selection={selection}
        selectable={waiting}
        labels={['Keep both', 'Merge']}
        onDecide={decideTicked}
      />
      <LoadMore list={list} shown={waiting.length} noun="suggestion" />
    </Card>
  );
}

interface RowProps {
  suggestion: Suggestion;
  /** Whether it is unfolded, and the keys act on it. */
  chosen: boolean;
  ticked: boolean;
  onTick: (on: boolean) => void;
  onChoose: () => void;
  onDecide: (action: CleanupAction) => void;
}

function Row({ suggestion: { id, memory, other }, onDecide, ...row }: RowProps) {
  return (
    <DecisionRow
      id={`suggestion-${id}`}
      content={memory.content}
      {...row}
      facts={
        <p className="line-clamp-2 max-w-[75ch] text-quiet text-table [overflow-wrap:anywhere]">
          Covered by another memory: <RedactedText text={other.content} />
        </p>
      }
    >
      <div className="grid grid-cols-2 gap-3 text-caption text-quiet max-md:hidden">
        <span className="pl-5">
          This one, from <Time at={memory.validFrom} />
        </span>
        <span className="pl-5">
          The other, from <Time at={other.validFrom} />
        </span>
      </div>
      <WordDiff before={memory.content} after={other.content} layout="side" />
      <p className="max-w-[75ch] text-quiet text-table">
        Only the other one stays active. This one remains in the history and can be restored.
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-caption text-quiet">
        <MemoryFacts memory={memory} />
        <SupportLine support={memory.support} />
        <SourceLinks sources={memory.sources} />
        <div className="ml-auto flex gap-2 max-md:w-full max-md:[&>*]:min-h-11 max-md:[&>*]:flex-1">
          <ScopedButton scope="review" shortcut="cleanup.keep" onClick={() => onDecide('keep')}>
            Keep both
          </ScopedButton>
          <ScopedButton
            scope="review"
            variant="primary"
            shortcut="cleanup.merge"
            onClick={() => onDecide('merge')}
          >
            Merge
          </ScopedButton>
        </div>
      </div>
    </DecisionRow>
  );
}

interface Moves {
  leave: (ids: readonly string[]) => void;
  comeBack: (ids: readonly string[]) => void;
}

/** Sends decisions; what is refused comes back, and a merge can be undone from what the page says of it. */
function useDecisions({ leave, comeBack }: Moves) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const cache = useQueryClient();
  const toast = useToast();
  const sending = useMutation(trpc.memories.decideSuggestions.mutationOptions());
  const refresh = () => {
    for (const noun of ['counts', 'suggestionCount', 'chain', 'list'] as const) {
      void cache.invalidateQueries({ queryKey: trpc.memories[noun].pathKey() });
    }
  };
  const restore = async (memories: readonly string[]) => {
    try {
      for (const id of memories) await client.memories.restore.mutate({ id });
      toast({ title: 'Restored', tone: 'good' });
    } catch (error) {
      toast({ title: 'Could not restore the memory', detail: refusalText(error), tone: 'danger' });
    }
    refresh();
  };
  const send = async (suggestions: readonly Suggestion[], action: CleanupAction) => {
    const results: Results = [];
    for (let start = 0; start < suggestions.length; start += SUGGESTIONS_MAX) {
      const some = suggestions.slice(start, start + SUGGESTIONS_MAX);
      const decisions = some.map(({ id, digest }) => ({ id, action, digest }));
      results.push(...(await sending.mutateAsync({ decisions })));
    }
    return results;
  };
  return async (suggestions: readonly Suggestion[], action: CleanupAction) => {
    for (const { memory } of suggestions) noteOwnChange(memory.id);
    leave(suggestions.map(({ id }) => id));
    try {
      const results = await send(suggestions, action);
      const refused = results.filter(({ status }) => status === null).map(({ id }) => id);
      if (refused.length > 0) comeBack(refused);
      const fault = results.find((result) => result.fault !== null)?.fault ?? null;
      const done = suggestions.filter(({ id }) => !refused.includes(id)).map(({ memory }) => memory.id);
      const undo = { action: { label: 'Undo', run: () => void restore(done) } };
      toast({
        title: doneText(action, { done: done.length, refused: refused.length }),
        ...(fault === null ? {} : { detail: asSentence(fault.detail) }),
        ...(action === 'merge' && done.length > 0 ? undo : {}),
      });
    } catch (error) {
      comeBack(suggestions.map(({ id }) => id));
      toast({ title: 'Could not clean up', detail: refusalText(error), tone: 'danger' });
    }
    refresh();
  };
}

/** "Merged into the other", "3 merged, 1 refused". */
function doneText(action: CleanupAction, { done, refused }: { done: number; refused: number }): string {
  if (done === 1 && refused === 0) return action === 'merge' ? 'Merged into the other' : 'Kept both';
  const text = `${done} ${action === 'merge' ? 'merged' : 'kept'}`;
  return refused === 0 ? text : `${text}, ${refused} refused`;
}
