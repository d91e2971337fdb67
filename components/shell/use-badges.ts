/** The counts in the rail: what waits for a person, and what runs. */
'use client';

export interface Badges {
  pendingChangesets: number;
  runningCanaries: number;
  pendingMemories: number;
}

const NONE: Badges = { pendingChangesets: 0, runningCanaries: 0, pendingMemories: 0 };

export function useBadges(): Badges {
  return NONE;
}
