'use client';

import type { ReactNode } from 'react';
import { SearchFurther } from './search-further.tsx';
import { type Loaded, Loading, LoadMore, type MoreToLoad } from './states.tsx';

interface ListPage<Row> {
  items: readonly Row[];
  /** How far back a search has looked that goes on from there. */
  searchedTo?: string | null;
}

interface PagedListProps<Row> {
  list: Loaded & MoreToLoad & { data: { pages: readonly ListPage<Row>[] } | undefined };
  /** How many rows wait. */
  count: number;
  /** What one of them is. */
  noun: string;
  plural?: string;
  /** Stands in the place of the rows where there are none. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list that is read page by page, with all its states. Rows that are there stay where reading fails. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { list, count, noun, plural = `${noun}s`, empty, children } = props;
  const rows = list.data?.pages.flatMap(({ items }) => items);
  const searchedTo = list.data?.pages.at(-1)?.searchedTo ?? null;
  const end = { list, shown: rows?.length ?? 0, noun, plural };
  return (
    <>
      {rows === undefined || list.error !== null ? (
        <Loading query={list} what={`the ${plural}`} count={count} inset={true} />
      ) : null}
      {rows?.length === 0 && searchedTo === null && list.error === null ? empty : null}
      {rows === undefined || rows.length === 0 ? null : children(rows)}
      {rows === undefined || searchedTo === null ? null : <SearchFurther {...end} searchedTo={searchedTo} />}
      {rows === undefined || rows.length === 0 || searchedTo !== null ? null : <LoadMore {...end} />}
    </>
  );
}
