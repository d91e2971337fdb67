'use client';

/** The first run of a tenant, in the place of an empty queue. It can be dismissed, and is found again. */
import type { Outputs } from '../api/trpc.ts';
import { useViewer } from '../shell/viewer.ts';
import { Button } from '../ui/forms/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { useToast } from '../ui/overlays/toasts.ts';
import { FirstRule } from './first-rule.tsx';
import { FirstSteps } from './first-steps.tsx';
import { failureOf, useEnterSample } from './use-sample-world.ts';

function SampleCard() {
  const { sampleWorld } = useViewer();
  const enter = useEnterSample();
  const failure = failureOf(enter);
  if (sampleWorld === 'inside') return null;
  return (
    <Card
      title="Explore the sample data"
      note={sampleWorld === 'open' ? 'no agent, no model, one click' : undefined}
      className="max-w-4xl"
    >
      <div className="flex flex-col items-start gap-3">
        <p className="max-w-[75ch] text-quiet">
          Two sample agents: about 30 runs, three skills, a running canary, and proposals and a memory to
          decide. The data is in a separate tenant and can be removed at any time.
        </p>
        {sampleWorld === 'open' ? (
          <Button loading={enter.isPending} onClick={() => enter.mutate()}>
            Open the sample world
          </Button>
        ) : (
          <p className="max-w-[75ch] text-table">
            Only the operator can open it. Sign in with the operator’s key.
          </p>
        )}
        <p role="status" className="text-quiet text-table empty:hidden">
          {enter.isPending ? 'Loading the sample data. This takes some seconds.' : null}
        </p>
        {failure === null ? null : (
          <p role="alert" className="text-danger text-table">
            Not opened: {failure}
          </p>
        )}
      </div>
    </Card>
  );
}

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
