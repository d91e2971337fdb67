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
      title="Look around in the sample world"
      note={sampleWorld === 'open' ? 'no agent, no model, one click' : undefined}
      className="max-w-4xl"
    >
      <div className="flex flex-col items-start gap-3">
        <p className="max-w-[75ch] text-quiet">
          Eight weeks of two made-up agents: their runs, what was learned from them, a canary that runs, and
          proposals and memories to decide on. It is a tenant of its own, so your data stays as it is, and it
          can be removed at any time.
        </p>
        {sampleWorld === 'open' ? (
          <Button loading={enter.isPending} onClick={() => enter.mutate()}>
            Open the sample world
          </Button>
        ) : (
          <p className="max-w-[75ch] text-table">
            Only the operator of this gateway may open it: sign in with the operator’s key.
          </p>
        )}
        <p role="status" className="text-quiet text-table empty:hidden">
          {enter.isPending ? 'Loading eight weeks of runs. This takes some seconds.' : null}
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
