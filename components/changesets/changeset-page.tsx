/** One changeset on a page of its own. */
'use client';

import { useRouter } from 'next/navigation';
import { PageGate } from '../shell/scope-gate.tsx';
import { ChangesetView } from './changeset-view.tsx';

export function ChangesetPage({ id }: { id: string }) {
  const router = useRouter();
  return (
    <PageGate page="Changeset" scopes={['learn', 'review']}>
      <ChangesetView id={id} embedded={false} onDecided={() => router.prefetch('/review')} />
    </PageGate>
  );
}
