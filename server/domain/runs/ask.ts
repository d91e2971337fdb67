/** The forms of a question that is answered from learned evidence only. */
import { z } from 'zod';
import { freeText, scopedBody } from '../fields.ts';
import { quotedRecords } from '../learning/quote.ts';

/** Longest question, in characters: as long as a recall's query. */
export const QUESTION_MAX = 100_000;

export const AskIn = scopedBody({ question: freeText().min(1).max(QUESTION_MAX) }).meta({ id: 'AskIn' });
export type AskIn = z.output<typeof AskIn>;

export const AskOut = z
  .object({
    answer: z.string(),
    evidence: z.array(z.string()).meta({
      description:
        'Ids of the skills, rules and memories that the answer rests on, and `profile` for what is known about the user. Empty ' +
        'where nothing is known that answers the question',
    }),
  })
  .meta({ id: 'AskOut' });
export type AskOut = z.output<typeof AskOut>;

// What a question is answered from, as the model reads it. Learned text is quoted like any other text of
// others, and only what is shown here can be cited.

/**
 * Most characters of memories and of skills each, so that neither crowds out the other: what is less relevant
 * is left out.
 */
const MAX_CHARACTERS = 40_000;

/** What may be shown; each list has the most relevant first. */
interface Evidence {
  readonly skills: readonly {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly bullets: readonly { readonly id: string; readonly section: string; readonly content: string }[];
  }[];
  readonly memories: readonly {
    readonly id: string;
    readonly kind: string;
    readonly content: string;
    readonly validFrom: Date;
  }[];
  readonly profile: string | null;
}

/** The evidence as text, and the ids that it shows. */
export interface ShownEvidence {
  text: string;
  ids: ReadonlySet<string>;
}

type Item = { id: string } & Record<string, string>;

/** The card has no id of its own. */
const PROFILE = 'profile';

const memoryItem = ({ id, kind, content, validFrom }: Evidence['memories'][number]): Item => ({
  id,
  memory: content,
  kind,
  since: validFrom.toISOString().slice(0, 10),
});

const skillItems = ({ id, name, description, bullets }: Evidence['skills'][number]): Item[] => [
  { id, skill: name, description },
  ...bullets.map((bullet) => ({ id: bullet.id, skill: name, section: bullet.section, rule: bullet.content })),
];

/** The first items that fit. */
function fitting(items: readonly Item[]): Item[] {
  let size = 0;
  return items.filter((item) => {
    size += JSON.stringify(item).length;
    return size <= MAX_CHARACTERS;
  });
}

/** Shows the card, the memories and the skills with their rules, as many as fit. */
export function showEvidence({ skills, memories, profile }: Evidence): ShownEvidence {
  const shown = [
    ...(profile === null ? [] : [{ id: PROFILE, about_the_user: profile }]),
    ...fitting(memories.map(memoryItem)),
    ...fitting(skills.flatMap(skillItems)),
  ];
  return {
    text: quotedRecords(shown),
    ids: new Set(shown.map(({ id }) => id)),
  };
}

/** The cited ids that were shown, each once. */
export function verifiedEvidence(cited: readonly string[], { ids }: ShownEvidence): string[] {
  return [...new Set(cited)].filter((id) => ids.has(id));
}
