'use client';

/** The time as a component writes it: the same on the server and when the browser takes the page over. */
import { useSyncExternalStore } from 'react';
import { usePreferences } from '../../preferences/preferences-context.ts';
import { absoluteTime } from './clock.ts';

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
