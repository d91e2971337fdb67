/**
 * Where vectors come from: any OpenAI-compatible `/embeddings` endpoint. It is no learning model: nothing
 * here asks, learns or is metered, and whatever uses it must do without it as well.
 */
const PATH = '/embeddings';

/**
 * The address to post to: the configured one as it is where its path ends in `/embeddings`, else below it.
 */
export function endpointAddress(configured: string): string {
  const address = new URL(configured);
  const path = address.pathname.replace(/\/+$/, '');
  if (!path.endsWith(PATH)) address.pathname = `${path}${PATH}`;
  return address.href;
}

/**
 * Why there is no vector. `unavailable`: the endpoint could not be had or its reply not be used; `refused`:
 * it does not take this text.
 */
export class EmbeddingsError extends Error {
  override readonly name = 'EmbeddingsError';
  readonly kind: 'unavailable' | 'refused';

  /** `reason` holds our own words and numbers only: it is logged. */
  constructor(kind: 'unavailable' | 'refused', reason: string) {
    super(reason);
    this.kind = kind;
  }
}
