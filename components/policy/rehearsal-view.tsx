'use client';

/** One rehearsal: what it says in a sentence, how far it is, and what can be done with it. */
import { useQuery } from '@tanstack/react-query';
import { concernsOf } from '../../server/domain/admin/rehearsal/setting-names.ts';
import { useTRPC } from '../api/trpc.ts';
import { useChange } from '../api/use-change.ts';
import { Button } from '../ui/forms/button.tsx';
import { Select } from '../ui/forms/field.tsx';
import { Card } from '../ui/layout/card.tsx';
import { ErrorBlock } from '../ui/layout/states.tsx';
import { Waiting } from '../ui/layout/waiting.tsx';
import { Badge } from '../ui/text/badge.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Adopt } from './adopt.tsx';
import { changeTexts, type Policy } from './adopting.ts';
import { changedText, changesBetween, FORM } from './fields.ts';
import { FiguresCard } from './figures-card.tsx';
import { ResultView } from './result-view.tsx';
import { isRehearsing, progressWords, type Rehearsal, type RehearsalItem } from './words.ts';

const ASK_AGAIN_MS = 1000;

interface RehearsalViewProps {
  id: string;
  policy: Policy;
  /** Those that can be compared with. */
  others: readonly RehearsalItem[];
  beside: string;
  onBeside: (id: string) => void;
  onRemoved: () => void;
  onStarted: (id: string) => void;
}

export function RehearsalView(props: RehearsalViewProps) {
  const { id, policy, others, beside, onBeside, onRemoved, onStarted } = props;
  const trpc = useTRPC();
  const shown = useQuery({
    ...trpc.rehearsals.detail.queryOptions({ id }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isRehearsing(state.data.status) ? ASK_AGAIN_MS : false,
  });
  const compared = useQuery({
    ...trpc.rehearsals.detail.queryOptions({ id: beside }),
    enabled: beside !== '' && beside !== id,
  });
  if (shown.isError) {
    return <ErrorBlock what="load the rehearsal" error={shown.error} onRetry={() => void shown.refetch()} />;
  }
  if (shown.isPending) return <Waiting what="the rehearsal" className="h-48" />;
  const { result, today, settings } = shown.data;
  const concerns = concernsOf(today, settings);
  const options = others.filter((one) => one.id !== id && one.status === 'done');
  return (
    <>
      <SummaryCard policy={policy} rehearsal={shown.data} onRemoved={onRemoved} onStarted={onStarted} />
      {result === null ? null : (
        <>
          <ResultView result={result} concerns={concerns} />
          {options.length === 0 ? null : (
            <Select
              label="Compare with"
              className="max-w-md"
              value={beside}
              options={[
                { value: '', label: 'what happened' },
                ...options.map((one) => ({ value: one.id, label: changedText(one) })),
              ]}
              onValueChange={onBeside}
            />
          )}
          <FiguresCard
            result={result}
            other={beside === '' ? null : (compared.data?.result ?? null)}
            concerns={concerns}
          />
        </>
      )}
    </>
  );
}

type Shown = { rehearsal: Rehearsal } & Pick<RehearsalViewProps, 'onRemoved' | 'onStarted'>;

function SummaryCard({ policy, rehearsal, onRemoved, onStarted }: Shown & { policy: Policy }) {
  const { today, settings, agentId, summary, error, status } = rehearsal;
  return (
    <Card
      title="Effect of these settings"
      note={`the last ${rehearsal.days} days of ${agentId === null ? 'all agents' : agentId}`}
      actions={<Actions {...{ rehearsal, onRemoved, onStarted }} />}
    >
      <div className="flex flex-col gap-3">
        {isRehearsing(rehearsal.status) ? <Progress rehearsal={rehearsal} /> : null}
        {summary === null ? null : <p className="max-w-[75ch] font-medium text-heading">{summary}</p>}
        {status === 'cancelled' ? <p className="text-quiet">It was cancelled.</p> : null}
        {error === null ? null : (
          <p className="text-danger">
            It failed: <LearnedText text={error} />
          </p>
        )}
        <ul aria-label="Changed settings" className="flex flex-wrap gap-2">
          {changeTexts(today, settings).map((text) => (
            <li key={text}>
              <Badge tone="accent">{text}</Badge>
            </li>
          ))}
        </ul>
        {status === 'done' ? <Adopt policy={policy} rehearsal={rehearsal} /> : null}
        <a href={`#${FORM}`} className="self-start text-accent underline underline-offset-2 lg:hidden">
          Try other settings
        </a>
      </div>
    </Card>
  );
}

/** The browser's own bar would be grey and without a track. */
const BAR =
  'h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent';

function Progress({ rehearsal }: { rehearsal: Rehearsal }) {
  const { progress } = rehearsal;
  const words = progressWords(rehearsal);
  return (
    <div className="flex flex-col gap-1.5">
      <p role="status" className="text-quiet text-table">
        {words}
      </p>
      <progress
        aria-label={words}
        className={BAR}
        value={progress?.read ?? 0}
        max={Math.max(1, progress?.total ?? 1)}
      />
    </div>
  );
}

function Actions({ rehearsal, onRemoved, onStarted }: Shown) {
  const trpc = useTRPC();
  const after = { stale: [trpc.rehearsals], failed: 'Something went wrong' };
  const cancel = useChange(trpc.rehearsals.cancel, after);
  const remove = useChange(trpc.rehearsals.remove, { ...after, onDone: onRemoved });
  const again = useChange(trpc.rehearsals.start, { ...after, onDone: ({ id }) => onStarted(id) });
  const { id, status, today, settings, days, agentId } = rehearsal;
  const input = { rehearsal_id: id };
  if (isRehearsing(rehearsal.status)) {
    return (
      <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate(input)}>
        Cancel
      </Button>
    );
  }
  const start = () => again.mutate({ settings: changesBetween(today, settings), days, agent_id: agentId });
  return (
    <>
      {status === 'done' ? null : (
        <Button size="small" variant="primary" loading={again.isPending} onClick={start}>
          Rehearse again
        </Button>
      )}
      <Button size="small" loading={remove.isPending} onClick={() => remove.mutate(input)}>
        Remove
      </Button>
    </>
  );
}
