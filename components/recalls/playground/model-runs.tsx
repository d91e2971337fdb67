'use client';

/** What the learning model answers to the task, without what is known and with it. */
import { type Inputs, type Outputs, useTRPC } from '../../api/trpc.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Refused } from '../../ui/layout/refused.tsx';
import { grouped } from '../../ui/text/counted.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';

type Run = NonNullable<Outputs['recalls']['run']['runs']>['without_knowledge'];

export function ModelRuns({ question }: { question: Inputs['recalls']['run'] }) {
  const trpc = useTRPC();
  const run = useChange(trpc.recalls.run, {});
  const runs = run.data?.runs;
  return (
    <Card
      title="Run the model"
      note="Two answers to the task: without and with what is served"
      actions={
        <Button size="small" loading={run.isPending} onClick={() => run.mutate({ ...question, run: true })}>
          {runs ? 'Run again' : 'Run'}
        </Button>
      }
    >
      <div aria-live="polite" className="flex flex-col gap-3">
        <Refused saying="The model gave no answer." error={run.error} />
        {runs ? (
          <div className="grid gap-5 lg:grid-cols-2">
            <Answer title="Without" run={runs.without_knowledge} />
            <Answer title="With what is served" run={runs.with_knowledge} />
          </div>
        ) : (
          <p className="text-quiet">
            {run.isPending
              ? 'Running. A slow model takes minutes.'
              : 'The learning model does the task without tools. The tokens count against the daily budget.'}
          </p>
        )}
      </div>
    </Card>
  );
}

function Answer({ title, run }: { title: string; run: Run | null }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-1.5">
      <h3 className="font-semibold">{title}</h3>
      {run === null ? (
        <p className="text-quiet">Nothing is served for this task, so the answer would be the same.</p>
      ) : (
        <>
          <p className="text-caption text-quiet tabular-nums">
            {(run.ms / 1000).toFixed(1)} s, {grouped(run.input_tokens)} tokens read,{' '}
            {grouped(run.output_tokens)} written
          </p>
          <LearnedText
            as="p"
            text={run.answer}
            className="max-w-[75ch] whitespace-pre-wrap [overflow-wrap:anywhere]"
          />
        </>
      )}
    </section>
  );
}
