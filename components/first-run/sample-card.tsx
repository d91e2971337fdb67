'use client';

/** The way to see all of the product at once: made-up agents, runs and proposals, apart from everything else. */
import { useViewer } from '../shell/viewer.ts';
import { Button } from '../ui/forms/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { failureOf, useEnterSample } from './use-sample-world.ts';

export function SampleCard() {
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
