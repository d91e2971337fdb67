'use client';

/** The first steps at an address of their own: for who has put them away, and for the next agent. */
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Loading } from '../ui/layout/states.tsx';
import { FirstSteps } from './first-steps.tsx';
import { useSteps } from './use-first-run.ts';

export function ConnectPage() {
  return (
    <>
      <PageHeader title="Connect an agent" finding="Three steps, about two minutes." />
      <Content />
    </>
  );
}

function Content() {
  const { data, error, refetch } = useSteps(true);
  if (data === undefined) return <Loading query={{ error, refetch }} what="the first steps" count={9} />;
  return (
    <Card title="First steps" className="max-w-4xl">
      <FirstSteps start={data} />
    </Card>
  );
}
