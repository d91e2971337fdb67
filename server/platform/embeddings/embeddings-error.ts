/** Why there is no vector. `unavailable`: the endpoint could not be had or its reply not be used; `refused`: it does not take this text. */
export class EmbeddingsError extends Error {
  override readonly name = 'EmbeddingsError';
  readonly kind: 'unavailable' | 'refused';

  /** `reason` holds words and numbers of ours alone: it is logged. */
  constructor(kind: 'unavailable' | 'refused', reason: string) {
    super(reason);
    this.kind = kind;
  }
}
