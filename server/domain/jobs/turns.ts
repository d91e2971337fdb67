/**
 * The order in which due jobs of many tenants are started: in turns, so that a tenant's long queue holds up nobody else.
 *
 * A job is given its turn when it is due: one more than the highest turn of its tenant's waiting jobs, and at least one
 * more than the lowest turn that waits. The lowest turn is started first. This is start-time fair queueing (Goyal, Vin
 * and Cheng, 1996), where every job counts the same and the lowest turn that waits is the virtual time.
 *
 * The bound: before the n-th waiting job of a tenant, at most n + 1 jobs of any other tenant are started, however many
 * that one has and adds. Because the turns of a tenant's waiting jobs follow each other, and the first was at most one
 * above the lowest of all when it was given, the n-th has no turn above v + n where v is the lowest now. Of another
 * tenant at most one job is started for each of the turns v to v + n: once it is, that turn was the lowest, and what is
 * given later is above.
 */

/** A job that has no turn yet, and the highest turn of its tenant's jobs that wait; null where none does. */
export interface JobWithoutTurn {
  tenant: string;
  lastTurn: number | null;
}

/**
 * The turns of `jobs`, of which those of one tenant are in the order in which they are to be started. `lowest` is the
 * lowest turn of all jobs that wait; null where none does.
 */
export function giveTurns(jobs: readonly JobWithoutTurn[], lowest: number | null): number[] {
  const given = new Map<string, number>();
  return jobs.map(({ tenant, lastTurn }) => {
    const turn = (given.get(tenant) ?? Math.max(lowest ?? 0, lastTurn ?? 0)) + 1;
    given.set(tenant, turn);
    return turn;
  });
}
