import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { projectedText } from '../../../lab/model/stand-in-replies.ts';
import { rankSkills } from './rank-skills.ts';
import { buildSkillIndex } from './skill-index.ts';
import {
  bytesOfVector,
  compactVector,
  cosineOf,
  cosinesOf,
  fuse,
  unitVector,
  unrelatedCosine,
  type Vector,
  vectorOfBytes,
} from './vector.ts';

const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), {
  minLength: 1,
  maxLength: 40,
});

function unit(values: readonly number[]): Vector {
  const vector = unitVector(values);
  if (vector === null) throw new Error('a test vector has a direction');
  return vector;
}

describe('the vector of a text', () => {
  it('has length 1, whatever the size of its numbers', () => {
    fc.assert(
      fc.property(numbers, (values) => {
        fc.pre(values.some((value) => value !== 0));
        expect(Math.hypot(...unit(values))).toBeCloseTo(1, 5);
      }),
    );
  });

  it.each([[[]], [[0, 0]], [[1, Number.NaN]], [[1, Number.POSITIVE_INFINITY]]])(
    'is none where the numbers have no direction: %o',
    (values) => {
      expect(unitVector(values)).toBeNull();
    },
  );

  it('reads back as it was stored', () => {
    fc.assert(
      fc.property(fc.float32Array({ minLength: 1, maxLength: 40 }), (vector) => {
        const stored = bytesOfVector(vector);
        expect(stored.byteLength).toBe(4 * vector.length);
        // A driver may hand out a part of a larger buffer, at any offset.
        const received = new Uint8Array(stored.length + 3);
        received.set(stored, 3);
        expect(vectorOfBytes(received.subarray(3))).toEqual(vector);
      }),
    );
    expect([...bytesOfVector(Float32Array.of(1))]).toEqual([0, 0, 0x80, 0x3f]);
  });
});

const cosine = (one: Vector, other: Vector) => cosineOf(one, compactVector(other));

describe('the cosine of two vectors', () => {
  it('is that of the numbers they were made from', () => {
    expect(cosine(unit([1, 0, 0, 0, 0]), unit([1, 1, 0, 0, 0]))).toBeCloseTo(Math.SQRT1_2, 6);
    expect(cosine(unit([1, 2, 3, 4, 5, 6]), unit([-1, -2, -3, -4, -5, -6]))).toBeCloseTo(-1, 2);
    expect(cosine(unit([3, 0]), unit([0, 5]))).toBe(0);
  });

  it('does not exist between vectors of different sizes', () => {
    expect(cosine(unit([1, 0]), unit([1, 0, 0]))).toBeUndefined();
    const sets = [unit([1, 0]), unit([1, 0, 0])].map((vector) => new Map([['a', compactVector(vector)]]));
    expect([...cosinesOf(unit([1, 0]), sets)]).toEqual([['a', 1]]);
  });
});

describe('a vector as thousands are held', () => {
  it('moves a cosine by no more than the bound that is stated for it', () => {
    fc.assert(
      fc.property(numbers, numbers, (left, right) => {
        const size = Math.min(left.length, right.length);
        const [one, other] = [unitVector(left.slice(0, size)), unitVector(right.slice(0, size))];
        fc.pre(one !== null && other !== null);
        const exact = one.reduce((sum, number, at) => sum + number * (other[at] ?? 0), 0);
        const bound = (Math.sqrt(size) * compactVector(other).scale) / 2;
        expect(Math.abs((cosine(one, other) ?? 2) - exact)).toBeLessThanOrEqual(bound + 1e-6);
      }),
    );
  });
});

// Vectors may add to a lexical score; they must never turn it round, leave 0 to 1, or make a ranking worse than words alone.

const share = fc.double({ min: 0, max: 1, noNaN: true });
const anyCosine = fc.double({ min: -1, max: 1, noNaN: true });

