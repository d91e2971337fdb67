'use client';

/** Says on every page of the sample world where one is, and leads out of it. */
import { failureOf, useLeaveSample, useRemoveSample } from '../first-run/use-sample-world.ts';
import { Button } from '../ui/forms/button.tsx';

export function SampleBanner() {
  const leave = useLeaveSample();
  const remove = useRemoveSample();
  const failure = failureOf(remove);
  return (
    <section
      aria-label="Sample world"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-sunken px-4 py-1 md:px-6 xl:h-10 xl:flex-nowrap xl:py-0"
    >
      <p className="mr-auto text-table">
        <strong className="font-semibold">Sample world</strong>
        <span className="text-quiet max-sm:hidden"> Sample data. Changes here affect nothing else.</span>
      </p>
      {failure === null ? null : (
        <p role="alert" className="text-danger text-table">
          Not removed: {failure}
        </p>
      )}
      <Button size="small" variant="quiet" loading={remove.isPending} onClick={() => remove.mutate()}>
        Remove
      </Button>
      <Button size="small" loading={leave.isPending} onClick={() => leave.mutate()}>
        Leave
      </Button>
    </section>
  );
}
