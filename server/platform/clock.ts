/** Time, chance and identity as values that are passed in, so that a test can choose them. */
import { randomBytes } from 'node:crypto';
import { monotonicFactory } from 'ulid';

/** The present moment. */
export type Clock = () => Date;

/** A number in [0, 1). */
export type Random = () => number;

const ID_PREFIXES = {
  skill: 'sk',
  bullet: 'bl',
  changeset: 'cs',
  episode: 'ep',
  memory: 'mem',
  recall: 'rc',
  experiment: 'ex',
  apiKey: 'key',
  audit: 'au',
  feedback: 'fb',
  request: 'req',
} as const;

/** Makes an opaque, time-ordered id with the noun's prefix: `sk_01J…`. */
export type NewId = (noun: keyof typeof ID_PREFIXES) => string;

const systemRandom: Random = () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48;

/** Ids that sort by time, and by order of making within one process and millisecond (ULID, monotonic). */
export function idFactory(clock: Clock, random: Random): NewId {
  const next = monotonicFactory(random);
  return (noun) => `${ID_PREFIXES[noun]}_${next(clock().getTime())}`;
}

/** The machine's time and chance. */
export function systemTime(): { clock: Clock; random: Random; newId: NewId } {
  const clock = () => new Date();
  return { clock, random: systemRandom, newId: idFactory(clock, systemRandom) };
}