describe('fuse', () => {
  it('stays between the lexical score and 1, and grows with the cosine', () => {
    fc.assert(
      fc.property(share, anyCosine, anyCosine, anyCosine, share, (lexical, one, other, usual, spread) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const unrelated = { usual, highest: usual + spread };
        const fused = fuse(lexical, low, unrelated);
        expect(fused).toBeGreaterThanOrEqual(lexical - 1e-12);
        expect(fuse(lexical, high, unrelated)).toBeGreaterThanOrEqual(fused);
        expect(fuse(lexical, high, unrelated)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('unrelatedCosine', () => {
  it('is the median of enough cosines, else a middle value', () => {
    const cosines = Array.from({ length: 9 }, (_, index): [string, number] => [`${index}`, index / 10]);
    expect(unrelatedCosine(new Map(cosines)).usual).toBe(0.4);
    expect(unrelatedCosine(new Map(cosines.slice(0, 3)))).toEqual({ usual: 0.5, highest: 0.5 });
    expect(unrelatedCosine(undefined).usual).toBe(0.5);
  });

  it('is told from texts about nothing in particular where there are few cosines, and from none else', () => {
    const few = new Map([
      ['related', 0.6],
      ['other', 0.12],
    ]);
    const background = [0.05, 0.08, 0.1, 0.1, 0.11, 0.15, 0.2];
    expect(unrelatedCosine(few, background).usual).toBe(0.11);
    expect(unrelatedCosine(few, background.slice(0, 3)).usual).toBe(0.5);
    const many = new Map(Array.from({ length: 9 }, (_, index): [string, number] => [`${index}`, index / 10]));
    expect(unrelatedCosine(many, background).usual).toBe(0.4);
  });
});

/** Name and description of a skill, a task for it in full sentences, and one that no skill here serves. */
const CASES = `
refund-orders | Refund an order that a customer paid by card or voucher, after a look at the ledger. | The customer says that she was charged twice, so please give her the money for the second order back, as a refund to her card. | What is the best way to get from the airport to the old town with two children and a lot of luggage?
invoice-export | Export the invoices of a month to the accounting system as a file with one line for each. | It is the end of the month and the accounting team is waiting, so could you export all of the invoices for them? | Write a poem about the sea in autumn for the birthday of my aunt, and make it rhyme.
kubernetes-rollouts | Roll out and roll back deployments on a cluster, and watch the pods until they are well. | The new version of checkout is broken on the cluster, and I would like you to roll back the deployment of it. | Who was the king when the bridge over the river was built, and how long did it take?
sql-query-tuning | Find the slow queries of a database and make them faster with indexes. | The report takes a minute to load because of one of the slow database queries in it, and I want it to be faster. | How much flour and how much water do I need for a loaf of bread that is not too dry?
release-notes | Write release notes for a version from the merged pull requests. | We are going to ship tomorrow and there is nothing written yet, so go through the merged pull requests and write the release notes. | Tell me how to keep the cat of the neighbours out of the garden without a fence.
email-triage | Sort new email by what it asks for, and draft an answer to what is urgent. | I was away for a week and there is a lot of new email in there, so find what is urgent and draft an answer. | What are the rules of the game with the black and the white stones on a board?
flaky-tests | Find out why a test fails only now and then, by running it many times. | One of the tests fails now and then, and nobody knows why, so run it as many times as you need to find out. | Give me three names for a boat, and tell me for each of them why it is a good one.
video-captions | Make captions for a video from its sound, with the times at which each is shown. | There is a video of the talk that we gave in the spring, and for those who cannot hear it I need captions with it. | Which of the two football teams has won the cup more often since the war?
tax-return | Fill in the yearly tax return of a small company and check the deductions. | It is that time of the year again, so let us go through the deductions of the company before we send the tax return. | I have a pain in the left knee when I walk down the stairs; what should I do about it?
apartment-search | Look for apartments to rent in a city within a budget, and sort them by the way to work. | My budget is about a thousand a month and I am looking for an apartment in the city from which it is not far to work. | Explain to a child of six why the sky is blue and the sun is red in the evening.
spreadsheet-cleaning | Clean up a spreadsheet: remove rows that are there twice, and write dates in one form. | In the spreadsheet that I got from the other office there are rows that are there twice and dates in all sorts of forms. | Can you say what the weather was like on the day on which the wall came down?
meeting-minutes | Write the minutes of a meeting from a recording, with who has to do what. | Here is the recording of the meeting of today, and I would like the minutes of it with a list of who has to do what. | Should I plant the roses in the spring or in the autumn, and how deep has the hole to be?
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | ') as [string, string, string, string]);

const skills = CASES.map(([name, description]) => ({ id: name, name, description, tags: [], bullets: [] }));
const index = buildSkillIndex(skills);
const vectorOf = (text: string, seed: number): Vector =>
  unitVector(projectedText(text, seed)) ?? new Float32Array();

/** The names of the skills that serve a task at the default minimum, by words alone or with vectors too. */
function served(task: string, seed: number | null): string[] {
  if (seed === null) return rankSkills([index], task, { minScore: 0.12 }).map(({ name }) => name);
  const known = skills.map(({ id, name, description }): [string, ReturnType<typeof compactVector>] => [
    id,
    compactVector(vectorOf(`${name.replaceAll('-', ' ')}\n${description}`, seed)),
  ]);
  const cosines = cosinesOf(vectorOf(task, seed), [new Map(known)]);
  return rankSkills([index], task, { minScore: 0.12, cosines }).map(({ name }) => name);
}

describe.each([1, 2, 3])('fused with vectors of geometry alone, seed %i', (seed) => {
  it('tasks get the right skill as often as by words alone', () => {
    const right = (by: number | null) =>
      CASES.filter(([name, , task]) => served(task, by)[0] === name).length;
    expect(right(seed)).toBeGreaterThanOrEqual(right(null));
    expect(right(null)).toBeGreaterThan(CASES.length / 2);
  });

  it('tasks get nothing else beside the right skill than by words alone', () => {
    const beside = (by: number | null) => CASES.flatMap(([, , task]) => served(task, by).slice(1)).length;
    expect(beside(seed)).toBeLessThanOrEqual(beside(null));
  });

  it('tasks that nothing serves get no more than by words alone', () => {
    const wrong = (by: number | null) => CASES.flatMap(([, , , far]) => served(far, by)).length;
    expect(wrong(seed)).toBeLessThanOrEqual(wrong(null));
  });
});
