'use client';

import type { ReactNode } from 'react';
import { type Loaded, Loading, LoadMore, type MoreToLoad } from './states.tsx';

interface PagedListProps<Row> {
  list: Loaded & MoreToLoad & { data: { pages: readonly { items: readonly Row[] }[] } | undefined };
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
  return (
    <>
      {rows === undefined || list.error !== null ? (
        <Loading query={list} what={`the ${plural}`} count={count} inset={true} />
      ) : null}
      {rows?.length === 0 && list.error === null ? empty : null}
      {rows === undefined || rows.length === 0 ? null : (
        <>
          {children(rows)}
          <LoadMore list={list} shown={rows.length} noun={noun} plural={plural} />
        </>
      )}
    </>
  );
}
