'use client';

/** Finds in a page's texts what the safety scan objects to. The scan is loaded only where there is something to find. */
import { useEffect, useState } from 'react';
import type { FindingSpan, FindSpans } from '../../ui/text/finding-spans.ts';
import { findingText } from './finding-text.ts';

/** Hidden characters are drawn as marks of their own, wherever they stand. */
const DRAWN = 'injection:hidden_text';
/** Texts whose places are kept: a page shows the same ones again with every change of its state. */
const MOST_KEPT = 500;

const NOTHING: FindSpans = () => [];

/** What the scan finds in a text; nothing as long as it is not `wanted` or not loaded. */
export function useScanSpans(wanted: boolean): FindSpans {
  const [find, setFind] = useState<{ run: FindSpans } | null>(null);
  useEffect(() => {
    if (!wanted || find !== null) return;
    void import('../../../server/domain/safety/scan.ts').then(({ scanMatches }) =>
      setFind({ run: remembered((text) => scanMatches(text).flatMap(namedSpan)) }),
    );
  }, [wanted, find]);
  return wanted && find !== null ? find.run : NOTHING;
}

function namedSpan({ finding, start, end }: { finding: string; start: number; end: number }): FindingSpan[] {
  return finding === DRAWN ? [] : [{ start, end, name: findingText(finding, null) }];
}

function remembered(find: FindSpans): FindSpans {
  const kept = new Map<string, readonly FindingSpan[]>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    if (kept.size >= MOST_KEPT) kept.clear();
    const spans = find(text);
    kept.set(text, spans);
    return spans;
  };
}
