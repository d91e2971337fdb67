/** What everyday runs teach: what stood in a page is held, what users and errors say is not. */
import { describe, expect, it } from 'vitest';
import { EVERYDAY_RUNS, type EverydayRun } from '../../testing/samples/everyday-runs.ts';
import { quotedEpisode } from '../learning/quote-episode.ts';
import { scanRememberedText } from '../safety/learned/learned-text.ts';
import type { Operation } from '../skills/changesets/ops.ts';
import { copiesInMemory, sourcesOfMemory } from './memory-findings.ts';
import { claimsOf, ruleFindings } from './rule-findings.ts';
import { indexRuns } from './run-index.ts';

const SERVED = ['Answer questions of customers', 'Read the whole question first'];

/** Why what was learned is held; nothing where it is served. */
function findingsOn({ user, read, failed, learned, isMemory }: EverydayRun): string[] {
  const [name, error] = failed ?? [];
  const quote = quotedEpisode({
    ...{ id: 'ep_1', task: user, outcome: 'unknown', reward: null, served: null, error: null },
    messages: [{ role: 'user', content: user }],
    toolCalls: [
      { name: 'read_page', arguments: {}, result: read, error: null },
      ...(name === undefined ? [] : [{ name, arguments: {}, result: null, error: error ?? null }]),
    ],
  });
  const run = { quote, hasSucceeded: false, userId: 'ada' };
  const index = indexRuns([run], isMemory ? {} : { served: SERVED });
  if (isMemory) {
    const memory = { content: learned, isAboutUser: true, isPersonal: true };
    return [
      ...copiesInMemory(memory, index),
      ...scanRememberedText(learned),
      ...sourcesOfMemory(memory, index),
    ];
  }
  const rule = { section: 'steps' as const, content: learned, issue: '', keywords: [] };
  const ops: Operation[] = [{ op: 'add', skill: 'everyday', ...rule }];
  return ruleFindings(ops.flatMap(claimsOf), { index, hasUser: true, usersTeach: 'alone' });
}

describe('what everyday runs teach', () => {
  it('is held where it stood in what the run read, whatever the model made of it', () => {
    expect(EVERYDAY_RUNS.planted.filter((run) => findingsOn(run).length === 0)).toEqual([]);
  });

  it('is held in one of ten cases at most where the user or an error taught it', () => {
    const held = EVERYDAY_RUNS.honest.filter((run) => findingsOn(run).length > 0);
    expect(held.length).toBeLessThanOrEqual(EVERYDAY_RUNS.honest.length / 10);
  });
});
