'use client';

/** The tenant's webhooks, each with what an administrator has to know: whether it works. */
import { type Column, Table } from '../ui/layout/table.tsx';
import { Badge } from '../ui/text/badge.tsx';
import { asSentence } from '../ui/text/counted.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import { eventsText, FORM_WORDS, placeOf, type WebhookRow } from './words.ts';

/** Events that a row names; the others are counted. */
const NAMED = 2;

const COLUMNS: Column<WebhookRow>[] = [
  {
    key: 'address',
    header: 'Address',
    cell: (row) => (
      <span className="inline-flex max-w-full flex-wrap items-center gap-2">
        <LearnedText text={placeOf(row.url)} className="[overflow-wrap:anywhere]" />
        <Badge>{FORM_WORDS[row.form]}</Badge>
      </span>
    ),
  },
  {
    key: 'events',
    header: 'Events',
    cell: ({ events }) => <span className="text-quiet">{eventsText(events, NAMED)}</span>,
  },
  {
    key: 'state',
    header: 'State',
    className: 'max-md:[td&]:w-full',
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-1 md:flex-col md:items-start max-md:py-0">
        <WebhookState {...row} />
        {row.lastError === null || row.status === 'off' ? null : (
          <LearnedText text={asSentence(row.lastError)} className="text-caption text-danger" />
        )}
      </span>
    ),
  },
  {
    key: 'delivered',
    header: 'Last delivered',
    word: 'last delivered',
    cell: ({ lastSuccessAt }) =>
      lastSuccessAt === null ? <span className="text-faint">never</span> : <Time at={lastSuccessAt} />,
  },
];

/** On, off or paused, and since when it fails. */
export function WebhookState({ status, failingSince }: Pick<WebhookRow, 'status' | 'failingSince'>) {
  if (status === 'off') return <Badge>off</Badge>;
  if (status === 'paused') return <Badge tone="danger">paused</Badge>;
  if (failingSince === null) return <Badge tone="good">on</Badge>;
  return (
    <Badge tone="attention">
      failing, first <Time at={failingSince} />
    </Badge>
  );
}

interface WebhookListProps {
  rows: readonly WebhookRow[];
  chosen: string;
  hrefOf: (id: string) => string;
}

export function WebhookList({ rows, chosen, hrefOf }: WebhookListProps) {
  return (
    <Table
      caption="Webhooks of this tenant"
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={(row) => hrefOf(row.id)}
      selectedKey={chosen}
    />
  );
}
