/** The tenant's keys, newest first, with the one fact that says whether a key may go: when it was last used. */
'use client';

import { useViewer } from '../shell/viewer.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { inWords } from '../ui/hidden-marks.ts';
import { IdChip } from '../ui/id-chip.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import type { KeyRow } from './key-row.ts';

interface KeyListProps {
  rows: readonly KeyRow[];
  onRevoke: (row: KeyRow) => void;
}

function columnsOf(actor: string, onRevoke: (row: KeyRow) => void): Column<KeyRow>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      className: 'max-md:flex-wrap',
      cell: (row) => (
        <span className="flex min-w-0 flex-col items-start gap-0.5 py-1 max-md:items-end">
          <span className="inline-flex max-w-full items-center gap-2 font-medium">
            <span className="break-words [overflow-wrap:anywhere]">
              <LearnedText text={row.name} />
            </span>
            {actor === `key:${row.id}` ? <Badge tone="accent">yours</Badge> : null}
          </span>
          <IdChip id={row.id} label="Key id" />
        </span>
      ),
    },
    {
      key: 'scopes',
      header: 'Scopes',
      cell: (row) => (
        <span className="inline-flex flex-wrap gap-1 max-md:justify-end">
          {row.scopes.map((scope) => (
            <Badge key={scope} tone={scope === 'admin' ? 'attention' : 'neutral'}>
              {scope}
            </Badge>
          ))}
        </span>
      ),
    },
    {
      key: 'created',
      header: 'Created',
      cell: (row) => (
        <span className="flex flex-col max-md:items-end">
          <Time at={row.createdAt} />
          <span title={inWords(row.createdBy)} className="max-w-36 truncate text-caption text-quiet">
            by <LearnedText text={row.createdBy} />
          </span>
        </span>
      ),
    },
    {
      key: 'used',
      header: 'Last used',
      cell: (row) =>
        row.lastUsedAt === null ? <span className="text-faint">never</span> : <Time at={row.lastUsedAt} />,
    },
    {
      key: 'revoke',
      header: 'Actions',
      kind: 'actions',
      cell: (row) =>
        row.revokedAt === null ? (
          <Button
            size="small"
            variant="quiet"
            aria-label={inWords(`Revoke ${row.name}`)}
            onClick={() => onRevoke(row)}
            className="hover:text-danger"
          >
            Revoke
          </Button>
        ) : (
          <span className="text-caption text-quiet">
            revoked <Time at={row.revokedAt} />
          </span>
        ),
    },
  ];
}

export function KeyList({ rows, onRevoke }: KeyListProps) {
  const { actor } = useViewer();
  return (
    <Table
      caption="API keys of this tenant"
      columns={columnsOf(actor, onRevoke)}
      rows={rows}
      rowKey={(row) => row.id}
    />
  );
}
