'use client';

/** Says on every page why learning stands still, while the model is the reason. */
import { upToMostWaiting } from '../../server/domain/admin/bounded-count.ts';
import { buttonLook } from '../ui/forms/button-look.ts';
import { asSentence } from '../ui/text/counted.ts';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import type { LearningFaults } from './use-learning-faults.ts';
import { useAllowed } from './viewer.ts';

export function LearningBanner({ since, means, waitingRuns }: NonNullable<LearningFaults['standstill']>) {
  const isAdmin = useAllowed('admin');
  const waiting =
    waitingRuns === 1 ? '1 run waits.' : `${asSentence(upToMostWaiting(waitingRuns))} runs wait.`;
  const text = waitingRuns === 0 ? means : `${means} ${waiting}`;
  return (
    <section
      aria-label="Learning"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-attention-soft px-4 py-1 md:px-6 xl:h-10 xl:flex-nowrap xl:py-0"
    >
      <p className="mr-auto min-w-0 text-table xl:truncate" title={text}>
        <strong className="font-semibold">
          Learning stopped <Time at={since} />.
        </strong>{' '}
        {text}
      </p>
      {isAdmin ? (
        <Link href="/settings/model" className={buttonLook({ size: 'small' })}>
          View model
        </Link>
      ) : null}
    </section>
  );
}
