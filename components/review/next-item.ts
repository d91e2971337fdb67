/** Which changeset comes next. Pure, since "decide and advance" must never show one that is decided already. */

interface Walk {
  /** Ids in the order of the list. */
  ids: readonly string[];
  /** Whether an id still waits for a decision. */
  open: (id: string) => boolean;
  /** Put off by the reviewer: they come last. */
  skipped: ReadonlySet<string>;
}

/** The `count` ids to look at after `from`, itself left out: those further down first, then from the top, then skipped ones. */
export function upcoming({ ids, open, skipped }: Walk, from: string | null, count: number): string[] {
  const at = from === null ? -1 : ids.indexOf(from);
  const around = [...ids.slice(at + 1), ...ids.slice(0, Math.max(at, 0))].filter(open);
  const fresh = around.filter((id) => !skipped.has(id));
  const put = around.filter((id) => skipped.has(id));
  return [...fresh, ...put].slice(0, count);
}

/** The neighbour in the list, decided or not; the same at its ends, the first where `from` is not in it. */
export function neighbour(ids: readonly string[], from: string | null, step: 1 | -1): string | null {
  const at = from === null ? -1 : ids.indexOf(from);
  return ids[Math.min(Math.max(at + step, 0), ids.length - 1)] ?? null;
}
