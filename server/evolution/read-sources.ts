/** What runs said, prepared for comparing what was learned from them with text that nobody trusts. */
import { setImmediate } from 'node:timers/promises';
import { textsByTrust } from '../domain/learning/run-texts.ts';
import { NO_TEXTS, type Sources, sourcesOf, togetherIn } from '../domain/learning/untrusted-sources.ts';

/** Reads quoted runs and the texts that are `served` already. Others are let in after each run, which takes tens of milliseconds. */
export async function readSources(quotes: readonly string[], served: readonly string[]): Promise<Sources> {
  const parts = [sourcesOf(NO_TEXTS, served)];
  for (const quote of quotes) {
    parts.push(sourcesOf(textsByTrust([quote])));
    await setImmediate();
  }
  return togetherIn(parts);
}
