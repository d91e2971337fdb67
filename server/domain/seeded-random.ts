/**
 * Chance that can be repeated, for simulations, made-up histories and tests: the same seed gives the same numbers on
 * every machine. Nothing that a person or an agent is served depends on it.
 */

/** Rounds after which the state no longer shows the seed (the author's recommendation). */
const WARM_UP = 12;

/**
 * Uniform numbers in [0, 1) with 32 random bits: sfc32 of Chris Doty-Humphrey's PractRand (public domain).
 */
export function seededRandom(seed: number): () => number {
  let a = 0x9e3779b9;
  let b = seed | 0;
  let c = Math.floor(seed / 2 ** 32) | 0;
  let counter = 1;
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < WARM_UP; i++) next();
  return next;
}

/** A standard normal number (Box and Muller, 1958). */
export function drawNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
