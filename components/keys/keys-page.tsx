'use client';

/** API keys: who may call the gateway, when each key was last used, and how to make or end one. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Outputs, PAGED, SELDOM, useTRPC } from '../api/trpc.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Switch } from '../ui/forms/toggle.tsx';
import { TypedFilter } from '../ui/forms/typed-filter.tsx';
import { Plus } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { PagedList } from '../ui/layout/paged-list.tsx';
import { EmptyState } from '../ui/layout/states.tsx';
import { oneOf, text, useUrlState } from '../url/use-url-state.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { BindDialog } from './key-agents.tsx';
import { KeyList, RevokeDialog } from './key-list.tsx';

const SCHEMA = {
  revoked: oneOf(['show', 'hide'], 'hide'),
  text: text(200),
};

export function KeysPage() {
  return (
    <PageGate page="API keys" scopes={['admin']}>
      <Keys />
    </PageGate>
  );
}

function Keys() {
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<KeyRow | null>(null);
  const [binding, setBinding] = useState<KeyRow | null>(null);
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" />
      Create key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="API keys"
        finding="Keys for agents, reviewers and programs. A key cannot move to another tenant."
        actions={create}
      />
      <KeyCard onBind={setBinding} onRevoke={setRevoking} />
      {creating ? <CreateKeyDialog onClose={() => setCreating(false)} /> : null}
      {binding === null ? null : <BindDialog row={binding} onClose={() => setBinding(null)} />}
      {revoking === null ? null : <RevokeDialog row={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

function KeyCard(actions: { onBind: (row: KeyRow) => void; onRevoke: (row: KeyRow) => void }) {
  const trpc = useTRPC();
  const [state, change] = useUrlState(SCHEMA);
  const { revoked, text: typed } = state;
  const keys = useInfiniteQuery(
    trpc.keys.list.infiniteQueryOptions(
      { revoked: revoked === 'show', text: typed },
      { ...PAGED, ...SELDOM },
    ),
  );
  return (
    <Card
      title="Keys"
      flush={true}
      actions={
        <Switch
          label="Show revoked keys"
          checked={revoked === 'show'}
          onCheckedChange={(on) => change({ revoked: on ? 'show' : 'hide' })}
        />
      }
    >
      <search className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-3">
        <TypedFilter
          label="Search by name or id"
          value={typed}
          onValue={(value) => change({ text: value }, { history: 'replace' })}
          className="w-full md:w-64"
          focusable={true}
        />
      </search>
      <PagedList
        list={keys}
        count={5}
        noun="key"
        empty={<NoKeys text={typed} onClear={() => change({ text: '' })} />}
      >
        {(rows) => <KeyList rows={rows} {...actions} />}
      </PagedList>
    </Card>
  );
}

function NoKeys({ text: typed, onClear }: { text: string; onClear: () => void }) {
  return typed === '' ? (
    <EmptyState title="No keys yet">
      Create a key with the learn scope for your first agent. It is shown once, after creation.
    </EmptyState>
  ) : (
    <EmptyState title="No keys match" action={<Button onClick={onClear}>Show all keys</Button>} />
  );
}

/** A key of the list. */
export type KeyRow = Outputs['keys']['list']['items'][number];
