/** API keys: the frame of the page, before it has content. */
'use client';

import { PageGate } from '../shell/scope-gate.tsx';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states.tsx';

export function KeysPage() {
  return (
    <PageGate page="API keys" scopes={['admin']}>
      <PageHeader title="API keys" />
      <Card flush={true}>
        <EmptyState title="Nothing here yet" />
      </Card>
    </PageGate>
  );
}
