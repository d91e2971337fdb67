/** What runs said, prepared for comparing what was learned from them with text that nobody trusts. */
import { setImmediate } from 'node:timers/promises';
import { textsByTrust, withFound } from '../../domain/learning/run-texts.ts';
import {
  NO_TEXTS,
  prepareSources,
  type Sources,
  togetherIn,
} from '../../domain/learning/untrusted-sources.ts';

/** A run as it is quoted, and what retrievers found in it. */
interface SaidRun {
  readonly quote: string;
  readonly found?: readonly string[];
}

/** Reads runs and the texts that are `served` already. Others are let in after each run, which takes tens of milliseconds. */
export async function readSources(runs: readonly SaidRun[], served: readonly string[]): Promise<Sources> {
  const parts = [prepareSources(NO_TEXTS, served)];
  for (const { quote, found = [] } of runs) {
    parts.push(prepareSources(withFound(textsByTrust([quote]), found)));
    await setImmediate();
  }
  return togetherIn(parts);
}
