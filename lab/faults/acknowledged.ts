/** What a gateway has acknowledged, and what its callers were told meanwhile: the truth that rows are held against. */

/** The end of a request that writes. `ok` is false for 503 and for no answer at all. */
export interface WriteOutcome {
  url: string;
  begun: number;
  ended: number;
  ok: boolean;
}

export interface Acknowledged {
  recalls: Set<string>;
  /** Recalls that were served without a record. */
  unrecorded: Set<string>;
  /** Ids of episodes by idempotency key. */
  episodes: Map<string, string>;
  /** Episodes whose reply said that they will be reflected on. */
  scheduled: Set<string>;
  /** How often feedback on an episode was acknowledged. */
  feedback: Map<string, number>;
  memories: Set<string>;
  /** Changesets whose review was acknowledged. */
  reviewed: Set<string>;
  writes: WriteOutcome[];
  /** Replies that are never right, under any fault. */
  wrongReplies: string[];
}

export function nothingAcknowledged(): Acknowledged {
  return {
    recalls: new Set(),
    unrecorded: new Set(),
    episodes: new Map(),
    scheduled: new Set(),
    feedback: new Map(),
    memories: new Set(),
    reviewed: new Set(),
    writes: [],
    wrongReplies: [],
  };
}
