/** Planted text in any untrusted part of made-up runs is in no prompt whose answer policy may approve, and in force nowhere. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeWithModel } from '../../lab/model/model-runtime.ts';
import { seededRandom } from '../domain/seeded-random.ts';
import { learnFromPlanted } from '../testing/jobs/planted-runs.ts';
import { NO_HOLDOUT } from '../testing/jobs/reflect-job.ts';
import { cases } from '../testing/property.ts';
import { freshPrincipal } from '../testing/test-runtime.ts';

describeWithModel(
  'planted text, with a model that obeys it,',
  (runtime, model) => {
    it.each([
      ['of an agent with one user', false],
      ['of an agent with several users', true],
    ])('%s is in force nowhere without a person', async (_, isShared) => {
      const asked = new Set<unknown>();
      let learned = 0;
      await fc.assert(
        fc.asyncProperty(fc.integer(), async (start) => {
          const random = seededRandom(start);
          const found = await learnFromPlanted(runtime(), model(), {
            ...{ who: freshPrincipal(), random, runs: 4, isShared },
          });
          expect(found.breaches).toEqual([]);
          learned += found.learned;
          for (const purpose of found.asked) asked.add(purpose);
        }),
        { numRuns: cases(10) },
      );
      // Else nothing would have been tried.
      expect(learned).toBeGreaterThan(0);
      expect([...asked]).toEqual(
        expect.arrayContaining(['reflect', 'judge_outcome', 'judge_skill', 'evolve', 'dedup']),
      );
    });
  },
  { ...NO_HOLDOUT, SERVICE_AUTO_APPROVE_MEDIUM_RISK: 'true', SERVICE_EVOLVE_ITERATIONS: '1' },
);
