/** Why something was served or not, and what its score is made of, in words. Pure. */
import { counted } from '../ui/text/counted.ts';

interface ReasonWords {
  label: string;
  means: string;
}

const REASONS: Record<string, ReasonWords> = {
  served: { label: 'served', means: 'Its score was among the highest.' },
  index: {
    label: 'named only',
    means: 'Others scored higher; the agent was given its name and description only.',
  },
  holdout: { label: 'held out', means: 'It would have been served, but the session is in the holdout.' },
  holdout_index: {
    label: 'name held out',
    means: 'It would have been named, but the session is in the holdout.',
  },
  held_back: {
    label: 'held back',
    means: 'Withheld from this session to measure the skill’s effect.',
  },
  below_minimum: { label: 'below the minimum', means: 'Its score is below the minimum for being served.' },
  newest: { label: 'served as newest', means: 'The query was empty, so the newest memories were served.' },
  beyond_limit: { label: 'beyond the limit', means: 'Others scored higher, and the maximum was reached.' },
};

/** The words for a reason of the service; one that is not known stands for itself. */
export function reasonWords(reason: string): ReasonWords {
  return REASONS[reason] ?? { label: reason.replaceAll('_', ' '), means: '' };
}

/** What a recall with `skip_served` left out of its text; empty where nothing. */
export function skippedSentence(skipped: boolean, rules = 0): string {
  if (skipped) return 'Left out of the text: this session already has it.';
  return rules === 0 ? '' : `The text leaves out ${counted(rules, 'rule')} that this session already has.`;
}

const PARTS: Record<string, string> = {
  lexical: 'matching words',
  coverage: 'share of its name in the task',
  rules: 'matching rules',
  neighbours: 'memories close in time',
  cosine: 'similarity in meaning',
  likeness: 'similarity of words',
};

interface ScorePart {
  key: string;
  label: string;
  /** Between 0 and 1, but for a cosine, which may be negative. */
  value: number;
}

export interface ScoreParts {
  figures: ScorePart[];
  /** Of a preference, a smaller share of the task is enough. */
  standing: boolean;
  /** And none, where the task asks for advice. */
  advice: boolean;
  /** Heaviest first. */
  words: string[];
}

function wordsOf(terms: unknown): string[] {
  if (!Array.isArray(terms)) return [];
  return terms.flatMap((term: unknown) => {
    if (typeof term !== 'object' || term === null || !('word' in term)) return [];
    return typeof term.word === 'string' ? [term.word] : [];
  });
}

/** What a recorded score is made of, in the order in which it was recorded. */
export function scoreParts(parts: Record<string, unknown>): ScoreParts {
  const figures = Object.entries(parts).flatMap(([key, value]) =>
    typeof value === 'number' ? [{ key, label: PARTS[key] ?? key.replaceAll('_', ' '), value }] : [],
  );
  const [standing, advice] = [parts['standing'] === true, parts['advice'] === true];
  return { figures, standing, advice, words: wordsOf(parts['terms']) };
}

interface ServedBeside {
  profile: boolean;
  holdout?: boolean;
}

/** "Served 2 skills, 1 memory and the user’s profile." */
export function servedSentence(skills: number, memories: number, beside: ServedBeside): string {
  const { profile, holdout = false } = beside;
  const counts = counted(memories, 'memory', 'memories');
  const remembered = profile ? `${counts} and the user’s profile` : counts;
  if (holdout) return `Holdout: no skill was served, for comparison. Served ${remembered}.`;
  return `Served ${counted(skills, 'skill')}${profile ? ',' : ' and'} ${remembered}.`;
}
