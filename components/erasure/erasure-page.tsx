'use client';

/** Erasure: forgets a user in four steps, none of which leaves open what goes and what stays. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTRPC } from '../api/trpc.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { useViewer } from '../shell/viewer.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Input } from '../ui/field.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ErrorBlock } from '../ui/states.tsx';
import { type Counts, totalOf } from './counts.ts';
import { Outlook, Preview } from './preview.tsx';
import { ConfirmForm, type Erasure, Receipt } from './receipt.tsx';

export function ErasurePage() {
  return (
    <PageGate page="Erasure" scopes={['admin']}>
      <PageHeader
        title="Erasure"
        finding="Removes everything recorded with one user id, for good. Count first, then confirm."
      />
      <Steps />
    </PageGate>
  );
}

function Steps() {
  const trpc = useTRPC();
  const [userId, setUserId] = useState<string | null>(null);
  const [done, setDone] = useState<Erasure | null>(null);
  const preview = useQuery({
    ...trpc.erasure.preview.queryOptions({ userId: userId ?? '' }),
    enabled: userId !== null && done === null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const choose = (chosen: string) => (chosen === userId ? void preview.refetch() : setUserId(chosen));
  if (done !== null) {
    const another = () => {
      setDone(null);
      setUserId(null);
    };
    return <Receipt erasure={done} onAnother={another} />;
  }
  return (
    <>
      <UserForm loading={userId !== null && preview.isFetching} onChosen={choose} />
      {preview.isError ? (
        <ErrorBlock what="count" error={preview.error} onRetry={() => void preview.refetch()} />
      ) : null}
      {userId === null ? <Outlook /> : null}
      {userId !== null && preview.data !== undefined ? (
        <Confirmed key={userId} userId={userId} counts={preview.data} onDone={setDone} />
      ) : null}
    </>
  );
}

interface ConfirmedProps {
  userId: string;
  counts: Counts;
  onDone: (erasure: Erasure) => void;
}

function Confirmed({ userId, counts, onDone }: ConfirmedProps) {
  const trpc = useTRPC();
  const { tenant, actor } = useViewer();
  const erase = useMutation(
    trpc.erasure.erase.mutationOptions({
      onSuccess: (erased) =>
        onDone({ userId, tenant, actor, at: new Date().toISOString(), previewed: counts, erased }),
    }),
  );
  return (
    <>
      <Preview userId={userId} counts={counts} />
      <ConfirmForm
        userId={userId}
        total={totalOf(counts)}
        loading={erase.isPending}
        error={erase.error}
        onConfirm={() => erase.mutate({ user_id: userId })}
      />
    </>
  );
}

/** Step 1: which user. The id stays out of the address, which browsers and proxies remember. */

interface UserFormProps {
  loading: boolean;
  onChosen: (userId: string) => void;
}

function UserForm({ loading, onChosen }: UserFormProps) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const empty = typed === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!empty) onChosen(typed);
  };
  return (
    <Card title="1. Whose data" className="max-w-4xl">
      <form onSubmit={submit} noValidate={true} className="flex flex-wrap items-start gap-3">
        <Input
          label="User id"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={256}
          autoComplete="off"
          spellCheck={false}
          data-filter="true"
          hint="Exactly the user_id that agents send, with its upper and lower case."
          fault={asked && empty ? 'Enter a user id' : null}
          className="min-w-0 flex-1 basis-72"
        />
        <Button type="submit" loading={loading} className="sm:mt-5.5">
          Count what is stored
        </Button>
      </form>
    </Card>
  );
}
