/** Lengths of time that rules, limits and pages share. Those with one use stand where they are used. */
export const DAY_MS = 86_400_000;
