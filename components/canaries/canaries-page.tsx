/** Canaries: the frame of the page, before it has content. */
'use client';

import { PageGate } from '../shell/scope-gate.tsx';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states.tsx';

export function CanariesPage() {
  return (
    <PageGate page="Canaries" scopes={['learn', 'review']}>
      <PageHeader title="Canaries" />
      <Card flush={true}>
        <EmptyState title="Nothing here yet" />
      </Card>
    </PageGate>
  );
}
