/** What a proposal rests on that policy may not learn from by itself, and why it waits for a person. */
import { z } from 'zod';
import { freeText } from '../fields.ts';
import type { TrustPolicy } from './parts.ts';
import { SOURCE_KINDS, type Source } from './side.ts';
import { parseSourceRef, reasonOf, sourceKey } from './source-names.ts';
import { matcherOf } from './tool-names.ts';

export const sourceCountSchema = z
  .object({
    kind: z
      .enum(SOURCE_KINDS)
      .describe('`tool`: what a tool answered; `user`: what a user said; `marked`: what the adapter marked'),
    name: z.string().describe("The tool's name, the user's id, or the role of the marked message"),
    runs: z.number().int().min(0).describe('Runs whose texts from it the model was shown'),
  })
  .meta({ id: 'UntrustedSource' });
export type SourceCount = z.infer<typeof sourceCountSchema>;

/** The sources of several runs, each with its number of runs. */
export function countSources(runs: readonly (readonly Source[])[]): SourceCount[] {
  return addSources([], ...runs.map((sources) => sources.map((source) => ({ ...source, runs: 1 }))));
}

/** The sources of all lists together. A user counts once, however the id is written. */
export function addSources(...lists: readonly (readonly SourceCount[])[]): SourceCount[] {
  const found = new Map<string, SourceCount>();
  for (const { kind, name, runs } of lists.flat()) {
    const key = sourceKey({ kind, name });
    found.set(key, { kind, name: found.get(key)?.name ?? name, runs: runs + (found.get(key)?.runs ?? 0) });
  }
  return [...found.values()];
}

/**
 * Why a proposal with these sources waits for a person, a line for each; empty where policy may approve it. What users said
 * passes once two of them taught it, each in runs of their own.
 */
export function becauseOf(sources: readonly SourceCount[], policy: TrustPolicy): string[] {
  const [isTrusted, isUntrusted] = [matcherOf(policy.trusted), matcherOf(policy.untrusted)];
  const users = sources.filter(({ kind }) => kind === 'user');
  const isConfirmed = policy.users === 'trusted' || (policy.users === 'confirmed' && users.length > 1);
  return sources.flatMap(({ kind, name }) => {
    switch (kind) {
      case 'tool':
        if (policy.mode === 'false' || (isTrusted(name) && !isUntrusted(name))) return [];
        return [reasonOf({ kind, name })];
      case 'marked':
        return policy.mode === 'false' ? [] : [reasonOf({ kind, name })];
      case 'user':
        return isConfirmed ? [] : [reasonOf({ kind, name })];
      default:
        return kind satisfies never;
    }
  });
}

export const sourceRefSchema = () =>
  freeText()
    .max(300)
    .refine((text) => parseSourceRef(text) !== null, 'must be a kind and a name, such as `tool:web_fetch`');
