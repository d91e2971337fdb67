'use client';

/** Erasure: forgets a user step by step, and none of them leaves open what goes and what stays. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTRPC, useTRPCClient } from '../api/trpc.ts';
import { actorLabel } from '../audit/actor-label.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { useViewer } from '../shell/viewer.ts';
import { Button } from '../ui/forms/button.tsx';
import { Input } from '../ui/forms/field.tsx';
import { Download } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Refused } from '../ui/layout/refused.tsx';
import { ErrorBlock } from '../ui/layout/states.tsx';
import { saveFile } from '../ui/save-file.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { type Counts, previewedRows, rowsText, totalOf } from './counts.ts';
import { CountList, type Erasure, NotReached, Receipt } from './receipt.tsx';

export function ErasurePage() {
  return (
    <PageGate page="Erasure" scopes={['admin']}>
      <PageHeader
        title="Erasure"
        finding="Permanently erases everything recorded with one user id. Count first, then confirm."
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
  const { tenant, actor, actorName } = useViewer();
  // With the id: a receipt is kept longer than the name of a key.
  const by = actorName === null ? actor : `${actorLabel({ actor, name: actorName })} (${actor})`;
  const erase = useMutation(
    trpc.erasure.erase.mutationOptions({
      onSuccess: (erased) => onDone({ userId, tenant, actor: by, at: new Date().toISOString(), erased }),
    }),
  );
  return (
    <>
      <Preview userId={userId} counts={counts} />
      {totalOf(counts) === 0 ? null : <KeepCopy userId={userId} rows={previewedRows(counts)} />}
      <ConfirmForm
        userId={userId}
        rows={previewedRows(counts)}
        step={totalOf(counts) === 0 ? 3 : 4}
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
          autoFocus={true}
          spellCheck={false}
          data-filter="true"
          hint="The exact user_id that agents send. Case matters."
          invalid={asked && empty ? 'Enter a user id' : null}
          className="min-w-0 flex-1 basis-72"
        />
        <Button type="submit" loading={loading} className="sm:mt-5.5">
          Count stored data
        </Button>
      </form>
    </Card>
  );
}

/** Before anything goes: a file of all of it, for the user or for the record. */
function KeepCopy({ userId, rows }: { userId: string; rows: string }) {
  const { save, saving, saved, error } = useUserExport(userId);
  return (
    <Card title="3. Export a copy (optional)" className="max-w-4xl">
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <Button loading={saving} onClick={save}>
            <Download aria-hidden="true" />
            Export {rows} first
          </Button>
          <p role="status" className="text-quiet text-table">
            {saved === null
              ? 'A file with one line of JSON per row. Exporting removes nothing.'
              : `${rowsText(saved)} saved.`}
          </p>
        </div>
        {error === null ? null : <ErrorBlock what="export the rows" error={error} onRetry={save} />}
      </div>
    </Card>
  );
}

/** Reads all rows of a user, page by page, and hands them to the browser as one file. */
function useUserExport(userId: string) {
  const client = useTRPCClient();
  const { mutate, isPending, data, error } = useMutation({
    // Answers with a number only: what was exported stays out of the cache of mutations.
    mutationFn: async () => {
      const lines: string[] = [];
      for (let cursor: string | null = null; ; ) {
        const page: { lines: string[]; nextCursor: string | null } = await client.erasure.export.mutate({
          ...{ userId, cursor },
        });
        lines.push(...page.lines);
        cursor = page.nextCursor;
        if (cursor === null) break;
      }
      download(lines);
      return lines.length;
    },
  });
  return { save: () => mutate(), saving: isPending, saved: data ?? null, error };
}

function download(lines: readonly string[]): void {
  const text = lines.map((line) => `${line}\n`);
  const name = `user-export-${new Date().toISOString().slice(0, 10)}.ndjson`;
  saveFile(new Blob(text, { type: 'application/x-ndjson' }), name);
}

interface ConfirmFormProps {
  userId: string;
  /** "214 rows". */
  rows: string;
  /** Its number among the steps: a copy is offered before it only where something is stored. */
  step: number;
  loading: boolean;
  error: unknown;
  onConfirm: () => void;
}

/** The last step: the id once more, by hand, and a button that says how much it erases. */
function ConfirmForm({ userId, rows, step, loading, error, onConfirm }: ConfirmFormProps) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const wrong = typed !== userId;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!wrong) onConfirm();
  };
  return (
    <Card title={`${step}. Confirm`} className="max-w-4xl">
      <form onSubmit={submit} noValidate={true} className="flex flex-col items-start gap-4">
        <p className="max-w-[75ch] text-quiet">
          This cannot be undone. It covers every agent of this tenant. Afterwards no recall serves any data of
          this user.
        </p>
        <Input
          label="Type the user id to confirm"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          invalid={asked && wrong ? 'Does not match the user id above' : null}
          className="w-full max-w-md"
        />
        <Refused saying="Not erased." error={error} />
        <Button
          type="submit"
          // Loud only once it would erase: a slip must not be the easiest thing to press.
          variant={wrong ? 'secondary' : 'danger'}
          loading={loading}
          className="h-auto min-h-8 whitespace-normal py-1"
        >
          <span className="break-all">
            Erase {rows} for <LearnedText text={userId} />
          </span>
        </Button>
      </form>
    </Card>
  );
}

// What would go, and, as plainly, what would stay: of one user with counts, and before anybody is named as
// what to expect.

/** Step 2. */
function Preview({ userId, counts }: { userId: string; counts: Counts }) {
  return (
    <Reach
      counts={counts}
      title={
        <>
          2. Stored data of <LearnedText text={userId} className="break-all font-mono text-code" />
        </>
      }
    />
  );
}

/** What an erasure covers, of whomever; the next steps in a sentence. */
function Outlook() {
  return (
    <Reach
      counts={null}
      title="What an erasure covers"
      note="Counting changes nothing. You then confirm by typing the id, and get a receipt."
    />
  );
}

interface ReachProps {
  title: ReactNode;
  note?: string;
  /** Null before anybody is named. */
  counts: Counts | null;
}

function Reach({ title, note, counts }: ReachProps) {
  const nothing = counts !== null && totalOf(counts) === 0;
  return (
    <Card className="max-w-4xl" title={title} note={note}>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <div className="flex flex-col gap-2">
          <h3 className="font-medium text-table">
            {nothing ? 'Nothing stored' : 'Permanently erased, for every agent'}
          </h3>
          <CountList counts={counts} isPreview={true} />
        </div>
        <NotReached />
      </div>
    </Card>
  );
}
