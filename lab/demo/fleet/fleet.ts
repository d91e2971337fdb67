/**
 * The simulated agents: each session asks the gateway what is known, does its tasks by the world's truth, and
 * records them. All of it through the client, as any agent would. On the way it keeps what only the world can
 * know: how likely each run was to succeed.
 */

import { Whetstone, type WhetstoneOptions } from '../../../client/src/index.ts';
import { seededRandom } from '../../../server/domain/seeded-random.ts';
import { inParallel, numbers } from '../../../server/testing/eventually.ts';
import { expectedSuccess, pick, rulesServed, run, type TaskAssignment, type World } from '../world/index.ts';

// The world's own account of the runs: what the gateway's figures are held against. It never reaches the
// gateway.

/** One run as the world knows it. */
interface RecordedRun {
  readonly isHoldout: boolean;
  readonly isServed: boolean;
  /** The chance of success with what was served, and without any rules. */
  readonly expected: number;
  readonly unaided: number;
}

/** The world's truth over the recalls that were made. */
export interface Truth {
  readonly treated: number;
  readonly unaided: number;
  /**
   * Expected success of what was served less that without skills, averaged over the recalls that served
   * skills.
   */
  readonly lift: number;
  readonly treatedRuns: number;
  readonly holdoutRuns: number;
  /** Runs in the holdout that were served rules all the same. */
  readonly holdoutServed: number;
}

class Tally {
  readonly #runs: RecordedRun[] = [];
  readonly #reports: boolean[] = [];

  addRun(run: RecordedRun): void {
    this.#runs.push(run);
  }

  /** Whether a report looked as its user had wished. */
  addReport(isAsWished: boolean): void {
    this.#reports.push(isAsWished);
  }

  get reports(): readonly boolean[] {
    return this.#reports;
  }

  truth(): Truth {
    const treated = this.#runs.filter(({ isHoldout, isServed }) => !isHoldout && isServed);
    const holdout = this.#runs.filter(({ isHoldout }) => isHoldout);
    return {
      treated: mean(treated.map(({ expected }) => expected)),
      unaided: mean(treated.map(({ unaided }) => unaided)),
      lift: mean(treated.map(({ expected, unaided }) => expected - unaided)),
      treatedRuns: treated.length,
      holdoutRuns: holdout.length,
      holdoutServed: holdout.filter(({ isServed }) => isServed).length,
    };
  }
}

/** NaN without values: a truth about nothing must not look like one. */
function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The agent whose sessions these are. */
export const AGENT = 'fleet';

/** Sessions under way at once. */
const AT_ONCE = 16;

/** How many sessions have a second task. */
const SECOND_TASK = 0.25;

/** A busy machine is no broken gateway: an agent of the fleet waits. */
const PATIENCE_MS = 30_000;

/** How the gateway is reached, and after how many sessions the user's wish changes. */
export interface FleetOptions {
  readonly access: Pick<WhetstoneOptions, 'url' | 'apiKey' | 'tenantId' | 'fetch'>;
  readonly wishChangesAfter: number;
}

export class Fleet {
  readonly client: Whetstone;
  readonly tally = new Tally();
  readonly #world: World;
  readonly #wishChangesAfter: number;
  #sessions = 0;
  #lost = 0;

  constructor(world: World, { access, wishChangesAfter }: FleetOptions) {
    this.#world = world;
    this.#wishChangesAfter = wishChangesAfter;
    this.client = new Whetstone({
      ...access,
      agentId: AGENT,
      recallTimeoutMs: PATIENCE_MS,
      requestTimeoutMs: PATIENCE_MS,
      flushIntervalMs: 50,
    });
  }

  get sessions(): number {
    return this.#sessions;
  }

  /** Runs that the gateway has been told of. */
  get episodes(): number {
    return this.client.delivered.sent;
  }

  /** The sessions that ended last, by their ids. */
  get lastSessions(): string[] {
    return Array.from({ length: Math.min(AT_ONCE, this.#sessions) }, (_, at) =>
      this.#idOf(this.#sessions - at),
    );
  }

  /** Recalls that got no answer: their runs are in nobody's figures. */
  get lost(): number {
    return this.#lost;
  }

  /** Runs so many sessions and waits until the gateway has all of them. */
  async work(sessions: number): Promise<void> {
    const next = async () => {
      this.#sessions += 1;
      await this.#session(this.#sessions);
    };
    await inParallel(numbers(sessions), next, AT_ONCE);
    const { waiting, dropped } = await this.client.flush({ timeoutMs: PATIENCE_MS });
    if (waiting + dropped > 0) throw new Error(`${waiting + dropped} runs could not be recorded`);
  }

  #idOf(index: number): string {
    return `session-${this.#world.seed}-${index}`;
  }

  /**
   * The chance of a session is its own, so that the order in which sessions end changes nothing in any of
   * them.
   */
  async #session(index: number): Promise<void> {
    const { seed, users, kinds, wish } = this.#world;
    const random = seededRandom(seed * 1_000_003 + index);
    const user = pick(users, random);
    const wanted = index > this.#wishChangesAfter ? wish.then : wish.first;
    for (let task = 0; task < (random() < SECOND_TASK ? 2 : 1); task += 1) {
      const kind = pick(kinds, random);
      const text = pick(kind.tasks, random).replace('{n}', String(1000 + Math.floor(random() * 9000)));
      const assignment = { kind, task: text, user, wish: user === wish.user ? wanted : null };
      await this.#task(assignment, { session: this.#idOf(index), random });
    }
  }

  async #task(
    assignment: TaskAssignment,
    { session, random }: { session: string; random: () => number },
  ): Promise<void> {
    const { kind, task, user } = assignment;
    const scope = { agent_id: AGENT, user_id: user };
    const recall = await this.client.recall({ query: task, session_id: session, scope });
    if (recall.failure !== null) this.#lost += 1;
    const { episode, isAsWished } = run(assignment, recall, random);
    void this.client.record({
      ...episode,
      scope,
      session_id: session,
      recall_id: recall.recall_id,
      framework: 'simulated',
    });
    if (isAsWished !== null) this.tally.addReport(isAsWished);
    if (recall.failure !== null) return;
    const rules = rulesServed(recall);
    this.tally.addRun({
      isHoldout: recall.holdout,
      isServed: rules.length > 0,
      expected: expectedSuccess(kind, rules),
      unaided: expectedSuccess(kind, []),
    });
  }
}
