import { seededRandom } from '../../server/domain/seeded-random.ts';

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
