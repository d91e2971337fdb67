'use client';

/** The tenants with their counts beside what they may use, and the receipts of those that are deleted. */
import { useViewer } from '../../shell/viewer.ts';
import { Button } from '../../ui/forms/button.tsx';
import { buttonLook } from '../../ui/forms/button-look.ts';
import { CopyButton } from '../../ui/forms/copy-button.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { counted, grouped } from '../../ui/text/counted.ts';
import { inWords } from '../../ui/text/hidden-marks.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { Time } from '../../ui/text/time.tsx';
import { bytesText, type Deletion, fullness, receiptText, rowsOf, type TenantRow } from './words.ts';

/** A count, and the limit where there is one; loud where it is near. */
function Used({ used, limit }: { used: number; limit: number | null }) {
  const state = fullness(used, limit);
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1 tabular-nums md:justify-end">
      {grouped(used)}
      {limit === null ? null : <span className="text-caption text-quiet">of {grouped(limit)}</span>}
      {state === 'full' ? <Badge tone="danger">full</Badge> : null}
      {state === 'near' ? <Badge tone="attention">near</Badge> : null}
    </span>
  );
}

interface TenantListProps {
  rows: readonly TenantRow[];
  onLimit: (row: TenantRow) => void;
  onDelete: (row: TenantRow) => void;
}

function columnsOf(home: string, { onLimit, onDelete }: Omit<TenantListProps, 'rows'>): Column<TenantRow>[] {
  return [
    {
      key: 'tenant',
      header: 'Tenant',
      cell: ({ tenant, deletion, agents, apiKeys }) => (
        <span className="flex max-w-full flex-col py-1 max-md:py-0">
          <span className="inline-flex max-w-full flex-wrap items-center gap-2 font-medium">
            <LearnedText text={tenant} className="[overflow-wrap:anywhere]" />
            {tenant === home ? <Badge tone="accent">yours</Badge> : null}
            {deletion === null ? null : <Badge tone="danger">being deleted</Badge>}
          </span>
          <span className="text-caption text-quiet">
            {counted(agents, 'agent')}, {counted(apiKeys, 'key')}
          </span>
        </span>
      ),
    },
    {
      ...{ key: 'bytes', header: 'Size', kind: 'number', word: 'size' },
      cell: ({ bytes }) => <span className="whitespace-nowrap">{bytesText(bytes)}</span>,
    },
    {
      ...{ key: 'episodes', header: 'Episodes', kind: 'number', word: 'episodes' },
      cell: ({ episodes }) => grouped(episodes),
    },
    {
      ...{ key: 'today', header: 'Today', kind: 'number', word: 'episodes today' },
      cell: ({ episodesToday, quota }) => <Used used={episodesToday} limit={quota.episodesPerDay} />,
    },
    {
      ...{ key: 'tokens', header: 'Tokens today', kind: 'number', word: 'tokens today' },
      cell: ({ tokensToday, quota }) => <Used used={tokensToday} limit={quota.tokensPerDay} />,
    },
    {
      ...{ key: 'memories', header: 'Memories', kind: 'number', word: 'memories' },
      cell: ({ memories, quota }) => <Used used={memories} limit={quota.memories} />,
    },
    {
      ...{ key: 'skills', header: 'Skills', kind: 'number', word: 'skills' },
      cell: ({ skills, quota }) => <Used used={skills} limit={quota.skills} />,
    },
    {
      ...{ key: 'actions', header: 'Actions', kind: 'actions' },
      cell: (row) => <Actions row={row} isHome={row.tenant === home} onLimit={onLimit} onDelete={onDelete} />,
    },
  ];
}

interface ActionsProps extends Omit<TenantListProps, 'rows'> {
  row: TenantRow;
  isHome: boolean;
}

function Actions({ row, isHome, onLimit, onDelete }: ActionsProps) {
  const { tenant, deletion } = row;
  const quiet = { size: 'small', variant: 'quiet' } as const;
  return (
    <span className="inline-flex flex-wrap items-center gap-1 md:flex-col md:items-end md:justify-end lg:flex-row">
      <Button {...quiet} aria-label={inWords(`Set the quota of ${tenant}`)} onClick={() => onLimit(row)}>
        Quota
      </Button>
      <a
        href={`/api/tenant-export?tenant=${encodeURIComponent(tenant)}`}
        download={true}
        aria-label={inWords(`Export ${tenant}`)}
        className={buttonLook(quiet)}
      >
        Export
      </a>
      <Button
        {...quiet}
        aria-label={inWords(deletion === null ? `Delete ${tenant}` : `Retry to delete ${tenant}`)}
        disabled={isHome}
        title={isHome ? 'You are signed in to this tenant' : undefined}
        onClick={() => onDelete(row)}
        className="hover:text-danger"
      >
        {deletion === null ? 'Delete' : 'Retry'}
      </Button>
    </span>
  );
}

export function TenantList({ rows, ...actions }: TenantListProps) {
  const { tenant } = useViewer();
  return (
    <Table
      caption="Tenants of this gateway"
      columns={columnsOf(tenant, actions)}
      rows={rows}
      rowKey={(row) => row.tenant}
    />
  );
}

const DELETIONS: Column<Deletion>[] = [
  {
    key: 'tenant',
    header: 'Tenant',
    cell: ({ tenant }) => <LearnedText text={tenant} className="font-medium [overflow-wrap:anywhere]" />,
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ finished_at }) =>
      finished_at === null ? (
        <Badge tone="attention">under way</Badge>
      ) : (
        <span>
          deleted <Time at={finished_at} />
        </span>
      ),
  },
  {
    key: 'requested',
    header: 'Requested',
    word: 'requested',
    cell: ({ requested_at, requested_by }) => (
      <span>
        <Time at={requested_at} /> by <LearnedText text={requested_by} />
      </span>
    ),
  },
  {
    ...{ key: 'rows', header: 'Rows removed', kind: 'number' },
    cell: (deletion) => counted(rowsOf(deletion), 'row'),
  },
  {
    ...{ key: 'receipt', header: 'Actions', kind: 'actions' },
    cell: (deletion) => <CopyButton text={receiptText(deletion)}>Copy receipt</CopyButton>,
  },
];

export function DeletionList({ rows }: { rows: readonly Deletion[] }) {
  return (
    <Table
      caption="Deleted tenants"
      columns={DELETIONS}
      rows={rows}
      rowKey={({ tenant, requested_at }) => `${tenant} ${requested_at}`}
    />
  );
}
