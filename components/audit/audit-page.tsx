/** Audit: the frame of the page, before it has content. */
'use client';

import { PageGate } from '../shell/scope-gate.tsx';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states.tsx';

export function AuditPage() {
  return (
    <PageGate page="Audit" scopes={['admin']}>
      <PageHeader title="Audit" />
      <Card flush={true}>
        <EmptyState title="Nothing here yet" />
      </Card>
    </PageGate>
  );
}
