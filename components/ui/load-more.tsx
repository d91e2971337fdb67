/** The end of a keyset list: loads the next page when it comes into view, and by its button without scrolling. */
'use client';

import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

interface LoadMoreProps {
  hasMore: boolean;
  loading: boolean;
  onMore: () => void;
  /** How many are shown, for the line at the end. */
  shown: number;
  /** What they are, in the plural. */
  noun: string;
  /** Whether it stands by itself instead of at the foot of a card. */
  loose?: boolean;
}

const AHEAD = '600px';

export function LoadMore({ hasMore, loading, onMore, shown, noun, loose = false }: LoadMoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(() => {
    if (!loading) onMore();
  });
  useEffect(() => {
    const element = place.current;
    if (element === null || !hasMore || loading) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, loading]);
  return (
    <div
      ref={place}
      className={cn(
        'flex min-h-11 items-center justify-between gap-3 py-1.5 text-caption text-quiet',
        !loose && 'border-line border-t px-4',
      )}
    >
      <span className="tabular-nums">
        {shown} {noun}
        {hasMore ? ' shown' : ''}
      </span>
      {hasMore ? (
        <Button size="small" variant="quiet" loading={loading} onClick={onMore}>
          Load more
        </Button>
      ) : null}
    </div>
  );
}
