'use client';

/** The people whom a changeset can be assigned to, narrowed by typing. Loaded by the first press, it begins open. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import { useViewer } from '../../shell/viewer.ts';
import { ComboboxPopover } from '../../ui/forms/combobox-popover.tsx';

interface AssignPopoverProps {
  assignee: string | null;
  onAssign: (to: { actor: string; name: string } | null) => void;
  trigger: ReactElement;
}

export function AssignPopover({ assignee, onAssign, trigger }: AssignPopoverProps) {
  const trpc = useTRPC();
  const { actor: viewer } = useViewer();
  const { data: people = [] } = useQuery(trpc.changesets.people.queryOptions({}));
  const note = (actor: string) => {
    if (actor === viewer) return { note: 'you' };
    return actor === assignee ? { note: 'assigned' } : {};
  };
  const pick = (picked: string) => {
    const to = people.find(({ actor }) => actor === picked) ?? null;
    if (picked !== (assignee ?? '')) onAssign(to);
  };
  return (
    <ComboboxPopover
      label="Assign to"
      placeholder="Find a reviewer"
      value={assignee ?? ''}
      options={[
        ...people.map(({ actor, name }) => ({ value: actor, label: name, ...note(actor) })),
        ...(assignee === null ? [] : [{ value: '', label: 'Nobody' }]),
      ]}
      onValueChange={pick}
      trigger={trigger}
    />
  );
}
