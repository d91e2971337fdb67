/** "92 % of 120 active memories need no clean-up." Rounded down: only all of them are 100 %. Pure. */
export function cleanupSentence({ active, clean }: { active: number; clean: number }): string {
  if (active === 0) return 'No memory is active.';
  if (clean === active) return 'No active memory needs clean-up.';
  const share = Math.floor((100 * clean) / active);
  return `${share}\u00a0% of ${active} active memories need no clean-up.`;
}
