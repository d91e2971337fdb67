'use client';

/** The log of a webhook: each event, what came of it, and a way to send it again. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PAGED, useTRPC } from '../api/trpc.ts';
import { useChange } from '../api/use-change.ts';
import { Button } from '../ui/forms/button.tsx';
import { Select } from '../ui/forms/field.tsx';
import { PagedList } from '../ui/layout/paged-list.tsx';
import { EmptyState } from '../ui/layout/states.tsx';
import { Badge } from '../ui/text/badge.tsx';
import { asSentence, counted } from '../ui/text/counted.ts';
import { IdChip } from '../ui/text/id-chip.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import { type DeliveryRow, eventLabel, summarize, type WebhookRow } from './words.ts';

const OPTIONS = [
  { value: 'all', label: 'All deliveries' },
  { value: 'pending', label: 'Waiting' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'undelivered', label: 'Undelivered' },
] as const;
/** A test is being watched. */
const ASK_AGAIN_MS = 3000;

export function DeliveryLog({ webhook }: { webhook: WebhookRow }) {
  const { id: webhookId } = webhook;
  const trpc = useTRPC();
  const [chosen, setChosen] = useState<(typeof OPTIONS)[number]['value']>('all');
  const status = chosen === 'all' ? null : chosen;
  const log = useInfiniteQuery(
    trpc.webhooks.deliveries.infiniteQueryOptions(
      { webhookId, status },
      { ...PAGED, refetchInterval: ASK_AGAIN_MS },
    ),
  );
  return (
    <section aria-label="Deliveries">
      <div className="flex flex-wrap items-center gap-2 px-4 py-3">
        <h3 className="font-semibold text-table">Deliveries</h3>
        <Select
          label="Which deliveries"
          hideLabel={true}
          value={chosen}
          options={OPTIONS}
          onValueChange={setChosen}
          className="ml-auto w-44"
        />
      </div>
      <PagedList
        list={log}
        count={3}
        noun="delivery"
        plural="deliveries"
        empty={
          <EmptyState title="No deliveries">
            Deliveries appear here with the receiver’s response.
            {webhook.status === 'on' ? ' Send a test to see one.' : ''}
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="divide-y divide-line border-line border-t">
            {rows.map((row) => (
              <DeliveryItem key={row.id} row={row} webhook={webhook} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

const WORDS = { pending: 'waiting', delivered: 'delivered', undelivered: 'undelivered' } as const;
const TONES = { pending: 'attention', delivered: 'good', undelivered: 'danger' } as const;

function DeliveryItem({ row, webhook }: { row: DeliveryRow; webhook: WebhookRow }) {
  const { id, event, status, error } = row;
  const { title, href, json } = summarize(row);
  return (
    <li className="flex flex-col gap-1.5 px-4 py-2.5 text-table">
      <div className="flex items-start gap-3">
        <p className="line-clamp-3 min-w-0 max-w-[75ch] flex-1 [overflow-wrap:anywhere] font-medium">
          {href === null ? (
            <LearnedText text={title} />
          ) : (
            <Link href={href} className="underline decoration-line underline-offset-3">
              <LearnedText text={title} />
            </Link>
          )}
        </p>
        <span className="ml-auto shrink-0">
          <Redeliver row={row} webhookId={webhook.id} on={webhook.status === 'on'} />
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-quiet">
        <Badge tone={TONES[status]}>{WORDS[status]}</Badge>
        <span>{eventLabel(event)}</span>
        <Attempts row={row} isOn={webhook.status === 'on'} />
      </div>
      {error === null ? null : <LearnedText as="p" text={asSentence(error)} className="text-danger" />}
      <details className="text-caption">
        <summary className="w-fit cursor-pointer py-1 text-quiet hover:text-ink">
          {row.attempts === 0 ? 'Payload to send' : 'Payload and response'}
        </summary>
        <div className="mt-1 flex flex-col items-stretch gap-2">
          <span className="self-start">
            <IdChip id={id} label="Delivery id" />
          </span>
          <Text label={webhook.form === 'slack' ? 'Sent, as a Slack message' : 'Sent'} text={json} />
          {row.attempts === 0 ? null : (
            <Text
              label={row.responseStatus === null ? 'No answer' : `Answered ${row.responseStatus}`}
              text={row.response ?? ''}
            />
          )}
        </div>
      </details>
    </li>
  );
}

/** When, how often, and when again: of a webhook that is not on, never. */
function Attempts({ row, isOn }: { row: DeliveryRow; isOn: boolean }) {
  const { attempts, createdAt, nextAttemptAt } = row;
  const isDue = nextAttemptAt !== null && Date.parse(nextAttemptAt) <= Date.now();
  return (
    <span suppressHydrationWarning={true}>
      <Time at={createdAt} />, {attempts === 0 ? 'not sent yet' : counted(attempts, 'attempt')}
      {nextAttemptAt === null || !isOn ? null : isDue ? (
        ', the next one soon'
      ) : (
        <>
          , next <Time at={nextAttemptAt} />
        </>
      )}
    </span>
  );
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="font-medium">{label}</p>
      {text === '' ? null : (
        <LearnedText
          as="p"
          text={text}
          className="whitespace-pre-wrap rounded-sm bg-sunken p-2 font-mono [overflow-wrap:anywhere] text-code"
        />
      )}
    </div>
  );
}

function Redeliver({ row, webhookId, on }: { row: DeliveryRow; webhookId: string; on: boolean }) {
  const trpc = useTRPC();
  const { mutate, isPending } = useChange(trpc.webhooks.redeliver, {
    stale: [trpc.webhooks],
    failed: 'Not sent again',
  });
  if (!on || row.status === 'pending') return null;
  return (
    <Button
      size="small"
      variant="quiet"
      loading={isPending}
      aria-label={`Send again: ${eventLabel(row.event)}`}
      onClick={() => mutate({ webhook_id: webhookId, delivery_id: row.id })}
    >
      Send again
    </Button>
  );
}
