/**
 * Which episode a recall is credited to. Each recall credits one, the first that may have it: otherwise anybody who
 * knows a recall's id could make evidence of it without end.
 */

/** Why an episode that names a recall is not credited by it. */
export const CREDIT_REASONS = ['already_credited', 'other_agent', 'other_session', 'too_old'] as const;
export type CreditReason = (typeof CREDIT_REASONS)[number];

type RecallFacts = {
  readonly agentId: string;
  readonly sessionId: string | null;
  readonly createdAt: Date;
  readonly creditedBy: string | null;
};

type RunFacts = {
  readonly id: string;
  readonly agentId: string;
  readonly sessionId: string | null;
  /** When what names the recall arrived. */
  readonly createdAt: Date;
};

const HOUR_MS = 3_600_000;

/**
 * What keeps a recall from crediting an episode; null where nothing is known to. Another episode may be faster still:
 * the one that changes the recall's row is the one. An empty session is none.
 */
export function creditRefusal(recall: RecallFacts, episode: RunFacts, hours: number): CreditReason | null {
  if (recall.agentId !== episode.agentId) return 'other_agent';
  if (recall.sessionId && episode.sessionId && recall.sessionId !== episode.sessionId) return 'other_session';
  if (recall.creditedBy !== null && recall.creditedBy !== episode.id) return 'already_credited';
  const age = episode.createdAt.getTime() - recall.createdAt.getTime();
  return age > hours * HOUR_MS ? 'too_old' : null;
}

/** Whether an episode's reward is evidence, and what keeps it from that where its recall is known. */
export type CreditStatus = { readonly credited: boolean; readonly creditReason: CreditReason | null };

/** As an episode's row has it. One from before it was kept was credited where its recall is known, as its holdout is then. */
export function creditOf(row: {
  readonly credited: boolean | null;
  readonly creditReason: string | null;
  readonly holdout: boolean | null;
}): CreditStatus {
  const creditReason = CREDIT_REASONS.find((reason) => reason === row.creditReason) ?? null;
  return { credited: row.credited ?? row.holdout !== null, creditReason };
}
