import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import type { Dialect } from '../../platform/db/migrations/migrations.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import type { ProposalKind } from '../../testing/canary/canary-proposals.ts';
import { expectLawful } from '../../testing/canary/laws.ts';
import { recountArms, rounded } from '../../testing/canary/ledger.ts';
import { MODEL_BOUNDS } from '../../testing/canary/model.ts';
import { WalkedService } from '../../testing/canary/walked-service.ts';
import { cases, effort } from '../../testing/property.ts';
import { expectWholeHistory } from '../../testing/samples/skill-history.ts';
import {
  describeOnOne,
  freshPrincipal,
  openTestRuntime,
  type TestRuntime,
} from '../../testing/test-runtime.ts';

const SETTINGS = {
  SERVICE_HOLDOUT_RATE: '0',
  SERVICE_CANARY_MIN_SAMPLES: String(MODEL_BOUNDS.minSamples),
  SERVICE_CANARY_MAX_SAMPLES: String(MODEL_BOUNDS.maxSamples),
  SERVICE_CANARY_THRESHOLD: String(MODEL_BOUNDS.threshold),
  SERVICE_CANARY_MAX_DAYS: String(MODEL_BOUNDS.maxDays),
  // Aging is another table's matter.
  SERVICE_STALE_AFTER_DAYS: '3000',
  SERVICE_ARCHIVE_AFTER_DAYS: '3001',
};

/** Walks of some dozen steps each: a long one takes a second. */
const WALKS = { numRuns: cases(5), endOnFailure: true };
const LONGEST_MS = 60_000 * Math.max(1, effort);

const which = fc.nat({ max: 1000 });
/** Few, so that most come again. */
const session = fc.nat({ max: 15 });
const constant = <const K extends string>(kind: K) => fc.constant(kind);

