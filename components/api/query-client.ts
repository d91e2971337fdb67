/** What the pages have asked for and keep. */
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * Asks once more, too, for what is being asked for the first time: that answer may be older than the news, and the
 * library would take it for current.
 */
export class FreshQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
      .map(({ queryHash }) => queryHash);
    await super.invalidateQueries(filters, options);
    if (first.length === 0) return;
    await super.invalidateQueries({ predicate: ({ queryHash }) => first.includes(queryHash) }, options);
  }
}
