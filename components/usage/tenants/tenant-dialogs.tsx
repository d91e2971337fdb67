'use client';

/** What the operator does with a tenant: sets its quota, or deletes it once its name is typed. */
import { useState } from 'react';
import { type Outputs, useTRPC } from '../../api/trpc.ts';
import { useChange } from '../../api/use-change.ts';
import { Input } from '../../ui/forms/field.tsx';
import { Refused } from '../../ui/layout/refused.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { counted, grouped } from '../../ui/text/counted.ts';
import { inWords } from '../../ui/text/hidden-marks.ts';

export type TenantRow = Outputs['tenants']['list']['items'][number];

const FIELDS: readonly { name: keyof TenantRow['quota']; label: string; used: (row: TenantRow) => string }[] =
  [
    {
      name: 'episodesPerDay',
      label: 'Episodes per day',
      used: (row) => `${grouped(row.episodesToday)} today`,
    },
    {
      name: 'tokensPerDay',
      label: 'Learning tokens per day',
      used: (row) => `${grouped(row.tokensToday)} today`,
    },
    { name: 'memories', label: 'Memories', used: (row) => `${grouped(row.memories)} now` },
    { name: 'skills', label: 'Skills', used: (row) => `${grouped(row.skills)} now` },
  ];

const MOST = 2_147_483_647;

/** The limit that a text means: null for none, undefined where it is no limit. */
function limitOf(text: string): number | null | undefined {
  const plain = text.replaceAll(/[\s,]/g, '');
  if (plain === '') return null;
  return /^\d{1,10}$/.test(plain) && Number(plain) <= MOST ? Number(plain) : undefined;
}

export function QuotaDialog({ row, onClose }: { row: TenantRow; onClose: () => void }) {
  const { tenant, quota } = row;
  const trpc = useTRPC();
  const [texts, setTexts] = useState<Record<string, string>>(() =>
    Object.fromEntries(FIELDS.map(({ name }) => [name, String(quota[name] ?? '')])),
  );
  const [asked, setAsked] = useState(false);
  const save = useChange(trpc.tenants.setQuota, {
    stale: [trpc.tenants],
    done: { title: `Quota of ${inWords(tenant)} saved`, detail: 'It holds everywhere within 5 s.' },
    onDone: onClose,
  });
  const limits = FIELDS.map(({ name }) => limitOf(texts[name] ?? ''));
  const submit = () => {
    setAsked(true);
    if (limits.includes(undefined)) return;
    const [episodes_per_day, tokens_per_day, memories, skills] = limits;
    save.mutate({ tenant, episodes_per_day, tokens_per_day, memories, skills });
  };
  return (
    <ConfirmDialog
      title={`Quota of ${inWords(tenant)}`}
      action="Save quota"
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-quiet">
        An empty field is no limit. Above a limit, requests get status 429. Days end at 00:00 UTC.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {FIELDS.map(({ name, label, used }, at) => (
          <Input
            key={name}
            label={label}
            value={texts[name] ?? ''}
            onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
            inputMode="numeric"
            autoComplete="off"
            autoFocus={at === 0}
            placeholder="No limit"
            hint={used(row)}
            invalid={asked && limits[at] === undefined ? 'Enter a whole number, or nothing' : null}
          />
        ))}
      </div>
      <Refused saying="Not saved." error={save.error} />
    </ConfirmDialog>
  );
}

export function DeleteDialog({ row, onClose }: { row: TenantRow; onClose: () => void }) {
  const { tenant } = row;
  const trpc = useTRPC();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const wrong = typed !== tenant;
  const remove = useChange(trpc.tenants.remove, {
    stale: [trpc.tenants],
    done: {
      title: `Deleting ${inWords(tenant)}`,
      detail: 'A worker removes the rows. It takes at least a minute.',
    },
    onDone: onClose,
  });
  const submit = () => {
    setAsked(true);
    if (!wrong) remove.mutate({ tenant });
  };
  return (
    <ConfirmDialog
      title={`Delete ${inWords(tenant)}`}
      cancel="Keep the tenant"
      action="Delete tenant"
      variant={wrong ? 'danger-quiet' : 'danger'}
      busy={remove.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-quiet">
        This cannot be undone. It removes {counted(row.agents, 'agent')}, {counted(row.episodes, 'episode')},{' '}
        {counted(row.memories, 'memory', 'memories')}, {counted(row.skills, 'skill')} and the audit log. API
        keys and sign-ins stop working at once. Backups are not reached. Export the tenant first to keep a
        copy.
      </p>
      <Input
        label="Type the tenant’s name to confirm"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        autoFocus={true}
        invalid={asked && wrong ? 'Does not match the tenant’s name' : null}
      />
      <Refused saying="Not deleted." error={remove.error} />
    </ConfirmDialog>
  );
}
