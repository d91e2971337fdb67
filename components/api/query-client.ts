/** What the pages have asked for and keep. */
import {
  type DefaultError,
  type DefaultedQueryObserverOptions,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
  type QueryObserverOptions,
} from '@tanstack/react-query';

/** Asks once more for what is being asked for the first time: that answer may be older than the news. */
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

/**
 * On the server: a component waits for the first answer of each of its queries, so that the HTML has it. One that
 * failed waits no more and shows what it shows without an answer; the browser asks again, and says what is wrong.
 */
export class RenderingQueryClient extends QueryClient {
  override defaultQueryOptions<
    Fetched = unknown,
    Failure = DefaultError,
    Data = Fetched,
    Cached = Fetched,
    Key extends QueryKey = QueryKey,
    PageParam = never,
  >(
    options:
      | QueryObserverOptions<Fetched, Failure, Data, Cached, Key, PageParam>
      | DefaultedQueryObserverOptions<Fetched, Failure, Data, Cached, Key>,
  ): DefaultedQueryObserverOptions<Fetched, Failure, Data, Cached, Key> {
    const defaulted = super.defaultQueryOptions(options);
    const failed = this.getQueryCache().get(defaulted.queryHash)?.state.status === 'error';
    return { ...defaulted, suspense: !failed && defaulted.enabled !== false };
  }
}
