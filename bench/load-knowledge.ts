/** Gives a gateway its knowledge through the interface, as a user would. */

import { seededRandom } from '../server/testing/test-runtime.ts';
import type { Size } from './measure.ts';

/**
 * Made-up knowledge and tasks with the statistics of real ones: word frequencies follow Zipf's law, so that
 * an inverted index meets short and long posting lists. Seeded: every run loads the same.
 */

const VOCABULARY = 4000;
const SYLLABLES = [
  'ba',
  'ce',
  'di',
  'fo',
  'gu',
  'ha',
  'ki',
  'lo',
  'mu',
  'ne',
  'pa',
  'ri',
  'so',
  'tu',
  've',
  'zo',
];

function syllable(index: number): string {
  return SYLLABLES[index % SYLLABLES.length] ?? '';
}

/** The `rank`-th word: three to four syllables, different for every rank. */
function word(rank: number): string {
  return [rank, rank >> 4, rank >> 8, (rank >> 12) + 7].map(syllable).join('');
}

/** A generator of made-up text. */
export interface Corpus {
  words(count: number): string;
  skill(index: number): {
    name: string;
    description: string;
    bullets: { content: string; section: string }[];
  };
  memory(): string;
  task(): string;
}

/** A corpus for one seed. */
export function corpus(seed: number): Corpus {
  const random = seededRandom(seed);
  const zipf = () => word(Math.min(VOCABULARY, Math.floor(VOCABULARY ** random())));
  const words = (count: number) => Array.from({ length: count }, zipf).join(' ');
  const sections = ['steps', 'pitfalls', 'heuristics', 'verification'];
  return {
    words,
    skill: (index) => ({
      name: `skill-${index}-${zipf()}`,
      description: words(25),
      bullets: Array.from({ length: 12 }, (_, at) => ({
        content: words(16),
        section: sections[at % sections.length] ?? 'steps',
      })),
    }),
    memory: () => words(14),
    task: () => words(40),
  };
}

const AT_ONCE = 8;

async function post(url: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return await response.json();
}

async function inParallel(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Creates the skills and memories of `size`; a memory that resembles another one is approved. */
export async function loadKnowledge(url: string, { agent, skills, memories }: Size): Promise<void> {
  const text = corpus(7);
  await inParallel(skills, async (index) => {
    await post(url, '/v1/skills', { agent_id: agent, ...text.skill(index) });
  });
  await inParallel(memories, async (index) => {
    const scope = { agent_id: agent, ...(index % 2 === 0 ? { user_id: 'u-1' } : {}) };
    const stored = await post(url, '/v1/memories', { scope, content: text.memory() });
    const { id, status } = stored as { id: string; status: string };
    if (status === 'pending') await post(url, `/v1/memories/${id}/approve`, undefined);
  });
}
