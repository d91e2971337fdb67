'use client';

/** The first run of a tenant, in the place of an empty queue. It can be dismissed, and is found again. */
import type { Outputs } from '../api/trpc.ts';
import { Button } from '../ui/forms/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { useToast } from '../ui/overlays/toasts.ts';
import { FirstRule } from './first-rule.tsx';
import { FirstSteps } from './first-steps.tsx';
import { SampleCard } from './sample-card.tsx';

interface FirstRunProps {
  start: Outputs['overview']['firstRun'];
  onDismiss: () => void;
  /** Called once a rule was written: from then on there is something, and its result is to be read first. */
  onWritten: () => void;
}

export function FirstRun({ start, onDismiss, onWritten }: FirstRunProps) {
  const toast = useToast();
  const dismiss = () => {
    onDismiss();
    toast({
      title: 'First steps hidden',
      detail: 'To see these steps again, open the account menu and choose Connect an agent.',
    });
  };
  return (
    <>
      <PageHeader
        title="Review"
        finding="Nothing to decide yet. No agent has learned anything."
        actions={<Button onClick={dismiss}>Hide first steps</Button>}
      />
      <Card
        title="Write a rule and see it recalled"
        note="no agent, no model, one click"
        className="max-w-4xl"
      >
        <FirstRule onWritten={onWritten} />
      </Card>
      <SampleCard />
      <Card title="Connect an agent" note="three steps, about two minutes" className="max-w-4xl">
        <FirstSteps start={start} />
      </Card>
    </>
  );
}