/** The first one as often as all others together. */
function oftenFirst<T>(first: T, ...others: T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(first) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: constant('propose'),
      which,
      risk: oftenFirst<ProposalKind>('high', 'low', 'two', 'bundle', 'together'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: constant('review'),
      which,
      approve: oftenFirst(true, false),
      skip: oftenFirst(false, true),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: constant('try'), which }) },
  { weight: 4, arbitrary: fc.record({ kind: constant('recall'), session }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: constant('record'),
      which,
      outcome: fc.constantFrom<'success' | 'failure' | 'unknown'>('success', 'failure', 'unknown'),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: constant('run'),
      session,
      better: fc.constantFrom<'candidate' | 'incumbent'>('candidate', 'incumbent'),
      count: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: constant('feedback'), which, won: fc.constantFrom<0 | 1>(0, 1) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: constant('rollback'), which, to: which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: constant('retire'),
      which,
      status: oftenFirst<'active' | 'archived' | 'deprecated'>('active', 'archived', 'deprecated'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: constant('author'), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: constant('curate'), days: oftenFirst(0, 1, 8, 15) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const LAST = 5;
const propose = (which: number, risk: ProposalKind = 'high'): Step => ({ kind: 'propose', which, risk });
const approve: Step = { kind: 'review', which: LAST, approve: true, skip: false };
const trial = (which: number): Step => ({ kind: 'try', which });
/** Fresh sessions in which one arm always wins: enough of them for a verdict. */
const runs = (better: 'candidate' | 'incumbent', session: number): Step[] =>
  [0, 6, 12].map((more) => ({ kind: 'run', session: session + more, better, count: 6 }));
/** Changes the first skill beside which another one is created, and tries it. */
const bundle: Step[] = [propose(0, 'bundle'), approve];
const curate = (days: number): Step => ({ kind: 'curate', days });
const retire = (status: 'archived' | 'deprecated'): Step => ({ kind: 'retire', which: 0, status });

/** What chance seldom puts together, a way through the tables each. */
const RARE: Step[][] = [
  // A session that comes back.
  [trial(0), ...[1, 2, 3, 1, 2, 3, 1, 2, 3].map((one): Step => ({ kind: 'recall', session: one }))],
  // One that still waits at the end.
  [trial(0), propose(0), approve],
  // Promoted onto a skill that moved; then rejected, with one waiting behind each.
  [trial(0), { kind: 'author', which: 0 }, ...runs('candidate', 100)],
  [trial(0), propose(0), approve, propose(0), approve, ...runs('incumbent', 200), ...runs('incumbent', 300)],
  [trial(0), propose(0), approve, ...runs('candidate', 400)],
  [trial(0), propose(0), approve, { kind: 'rollback', which: 0, to: 0 }, ...runs('candidate', 500)],
  // A skill created beside: with the promotion, never after a rejection, a rollback or an expiry, and not
  // where one has its name by then, from another canary or from a change of two skills that need it.
  [...bundle, { kind: 'recall', session: 1 }, ...runs('candidate', 700)],
  [...bundle, ...runs('incumbent', 800), ...runs('incumbent', 900)],
  [...bundle, { kind: 'rollback', which: 0, to: 0 }, ...runs('candidate', 1000)],
  [...bundle, curate(15), curate(15)],
  [...bundle, propose(4, 'bundle'), approve, ...runs('candidate', 1100)],
  [...bundle, propose(4, 'together'), { ...approve, skip: true }, ...runs('candidate', 1200)],
  [trial(0), ...bundle, ...runs('incumbent', 1300), ...runs('candidate', 1400)],
  [propose(0, 'two'), approve, { ...approve, which: 1 }, propose(1, 'together'), approve],
  // Expired, by each of the three reasons.
  [trial(0), propose(0), approve, retire('deprecated'), curate(0)],
  [trial(0), propose(0), approve, retire('archived'), curate(0)],
  [trial(0), trial(1), propose(0), approve, curate(1), curate(15), curate(15)],
  // Evidence that comes late, is corrected, and is corrected after the end.
  [
    trial(0),
    ...[1, 2, 3, 4].flatMap((session): Step[] => [
      { kind: 'recall', session },
      { kind: 'record', which: session - 1, outcome: 'unknown' },
      { kind: 'feedback', which: session - 1, won: 1 },
      { kind: 'feedback', which: session - 1, won: 0 },
    ]),
    ...runs('incumbent', 600),
    { kind: 'feedback', which: 0, won: 1 },
    { kind: 'feedback', which: 5, won: 1 },
  ],
];

async function take(service: WalkedService, one: Step): Promise<void> {
  switch (one.kind) {
    case 'propose':
      return await service.propose(one.which, one.risk);
    case 'try':
      return await service.tryOne(one.which);
    case 'review':
      return await service.review(one.which, one.approve, one.skip);
    case 'recall':
      return await service.recall(one.session);
    case 'run':
      return await service.runBoth(one.session, one.better, one.count);
    case 'record':
      return await service.record(one.which, one.outcome);
    case 'feedback':
      return await service.feedback(one.which, one.won);
    case 'rollback':
      return await service.rollback(one.which, one.to);
    case 'retire':
      return await service.retire(one.which, one.status);
    case 'author':
      return await service.author(one.which);
    case 'curate':
      return await service.curate(one.days);
    default:
      return one satisfies never;
  }
}

async function expectOrder(rt: TestRuntime, who: Principal): Promise<void> {
  await expectLawful(rt, who);
  await expectWholeHistory(rt, who);
  const running = { tenant: who.tenant, status: 'running' };
  for (const row of await clientOf(rt.db.read).experiment.findMany({ where: running })) {
    expect(await recountArms(rt, who, row.id)).toMatchObject(
      rounded({
        incumbent: { weight: row.incumbentEvidence, reward: row.incumbentReward },
        candidate: { weight: row.candidateEvidence, reward: row.candidateReward },
      }),
    );
  }
}

/** Takes steps on the service and on the model, and compares them after each. */
async function walk(rt: TestRuntime, steps: Step[]): Promise<void> {
  const who = freshPrincipal();
  const service = new WalkedService(rt, who, true);
  await service.prepare();
  for (const one of steps) {
    rt.advance(1);
    await take(service, one);
    await service.compare();
  }
  await expectOrder(rt, who);
}

/**
 * Ids, and with them arms, come from a runtime's own chance: one that others have used before could not
 * repeat a walk.
 */
async function runtimeOfItsOwn(dialect: Dialect): Promise<TestRuntime> {
  const rt = await openTestRuntime(dialect, SETTINGS);
  onTestFinished(() => rt.dispose());
  return rt;
}

describeOnOne(
  'changesets and canaries',
  (runtime, dialect) => {
    it.each(RARE.map((steps, index) => ({ steps, index })))(
      'do what the tables say along the rare way $index',
      { timeout: 60_000 },
      async ({ steps }) => {
        await walk(runtime(), steps);
      },
    );

    it('do what the tables say, step by step', { timeout: LONGEST_MS }, async () => {
      const rt = await runtimeOfItsOwn(dialect);
      const steps = fc.array(step, { minLength: 20, maxLength: 90, size: 'max' });
      const walks = fc.assert(
        fc.asyncProperty(steps, async (all) => await walk(rt, all)),
        WALKS,
      );
      await expect(walks).resolves.toBeUndefined();
    });
  },
  SETTINGS,
);

describeOnOne(
  'changesets and canaries',
  (_runtime, dialect) => {
    it('keep their laws when several act at once', { timeout: LONGEST_MS }, async () => {
      const rt = await runtimeOfItsOwn(dialect);
      const rounds = fc.array(fc.array(step, { minLength: 2, maxLength: 6 }), {
        minLength: 8,
        maxLength: 25,
        size: 'max',
      });
      const walks = fc.assert(
        fc.asyncProperty(rounds, async (all) => {
          const who = freshPrincipal();
          const service = new WalkedService(rt, who, false);
          await service.prepare();
          for (const round of all) {
            rt.advance(1);
            await service.together(round.map((one) => () => take(service, one)));
            await expectLawful(rt, who);
          }
          await expectOrder(rt, who);
        }),
        WALKS,
      );
      await expect(walks).resolves.toBeUndefined();
    });
  },
  SETTINGS,
);
