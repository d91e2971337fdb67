/**
 * Which runs go without learned skills, so that the lift of learning can be measured. A session is in or
 * out as a whole and stays so in every process; a higher rate only adds sessions to those already held out.
 */

/** `sessionId` null (or empty) means no session, `rate` a share of 1, `random` a number in [0, 1). */
type HoldoutDraw = {
  readonly tenant: string;
  readonly agentId: string;
  readonly sessionId: string | null;
  readonly rate: number;
  readonly random: number;
};

/** Whether a recall belongs to the holdout. Without a session each recall draws for itself, with `random`. */
export function inHoldout({ tenant, agentId, sessionId, rate, random }: HoldoutDraw): boolean {
  // An empty session would put all of a careless client's traffic on one side.
  const draw = sessionId ? drawUnit('holdout', tenant, agentId, sessionId) : random;
  return draw < rate;
}

// Draws that can be repeated: the same names always give the same number. Every assignment of sessions to
// groups uses this, each purpose under its own label, so that no two assignments share anything.

/**
 * A number in [0, 1) with 53 random-looking bits, uniform over names. Parts are told apart by their lengths,
 * so that ('a', 'bc') and ('ab', 'c') are different draws. Not for secrets: it can be computed from the
 * names.
 */
export function drawUnit(label: string, ...parts: string[]): number {
  const text = [label, ...parts].map((part) => `${part.length}:${part}`).join('');
  const high = murmur3(text, 0x9747b28c);
  const low = murmur3(text, 0x3c6ef372);
  return ((high >>> 5) * 2 ** 26 + (low >>> 6)) / 2 ** 53;
}

/**
 * MurmurHash3 (x86, 32 bits; Austin Appleby, public domain), with each UTF-16 unit of the text as one block.
 */
function murmur3(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) {
    let block = Math.imul(text.charCodeAt(i), 0xcc9e2d51);
    block = (block << 15) | (block >>> 17);
    hash ^= Math.imul(block, 0x1b873593);
    hash = (hash << 13) | (hash >>> 19);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  hash ^= text.length * 4;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
