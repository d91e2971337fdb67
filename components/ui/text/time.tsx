/** A moment: relative, exact on hover and for machines, in the zone of the account. */
'use client';

import { useEffect, useState } from 'react';
import { usePreferences } from '../../preferences/preferences-context.ts';
import { absoluteTime, relativeTime } from './clock.ts';

const TICK_MS = 30_000;

/** `at` is an ISO string. `absolute` writes the exact moment instead. */
export function Time({ at, absolute = false }: { at: string; absolute?: boolean }) {
  const { preferences } = usePreferences();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const moment = Date.parse(at);
  const exact = absoluteTime(moment, preferences.zone);
  return (
    <time
      dateTime={at}
      title={preferences.zone === 'local' ? `${exact} · ${absoluteTime(moment, 'utc')}` : exact}
      suppressHydrationWarning={true}
      className="whitespace-nowrap tabular-nums"
    >
      {absolute ? exact : relativeTime(moment, Math.max(now, Date.now()))}
    </time>
  );
}
