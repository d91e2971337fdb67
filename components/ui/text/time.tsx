/** A moment: relative, exact on hover and for machines, in the zone of the account. */
'use client';

import { useSyncExternalStore } from 'react';
import { usePreferences } from '../../preferences/preferences-context.ts';
import { absoluteTime, relativeTime } from './clock.ts';

const TICK_MS = 30_000;
const SECOND_MS = 1000;

function onTick(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
}

/** The time to the second, in milliseconds; it renders again twice a minute. First it is the time of the server's page. */
export function useNow(): number {
  const { now } = usePreferences().reader;
  return useSyncExternalStore(
    onTick,
    () => Math.floor(Date.now() / SECOND_MS) * SECOND_MS,
    () => now,
  );
}

/** Writes a moment exactly, in the zone of the account. */
export function useExactTime(): (moment: number) => string {
  const { preferences, reader } = usePreferences();
  const zone = preferences.zone === 'utc' ? 'UTC' : reader.zone;
  return (moment) => absoluteTime(moment, zone, reader.locale);
}

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
