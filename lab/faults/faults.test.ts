/** Some faults on each database, in short; `npm run test:faults` tries hundreds. */
import { describe, expect, it } from 'vitest';
import { nothingAcknowledged } from './acknowledged.ts';
import { lostWrites, runningCanaries, taughtTwice, unaudited, wrongSums } from './invariants.ts';
import { untruths } from './readiness.ts';
import type { Rows } from './rows.ts';
import { tryFaults } from './try-faults.ts';

const SEED = 7;

// Beside each other: both wait for processes to start and to recover most of the time.
describe.concurrent.each([
  ['sqlite', ['gateway killed', 'clock an hour ahead', 'file locked']],
  ['postgresql', ['all processes killed', 'database killed', 'connections to the database cut']],
] as const)('an installation on %s', (dialect, faults) => {
  it('loses nothing, counts nothing twice and recovers by itself', { timeout: 300_000 }, async () => {
    const tried = await tryFaults({
      dialect,
      seeds: [SEED, SEED + 1, SEED + 2],
      only: faults,
      say: () => undefined,
    });
    expect(tried.map(({ fault, broken }) => [fault, broken])).toEqual(tried.map(({ fault }) => [fault, []]));
    expect(tried).toHaveLength(faults.length + 1);
  });
});

const NO_ROWS: Rows = {
  agentTotals: [],
  audit: [],
  changesets: [],
  credits: [],
  episodes: [],
  experiments: [],
  feedback: [],
  jobs: [],
  memories: [],
  proposals: [],
  recalls: [],
  skills: [],
  versions: [],
};
const EPISODE = {
  id: 'ep_1',
  agentId: 'default',
  reward: 1,
  rewardStrength: 1,
  liftGroup: 'treated',
  reflected: 1,
};
const SKILL = { id: 'sk_1', uses: 1, evidence: 1, reward: 1, version: 1 };
const PROPOSED = {
  id: 'cs_1',
  status: 'pending',
  source: 'reflection',
  baseVersions: '{}',
  episodeIds: '["ep_1"]',
};

describe('the checks find', () => {
  it('a write that was acknowledged and is gone', () => {
    const acknowledged = nothingAcknowledged();
    acknowledged.episodes.set('key', 'ep_1');
    acknowledged.feedback.set('ep_1', 2);
    expect(
      lostWrites({ ...NO_ROWS, episodes: [EPISODE], feedback: [{ episodeId: 'ep_1' }] }, acknowledged),
    ).toEqual([expect.stringContaining('less feedback')]);
    expect(lostWrites(NO_ROWS, acknowledged)[0]).toContain('ep_1');
    acknowledged.unrecorded.add('rc_1');
    expect(lostWrites({ ...NO_ROWS, recalls: [{ id: 'rc_1' }] }, acknowledged)[0]).toContain('rc_1');
  });

  it('a reward that was credited twice', () => {
    const credits = [{ episodeId: 'ep_1', skillId: 'sk_1', arm: null, experimentId: null }];
    expect(wrongSums({ ...NO_ROWS, episodes: [EPISODE], credits, skills: [SKILL] })).toEqual([]);
    const twice = [{ ...SKILL, evidence: 2, reward: 2 }];
    expect(wrongSums({ ...NO_ROWS, episodes: [EPISODE], credits, skills: twice })).toHaveLength(1);
  });

  it('a change without its entry in the audit log, and a canary that goes on', () => {
    expect(unaudited({ ...NO_ROWS, changesets: [{ ...PROPOSED, status: 'applied' }] })).toHaveLength(1);
    expect(runningCanaries({ ...NO_ROWS, experiments: [{ id: 'ex_1', status: 'running' }] })).toHaveLength(1);
  });

  it('a run that was learned from twice, and not one that was rated between', () => {
    const noted = (...seen: [ratings: number, settled: boolean][]) =>
      taughtTwice({
        ...NO_ROWS,
        proposals: seen.map(([ratings, settled], at) => ({
          ...{ id: at, changesetId: `cs_${at}`, episodeId: 'ep_1', ratings, settled },
        })),
      });
    expect(noted([0, true], [0, true])).toHaveLength(1);
    expect(noted([1, true], [2, true], [2, true])).toHaveLength(1);
    expect(noted([1, false], [1, false])).toHaveLength(1);
    expect(noted([0, true], [2, false], [2, true], [3, true])).toEqual([]);
  });

  it('a gateway that says it is ready while every write fails', () => {
    const url = 'http://a';
    const write = (begun: number, ok: boolean) => ({ url, begun, ended: begun + 10, ok });
    const failing = [0, 2000, 4500, 6000, 8000].map((begun) => write(begun, false));
    const look = { url, begun: 7000, ended: 7010, status: 200 };
    expect(untruths([look], failing)).toHaveLength(1);
    expect(untruths([{ ...look, status: 503 }], failing)).toEqual([]);
    expect(untruths([look], [...failing, write(5000, true)])).toEqual([]);
  });
});
