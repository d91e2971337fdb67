/**
 * Lessons of several runs brought together before they are curated: those that say the same become one that
 * rests on all of their episodes, so that what was learned often weighs more and is not proposed twice.
 */

import { analyze } from '../../knowledge/analyze.ts';
import type { MemoryKind } from '../../memories/memory.ts';
import { matchesAny } from '../../moments/match.ts';
import type { Condition, Trigger } from '../../moments/trigger.ts';
import type { ToolCall } from '../../runs/episodes/episode.ts';
import { isSameRule, restates } from '../../skills/changesets/merge-additions.ts';
import type { Answer } from '../answers.ts';
import { EXAMPLE_RULE } from '../prompts/reflect.ts';

/** What a run taught; `episodes` are ids of runs that the model was shown. Those of earlier versions have no trigger and no description. */
export type Lesson = Omit<Answer<'reflect'>['lessons'][number], 'applies_when' | 'description'> &
  Pick<Trigger, 'applies_when'> & { readonly description?: string };

/** Most lessons that are curated together; beyond that a model picks at random. */
const MAX_LESSONS = 40;

/** Most lessons of one run that are looked at: who lists more has not chosen. */
const MAX_PER_EPISODE = 12;

/**
 * The lessons of a run as they may be used. They rest on episodes that the model was shown; where it names
 * none of them, on the run itself, and apply to calls such as it made. A small model repeats the example that it was shown: that is
 * no lesson.
 */
export function keepUsableLessons(
  lessons: readonly Lesson[],
  { id, toolCalls }: { readonly id: string; readonly toolCalls: readonly ToolCall[] },
  shown: readonly string[],
): Lesson[] {
  const own = lessons.filter(({ content }) => !restates(content, EXAMPLE_RULE));
  return own.slice(0, MAX_PER_EPISODE).map((lesson) => {
    const episodes = [...new Set([id, ...lesson.episodes.filter((one) => shown.includes(one))])];
    const conditions = lesson.applies_when?.map((one) => withoutMismatches(one, toolCalls));
    return { ...lesson, episodes, ...(conditions === undefined ? {} : { applies_when: conditions }) };
  });
}

const NARROWING = ['path', 'command', 'argument'] as const;

/**
 * A condition without what calls of its tool speak against: a path, command or argument that none of them has. Models fill in every
 * field of a form. A condition of a tool that was not called stays as it is.
 */
function withoutMismatches(condition: Condition, calls: readonly ToolCall[]): Condition {
  const { tool } = condition;
  const own = tool === undefined ? [] : calls.filter((call) => matchesAny([{ tool }], { tool: call }));
  if (own.length === 0) return condition;
  const mismatches: readonly string[] = NARROWING.filter(
    (field) => !own.some((call) => matchesAny([{ [field]: condition[field] }], { tool: call })),
  );
  return Object.fromEntries(Object.entries(condition).filter(([field]) => !mismatches.includes(field)));
}

/** The lessons of all runs without repetition, those that rest on most episodes first. */
export function mergeLessons(lessons: readonly Lesson[]): Lesson[] {
  const merged: Lesson[] = [];
  for (const lesson of lessons) {
    const at = merged.findIndex((other) => isSameRule(lesson, other));
    const earlier = merged[at];
    if (earlier === undefined) merged.push(lesson);
    else merged[at] = together(earlier, lesson);
  }
  return merged.toSorted((a, b) => b.episodes.length - a.episodes.length).slice(0, MAX_LESSONS);
}

function together(earlier: Lesson, later: Lesson): Lesson {
  const wording = restates(later.content, earlier.content) ? earlier : later;
  return {
    ...wording,
    skill: earlier.skill ?? later.skill,
    description: earlier.description || later.description || '',
    applies_when: wording.applies_when ?? earlier.applies_when ?? later.applies_when,
    issue: earlier.issue || later.issue,
    keywords: [...new Set([...earlier.keywords, ...later.keywords])],
    episodes: [...new Set([...earlier.episodes, ...later.episodes])],
  };
}

/** The part of a rule's words that a lesson must say to have taught it: more than half of it. */
const TAUGHT = 0.6;

interface TaughtRun {
  readonly id: string;
  readonly lessons: readonly Lesson[];
}

/** The runs that taught what a rule with these texts says: of those that say half of it each, none. */
export function teachersOf(texts: readonly string[], runs: readonly TaughtRun[]): string[] {
  const words = new Set(texts.flatMap((text) => analyze(text)));
  const teaches = ({ content, issue, keywords }: Lesson) => {
    const shared = words.intersection(new Set(analyze([content, issue, ...keywords].join('\n'))));
    return words.size > 0 && shared.size / words.size >= TAUGHT;
  };
  return runs.filter(({ lessons }) => lessons.some(teaches)).map(({ id }) => id);
}

// Whose a learned memory is: what a run with a user teaches belongs to that user unless it is shared on
// purpose.

/** Most memories of one run that are looked at. */
export const MAX_MEMORIES_PER_EPISODE = 10;

interface LearnedMemory {
  readonly kind: MemoryKind;
  readonly userSpecific: boolean;
}

/**
 * The user whose memory it becomes, null for none. `shareLearnedFacts` lets facts and lessons that are about
 * no user in particular leave the user of their run; preferences never do.
 */
export function lessonOwner(
  { kind, userSpecific }: LearnedMemory,
  { userId, shareLearnedFacts }: { readonly userId: string | null; readonly shareLearnedFacts: boolean },
): string | null {
  const isShared = shareLearnedFacts && !userSpecific && kind !== 'preference';
  return isShared ? null : userId;
}
