import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { giveTurns } from './turns.ts';

interface Waiting {
  tenant: string;
  turn: number;
  /** How many jobs of its tenant waited when it got its turn, itself included. */
  place: number;
  /** By tenant, the jobs that were started since. */
  before: Map<string, number>;
}

/** A queue in memory that keeps to the rule; among jobs of one turn the last one added is started first, which is the worst. */
function createQueue() {
  let waiting: Waiting[] = [];
  const turnsOf = (tenant?: string) =>
    waiting.filter((job) => tenant === undefined || job.tenant === tenant).map(({ turn }) => turn);
  return {
    add(tenants: readonly string[]): void {
      const jobs = tenants.map((tenant) => ({
        tenant,
        lastTurn: turnsOf(tenant).length === 0 ? null : Math.max(...turnsOf(tenant)),
      }));
      const turns = giveTurns(jobs, waiting.length === 0 ? null : Math.min(...turnsOf()));
      for (const [at, tenant] of tenants.entries()) {
        const place = turnsOf(tenant).length + 1;
        waiting.push({ tenant, turn: turns[at] ?? 0, place, before: new Map() });
      }
    },
    isWaiting: () => waiting.length > 0,
    /** Starts the next job; nothing where none waits. */
    start(): Waiting[] {
      const lowest = Math.min(...turnsOf());
      const next = waiting.filter(({ turn }) => turn === lowest).slice(-1);
      waiting = waiting.filter((job) => !next.includes(job));
      for (const { tenant } of next) {
        for (const { before } of waiting) before.set(tenant, (before.get(tenant) ?? 0) + 1);
      }
      return next;
    },
  };
}

const startAll = (queue: ReturnType<typeof createQueue>) => {
  const started: string[] = [];
  while (queue.isWaiting()) started.push(...queue.start().map(({ tenant }) => tenant));
  return started.join('');
};

describe('turns', () => {
  it('let tenants take turns, also where one has all the first places', () => {
    const queue = createQueue();
    queue.add(['a', 'a', 'a', 'a', 'b', 'b', 'c']);
    const started = startAll(queue);
    expect([...started.slice(0, 3)].toSorted().join('')).toBe('abc');
    expect([...started.slice(3, 5)].toSorted().join('')).toBe('ab');
    expect(started.slice(5)).toBe('aa');
  });

  it('start at most n + 1 jobs of any other tenant before the n-th of one', () => {
    const step = fc.oneof(
      fc.array(fc.constantFrom('a', 'a', 'a', 'b', 'c'), { minLength: 1, maxLength: 12 }),
      fc.constant(null),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const queue = createQueue();
        const started: Waiting[] = [];
        const startOne = () => started.push(...queue.start());
        for (const tenants of steps) {
          if (tenants === null) startOne();
          else queue.add(tenants);
        }
        while (queue.isWaiting()) startOne();
        const tooLate = started.filter(({ tenant, place, before }) =>
          [...before].some(([other, jobs]) => other !== tenant && jobs > place + 1),
        );
        expect(tooLate).toEqual([]);
      }),
    );
  });
});
