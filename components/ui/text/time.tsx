/** A moment: relative, exact on hover and for machines, in the zone of the account. */
'use client';

import { usePreferences } from '../../preferences/preferences-context.ts';
import { absoluteTime, relativeTime } from './clock.ts';
import { useExactTime, useNow } from './use-time.ts';

/** `at` is an ISO string. `absolute` writes the exact moment instead. */
export function Time({ at, absolute = false }: { at: string; absolute?: boolean }) {
  const { preferences, reader } = usePreferences();
  const now = useNow();
  const moment = Date.parse(at);
  const exact = useExactTime()(moment);
  const title =
    preferences.zone === 'local' ? `${exact} · ${absoluteTime(moment, 'UTC', reader.locale)}` : exact;
  return (
    <time dateTime={at} title={title} className="whitespace-nowrap tabular-nums">
      {absolute ? exact : relativeTime(moment, now)}
    </time>
  );
}
