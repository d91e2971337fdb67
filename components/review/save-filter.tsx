'use client';

/** Saves the filters of the queue under a name, and removes saved ones. Loaded by the first use. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { toCallError, useTRPC } from '../api/trpc.ts';
import { useAnnounce } from '../keyboard/registry.ts';
import { Button } from '../ui/forms/button.tsx';
import { Input } from '../ui/forms/field.tsx';
import { Checkbox } from '../ui/forms/toggle.tsx';
import { X } from '../ui/generated/icons.tsx';
import { Popover } from '../ui/overlays/popover.tsx';
import { inWords } from '../ui/text/hidden-marks.ts';

const LONGEST_NAME = 60;

function useShown(said: string): () => Promise<void> {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const announce = useAnnounce();
  return async () => {
    await cache.invalidateQueries({ queryKey: trpc.savedFilters.list.queryKey() });
    announce(said);
  };
}

export function SaveFilter({ query, trigger }: { query: string; trigger: ReactElement }) {
  const [open, setOpen] = useState(true);
  return (
    <Popover label="Save this filter" open={open} onOpenChange={setOpen} trigger={trigger}>
      <SaveForm query={query} />
    </Popover>
  );
}

function SaveForm({ query }: { query: string }) {
  const trpc = useTRPC();
  const onSuccess = useShown('Filter saved');
  const { mutate, isPending, error } = useMutation(trpc.savedFilters.save.mutationOptions({ onSuccess }));
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') mutate({ name, query, shared });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Input
        label="Name of the filter"
        value={name}
        maxLength={LONGEST_NAME}
        onChange={(event) => setName(event.target.value)}
        invalid={error === null ? undefined : `Not saved: ${toCallError(error).detail}`}
      />
      <Checkbox label="Share with everyone in the tenant" checked={shared} onCheckedChange={setShared} />
      <Button
        type="submit"
        variant="primary"
        className="self-end"
        disabled={name.trim() === ''}
        loading={isPending}
      >
        Save
      </Button>
    </form>
  );
}

export function RemoveFilter({
  filter: { id, name, shared },
}: {
  filter: { id: string; name: string; shared: boolean };
}) {
  const trpc = useTRPC();
  const onSuccess = useShown('Saved filter removed');
  const { mutate, isPending } = useMutation(trpc.savedFilters.remove.mutationOptions({ onSuccess }));
  return (
    <Button
      size="icon-small"
      variant="quiet"
      loading={isPending}
      title={shared ? 'Remove for everyone' : 'Remove'}
      aria-label={inWords(`Remove the saved filter ${name}`)}
      onClick={() => mutate({ id })}
    >
      <X aria-hidden="true" />
    </Button>
  );
}
