/**
 * The word diff, loaded when it is first needed; until then the new text stands in its place, at its size.
 */
'use client';

import dynamic from 'next/dynamic';
import type { WordDiffProps } from './word-diff.tsx';

const Loaded = dynamic(() => import('./word-diff.tsx').then((module) => module.WordDiff));

export function LazyWordDiff(props: WordDiffProps) {
  return <Loaded {...props} />;
}
