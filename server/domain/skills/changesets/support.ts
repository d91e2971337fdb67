/** What a change rests on: how many runs, of how many sessions and users. */
import { z } from 'zod';
import type { CamelCased } from '../../camel-case.ts';

const count = () => z.number().int().min(0);

export const supportSchema = z
  .object({
    runs: count(),
    sessions: count().describe('Sessions of these runs; all runs without one count as one session'),
    users: count().describe('Users of these runs; runs without a user count as none'),
    independent_sessions: count().describe(
      'Sessions that policy counts: one for each user, and of the operation that fewest runs taught',
    ),
    decided_by: z
      .object({ verification: count(), feedback: count(), outcome: count(), judge: count() })
      .describe('The signal that rated the runs'),
  })
  .meta({ id: 'ChangesetSupport' });
export type Support = CamelCased<typeof supportSchema>;

/** A run that a change was learned from. */
export type SupportingRun = {
  readonly id: string;
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly rewardSource: string | null;
};

type RunOwner = Pick<SupportingRun, 'sessionId' | 'userId'>;

/** Whom a run counts for: its user, in however many sessions; without one its session; without both all others of these. */
export function independentSource({ userId, sessionId }: RunOwner): string {
  if (userId !== null) return `user:${userId}`;
  return sessionId === null ? '' : `session:${sessionId}`;
}

/** Counts what stands behind a change. `taughtBy` names for each operation the runs that taught it, null where all did. */
export function supportOf(
  runs: readonly SupportingRun[],
  taughtBy: readonly (readonly string[] | null)[],
): Support {
  const sessions = new Set(runs.map(({ sessionId }) => sessionId));
  const users = new Set(runs.flatMap(({ userId }) => userId ?? []));
  const decided = (source: string) => runs.filter(({ rewardSource }) => rewardSource === source).length;
  return {
    runs: runs.length,
    sessions: sessions.size,
    users: users.size,
    independentSessions: Math.min(...[null, ...taughtBy].map((ids) => voicesOf(runs, ids))),
    decidedBy: {
      verification: decided('verification'),
      feedback: decided('feedback'),
      outcome: decided('outcome') + decided('reported'),
      judge: decided('judge'),
    },
  };
}

function voicesOf(runs: readonly SupportingRun[], ids: readonly string[] | null): number {
  return new Set(runs.filter(({ id }) => ids?.includes(id) ?? true).map(independentSource)).size;
}

/** Who proposed a change, and who gave it the wording it has. */
type Authorship = { readonly proposedBy: string; readonly amendedBy: string | null };

/** Whether somebody proposed the change or wrote its wording, and so may not approve it where two people must agree. */
export function isOwnWork({ proposedBy, amendedBy }: Authorship, actor: string): boolean {
  return actor === proposedBy || actor === amendedBy;
}
