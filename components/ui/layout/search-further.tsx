'use client';

/** The end of a search that has not looked at all rows: how far back it looked, and a button to go on. */
import { Button } from '../forms/button.tsx';
import { Time } from '../text/time.tsx';
import { EmptyState, type LoadMoreProps } from './states.tsx';

export function SearchFurther(props: LoadMoreProps & { searchedTo: string }) {
  const { list, shown, noun, plural = `${noun}s`, searchedTo } = props;
  const found = `${shown} ${shown === 1 ? noun : plural}`;
  const further = (
    <Button size="small" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
      Search older {plural}
    </Button>
  );
  const end = <Time at={searchedTo} absolute={true} />;
  return (
    <div role="status">
      {shown === 0 ? (
        <EmptyState
          title={
            <>
              No {plural} match since {end}
            </>
          }
          action={further}
        >
          Older {plural} have not been searched yet.
        </EmptyState>
      ) : (
        <div className="flex min-h-11 items-center justify-between gap-3 border-line border-t px-4 py-1.5 text-caption text-quiet">
          <span>
            {found} found, searched back to {end}
          </span>
          {further}
        </div>
      )}
    </div>
  );
}
