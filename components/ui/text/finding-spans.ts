'use client';

/** Where the safety scan found something in the texts of a page. A page that knows of findings provides the search. */
import { createContext, useContext } from 'react';

/** A half-open range of UTF-16 units, and what was found there in words. */
export interface FindingSpan {
  start: number;
  end: number;
  name: string;
}

export type FindSpans = (text: string) => readonly FindingSpan[];

export const FindingSpansContext = createContext<FindSpans>(() => []);

/** Finds the places to mark in a text that is shown here; none where no page asks for it. */
export function useFindingSpans(): FindSpans {
  return useContext(FindingSpansContext);
}
