'use client';

/** The tenant's keys, newest first, with the one fact that says whether a key may go: when it was last used. */
import { useState } from 'react';
import { DAY_MS } from '../../server/domain/time.ts';
import { useTRPC } from '../api/trpc.ts';
import { useChange } from '../api/use-change.ts';
import { actorLabel } from '../audit/actor-label.ts';
import { useViewer } from '../shell/viewer.ts';
import { Button } from '../ui/forms/button.tsx';
import { Input } from '../ui/forms/field.tsx';
import { Refused } from '../ui/layout/refused.tsx';
import { type Column, Table } from '../ui/layout/table.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { Badge } from '../ui/text/badge.tsx';
import { inWords } from '../ui/text/hidden-marks.ts';
import { IdChip } from '../ui/text/id-chip.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import type { KeyRow } from './keys-page.tsx';

interface KeyActions {
  onBind: (row: KeyRow) => void;
  onRevoke: (row: KeyRow) => void;
}

function columnsOf(actor: string, { onBind, onRevoke }: KeyActions): Column<KeyRow>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      cell: (row) => (
        <span className="flex min-w-0 flex-col items-start gap-0.5 py-1 max-md:flex-row max-md:flex-wrap max-md:gap-x-3 max-md:py-0">
          <span className="inline-flex max-w-full items-center gap-2 font-medium">
            <LearnedText text={row.name} className="break-words [overflow-wrap:anywhere]" />
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
        <span className="inline-flex flex-wrap gap-1">
          {row.scopes.map((scope) => (
            <Badge key={scope} tone={scope === 'admin' ? 'attention' : 'neutral'}>
              {scope}
            </Badge>
          ))}
        </span>
      ),
    },
    {
      key: 'agents',
      header: 'Agents',
      cell: (row) =>
        row.agents.length === 0 ? (
          <span className="text-faint">all</span>
        ) : (
          <span className="break-words [overflow-wrap:anywhere]">{row.agents.join(', ')}</span>
        ),
    },
    {
      key: 'created',
      header: 'Created',
      word: 'created',
      cell: (row) => (
        <span className="flex flex-col max-md:flex-row max-md:gap-1">
          <Time at={row.createdAt} />
          <span title={inWords(row.createdBy)} className="max-w-36 truncate text-caption text-quiet">
            by <LearnedText text={actorLabel({ actor: row.createdBy, name: row.createdByName })} />
          </span>
        </span>
      ),
    },
    {
      key: 'used',
      header: 'Last used',
      word: 'used',
      cell: (row) =>
        row.lastUsedAt === null ? <span className="text-faint">never</span> : <Time at={row.lastUsedAt} />,
    },
    {
      key: 'expires',
      header: 'Expires',
      word: 'expires',
      cell: (row) => <Expiry at={row.expiresAt} />,
    },
    {
      key: 'revoke',
      header: 'Actions',
      kind: 'actions',
      cell: (row) =>
        row.revokedAt === null ? (
          <span className="inline-flex">
            {row.scopes.includes('admin') ? null : (
              <Button
                size="small"
                variant="quiet"
                aria-label={inWords(`Edit agents of ${row.name}`)}
                onClick={() => onBind(row)}
              >
                Edit agents
              </Button>
            )}
            <Button
              size="small"
              variant="quiet"
              aria-label={inWords(`Revoke ${row.name}`)}
              onClick={() => onRevoke(row)}
              className="hover:text-danger"
            >
              Revoke
            </Button>
          </span>
        ) : (
          <span className="text-caption text-quiet">
            revoked <Time at={row.revokedAt} />
          </span>
        ),
    },
  ];
}

function Expiry({ at }: { at: string | null }) {
  if (at === null) return <span className="text-faint">never</span>;
  if (Date.parse(at) > Date.now()) return <Time at={at} />;
  return (
    <Badge tone="attention">
      expired <Time at={at} />
    </Badge>
  );
}

export function KeyList({ rows, ...actions }: KeyActions & { rows: readonly KeyRow[] }) {
  const { actor } = useViewer();
  return (
    <Table
      caption="API keys of this tenant"
      columns={columnsOf(actor, actions)}
      rows={rows}
      rowKey={(row) => row.id}
    />
  );
}

/** Revokes a key. One that was used within a day is probably still in use: its name must be typed. */
export function RevokeDialog({ row, onClose }: { row: KeyRow; onClose: () => void }) {
  const trpc = useTRPC();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const inUse = isInUse(row, Date.now());
  const wrong = inUse && typed !== row.name;
  const revoke = useChange(trpc.keys.revoke, {
    stale: [trpc.keys],
    done: {
      title: `Key “${row.name}” revoked`,
      detail: 'Other processes may accept it for up to 30 s.',
    },
    onDone: onClose,
  });
  const submit = () => {
    setAsked(true);
    if (!wrong) revoke.mutate({ key_id: row.id });
  };
  return (
    <ConfirmDialog
      size="small"
      title={`Revoke “${row.name}”`}
      cancel="Keep the key"
      action="Revoke key"
      variant="danger-quiet"
      busy={revoke.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Consequences row={row} />
      {inUse ? (
        <Input
          label={`Type ${row.name} to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          autoFocus={true}
          hint="It was used within the last 24 hours."
          invalid={asked && wrong ? 'Does not match the key’s name' : null}
        />
      ) : null}
      <Refused saying="Not revoked." error={revoke.error} />
    </ConfirmDialog>
  );
}

function Consequences({ row }: { row: KeyRow }) {
  const { actor } = useViewer();
  return (
    <div className="flex flex-col gap-2 text-quiet">
      <p>
        Requests with this key are refused from now on. Other gateway processes may accept it for up to 30 s.
        A revoked key cannot be restored.
      </p>
      <p>
        {row.lastUsedAt === null ? (
          'It was never used.'
        ) : (
          <>
            Last used <Time at={row.lastUsedAt} />.
          </>
        )}
      </p>
      {actor === `key:${row.id}` ? (
        <p className="text-danger">You are signed in with this key and will be signed out.</p>
      ) : null}
    </div>
  );
}

/** Whether the key was used within the 24 hours before `now`. */
function isInUse({ lastUsedAt }: KeyRow, now: number): boolean {
  return lastUsedAt !== null && now - Date.parse(lastUsedAt) < DAY_MS;
}
