'use client';

/** Model: what is configured, what its endpoint understands, what it fails with, and whether it could learn. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { upToMostWaiting } from '../../server/domain/admin/bounded-count.ts';
import { OFTEN, type Outputs, useTRPC } from '../api/trpc.ts';
import { useChange } from '../api/use-change.ts';
import { ModelHint } from '../first-run/model-hint.tsx';
import { PageGate } from '../shell/scope-gate.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Refused } from '../ui/layout/refused.tsx';
import { Loading } from '../ui/layout/states.tsx';
import { Badge } from '../ui/text/badge.tsx';
import { counted, grouped } from '../ui/text/counted.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';

type Model = Outputs['model']['read'];
type Dialect = NonNullable<Model['dialect']>;
type Check = Outputs['model']['test']['checks'][number];

export function ModelPage() {
  return (
    <PageGate page="Model" scopes={['admin']}>
      <Content />
    </PageGate>
  );
}

function Content() {
  const trpc = useTRPC();
  const model = useQuery(trpc.model.read.queryOptions(undefined, OFTEN));
  return (
    <>
      <PageHeader title="Model" finding="The model that learns from recorded runs, and whether it can." />
      {model.data === undefined ? (
        <Loading query={model} what="the model" count={6} />
      ) : (
        <Shown model={model.data} />
      )}
    </>
  );
}

function Shown({ model }: { model: Model }) {
  const { fault, dialect, embeddings } = model;
  return (
    <>
      {fault === null ? null : <FaultCard fault={fault} />}
      <Card title="Learning model">
        {model.model === null ? (
          <ModelHint />
        ) : (
          <Facts>
            <Fact name="Model">
              <LearnedText text={model.model} className="font-mono text-code" />
            </Fact>
            <Fact name="Base address">
              <LearnedText
                text={model.baseUrl ?? 'https://api.openai.com/v1'}
                className="font-mono text-code [overflow-wrap:anywhere]"
              />
            </Fact>
            <Fact name="Reasoning effort">{model.effort ?? 'not sent'}</Fact>
            <Fact name="Embeddings">{embeddingsText(embeddings)}</Fact>
            <Fact name="Runs waiting for reflection">{upToMostWaiting(model.waitingRuns)}</Fact>
          </Facts>
        )}
      </Card>
      {model.model === null ? null : <TestCard />}
      {dialect === null ? null : (
        <DialectCard dialect={dialect} effort={model.effort} isFailing={fault !== null} />
      )}
    </>
  );
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-2 text-table sm:grid-cols-[12rem_1fr]">{children}</dl>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className="min-w-0 max-sm:mb-1">{children}</dd>
    </>
  );
}

function embeddingsText(embeddings: Model['embeddings']): string {
  if (embeddings === null) return 'none: recall compares words only';
  return embeddings.model === null ? embeddings.url : `${embeddings.model} at ${embeddings.url}`;
}

function FaultCard({ fault }: { fault: NonNullable<Model['fault']> }) {
  const { message, means, set, times, since, lastAt } = fault;
  return (
    <Card title="Current error" note={<Badge tone="danger">{fault.cause}</Badge>}>
      <div className="flex max-w-[75ch] flex-col gap-2">
        <p className="font-medium">{means}</p>
        {set === null ? null : <p>{set}</p>}
        <LearnedText
          as="p"
          text={message}
          className="rounded-sm bg-sunken p-2 font-mono [overflow-wrap:anywhere] text-code"
        />
        <p className="text-caption text-quiet">
          {counted(times, 'failure')} in a row, first <Time at={since} />, last <Time at={lastAt} />. Learning
          tries again on its own; a test that succeeds ends the error at once.
        </p>
      </div>
    </Card>
  );
}

const FORMS: Record<Dialect['form'], string> = {
  json_schema: 'yes, by JSON Schema',
  json_object: 'JSON without a schema; the schema is in the prompt',
  tool: 'by a tool call',
  text: 'no; the schema is in the prompt',
};

const tokens = (count: number | null) => (count === null ? 'no limit known' : `${grouped(count)} tokens`);

interface DialectCardProps {
  dialect: Dialect;
  /** The configured effort; null where none is. */
  effort: string | null;
  isFailing: boolean;
}

function DialectCard({ dialect, effort, isFailing }: DialectCardProps) {
  return (
    <Card
      title="What the endpoint understands"
      note={isFailing ? 'not confirmed while the error lasts' : <FoundAt since={dialect.since} />}
    >
      <Facts>
        <Fact name="Structured output">{FORMS[dialect.form]}</Fact>
        <Fact name="Reasoning effort">{effort === null ? 'not sent' : dialect.effort ? 'yes' : 'no'}</Fact>
        <Fact name="Bound on answers">
          {dialect.bound === null ? 'no' : <code className="font-mono text-code">{dialect.bound}</code>}
        </Fact>
        <Fact name="System role">{dialect.system ? 'yes' : 'no; instructions begin the first message'}</Fact>
        <Fact name="Context">{tokens(dialect.context)}</Fact>
        <Fact name="Longest answer">{tokens(dialect.maxAnswer)}</Fact>
      </Facts>
    </Card>
  );
}

function FoundAt({ since }: { since: string | null }) {
  if (since === null) return 'assumed until the first answer';
  return (
    <>
      found <Time at={since} />
    </>
  );
}

function TestCard() {
  const trpc = useTRPC();
  const test = useChange(trpc.model.test, { stale: [trpc.model, trpc.insights] });
  return (
    <Card
      title="Test"
      note="Sends a small failed run to the model, as learning does"
      actions={
        <Button variant="primary" size="small" loading={test.isPending} onClick={() => test.mutate({})}>
          Test the model
        </Button>
      }
    >
      <div aria-live="polite" className="flex flex-col gap-3">
        {test.isPending ? <p className="text-quiet">Testing. A slow model takes minutes.</p> : null}
        <Refused saying="Not tested." error={test.error} />
        {test.data === undefined || test.isPending ? null : <Result result={test.data} />}
        {test.isIdle ? (
          <p className="text-quiet">
            The test uses a few thousand tokens of the daily budget and stores nothing else.
          </p>
        ) : null}
      </div>
    </Card>
  );
}

function Result({ result }: { result: Outputs['model']['test'] }) {
  const speed = result.tokens_per_second;
  return (
    <>
      <p className="font-medium">
        {result.learns ? 'This model can learn.' : 'This model cannot learn yet.'}
        {speed === null ? '' : ` It writes ${speed} tokens a second.`}
      </p>
      <ul className="flex flex-col divide-y divide-line">
        {result.checks.map((check) => (
          <CheckItem key={check.name} check={check} />
        ))}
      </ul>
    </>
  );
}

const CHECKS: Record<Check['name'], string> = {
  reflect: 'Reflect on a run',
  judge_skill: 'Judge a rule',
  embeddings: 'Embeddings',
};

function CheckItem({ check: { name, ok, ms, detail, means, set } }: { check: Check }) {
  return (
    <li className="flex max-w-[75ch] flex-col gap-1 py-2.5">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={ok ? 'good' : 'danger'}>{ok ? 'passed' : 'failed'}</Badge>
        <span className="font-medium">{CHECKS[name]}</span>
        <span className="text-caption text-quiet tabular-nums">{(ms / 1000).toFixed(1)} s</span>
      </p>
      {means === null ? null : (
        <p>
          {means} {set}
        </p>
      )}
      <LearnedText
        as="p"
        text={detail}
        className={ok ? 'text-table' : 'font-mono text-code text-quiet [overflow-wrap:anywhere]'}
      />
    </li>
  );
}
